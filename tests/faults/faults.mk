# The fault matrix (faults.exe: the product's objects with a layer between them
# and the system).
#   make faults                        every case; a line for each call. Then allocations,
#                                      each MEMORY_EVERY-th, and make memory
#   make faults FAULTS="--only CALL"   the calls whose names begin so
#   make faults FAULTS="--part 1 4"    a quarter of all cases
#   make faults FAULTS="--memory 1"    every allocation of every step, --memory 7 each seventh
#   make faults-sample SEED=7          some of all cases, in seconds
FAULTS_C := $(wildcard tests/faults/*.c) $(addprefix tests/support/,cfgmgr.c folder.c rig.c source_file.c)
FAULT_WRAPPED = malloc calloc realloc StartTraceW ControlTraceW EnableTraceEx2 QueryAllTracesW Shell_NotifyIconW SHQueryUserNotificationState
FAULT_OBJ := $(call o,win,$(FAULTS_C) $(SIM_CLIENT)) $(PRODUCT_OBJ)
$(B)/faults/faults.exe: $(FAULT_OBJ) $(RES)
	@mkdir -p $(@D)
	$(WINCC) -static $(patsubst %,-Wl$(comma)--wrap=%,$(FAULT_WRAPPED)) $^ $(WINLIBS) -lws2_32 -o $@

# What the product calls, from its own objects: a new call has to be put into the
# matrix or into the list of harmless ones.
.PHONY: faults-calls
faults-calls: $(B)/faults/product.o
	$(PYTHON) tests/faults/calls_check.py $(WINCC:gcc=nm) $<
# All that hitchbox.exe is linked of, in one.
$(B)/faults/product.o: $(PRODUCT_OBJ)
	@mkdir -p $(@D)
	$(WINCC) -r -nostdlib $^ -o $@

FAULTS_RUN = HITCHBOX_TEST_FOLDER=Z:$(abspath $(B))/test-files-faults $(WINE) $(SCREEN) wine $(B)/faults/faults.exe
# A step has thousands of allocations; of a run this many are passed over.
MEMORY_EVERY ?= 7
.PHONY: faults faults-sample
faults: $(if $(FAULTS),,memory) faults-calls $(B)/faults/faults.exe $(B)/wine/ready
	$(FAULTS_RUN) $(FAULTS)
	$(if $(FAULTS),,$(FAULTS_RUN) --memory $(MEMORY_EVERY))
faults-sample: faults-calls $(B)/faults/faults.exe $(B)/wine/ready
	HITCHBOX_SIM_HABITS=$${HITCHBOX_SIM_HABITS-seed=$(or $(SEED),1)} $(FAULTS_RUN) --sample $(SEED)
