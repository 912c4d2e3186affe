#include "etl/private/etl_survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"

static bool add_kept(struct etl_survey *s, const struct etl_buffer *b)
{
    if (s->count == ETL_SURVEY_MOST)
        return true;
    if (s->count == s->room) {
        uint32_t room = s->room ? s->room * 2 : 256;
        struct etl_kept *kept = realloc(s->kept, room * sizeof *kept);
        if (!kept)
            return false;
        s->kept = kept;
        s->room = room;
    }
    struct etl_kept *k = &s->kept[s->count++];
    memset(k, 0, sizeof *k);
    k->offset = b->offset;
    k->sequence = b->sequence;
    k->stamp = b->time;
    k->size = b->size;
    k->cpu = b->cpu;
    k->flags = b->flags;
    k->is_cut = b->cut;
    return true;
}

static bool is_zero(const struct etl_survey *s, uint64_t at)
{
    for (uint64_t i = at; i < s->scan.len && i - at < ETL_BUFFER_HEADER; i++) {
        if (s->scan.bytes[i])
            return false;
    }
    return true;
}

/* What the scan skipped since the buffer before. */
static void note_skip(struct etl_survey *s, const struct etl_findings *old, const struct etl_buffer *last, int64_t before,
                      int64_t after)
{
    struct etl_skip k = {0};
    k.before = before;
    k.behind = last->offset;
    k.after = after;
    k.slots = s->findings.buffers_skipped - old->buffers_skipped;
    k.bytes = s->findings.bytes_skipped - old->bytes_skipped;
    k.zeros = is_zero(s, last->offset + last->size);
    if (!k.slots)
        return;
    if (s->skip_count < ETL_SKIPS_MOST) {
        s->skips[s->skip_count++] = k;
        return;
    }
    s->skips[ETL_SKIPS_MOST - 1].slots += k.slots;
    s->skips[ETL_SKIPS_MOST - 1].bytes += k.bytes;
    s->skips[ETL_SKIPS_MOST - 1].after = after;
}

bool etl_survey_make(struct etl_survey *survey, const uint8_t *bytes, uint64_t len, const struct etl_header *header)
{
    struct etl_survey *s = survey;
    struct etl_buffer b, last = {0};
    int64_t before = INT64_MIN;
    memset(s, 0, sizeof *s);
    s->budget = ETL_UNPACK_BUDGET;
    etl_scan_init(&s->scan, bytes, len, header, &s->findings);
    etl_body_init(&s->body, header);
    struct etl_findings old = s->findings;
    while (etl_scan_next(&s->scan, &b)) {
        if (!b.is_first) {
            note_skip(s, &old, &last, before, b.sequence);
            if (!add_kept(s, &b))
                return false;
            s->rising += before != INT64_MIN && b.sequence > before;
            s->falling += before != INT64_MIN && b.sequence < before;
            before = b.sequence;
        }
        last = b;
        old = s->findings;
    }
    note_skip(s, &old, &last, before, INT64_MAX);
    return true;
}

void etl_survey_done(struct etl_survey *survey)
{
    etl_body_done(&survey->body, &survey->budget);
    free(survey->kept);
    survey->kept = NULL;
    survey->count = survey->room = 0;
}

static void open_kept(struct etl_survey *s, struct etl_kept *k)
{
    struct etl_buffer b;
    etl_buffer_at(&s->scan, k->offset, &b);
    etl_body_open(&s->body, &s->scan, &b, &s->budget, &s->findings);
}

bool etl_survey_ask(struct etl_survey *survey, struct etl_kept *kept)
{
    struct etl_event e;
    if (kept->is_asked)
        return kept->is_timed;
    kept->is_asked = true;
    open_kept(survey, kept);
    while (!kept->is_timed && etl_body_next(&survey->body, &e, &survey->findings)) {
        kept->is_timed = e.has_time;
        kept->first = kept->last = e.time;
    }
    kept->is_broken = survey->body.is_broken;
    return kept->is_timed;
}

struct etl_gap etl_survey_walk(struct etl_survey *survey, struct etl_kept *kept)
{
    struct etl_event e;
    struct etl_gap gap = {kept->first, kept->first};
    int64_t before = kept->first;
    uint64_t unread = survey->findings.bytes_skipped;
    open_kept(survey, kept);
    while (etl_body_next(&survey->body, &e, &survey->findings)) {
        if (!e.has_time)
            continue;
        if (i64_ahead(e.time, before) > i64_ahead(gap.to, gap.from)) {
            gap.from = before;
            gap.to = e.time;
        }
        before = e.time;
        if (e.time > kept->last)
            kept->last = e.time;
    }
    kept->is_walked = true;
    kept->is_broken = survey->body.is_broken;
    /* Of a packed buffer, unpacked bytes: at most as many as the file has of it. */
    unread = survey->findings.bytes_skipped - unread;
    kept->rest = unread < kept->size ? unread : kept->size;
    return gap;
}
