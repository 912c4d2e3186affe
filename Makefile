# Hitchbox on Debian: cross-built with mingw-w64, run and tested under Wine.
#   make run    the whole way: hotkey, simulated ETW, snapshot, viewer
#   make test   every suite
# Everything made lies under $(B).
B ?= build
CORPUS ?= $(abspath ../shared/corpus)

CC = gcc
CLANG = clang
WINCC = x86_64-w64-mingw32-gcc
WINAR = x86_64-w64-mingw32-ar
WINDRES = x86_64-w64-mingw32-windres

WARN = -std=c11 -pedantic-errors -Wall -Wextra -Werror -Wvla -Wshadow -Wstrict-prototypes -Wmissing-prototypes
INC = -Isrc -I.
CFLAGS_native = -O2 -g $(WARN) $(INC) -D_FILE_OFFSET_BITS=64 -D_POSIX_C_SOURCE=200809L
CFLAGS_san = $(CFLAGS_native) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# WMIAPI and _SHELL32_: the ETW and shell calls are bound by the linker, so the
# product's objects link against the system or against tests/sim alike.
CFLAGS_win = -Os -g0 $(WARN) $(INC) -municode -DUNICODE -D_UNICODE -DWINVER=0x0A00 -D_WIN32_WINNT=0x0A00 \
  -DWMIAPI=__stdcall -D_SHELL32_= -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables

PORTABLE := $(wildcard src/base/*.c src/etl/*.c src/core/*.c)
POSIX := $(wildcard src/posix/*.c)
CLI := $(wildcard src/cli/*.c)
WIN_OS := src/win/os_win.c
WIN := $(wildcard src/win/*.c)
MINGW := $(wildcard src/mingw/*.c)
TESTS := $(wildcard tests/*.c tests/support/*.c)
SIM := $(wildcard tests/sim/*.c)

o = $(patsubst %.c,$(B)/$(1)/%.o,$(2))

.DELETE_ON_ERROR:
.PHONY: all
all: native hitchbox

$(B)/native/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_native) -MMD -c $< -o $@
$(B)/san/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_san) -MMD -c $< -o $@
$(B)/win/%.o: %.c
	@mkdir -p $(@D)
	$(WINCC) $(CFLAGS_win) -MMD -c $< -o $@
-include $(shell find $(B) -name '*.d' 2>/dev/null)

# --- native: hitch and the portable suites under sanitizers
.PHONY: native hitch test-native
native: $(B)/san/tests
hitch: $(B)/native/hitch
$(B)/native/hitch: $(call o,native,$(PORTABLE) $(POSIX) $(CLI))
	$(CC) $^ -o $@
$(B)/san/tests: $(call o,san,$(PORTABLE) $(POSIX) $(TESTS))
	$(CC) -fsanitize=address,undefined $^ -lcmocka -o $@
test-native: $(B)/san/tests
	HITCHBOX_CORPUS=$(CORPUS) HITCHBOX_TEST_FOLDER=$(B)/test-files $(B)/san/tests $(SUITES)

.PHONY: clean
clean:
	rm -rf $(B)
