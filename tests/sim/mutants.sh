#!/bin/sh
# Switches off each rule that the simulator keeps, in turn, and runs the suites
# named: at least one case has to fail, or nobody tests that rule.
#   sh tests/sim/mutants.sh PROGRAM [SUITE...]
program=$1
shift
missed=0 count=0
for rule in $(sed -n 's/^ *RULE(\([a-z0-9_]*\),.*/\1/p' tests/sim/sim_rules.h); do
    count=$((count + 1))
    failed=$(HITCHBOX_SIM_RULE_OFF=$rule ASAN_OPTIONS=detect_leaks=0 "$program" "$@" 2>/dev/null |
        sed -n 's/^\(.*\) passed, \([0-9]*\) failed.*/\2/p' | tail -1)
    case ${failed:-crashed} in
    0) echo "$rule: no case fails" && missed=$((missed + 1)) ;;
    crashed) echo "$rule: the program ended without a result" && missed=$((missed + 1)) ;;
    *) echo "$rule: $failed" ;;
    esac
done
echo "$count rules, $missed not noticed"
[ "$missed" = 0 ]
