#include "cli/hitch.h"

#include "cli/cli_explain.h"
#include "cli/cli_no_games.h"
#include "cli/cli_output.h"
#include "cli/cli_providers.h"
#include "cli/cli_time.h"
#include "config/providers.h"
#include "report/report.h"
#include "os/os.h"
#include "runs/snapinfo.h"
#include "verdict/verdict.h"

#include <string.h>

struct request {
    const char *at, *json, *html, *providers;
    struct verdict_options options;
    struct providers stories;
    struct no_games no_games;
    struct text game; /* that snap.json names */
    struct device_names devices;
};

/* snap.json beside the trace knows when the key was pressed, what was in front
 * then, what Windows calls the devices, and what the recorder knew of the ring. */
static bool take_info(struct hitch *h, const char *file, struct request *q)
{
    struct verdict_options *options = &q->options;
    struct snapinfo info;
    struct outcome read = snapinfo_load(file, &info, NULL, &q->devices);
    if (read.why == WHY_out_of_memory)
        hitch_complain(h, read, file);
    if (outcome_failed(read))
        return read.why != WHY_out_of_memory;
    options->pressed = snapinfo_press_in_trace(&info);
    options->foreground = info.foreground;
    text_set(&q->game, info.game);
    if (q->game.failed)
        hitch_complain(h, outcome_of(WHY_out_of_memory, 0), file);
    options->flush_before = info.flush_before;
    options->loss_known = info.covered.since != 0;
    options->lost_events = info.covered.events;
    options->lost_buffers = info.covered.buffers;
    options->lost_since = info.covered.since;
    return !q->game.failed;
}

/* The stories are in providers.ini; a report can do without, but not without a
 * file that was asked for. */
static bool read_stories(struct hitch *h, struct request *q)
{
    struct text path = TEXT_EMPTY;
    struct os_stat st;
    cli_providers_path(h, q->providers, &path);
    struct outcome seen = text_is_empty(&path) ? outcome_of(WHY_not_found, 0) : os_stat(text_str(&path), &st);
    text_done(&path);
    if (seen.why == WHY_out_of_memory) {
        hitch_complain(h, seen, NULL);
        return false;
    }
    if (!q->providers && outcome_failed(seen))
        return true;
    if (cli_providers_read(h, q->providers, UINT32_MAX, &q->stories))
        q->options.providers = &q->stories;
    return !q->providers || q->options.providers;
}

static bool read_time(struct hitch *h, const char *file, const char *at, int64_t *time)
{
    struct cli_span span = {0, 0};
    struct etl_reader *r = hitch_open(h, file);
    bool good = r && hitch_time(h, r, "--at", at, &span, time);
    etl_close(r);
    if (!good || cli_time_touches(&span, *time, *time))
        return good;
    hitch_say_outside(h, "--at", at, &span);
    return false;
}

/* How each kind of report begins. */
static const char html_head[] = "<!doctype html>\n";
static const char json_head[] = "{\n  \"verdict\": ";

static int put_reports(struct hitch *h, const struct request *q, const struct verdict *v, enum language language)
{
    struct text t = TEXT_EMPTY;
    int code = HITCH_WHOLE;
    /* What goes to a program is not for people too. */
    if (!(q->json && hitch_is_standard(q->json)) && !(q->html && hitch_is_standard(q->html))) {
        report_text(v, language, &t);
        hitch_put(h, &t);
    }
    if (q->json) {
        text_clear(&t);
        report_json(v, language, &t);
        code = cli_output_write(h, q->json, json_head, &t);
    }
    if (q->html && code == HITCH_WHOLE) {
        text_clear(&t);
        report_html(v, language, &t);
        code = cli_output_write(h, q->html, html_head, &t);
    }
    text_done(&t);
    return code;
}

/* Both files must open: key events that were asked for and are not there are no
 * report as asked. */
static bool can_open_all(struct hitch *h, const struct words *words)
{
    const char *second = words_file(words, 1);
    if (second && hitch_is_standard(second)) {
        cli_say(h, CLI_input_second);
        return false;
    }
    return hitch_can_open(h, words_file(words, 0)) && (!second || hitch_can_open(h, second));
}

static bool can_write_all(struct hitch *h, const struct request *q)
{
    if (q->json && q->html && hitch_is_standard(q->json) && hitch_is_standard(q->html)) {
        cli_say(h, CLI_output_twice);
        return false;
    }
    return (!q->json || cli_output_may_write(h, q->json, json_head)) && (!q->html || cli_output_may_write(h, q->html, html_head));
}

int hitch_report(struct hitch *h, const struct words *words)
{
    struct request q = {0};
    struct verdict *v = NULL;
    int code = HITCH_FAILED;
    const char *file = words_file(words, 0);
    q.at = words_value(words, "--at");
    q.json = words_value(words, "--json");
    q.html = words_value(words, "--html");
    q.providers = words_value(words, "--providers");
    providers_init(&q.stories);
    if (!cli_no_games_read(h, &q.no_games))
        goto out;
    if (!can_write_all(h, &q) || !can_open_all(h, words) || !read_stories(h, &q) ||
        (q.at && !read_time(h, file, q.at, &q.options.at)))
        goto out;
    if (!hitch_is_standard(file) && !take_info(h, file, &q))
        goto out;
    q.options.game = words_value(words, "--game") ? words_value(words, "--game") : text_str(&q.game);
    q.options.is_no_game = cli_no_games_has;
    q.options.is_no_game_ctx = &q.no_games;
    q.options.device_name = device_names_find;
    q.options.device_name_ctx = &q.devices;
    v = hitch_verdict(h, file, words_file(words, 1), &q.options);
    if (v)
        code = put_reports(h, &q, v, h->language);
    if (v && code == HITCH_WHOLE && verdict_is_of_faulty(v))
        code = HITCH_NOT_WHOLE;
out:
    verdict_close(v);
    providers_done(&q.stories);
    no_games_done(&q.no_games);
    text_done(&q.game);
    device_names_done(&q.devices);
    return code;
}
