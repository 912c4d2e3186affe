# The simulated ETW as programs of their own: simetw.exe, the kernel as a
# process, and simtrace, which writes traces for benches.
#   $(SIM_CORE)     the machine; portable
#   $(SIM_CLIENT)   all that a program links instead of advapi32's ETW functions
SIM_CORE := $(filter-out %_main.c tests/sim/sim_etw.c tests/sim/sim_client.c tests/sim/sim_evntprov.c,$(SIM)) \
  tests/support/etl_write.c
SIM_CLIENT := tests/sim/sim_etw.c tests/sim/sim_client.c tests/sim/sim_evntprov.c $(SIM_CORE)
SIM_BASE := $(call rooms,base os)

.PHONY: simtrace simetw
simtrace: $(B)/native/simtrace
$(B)/native/simtrace: $(call o,native,tests/sim/simtrace_main.c $(SIM_CORE) $(SIM_BASE) $(POSIX))
	$(CC) $^ -o $@
simetw: $(B)/simetw.exe
$(B)/simetw.exe: $(call o,win,tests/sim/simetw_main.c $(SIM_CORE) $(SIM_BASE) $(call rooms,win))
	$(WINCC) -s -static $^ $(WINLIBS) -lws2_32 -o $@

# Every rule off in turn: each has to make a case of the suites fail.
.PHONY: sim-mutants
sim-mutants: $(B)/san/hitchbox-tests
	HITCHBOX_TEST_FOLDER=$(B)/test-files sh tests/sim/mutants.sh $(B)/san/hitchbox-tests \
	  sim_start sim_session sim_enable sim_ring sim_file sim_control
