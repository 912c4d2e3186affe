# Hitchbox on Debian 12: cross-built with mingw-w64, run and tested under Wine.
#   make run     the whole way: hotkey, simulated ETW, snapshot, viewer
#   make test    every suite and check, with one closing line
#   make dist    the portable zip
#   make bench   what the recorder costs
#   make hitch   the console tool for this machine
# Everything made lies under $(B); what was fetched under $(DEPS).
B ?= build
DEPS ?= build/deps
CORPUS ?= $(abspath ../shared/corpus)
SUITES ?=

CC = gcc
CLANG = clang
WINCC = x86_64-w64-mingw32-gcc
WINDRES = x86_64-w64-mingw32-windres
PYTHON = PYTHONDONTWRITEBYTECODE=1 python3

WARN = -std=c11 -pedantic-errors -Wall -Wextra -Werror -Wvla -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wno-format-zero-length -Wformat-security
comma = ,
INC = -Isrc -I.
POSIX_DEFS = -D_FILE_OFFSET_BITS=64 -D_POSIX_C_SOURCE=200809L
# WMIAPI and _SHELL32_: the ETW and shell calls are bound by the linker, so the
# product's objects link against the system or against tests/sim alike.
WIN_DEFS = -DUNICODE -D_UNICODE -DWINVER=0x0A00 -D_WIN32_WINNT=0x0A00 -DWMIAPI=__stdcall -D_SHELL32_= \
  -D__USE_MINGW_ANSI_STDIO=1
CFLAGS_native = -O2 -g $(WARN) $(INC) $(POSIX_DEFS)
CFLAGS_san = $(CFLAGS_native) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# No section for each function: .pdata names them all, so ld would leave none out,
# and it would round each up to 16 bytes. What is not called is left out by
# module, with PRODUCT_LIB.
CFLAGS_win = -Os -g0 $(WARN) $(INC) $(WIN_DEFS) -isystem $(DEPS)/cmocka/include
# The product's own start and memory functions must not be compiled into calls of themselves.
FREESTANDING = -ffreestanding -fno-builtin -fno-tree-loop-distribute-patterns

# --- what belongs to what. Programs' entry points are kept out of the tests.
MAIN_LINE = ^int (WINAPI )?w?(main|WinMain)[(]
mains = $(if $(strip $(1)),$(shell grep -lE '$(MAIN_LINE)' $(1)))
rooms = $(wildcard $(patsubst %,src/%/*.c,$(1)))
PORTABLE := $(call rooms,base os strings etl config events frames runs tray gather verdict report)
POSIX := $(call rooms,posix)
CLI := $(call rooms,cli export)
WIN := $(call rooms,win recorder)
APP := $(call rooms,app windows)
MINGW := $(call rooms,mingw)
SIM := $(filter-out tests/sim/test_%,$(wildcard tests/sim/*.c))
# A test file that sees Windows's rooms or windows.h is compiled for Windows only.
TESTS_ALL := $(wildcard tests/*/test_*.c) $(filter-out tests/support/test_%,$(wildcard tests/support/*.c))
WINDOWS_SUITES := $(shell grep -lE '^#include ["<](win/|recorder/|app/|windows/|windows)' $(TESTS_ALL))
TESTS := $(filter-out $(WINDOWS_SUITES),$(TESTS_ALL))
MAINS := $(call mains,$(CLI) $(APP) $(SIM))

HITCHBOX_SRC := $(PORTABLE) $(WIN) $(APP)
HITCH_SRC := $(PORTABLE) $(WIN) $(CLI)
TESTS_SRC := $(TESTS_ALL) $(filter-out $(MAINS),$(sort $(HITCHBOX_SRC) $(CLI) $(SIM)))

# As many jobs as cores where make was not told otherwise.
JOBS = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
o = $(patsubst %.c,$(B)/$(1)/%.o,$(2))

.DELETE_ON_ERROR:
.DEFAULT_GOAL := all
-include tests/sim/sim.mk
.PHONY: all native windows
all: native windows
native: $(B)/san/hitchbox-tests $(B)/native/hitch
windows: $(B)/tests.exe $(B)/contract.exe $(B)/contract-sim.exe $(B)/hitch.exe \
  $(B)/hitchbox.exe $(B)/hitchbox-sim.exe $(B)/hitchbox-wine.exe $(B)/hitch-wine.exe $(B)/simetw.exe

$(B)/native/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_native) -MMD -MP -c $< -o $@
$(B)/san/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_san) -MMD -MP -c $< -o $@
$(B)/win/src/mingw/%.o: src/mingw/%.c
	@mkdir -p $(@D)
	$(WINCC) $(CFLAGS_win) $(FREESTANDING) -MMD -MP -c $< -o $@
$(B)/win/%.o: %.c
	@mkdir -p $(@D)
	$(WINCC) $(CFLAGS_win) -MMD -MP -c $< -o $@
$(B)/win/tests/%.o: tests/%.c | $(DEPS)/cmocka/src/cmocka.c
	@mkdir -p $(@D)
	$(WINCC) $(CFLAGS_win) -DHB_WINDOWS_SUITES -MMD -MP -c $< -o $@
$(B)/win/res/%.o: res/%.rc $(wildcard res/* config/*.ini)
	@mkdir -p $(@D)
	$(WINDRES) -c 65001 -Ires -Isrc $< -o $@
-include $(shell find $(B)/native $(B)/san $(B)/win -name '*.d' 2>/dev/null)

# --- this machine's programs: hitch, and the portable suites under sanitizers
.PHONY: hitch test-native
hitch: $(B)/native/hitch
$(B)/native/hitch: $(call o,native,$(PORTABLE) $(POSIX) $(CLI))
	$(CC) $^ -lm -o $@
	cp config/providers.ini config/not-games.txt $(@D)/
$(B)/san/hitchbox-tests: $(call o,san,$(sort $(TESTS) $(SIM_CORE) $(filter-out $(MAINS),$(PORTABLE) $(POSIX) $(CLI))))
	$(CC) -fsanitize=address,undefined $^ -lcmocka -lm -o $@
test-native: $(B)/san/hitchbox-tests
	HITCHBOX_CORPUS=$(CORPUS) HITCHBOX_TEST_FOLDER=$(B)/test-files $(B)/san/hitchbox-tests $(or $(SUITES),suites)

# --- Windows programs
HARDEN = -Wl,--gc-sections,--dynamicbase,--nxcompat,--high-entropy-va,--no-insert-timestamp
WINLIBS = -lkernel32 -luser32 -lshell32 -ladvapi32
WIDE = $(if $(shell grep -lE 'wWinMain|wmain' $(1) 2>/dev/null),-municode)
RES = $(patsubst res/%.rc,$(B)/win/res/%.o,$(wildcard res/hitchbox.rc))
# What the programs share as a library: each takes the modules that it calls.
PRODUCT_LIB := $(B)/win/product.a
$(PRODUCT_LIB): $(call o,win,$(PORTABLE) $(WIN))
	rm -f $@
	x86_64-w64-mingw32-ar rcsD $@ $^
PRODUCT_OBJ := $(call o,win,$(APP)) $(PRODUCT_LIB)

.PHONY: hitchbox
hitchbox: $(B)/hitchbox.exe
# Without the C run-time where src/mingw brings its own start: small, and only
# the system's four libraries are imported.
$(B)/hitchbox.exe: $(call o,win,$(MINGW)) $(PRODUCT_OBJ) $(RES)
	$(WINCC) $(if $(MINGW),-nostdlib -nostartfiles -Wl$(comma)--entry=hitchbox_start) -s -Wl,--subsystem,windows $(call WIDE,src/app/main.c) $(HARDEN) \
	  $^ $(WINLIBS) -lgcc -o $@
# The same objects, bound to the simulated ETW instead of the system's, and to
# the account and the devices that Wine lacks.
ACCOUNT := tests/support/account.c
CFGMGR := tests/support/cfgmgr.c tests/support/cfgmgr_bind.c
$(B)/hitchbox-sim.exe: $(PRODUCT_OBJ) $(call o,win,$(SIM_CLIENT) $(ACCOUNT) $(CFGMGR)) $(RES)
	$(WINCC) -s -static -Wl,--subsystem,windows $(call WIDE,src/app/main.c) $(HARDEN) $^ $(WINLIBS) -lws2_32 -o $@
# And with the system's own ETW under Wine, whose tokens are always raised ones.
$(B)/hitchbox-wine.exe: $(PRODUCT_OBJ) $(call o,win,$(ACCOUNT)) $(RES)
	$(WINCC) -s -static -Wl,--subsystem,windows $(call WIDE,src/app/main.c) $(HARDEN) $^ $(WINLIBS) -o $@
$(B)/hitch.exe: $(call o,win,$(CLI)) $(B)/win/res/hitch.o $(PRODUCT_LIB)
	$(WINCC) -s -static $(call WIDE,$(CLI)) $(HARDEN) $^ $(WINLIBS) -o $@
# The same with the account that Wine lacks.
$(B)/hitch-wine.exe: $(call o,win,$(CLI) $(ACCOUNT)) $(B)/win/res/hitch.o $(PRODUCT_LIB)
	$(WINCC) -s -static $(call WIDE,$(CLI)) $(HARDEN) $^ $(WINLIBS) -o $@
$(B)/tests.exe: $(call o,win,$(TESTS_SRC)) $(B)/cmocka/cmocka.o
	$(WINCC) -static $^ $(WINLIBS) -lws2_32 -o $@
-include tests/contract/contract.mk
-include tests/bench/bench.mk tests/scenarios/opinion/opinion.mk tests/fuzz/fuzz.mk tests/faults/faults.mk tests/memory/memory.mk tests/scenarios/truth/truth.mk tests/scenarios/quiet/quiet.mk tests/scenarios/worlds/worlds.mk tests/frames/frames.mk tests/sdk/sdk.mk tests/scenarios/scenarios.mk tests/endure/endure.mk

CMOCKA_HAVE = $(addprefix -DHAVE_,INTTYPES_H STDINT_H SIGNAL_H IO_H STRUCT_TIMESPEC STRING_H STRINGS_H MALLOC_H TIME_H)
$(DEPS)/cmocka/src/cmocka.c:
	sh tests/tools/setup cmocka $(DEPS)/cmocka
$(B)/cmocka/cmocka.o: $(DEPS)/cmocka/src/cmocka.c
	@mkdir -p $(@D)
	$(WINCC) -O1 -D__USE_MINGW_ANSI_STDIO=1 $(CMOCKA_HAVE) -I$(DEPS)/cmocka/include -c $< -o $@

# --- Wine: one prefix for each build tree. Suites that make windows get a
# screen of their own.
SCREEN = $(PYTHON) tests/e2e/with_screen.py
WINE = LC_ALL=C.UTF-8 WINEPREFIX=$(abspath $(B))/wine WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
$(B)/wine/ready: tests/e2e/fonts.reg
	@mkdir -p $(B)
	$(WINE) wineboot -i >/dev/null 2>&1
	$(WINE) wine regedit /S tests/e2e/fonts.reg >/dev/null 2>&1
	$(WINE) wineserver -w
	@touch $@
.PHONY: test-wine
test-wine: $(B)/tests.exe $(B)/wine/ready
	HITCHBOX_CORPUS=$(if $(wildcard $(CORPUS)),Z:$(CORPUS)) HITCHBOX_TEST_FOLDER=Z:$(abspath $(B))/test-files-wine \
	  $(WINE) $(SCREEN) wine $(B)/tests.exe $(or $(SUITES),suites)

# --- the end-to-end tests' own programs
E2E := $(wildcard tests/e2e/*.c)
E2E_EXE := $(patsubst tests/e2e/%.c,$(B)/e2e/%.exe,$(E2E))
.PHONY: e2e
e2e: $(E2E_EXE)
$(B)/e2e/%.exe: $(B)/win/tests/e2e/%.o
	@mkdir -p $(@D)
	$(WINCC) -s -static $(if $(filter %poke.exe %schtasks.exe,$@),,-mwindows) $(call WIDE,tests/e2e/$*.c) $< -lws2_32 -lgdi32 -lm -o $@
.SECONDARY: $(call o,win,$(E2E))

# --- every C file once more with clang
.PHONY: clang
CLANG_NATIVE := $(patsubst %.c,$(B)/clang/%.native,$(sort $(PORTABLE) $(POSIX) $(CLI) $(TESTS) $(SIM_CORE) \
  $(OPINION) $(ETW_LIBRARY)))
CLANG_WIN := $(patsubst %.c,$(B)/clang/%.win,$(sort $(HITCHBOX_SRC) $(HITCH_SRC) $(TESTS_SRC) $(SIM) $(MINGW) $(E2E) \
  $(SCENARIOS_SRC) tests/scenarios/effect_sim.c tests/scenarios/check/guard_check.c $(CONTRACT_SRC) $(CONTRACT_SIM_SRC)))
clang: $(CLANG_NATIVE) $(CLANG_WIN)
$(B)/clang/%.native: %.c
	@mkdir -p $(@D)
	$(CLANG) -fsyntax-only $(WARN) $(INC) $(POSIX_DEFS) -MMD -MP -MT $@ -MF $@.d $<
	@touch $@
$(B)/clang/%.win: %.c | $(DEPS)/cmocka/src/cmocka.c
	@mkdir -p $(@D)
	$(CLANG) --target=x86_64-w64-windows-gnu -fsyntax-only $(WARN) $(INC) $(WIN_DEFS) -DHB_WINDOWS_SUITES \
	  -isystem $(DEPS)/cmocka/include -MMD -MP -MT $@ -MF $@.d $<
	@touch $@
-include $(shell find $(B)/clang -name '*.d' 2>/dev/null)

# --- for the scripts that compare this file with the Visual Studio projects
.PHONY: print-lists
print-lists:
	@$(foreach f,$(sort $(HITCHBOX_SRC)),echo hitchbox $(f);)
	@$(foreach f,$(sort $(HITCH_SRC)),echo hitch $(f);)
	@$(foreach f,$(sort $(TESTS_SRC)),echo tests $(f);)
	@$(foreach f,$(sort $(SCENARIOS_SRC)),echo scenarios $(f);)
	@$(foreach f,$(sort $(CONTRACT_SRC)),echo contract $(f);)

# --- the whole way, the portable zip, the figures
.PHONY: run dist bench bench-recorder
run: setup
	@$(MAKE) --no-print-directory -s $(JOBS) B=$(B) windows e2e $(B)/wine/ready
	@$(PYTHON) tests/e2e/run.py $(B)
dist: windows
	$(PYTHON) tests/tools/dist.py $(B) $(B)/hitchbox-portable.zip
.PHONY: pictures
pictures: windows e2e hitch $(B)/wine/ready
	$(PYTHON) tests/e2e/run.py $(B) --pictures
bench: bench-recorder
bench-recorder: windows e2e $(B)/wine/ready
	@$(PYTHON) tests/bench/recorder.py $(B)

# --- everything
.PHONY: test test-e2e check check-lists lists
test: setup
	@$(MAKE) --no-print-directory -s $(JOBS) B=$(B) all e2e $(B)/wine/ready
	@$(PYTHON) tests/tools/all.py $(B) $(PARTS)
test-e2e: windows hitch e2e $(B)/hitchbox-endure.exe $(B)/wine/ready
	$(PYTHON) tests/e2e/tests.py $(B) $(TESTS_E2E)
check: windows
	$(PYTHON) tests/tools/check.py $(B)
check-lists:
	$(PYTHON) tests/tools/projects.py
lists:
	$(PYTHON) tests/tools/projects.py --write

.PHONY: setup clean
setup:
	sh tests/tools/setup
clean:
	rm -rf $(B)
