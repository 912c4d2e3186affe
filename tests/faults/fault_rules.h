#ifndef HB_TESTS_FAULTS_FAULT_RULES_H
#define HB_TESTS_FAULTS_FAULT_RULES_H
#include "tests/faults/faults.h"
#define ANY_CODE 0xFFFFFFFFu
static const struct fault_rule fault_rules[] = {
{CALL_count, STEP_count, ANY_CODE, 0, -1, 0, 0, NULL, ""},
};
#endif
