# The fault matrix (faults.exe: the product's objects with a layer between them
# and the system), the kill matrix and the endurance run.
FAULTS_C := $(wildcard tests/faults/*.c)
FAULT_WRAP = -Wl,--wrap=StartTraceW,--wrap=ControlTraceW,--wrap=EnableTraceEx2,--wrap=QueryAllTracesW,--wrap=Shell_NotifyIconW
$(B)/faults/faults.exe: $(call o,win,$(FAULTS_C) $(filter-out src/win/main.c,$(HITCHBOX_SRC)) $(SIM_CLIENT)) $(RES)
	@mkdir -p $(@D)
	$(WINCC) -static $(FAULT_WRAP) $^ $(WINLIBS) -lws2_32 -o $@

FAULTS_RUN = HITCHBOX_TEST_FOLDER=Z:$(abspath $(B))/test-files-faults $(WINE) $(SCREEN) wine $(B)/faults/faults.exe
.PHONY: faults faults-sample
faults: $(B)/faults/faults.exe $(B)/wine/ready
	$(FAULTS_RUN) $(FAULTS)
faults-sample: $(B)/faults/faults.exe $(B)/wine/ready
	$(FAULTS_RUN) --sample
