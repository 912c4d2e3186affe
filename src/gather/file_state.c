#include "gather/file_state.h"

struct outcome file_state_begin(struct etl_reader *reader, int64_t flush_before, struct file_state *state)
{
    state->has_clock = etl_header(reader)->clock.clock != ETL_CLOCK_UNKNOWN;
    return etl_complete_from(reader, flush_before, &state->complete);
}

struct outcome file_state_end(struct etl_reader *reader, struct file_state *state)
{
    state->state = etl_state_of(etl_header(reader), etl_findings(reader));
    state->stray_times = etl_findings(reader)->stray_times;
    return etl_holes(reader, &state->holes);
}

bool file_state_is_faulty(const struct file_state *state)
{
    return state->state == ETL_DAMAGED || state->state == ETL_TRUNCATED || state->holes.count > 0;
}
