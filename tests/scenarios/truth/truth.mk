# What the verdict makes of incidents whose cause is known.
#   make truth         the whole table
#   make truth-tuning  the same with the seeds that the rules were made with
#   make truth-sample  one run of each kind
TRUTH := $(wildcard tests/scenarios/truth/*.c)
TRUTH_CORE := $(sort $(TRUTH) $(SIM_CORE) $(PORTABLE) $(POSIX))

.PHONY: truth truth-tuning truth-sample
truth: $(B)/native/truth
	@mkdir -p $(B)/truth
	@$(B)/native/truth --verbose $(B)/truth
truth-tuning: $(B)/native/truth
	@mkdir -p $(B)/truth-tuning
	@$(B)/native/truth --tuning --verbose $(B)/truth-tuning
truth-sample: $(B)/native/truth
	@mkdir -p $(B)/truth-sample
	@$(B)/native/truth --sample --verbose $(B)/truth-sample
$(B)/native/truth: $(call o,native,$(TRUTH_CORE))
	$(CC) $^ -o $@
