# Scenarios: programs that do something to the machine and record it.
#   make scenarios        scenarios.exe, for a real Windows and by hand
#   make test-scenarios   all of them on the simulated machine, and what hitch
#                         makes of their recordings
SCENARIO_EFFECTS := $(filter-out tests/scenarios/effect_sim.c tests/scenarios/effect_note.c,$(wildcard tests/scenarios/effect_*.c))
SCENARIO_OWN := $(filter-out tests/scenarios/effect_%.c,$(wildcard tests/scenarios/*.c)) tests/scenarios/effect_note.c
SCENARIO_PRODUCT := $(PORTABLE) $(WIN) src/export/scenario_info.c
SCENARIOS_SRC := $(SCENARIO_OWN) $(SCENARIO_EFFECTS) $(SCENARIO_PRODUCT)
SCENARIO_LIBS := $(WINLIBS) -lpowrprof -liphlpapi -lcfgmgr32

.PHONY: scenarios test-scenarios
scenarios: $(B)/scenarios.exe
$(B)/scenarios.exe: $(call o,win,$(SCENARIOS_SRC))
	$(WINCC) -s -static $(HARDEN) $^ $(SCENARIO_LIBS) -o $@
# hitch, bound to the simulated ETW: estimate --live.
$(B)/hitch-sim.exe: $(call o,win,$(HITCH_SRC) $(SIM_CLIENT) $(ACCOUNT))
	$(WINCC) -s -static $(HARDEN) $^ $(WINLIBS) -lws2_32 -o $@
$(B)/scenarios-sim.exe: $(call o,win,$(SCENARIO_OWN) tests/scenarios/effect_sim.c $(SCENARIO_PRODUCT) $(SIM_CLIENT))
	$(WINCC) -s -static $(HARDEN) $^ $(WINLIBS) -lws2_32 -o $@

# The real side effects and the simulated ETW: under Wine they do no harm.
$(B)/scenarios-wine.exe: $(call o,win,$(SCENARIOS_SRC) $(SIM_CLIENT))
	$(WINCC) -s -static $(HARDEN) $^ $(SCENARIO_LIBS) -lws2_32 -o $@
$(B)/guard-check.exe: $(call o,win,tests/scenarios/check/guard_check.c tests/scenarios/effect_guard.c $(PORTABLE) $(WIN))
	$(WINCC) -s -static $(HARDEN) $^ $(WINLIBS) -o $@
test-scenarios: $(B)/scenarios-sim.exe $(B)/scenarios-wine.exe $(B)/scenarios.exe $(B)/guard-check.exe $(B)/hitch-sim.exe $(B)/simetw.exe $(B)/native/hitch $(B)/wine/ready
	@$(PYTHON) tests/scenarios/scenarios_test.py $(B)
