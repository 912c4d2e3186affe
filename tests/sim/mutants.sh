#!/bin/sh
# Switches off each rule that the simulator keeps, in turn, and runs the tests
# named: at least one case has to fail, or nobody tests that rule. The table
# names for each rule how many cases failed, or the first.
#   sh tests/sim/mutants.sh PROGRAM [WORD...]
#   RUNNER=wine          starts the program
#   CONVENIENCES=FILE    "rule reason" a line: rules that these tests need not
#                        see; one that they do see does not belong there
#   RULES="a b"          only these
#   HITCHBOX_SIM_HABITS  how the machines treat rings; else the usual
HITCHBOX_SIM_HABITS=${HITCHBOX_SIM_HABITS-usual}
export HITCHBOX_SIM_HABITS
program=$1
shift
missed=0 count=0 spared=0
reason_of() {
    [ -z "${CONVENIENCES-}" ] || sed -n "s/^$1 //p" "$CONVENIENCES"
}
for rule in ${RULES-$(sed -n 's/^ *RULE(\([a-z0-9_]*\),.*/\1/p' tests/sim/sim_rules.h)}; do
    count=$((count + 1))
    out=$(HITCHBOX_SIM_RULE_OFF=$rule ASAN_OPTIONS=detect_leaks=0 ${RUNNER-} "$program" "$@" 2>/dev/null | tr -d '\r')
    failed=$(printf '%s\n' "$out" | sed -n 's/^\(.*\) passed, \([0-9]*\) failed.*/\2/p' | tail -1)
    first=$(printf '%s\n' "$out" | sed -n 's/^FAILED: //p' | head -1)
    reason=$(reason_of "$rule")
    case ${failed:-crashed} in
    crashed) echo "$rule: the program ended without a result" && missed=$((missed + 1)) ;;
    0)
        if [ -n "$reason" ]; then
            echo "$rule: a convenience: $reason" && spared=$((spared + 1))
        else
            echo "$rule: no case fails" && missed=$((missed + 1))
        fi
        ;;
    *)
        echo "$rule: ${first:-$failed}"
        if [ -n "$reason" ]; then
            echo "$rule: is no convenience, a case sees it" && missed=$((missed + 1))
        fi
        ;;
    esac
done
echo "$count rules, $spared conveniences, $missed not noticed"
[ "$missed" = 0 ]
