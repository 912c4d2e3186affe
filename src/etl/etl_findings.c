#include "etl/etl_findings.h"

#define MAX_PROCESSORS 2048u

const char *etl_fault_name(enum etl_fault fault)
{
    static const char *const names[] = {
#define FAULT(name, words) words,
        ETL_FAULT_LIST(FAULT)
#undef FAULT
    };
    return (unsigned)fault < ETL_FAULT_count ? names[fault] : "an unknown fault";
}

/* Does the first fault come before the second, whatever order they were met in?
 * A cut end is the lesser news: any damage comes before it. Offsets can be
 * equal, since those of unpacked events reach past their packed buffer. */
static bool comes_before(enum etl_fault a, uint64_t a_offset, enum etl_fault b, uint64_t b_offset)
{
    if ((a == ETL_FAULT_CUT) != (b == ETL_FAULT_CUT))
        return b == ETL_FAULT_CUT;
    return a_offset != b_offset ? a_offset < b_offset : a < b;
}

void etl_findings_fault(struct etl_findings *f, enum etl_fault fault, uint64_t offset)
{
    if (f->first_fault != ETL_FAULT_NONE && !comes_before(fault, offset, f->first_fault, f->first_fault_offset))
        return;
    f->first_fault = fault;
    f->first_fault_offset = offset;
}

static bool is_ring(const struct etl_header *h)
{
    return (h->mode & (ETL_MODE_CIRCULAR | ETL_MODE_BUFFERING)) != 0;
}

enum etl_state etl_state_of(const struct etl_header *h, const struct etl_findings *f)
{
    bool snapshot = (h->mode & ETL_MODE_BUFFERING) != 0;
    uint64_t present = f->buffers + f->buffers_skipped;
    if (h->damaged || f->buffers_skipped || f->buffers_broken || f->events_broken)
        return ETL_DAMAGED;
    if (!snapshot && (h->end_time <= 0 || present > h->buffers_written))
        return ETL_NOT_CLOSED;
    if (f->cut)
        return ETL_TRUNCATED;
    if (present < h->buffers_written) {
        /* A ring that turned lacks its lowest numbers; some systems begin at 2.
         * A snapshot's may be given at its FLUSH, while BuffersWritten counts on. */
        return snapshot || (is_ring(h) && f->first_sequence > 2) ? ETL_WRAPPED : ETL_TRUNCATED;
    }
    return ETL_WHOLE;
}

uint32_t etl_cpus(const struct etl_header *h, const struct etl_findings *f)
{
    return h->processors && h->processors <= MAX_PROCESSORS ? h->processors : f->top_cpu + 1;
}

const char *etl_state_name(enum etl_state state)
{
    static const char *const names[] = {"whole", "not-closed", "wrapped", "truncated", "damaged", "not-etl"};
    return (unsigned)state < sizeof names / sizeof names[0] ? names[state] : "unknown";
}
