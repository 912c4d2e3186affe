# Fuzzing of the reader with libFuzzer, ASan and UBSan (clang's run-time for it
# is in libclang-rt-14-dev on Debian 12).
#   make fuzz                  each target for FUZZ_SECONDS, one after the other
#   make fuzz-file             one of them; also fuzz-xpress, fuzz-payload, fuzz-verdict
# Seeds are made by the test writer; what is found stays in $(B)/fuzz/found.
FUZZ_SECONDS ?= 600
FUZZ_TARGETS := file xpress payload verdict
FUZZ_SRC := $(PORTABLE) src/posix/os.c \
  tests/support/etl_write.c tests/support/etl_pack.c tests/support/etl_sample.c tests/support/play.c
FUZZ_LIMITS = -timeout=20 -rss_limit_mb=1024
CFLAGS_fuzz = -O1 -g $(WARN) $(INC) $(POSIX_DEFS) -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

$(B)/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CLANG) $(CFLAGS_fuzz) -fsanitize=fuzzer-no-link -MMD -c $< -o $@
$(B)/fuzz/fuzz_%: $(B)/fuzz/obj/tests/fuzz/fuzz_%.o $(patsubst %.c,$(B)/fuzz/obj/%.o,$(FUZZ_SRC))
	$(CLANG) -fsanitize=fuzzer,address,undefined $^ -o $@
$(B)/fuzz/seeds: $(patsubst %.c,$(B)/native/%.o,tests/fuzz/seeds.c $(FUZZ_SRC))
	$(CC) $^ -o $@
$(B)/fuzz/seed/ready: $(B)/fuzz/seeds
	$< $(@D)
	@touch $@
.SECONDARY: $(foreach t,$(FUZZ_TARGETS),$(B)/fuzz/obj/tests/fuzz/fuzz_$(t).o) $(patsubst %.c,$(B)/fuzz/obj/%.o,$(FUZZ_SRC))

.PHONY: fuzz $(addprefix fuzz-,$(FUZZ_TARGETS))
fuzz: $(addprefix fuzz-,$(FUZZ_TARGETS))
$(addprefix fuzz-,$(FUZZ_TARGETS)): fuzz-%: $(B)/fuzz/fuzz_% $(B)/fuzz/seed/ready
	@mkdir -p $(B)/fuzz/corpus/$* $(B)/fuzz/found
	$(B)/fuzz/fuzz_$* $(FUZZ_LIMITS) -max_len=$(if $(filter file,$*),65536,8192) -max_total_time=$(FUZZ_SECONDS) \
	  -print_final_stats=1 -artifact_prefix=$(B)/fuzz/found/$*- $(B)/fuzz/corpus/$* $(B)/fuzz/seed/$*
-include $(shell find $(B)/fuzz -name '*.d' 2>/dev/null)
