/* Between the files of the player's side: what they show. */
#ifndef HB_TESTS_FAULTS_FAULT_SHOWN_H
#define HB_TESTS_FAULTS_FAULT_SHOWN_H

#include "tests/faults/fault_world.h"

/* One more thing was said; beyond SAID_MOST nothing is kept. */
void shown_add(enum said_kind kind, const char *title, const wchar_t *text);
/* A balloon that is up has been there long enough. */
void shown_balloon_ends(void);

#endif
