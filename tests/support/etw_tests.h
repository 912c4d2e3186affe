/* The tests that need ETW itself and administrator rights: the contract, and
 * the product's recorder on the real thing. They are a program of their own,
 * contract.exe beside this one (or what HITCHBOX_CONTRACT names), because this
 * program's ETW functions are the simulated ones. */
#ifndef HB_TESTS_SUPPORT_ETW_TESTS_H
#define HB_TESTS_SUPPORT_ETW_TESTS_H

#include <stdbool.h>
#include <stddef.h>

struct etw_tests {
    size_t passed, failed, skipped;
};

/* Runs them, showing what they print, and adds up. Without the rights: a line
 * that says so and how to run them, and one skipped. */
void etw_tests_run(struct etw_tests *sum, bool contract, bool recording);

#endif
