/* What a verdict costs beside a count of the same file, in one warm process:
 * bench_verdict FILE...: the least CPU time of each, their ratio, and the most
 * memory that the process had beside the mapped file. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "report/report.h"
#include "verdict/verdict.h"
#include "etl/etl_reader.h"
#include "etl/etl_tally.h"

#define ROUNDS 5

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Resident memory that belongs to no file, in KB. */
static long own_kb(void)
{
    char line[128];
    long kb = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f)) {
        if (strncmp(line, "RssAnon:", 8) == 0)
            (void)sscanf(line + 8, "%ld", &kb);
    }
    if (f)
        fclose(f);
    return kb;
}

static void count(const char *path)
{
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    struct etl_tally tally;
    etl_tally_init(&tally);
    if (!outcome_failed(etl_open(path, &r))) {
        while (etl_next_stored(r, &e))
            (void)etl_tally_add(&tally, &e);
    }
    etl_close(r);
    etl_tally_done(&tally);
}

static long judge(const char *path)
{
    struct verdict *v = NULL;
    struct text t = TEXT_EMPTY;
    long kb = 0;
    if (!outcome_failed(verdict_open(path, NULL, NULL, &v))) {
        report_text(v, LANGUAGE_ENGLISH, &t);
        report_html(v, LANGUAGE_ENGLISH, &t);
        report_json(v, LANGUAGE_ENGLISH, &t);
        kb = own_kb();
    }
    text_done(&t);
    verdict_close(v);
    return kb;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        double best_count = 1e9, best_verdict = 1e9;
        long most = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double from = cpu_ms();
            count(argv[i]);
            double middle = cpu_ms();
            long kb = judge(argv[i]);
            double to = cpu_ms();
            best_count = middle - from < best_count ? middle - from : best_count;
            best_verdict = to - middle < best_verdict ? to - middle : best_verdict;
            most = kb > most ? kb : most;
        }
        printf("%s: count %.0f ms, verdict with its reports %.0f ms (%.2f times), %.1f MB beside the mapping\n", argv[i],
               best_count, best_verdict, best_verdict / best_count, (double)most / 1024);
    }
    return 0;
}
