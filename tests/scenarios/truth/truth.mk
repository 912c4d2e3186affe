# What the verdict makes of incidents whose cause is known.
#   make truth         the whole table
#   make truth-sample  one run of each kind
TRUTH := $(wildcard tests/scenarios/truth/*.c)
TRUTH_CORE := $(sort $(TRUTH) $(SIM_CORE) $(PORTABLE) $(POSIX))

.PHONY: truth truth-sample
truth: $(B)/native/truth
	@mkdir -p $(B)/truth
	@$(B)/native/truth --verbose $(B)/truth
truth-sample: $(B)/native/truth
	@mkdir -p $(B)/truth-sample
	@$(B)/native/truth --sample --verbose $(B)/truth-sample
$(B)/native/truth: $(call o,native,$(TRUTH_CORE))
	$(CC) $^ -o $@
