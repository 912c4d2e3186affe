# Runs that end in the middle, and runs that last a day: the recorder with a
# layer that names its steps, can end it at one of them and turns its clock.
#   make kills          every point of the way; POINTS="word ..." those with
#                       these words in their name, POINTS=every=3 a third
#   make kills-sample   some of them
#   make soak           a simulated day with 500 snapshots
#   make soak-sample    a short one
ENDURE_WRAP = -Wl,--wrap=StartTraceW,--wrap=ControlTraceW,--wrap=EnableTraceEx2
$(B)/hitchbox-endure.exe: $(PRODUCT_OBJ) $(call o,win,tests/endure/steps.c $(SIM_CLIENT) $(ACCOUNT)) $(RES)
	$(WINCC) -s -static -Wl,--subsystem,windows -municode $(ENDURE_WRAP) $^ $(WINLIBS) -lws2_32 -lgdi32 -o $@
$(B)/native/trace_numbers: $(call o,native,tests/endure/trace_numbers.c $(PORTABLE) $(POSIX))
	$(CC) $^ -o $@

ENDURE_NEEDS = $(B)/hitchbox-endure.exe $(B)/simetw.exe $(B)/native/trace_numbers e2e $(B)/wine/ready
.PHONY: endure kills kills-sample soak soak-sample
endure: $(B)/hitchbox-endure.exe $(B)/native/trace_numbers
kills: $(ENDURE_NEEDS)
	@$(PYTHON) tests/endure/kills.py $(B) $(POINTS)
kills-sample: $(ENDURE_NEEDS)
	@$(PYTHON) tests/endure/kills.py $(B) --sample
soak: $(ENDURE_NEEDS)
	@$(PYTHON) tests/endure/soak.py $(B)
soak-sample: $(ENDURE_NEEDS)
	@$(PYTHON) tests/endure/soak.py $(B) --sample
