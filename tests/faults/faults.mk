# The fault matrix (faults.exe: the product's objects with a layer between them
# and the system).
#   make faults                        every case; a line for each call
#   make faults FAULTS="--only CALL"   the calls whose names begin so
#   make faults FAULTS="--part 1 4"    a quarter of all cases
#   make faults-sample SEED=7          some of all cases, in seconds
FAULTS_C := $(wildcard tests/faults/*.c)
FAULT_WRAPPED = StartTraceW ControlTraceW EnableTraceEx2 QueryAllTracesW Shell_NotifyIconW SHQueryUserNotificationState
FAULT_OBJ := $(call o,win,$(FAULTS_C) $(HITCHBOX_SRC) $(SIM_CLIENT))
$(B)/faults/faults.exe: $(FAULT_OBJ) $(RES)
	@mkdir -p $(@D)
	$(WINCC) -static $(patsubst %,-Wl$(comma)--wrap=%,$(FAULT_WRAPPED)) $^ $(WINLIBS) -lws2_32 -o $@

# What the product calls, from its own objects: a new call has to be put into the
# matrix or into the list of harmless ones.
.PHONY: faults-calls
faults-calls: $(PRODUCT_OBJ)
	$(PYTHON) tests/faults/calls_check.py $(WINCC:gcc=nm) $(PRODUCT_OBJ)

FAULTS_RUN = HITCHBOX_TEST_FOLDER=Z:$(abspath $(B))/test-files-faults $(WINE) $(SCREEN) wine $(B)/faults/faults.exe
.PHONY: faults faults-sample
faults: faults-calls $(B)/faults/faults.exe $(B)/wine/ready
	$(FAULTS_RUN) $(FAULTS)
faults-sample: faults-calls $(B)/faults/faults.exe $(B)/wine/ready
	$(FAULTS_RUN) --sample $(SEED)
