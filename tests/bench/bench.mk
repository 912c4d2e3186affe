# make bench-etl: what reading a trace costs, on the largest real file where the
# corpus is, on a packed real one, and on a 256 MB snapshot of the simulator with
# its quarter and its packed twin.
BENCH := $(B)/bench
BENCH_REAL := $(wildcard $(CORPUS)/real/perfview-net45x86-win7-relog-kernel.etl $(CORPUS)/real/perfview-net452x64-win8-compressed-kernel.etl)

$(B)/native/bench_etl: $(call o,native,$(filter-out $(MAINS),$(PORTABLE) $(POSIX) $(CLI)) tests/bench/bench_etl.c tests/support/etl_pack.c tests/support/etl_write.c)
	$(CC) $^ -lm -o $@
$(BENCH)/snap-64mb.etl: $(B)/native/simtrace
	@mkdir -p $(@D)
	$< --seconds 190 --ring-mb 64 $@
$(BENCH)/snap-256mb.etl: $(B)/native/simtrace
	@mkdir -p $(@D)
	$< --seconds 760 --ring-mb 256 $@
$(BENCH)/snap-64mb-packed.etl: $(BENCH)/snap-64mb.etl $(B)/native/bench_etl
	$(B)/native/bench_etl --pack $< $@
.PHONY: bench-etl
bench: bench-etl
bench-etl: $(B)/native/bench_etl $(BENCH)/snap-64mb.etl $(BENCH)/snap-256mb.etl $(BENCH)/snap-64mb-packed.etl
	@taskset -c 0 $(B)/native/bench_etl $(BENCH_REAL) $(BENCH)/snap-64mb.etl $(BENCH)/snap-256mb.etl $(BENCH)/snap-64mb-packed.etl

# make bench-verdict: what a verdict costs beside a count of the same file.
$(B)/native/bench_verdict: $(call o,native,$(PORTABLE) $(POSIX) tests/bench/bench_verdict.c)
	$(CC) $^ -lm -o $@
.PHONY: bench-verdict
bench: bench-verdict
bench-verdict: $(B)/native/bench_verdict $(BENCH)/snap-256mb.etl
	@taskset -c 0 $(B)/native/bench_verdict $(BENCH)/snap-256mb.etl
# No test runs them, so the checks see that they link.
check: $(B)/native/bench_etl $(B)/native/bench_verdict
