# Fuzzing: one driver runs every verb of hitch and every form of its report on
# each mutant, with libFuzzer, ASan and UBSan (clang's run-time for it is in
# libclang-rt-14-dev on Debian 12).
#   make fuzz          an hour and 200,000 mutants, whichever is later
#   make fuzz-sample   a minute, with the same mutants each time
# docs/building.md says what a find is and how it is played again.
FUZZ_SECONDS ?= 3600
FUZZ_MUTANTS ?= 200000
FUZZ_KINDS := long DPC,thread wait,profile only,GPU held by others,hard faults,disk flood,disk port reset,CPU hot,$(strip \
  )USB device lost,network down,process crash,sleep and resume,hole in recording,Bluetooth switched
FUZZ_SRC := $(PORTABLE) $(POSIX) $(filter-out $(MAINS),$(CLI)) \
  $(addprefix tests/support/,etl_write.c etl_pack.c etl_sample.c) \
  $(addprefix tests/fuzz/,fuzz_hitch.c answers.c walls.c pieces.c parts.c records.c told.c mutate.c)
FUZZ_SEEDS_SRC := $(PORTABLE) $(POSIX) src/export/scenario_info.c \
  $(addprefix tests/support/,etl_write.c etl_pack.c etl_ring.c etl_sample.c gunzip.c play.c) \
  $(addprefix tests/fuzz/,seeds.c cutter.c parts.c records.c told.c)
# Only the product's edges count. Comparisons are not traced: that halves the
# mutants that a minute tries, and the mutator knows what is compared.
FUZZ_EDGES := -fsanitize-coverage=inline-8bit-counters$(comma)pc-table
FUZZ_WALLS := $(addprefix -Wl$(comma)--wrap=,open64 fopen64 rename link unlink remove mkdir)
FUZZ_CORPUS = $(shell find $(CORPUS) -name '*.etl' -size -1100k -o -name '*.etl.gz' -size -200k 2>/dev/null | sort)
CFLAGS_fuzz = -O2 -g $(WARN) $(INC) $(POSIX_DEFS) -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

$(B)/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CLANG) $(CFLAGS_fuzz) $(if $(filter src/%,$<),$(FUZZ_EDGES)) -MMD -MP -c $< -o $@
$(B)/fuzz/hitch: $(patsubst %.c,$(B)/fuzz/obj/%.o,$(FUZZ_SRC))
	@mkdir -p $(@D)
	$(CLANG) -fsanitize=fuzzer,address,undefined $(FUZZ_WALLS) $^ -lm -o $@
$(B)/fuzz/seeds: $(call o,native,$(FUZZ_SEEDS_SRC))
	@mkdir -p $(@D)
	$(CC) $^ -lm -o $@
$(B)/fuzz/seed/ready: $(B)/fuzz/seeds $(B)/native/truth
	@rm -rf $(B)/fuzz/played $(@D)
	@mkdir -p $(B)/fuzz/played $(@D)
	@$(PYTHON) tests/fuzz/fuzz.py --play $(B)/native/truth $(B)/fuzz/played "$(FUZZ_KINDS)"
	@$< $(@D) $(B)/fuzz/played/*.etl $(FUZZ_CORPUS)
	@rm -r $(B)/fuzz/played
	@touch $@

.PHONY: fuzz fuzz-sample
fuzz: $(B)/fuzz/hitch $(B)/fuzz/seed/ready
	@$(PYTHON) tests/fuzz/fuzz.py $(B)/fuzz $(FUZZ_SECONDS) $(FUZZ_MUTANTS)
fuzz-sample: $(B)/fuzz/hitch $(B)/fuzz/seed/ready
	@$(PYTHON) tests/fuzz/fuzz.py --sample $(B)/fuzz 60 300
-include $(shell find $(B)/fuzz -name '*.d' 2>/dev/null)
