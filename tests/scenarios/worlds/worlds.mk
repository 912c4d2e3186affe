# Everyday worlds whose truth is known, and what the report says of them.
#   make worlds         all of them, on every core
#   make worlds-sample  every sixtieth
#   make worlds ONLY='disk flood'   the kinds with that in their name
#   make worlds FIRST=900000        all of them with other dice
WORLDS := $(wildcard tests/scenarios/worlds/*.c)
WORLDS_CORE := $(sort $(WORLDS) tests/scenarios/truth/deep.c $(SIM_CORE) $(PORTABLE) $(POSIX) $(filter-out $(MAINS),$(CLI)))
WORLD_PARTS := $(shell seq 0 $$(($$(nproc) - 1)))

.PHONY: worlds worlds-sample
worlds: $(B)/native/worlds
	@$(call play_worlds,worlds,$(if $(ONLY),--only "$(ONLY)") $(if $(FIRST),--seed $(FIRST)))
worlds-sample: $(B)/native/worlds
	@$(call play_worlds,worlds-sample,--every 60 --proof)
play_worlds = mkdir -p $(B)/$(1) && rm -f $(B)/$(1)/*; players=; code=0; \
  for i in $(WORLD_PARTS); do \
    $(B)/native/worlds --part $$i/$(words $(WORLD_PARTS)) $(2) $(B)/$(1) >$(B)/$(1)/answers-$$i.tsv & players="$$players $$!"; \
  done; \
  for p in $$players; do wait $$p || code=1; done; \
  $(PYTHON) tests/scenarios/worlds/judge.py $(B)/$(1)/answers-*.tsv || code=1; exit $$code
$(B)/native/worlds: $(call o,native,$(WORLDS_CORE))
	$(CC) $^ -lm -o $@
