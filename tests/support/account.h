/* Which of a user's tokens this program has. Wine gives every process the full
 * one of a user whom User Account Control raised and knows no other, so that
 * nobody would be left whose rights could be lent; under Wine it counts as on a
 * system where that is switched off, until a test says otherwise. On Windows
 * nothing is changed. */
#ifndef HB_TESTS_SUPPORT_ACCOUNT_H
#define HB_TESTS_SUPPORT_ACCOUNT_H

#include <stdbool.h>
#include <wchar.h>

enum account { ACCOUNT_ALONE, ACCOUNT_RAISED, ACCOUNT_PLAIN };
/* False on Windows. */
bool account_can_be_set(void);
void account_set(enum account account);
/* Can a shell's token be had? As of a desktop of another account, only looked at. */
void account_lend(bool lent);

/* The rights that Windows was last asked to put into words, in Windows's language
 * for them; "" if none. */
const wchar_t *account_rights_asked(void);

#endif
