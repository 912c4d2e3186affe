/* Where a verb may write: the linker leads the calls that make, change and remove
 * files through here (--wrap in fuzz.mk), and abort() is the answer to one that
 * leaves the run's folder. */
#ifndef HB_TESTS_FUZZ_WALLS_H
#define HB_TESTS_FUZZ_WALLS_H

/* From now on only below `folder`, a relative path; NULL: anywhere. */
void walls_set(const char *folder);

#endif
