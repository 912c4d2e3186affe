#include "tests/support/etl_ring.h"

#define SECOND 10000000.0
#define START 1000000000000

struct etlw_facts ring_facts(uint32_t mode)
{
    struct etlw_facts f = sample_facts(8);
    f.log_file_mode = mode;
    f.start_raw = START;
    return f;
}

int64_t ring_raw(double second)
{
    return START + (int64_t)(second * SECOND + (second < 0 ? -0.5 : 0.5));
}

double ring_second(int64_t raw)
{
    return (double)(raw - START) / SECOND;
}

void ring_put(struct etlw_file *w, const struct etlw_facts *facts, const struct ring_buffer *buffers, size_t count)
{
    struct etlw_facts f = *facts;
    double end = 0;
    for (size_t i = 0; i < count; i++)
        end = buffers[i].last > end ? buffers[i].last : end;
    if (!f.end_time)
        f.end_time = f.start_time + (int64_t)((end + 1) * SECOND);
    etlw_file_init(w, &f);
    for (size_t i = 0; i < count; i++) {
        const struct ring_buffer *b = &buffers[i];
        uint8_t bytes[SAMPLE_UNIT];
        struct etlw_buffer made;
        etlw_buffer_begin(&made, bytes, sizeof bytes);
        for (uint32_t k = 0; k < RING_EVENTS; k++) {
            double at = b->first + (b->last - b->first) * k / (RING_EVENTS - 1);
            struct etlw_record r = sample_event((uint16_t)k, ring_raw(at));
            etlw_buffer_add(&made, &r);
        }
        etlw_buffer_end(&made, b->cpu, 1, b->sequence, ring_raw(b->stamp), (uint16_t)(ETLW_BUFFER_PROC_INDEX | b->flags));
        etlw_file_append(w, bytes, sizeof bytes);
    }
    w->sequence = (int64_t)count;
    etlw_file_finish(w);
}
