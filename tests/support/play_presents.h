/* Presents of any program, and who has the focus, for played traces. */
#ifndef HB_TESTS_SUPPORT_PLAY_PRESENTS_H
#define HB_TESTS_SUPPORT_PLAY_PRESENTS_H

#include "tests/support/play.h"

#define PLAY_CHAIN 0x1A2B3C4D00u
#define PLAY_STILL_DRAWING 0x887A000Au
#define PLAY_REMOVED 0x887A0005u

/* One present of the process's thread pid + 4, answered with `result` 120 us later. */
void play_present(struct play *p, int64_t at_us, uint32_t pid, uint64_t chain, uint32_t result);
/* Presents each `frame_us`, exactly. */
void play_presents(struct play *p, int64_t from_us, int64_t to_us, int64_t frame_us, uint32_t pid, uint64_t chain);
/* Direct3D 9's, with these flags. */
void play_present_d3d9(struct play *p, int64_t at_us, uint32_t pid, uint64_t chain, uint32_t flags);

/* Win32k 26: the focus goes from one process to another. */
void play_focus(struct play *p, int64_t at_us, uint32_t from, uint32_t to);
/* Win32k 259 and 258: it is told of each side by itself. */
void play_focus_lost(struct play *p, int64_t at_us, uint32_t pid);
void play_focus_gained(struct play *p, int64_t at_us, uint32_t pid);
/* Win32k 25: who has it, told without a change. */
void play_has_focus(struct play *p, int64_t at_us, uint32_t pid);

#endif
