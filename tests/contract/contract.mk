# The contract with ETW as two programs: contract.exe, bound to the system
# (what app.sln builds too), and contract-sim.exe, bound to the simulation.
#   make contract            the second, with the product's recorder, and counts
#   make contract-mutants    every rule of the simulation off in turn
CONTRACT_OWN := $(filter-out tests/contract/backend_%.c,$(wildcard tests/contract/*.c)) \
  $(addprefix tests/support/,folder.c hitch_call.c rig.c source_file.c tracerpt_summary.c)
CONTRACT_PRODUCT := $(filter-out $(MAINS),$(sort $(HITCHBOX_SRC) $(CLI)))
CONTRACT_SRC := $(CONTRACT_OWN) tests/contract/backend_windows.c $(CONTRACT_PRODUCT)
CONTRACT_SIM_SRC := $(CONTRACT_OWN) tests/contract/backend_sim.c $(CONTRACT_PRODUCT) $(SIM_CLIENT)

$(B)/contract.exe: $(call o,win,$(CONTRACT_SRC)) $(B)/cmocka/cmocka.o
	$(WINCC) -static $^ $(WINLIBS) -o $@
$(B)/contract-sim.exe: $(call o,win,$(CONTRACT_SIM_SRC)) $(B)/cmocka/cmocka.o
	$(WINCC) -static $^ $(WINLIBS) -lws2_32 -o $@

.PHONY: contract contract-mutants
contract: $(B)/tests.exe $(B)/contract-sim.exe $(B)/contract.exe $(B)/wine/ready
	@mkdir -p $(B)/test-files-wine
	@HITCHBOX_TEST_FOLDER=Z:$(abspath $(B))/test-files-wine HITCHBOX_CONTRACT=Z:$(abspath $(B))/contract-sim.exe \
	  $(WINE) $(PYTHON) tests/contract/run.py $(B)/tests.exe
contract-mutants: $(B)/contract-sim.exe $(B)/wine/ready
	@mkdir -p $(B)/test-files-wine
	@HITCHBOX_TEST_FOLDER=Z:$(abspath $(B))/test-files-wine RUNNER=wine CONVENIENCES=tests/contract/conveniences.txt \
	  $(WINE) sh tests/sim/mutants.sh $(B)/contract-sim.exe --first contract
