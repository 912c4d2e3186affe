#include "tests/support/play_presents.h"

static void add(struct play *p, int64_t at_us, enum trace_source source, uint16_t id, uint32_t pid, struct text *t)
{
    struct play_who who = {0, pid, pid + 4};
    play_add(p, at_us, source, id, 0, who, t);
    text_done(t);
}

void play_present(struct play *p, int64_t at_us, uint32_t pid, uint64_t chain, uint32_t result)
{
    struct text start = TEXT_EMPTY, stop = TEXT_EMPTY;
    play_u64(&start, chain);
    play_u32(&start, 0);
    play_u32(&start, 1);
    play_u64(&start, 0);
    play_u32(&stop, result);
    add(p, at_us, TRACE_dxgi, 42, pid, &start);
    add(p, at_us + 120, TRACE_dxgi, 43, pid, &stop);
}

void play_presents(struct play *p, int64_t from_us, int64_t to_us, int64_t frame_us, uint32_t pid, uint64_t chain)
{
    for (int64_t at = from_us; at < to_us; at += frame_us)
        play_present(p, at, pid, chain, 0);
}

void play_present_d3d9(struct play *p, int64_t at_us, uint32_t pid, uint64_t chain, uint32_t flags)
{
    struct text t = TEXT_EMPTY;
    play_u64(&t, chain);
    play_u32(&t, flags);
    add(p, at_us, TRACE_d3d9, 1, pid, &t);
}

void play_focus(struct play *p, int64_t at_us, uint32_t from, uint32_t to)
{
    struct text t = TEXT_EMPTY;
    play_u32(&t, 1);
    play_u32(&t, from);
    play_u32(&t, to);
    add(p, at_us, TRACE_win32k, 26, PLAY_OTHER, &t);
}

static void focus_of(struct play *p, int64_t at_us, uint16_t id, uint32_t pid)
{
    struct text t = TEXT_EMPTY;
    play_u32(&t, 1);
    play_u32(&t, pid);
    play_u64(&t, 0);
    add(p, at_us, TRACE_win32k, id, PLAY_OTHER, &t);
}

void play_focus_lost(struct play *p, int64_t at_us, uint32_t pid)
{
    focus_of(p, at_us, 259, pid);
}

void play_focus_gained(struct play *p, int64_t at_us, uint32_t pid)
{
    focus_of(p, at_us, 258, pid);
}

void play_has_focus(struct play *p, int64_t at_us, uint32_t pid)
{
    focus_of(p, at_us, 25, pid);
}
