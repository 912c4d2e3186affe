/* The reader: both ways through a file, its summary, its begin and its holes. */
#include "tests/memory/memory.h"

#include <string.h>

#include "etl/etl_reader.h"
#include "etl/etl_tally.h"
#include "tests/memory/memory_files.h"

#include <stdlib.h>

static void came_findings(struct memory_answer *a, const struct etl_reader *r)
{
    const struct etl_findings *f = etl_findings(r);
    memory_came_number(a, f->buffers);
    memory_came_number(a, f->buffers_skipped + f->buffers_broken + f->events_broken);
    memory_came_number(a, f->bytes_skipped);
    memory_came_number(a, f->first_fault);
}

static void walk(struct memory_answer *a, const char *name, bool in_order)
{
    char path[MEMORY_PATH_MOST];
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    memory_path(path, name);
    memory_on();
    struct outcome o = etl_open(path, &r);
    uint64_t events = 0, times = 0;
    while (r && (in_order ? etl_next(r, &e) : etl_next_stored(r, &e))) {
        events++;
        times = times * 31 + (uint64_t)e.time;
    }
    if (!outcome_failed(o))
        o = etl_error(r);
    memory_off();
    memory_came_outcome(a, o);
    memory_came_number(a, events);
    memory_came_number(a, times);
    if (r)
        came_findings(a, r);
    etl_close(r);
}

static void many_in_order(struct memory_answer *a)
{
    walk(a, "many.etl", true);
}

static void kinds_in_order(struct memory_answer *a)
{
    walk(a, "kinds.etl", true);
}

static void packed_in_order(struct memory_answer *a)
{
    walk(a, "packed.etl", true);
}

static void packed_as_stored(struct memory_answer *a)
{
    walk(a, "packed.etl", false);
}

static void damaged_in_order(struct memory_answer *a)
{
    walk(a, "damaged.etl", true);
}

static void ring_in_order(struct memory_answer *a)
{
    walk(a, "ring.etl", true);
}

static void no_trace(struct memory_answer *a)
{
    walk(a, "no.etl", true);
}

static void summarise(struct memory_answer *a, const char *name)
{
    char path[MEMORY_PATH_MOST];
    struct etl_summary s;
    memset(&s, 0, sizeof s);
    memory_path(path, name);
    memory_on();
    struct outcome o = etl_summarise(path, &s);
    memory_off();
    memory_came_outcome(a, o);
    memory_came(a, &s, sizeof s);
}

static void summary(struct memory_answer *a)
{
    summarise(a, "snap.etl");
}

static void packed_summary(struct memory_answer *a)
{
    summarise(a, "packed.etl");
}

static void glance(struct memory_answer *a)
{
    char path[MEMORY_PATH_MOST];
    struct etl_extent e;
    memset(&e, 0, sizeof e);
    memory_path(path, "packed.etl");
    memory_on();
    struct outcome o = etl_glance_extent(path, &e);
    memory_off();
    memory_came_outcome(a, o);
    memory_came_number(a, e.buffers);
}

static void find_holes(struct memory_answer *a, const char *name)
{
    char path[MEMORY_PATH_MOST];
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    struct etl_complete c;
    struct etl_holes h;
    memset(&c, 0, sizeof c);
    memset(&h, 0, sizeof h);
    memory_path(path, name);
    memory_on();
    struct outcome o = etl_open(path, &r);
    while (r && etl_next_stored(r, &e))
        ;
    if (!outcome_failed(o))
        o = etl_complete_from(r, 0, &c);
    if (!outcome_failed(o))
        o = etl_holes(r, &h);
    memory_off();
    memory_came_outcome(a, o);
    memory_came_number(a, (uint64_t)c.raw + c.wrapped);
    memory_came_number(a, h.missing_bytes);
    for (uint32_t i = 0; i < h.count; i++)
        memory_came_number(a, (uint64_t)h.list[i].from ^ (uint64_t)h.list[i].to ^ h.list[i].cpus ^ h.list[i].bytes);
    etl_close(r);
}

static void holes_of_played(struct memory_answer *a)
{
    find_holes(a, "snap.etl");
}

static void holes_of_damaged(struct memory_answer *a)
{
    find_holes(a, "damaged.etl");
}

static void holes_of_ring(struct memory_answer *a)
{
    find_holes(a, "ring.etl");
}

static void holes_of_packed(struct memory_answer *a)
{
    find_holes(a, "packed.etl");
}

static void tally(struct memory_answer *a)
{
    char path[MEMORY_PATH_MOST];
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    struct etl_tally t;
    struct etl_tally_row *rows = NULL;
    size_t count = 0;
    memory_path(path, "many.etl");
    etl_tally_init(&t);
    memory_on();
    struct outcome o = etl_open(path, &r);
    bool whole = true;
    while (r && etl_next_stored(r, &e)) {
        e.id = (uint16_t)(e.id % 2 ? e.id : t.events);
        whole = etl_tally_add(&t, &e) && whole;
    }
    whole = etl_tally_rows(&t, &rows, &count) && whole;
    memory_off();
    memory_came_outcome(a, o);
    a->told = a->told || !whole;
    memory_came_number(a, count);
    memory_came_number(a, t.events);
    free(rows);
    etl_tally_done(&t);
    etl_close(r);
}

const struct memory_op memory_ops_reader[] = {
    {"reader: 20 CPUs in order", many_in_order},
    {"reader: all kinds in order", kinds_in_order},
    {"reader: packed in order", packed_in_order},
    {"reader: packed as stored", packed_as_stored},
    {"reader: damaged in order", damaged_in_order},
    {"reader: ring in order", ring_in_order},
    {"reader: no trace", no_trace},
    {"reader: summary", summary},
    {"reader: packed summary", packed_summary},
    {"reader: glance", glance},
    {"reader: holes", holes_of_played},
    {"reader: holes of damage", holes_of_damaged},
    {"reader: holes of a ring", holes_of_ring},
    {"reader: holes of packed", holes_of_packed},
    {"reader: tally", tally},
    {NULL, NULL},
};
