#include "cli/hitch.h"

struct etl_reader *hitch_open(struct hitch *h, const char *file)
{
    struct etl_reader *r = NULL;
    struct outcome o = etl_open(file, &r);
    if (!outcome_failed(o))
        return r;
    hitch_complain_of(h, o, file, r ? etl_header(r)->reason : NULL);
    etl_close(r);
    return NULL;
}

bool hitch_can_open(struct hitch *h, const char *file)
{
    struct etl_reader *r = hitch_open(h, file);
    etl_close(r);
    return r != NULL;
}

static void say_fault(struct hitch *h, const char *file, struct etl_reader *r)
{
    const struct etl_findings *f = etl_findings(r);
    if (f->first_fault == ETL_FAULT_HEADER)
        hitch_complain_at(h, file, f->first_fault_offset, etl_header(r)->reason);
    else if (f->first_fault != ETL_FAULT_NONE)
        hitch_complain_at(h, file, f->first_fault_offset, etl_fault_name(f->first_fault));
}

int hitch_close(struct hitch *h, const char *file, struct etl_reader *r)
{
    struct outcome o = etl_error(r);
    enum etl_state state = etl_state_of(etl_header(r), etl_findings(r));
    if (outcome_failed(o))
        hitch_complain(h, o, file);
    say_fault(h, file, r);
    etl_close(r);
    if (outcome_failed(o))
        return HITCH_FAILED;
    return state == ETL_WHOLE ? HITCH_WHOLE : HITCH_NOT_WHOLE;
}
