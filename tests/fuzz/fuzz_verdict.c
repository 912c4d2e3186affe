/* The verdict and its decoders: the input is a list of events with their
 * payloads, which become a trace; its reports must come out whole. Each event is
 *   source, id (2 bytes), version, pid, time step, payload length, payload */
#include <stdlib.h>
#include <string.h>

#include "verdict/verdict.h"
#include "etl/etl_cursor.h"
#include "tests/support/play.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void add_events(struct play *p, const uint8_t *data, size_t size)
{
    static const uint32_t pids[] = {PLAY_GAME, PLAY_OTHER, 4, 0};
    struct etl_cursor c = etl_cursor_of(data, size);
    struct text payload = TEXT_EMPTY;
    int64_t at = 19990000;
    while (etl_left(&c) >= 7) {
        enum trace_source source = (enum trace_source)(1 + etl_take_u8(&c) % (TRACE_source_count - 1));
        uint16_t id = etl_take_u16(&c);
        uint8_t version = etl_take_u8(&c), pid = etl_take_u8(&c), step = etl_take_u8(&c);
        size_t len = etl_take_u8(&c);
        struct play_who who = {pid, pids[pid % 4], pid % 4 == 0 ? PLAY_GAME_THREAD : pid};
        if (len > etl_left(&c))
            len = etl_left(&c);
        text_clear(&payload);
        text_add_bytes(&payload, etl_take(&c, len), len);
        at += (int64_t)step * step * 8;
        play_add(p, at, source, id, version & 7, who, &payload);
    }
    text_done(&payload);
}

static void look(const struct verdict *v)
{
    for (int language = 0; language < LANGUAGE_count; language++) {
        struct text t = TEXT_EMPTY;
        verdict_sentence(v, (enum language)language, &t);
        verdict_text(v, (enum language)language, &t);
        verdict_html(v, (enum language)language, &t);
        verdict_json(v, (enum language)language, &t);
        verdict_crash(v, (enum language)language, &t);
        if (t.failed || !utf8_valid(text_str(&t), t.len))
            abort();
        text_done(&t);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct play p;
    struct etlw_file w;
    struct verdict *v = NULL;
    struct verdict_options options = {0};
    play_init(&p);
    play_frames(&p, 17000000, 20000000, 16667);
    play_frames(&p, 20300000, 21500000, 16667);
    add_events(&p, data, size);
    play_write(&p, &w);
    if (size && data[size - 1] & 1)
        options.pressed = PLAY_START + 210000000;
    if (!outcome_failed(verdict_open_memory(w.bytes.bytes, w.bytes.len, &options, &v))) {
        look(v);
        verdict_close(v);
    }
    etlw_file_done(&w);
    play_done(&p);
    return 0;
}
