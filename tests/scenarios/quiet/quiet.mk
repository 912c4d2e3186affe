# Quiet machines whose ring has wrapped: nothing told of them, and what is
# planted is told.
#   make quiet          200 snapshots as they are, 200 with a stutter
#   make quiet-tuning   the same with the seeds that the rules were made with
#   make quiet-sample   some of them
QUIET := $(wildcard tests/scenarios/quiet/*.c)
QUIET_CORE := $(sort $(QUIET) $(SIM_CORE) $(PORTABLE) $(POSIX))

.PHONY: quiet quiet-tuning quiet-sample
quiet: $(B)/native/quiet
	@mkdir -p $(B)/quiet
	@$(B)/native/quiet $(B)/quiet
quiet-tuning: $(B)/native/quiet
	@mkdir -p $(B)/quiet-tuning
	@$(B)/native/quiet --tuning $(B)/quiet-tuning
quiet-sample: $(B)/native/quiet
	@mkdir -p $(B)/quiet-sample
	@$(B)/native/quiet --seeds 10 $(B)/quiet-sample
$(B)/native/quiet: $(call o,native,$(QUIET_CORE))
	$(CC) $^ -o $@
