/* What reading a trace costs, beside a plain pass over the same bytes.
 *
 *   bench_etl FILE...           one line for each file
 *   bench_etl --pack IN OUT     writes the packed twin of a plain trace
 *
 * Every figure is the least CPU time of ROUNDS runs in this one process, warm,
 * on one core. The plain pass maps the file and adds up its bytes; a second one
 * adds it up in words of eight bytes, which is as fast as memory gives them. */
#define _DEFAULT_SOURCE /* wait4 */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/hitch.h"
#include "etl/private/etl_scan.h"
#include "os/os.h"
#include "tests/support/etl_pack.h"

#define ROUNDS 9

static volatile uint64_t sink;

static int64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void sum_bytes(const char *path)
{
    struct os_map map;
    uint64_t sum = 0;
    if (outcome_failed(os_map_open(path, &map)))
        return;
    for (uint64_t i = 0; i < map.len; i++)
        sum += map.bytes[i];
    sink = sum;
    os_map_close(&map);
}

static void sum_words(const char *path)
{
    struct os_map map;
    uint64_t sum = 0, word;
    if (outcome_failed(os_map_open(path, &map)))
        return;
    for (uint64_t i = 0; i + sizeof word <= map.len; i += sizeof word) {
        memcpy(&word, map.bytes + i, sizeof word);
        sum += word;
    }
    sink = sum;
    os_map_close(&map);
}

static void count(const char *path)
{
    struct hitch h = {tmpfile(), stderr, false, NULL, LANGUAGE_ENGLISH, NULL, TEXT_EMPTY, false, false};
    char verb[] = "count";
    char *words[2] = {verb, (char *)path};
    if (!h.out)
        return;
    sink = (uint64_t)hitch_run(&h, 2, words);
    fclose(h.out);
}

static void merge(const char *path)
{
    struct etl_reader *r = NULL;
    struct etl_event e = {0};
    uint64_t events = 0;
    (void)etl_open(path, &r);
    while (r && etl_next(r, &e))
        events++;
    sink = events && !outcome_failed(etl_error(r)) ? events : HITCH_FAILED;
    etl_close(r);
}

static int64_t least(void (*run)(const char *), const char *path)
{
    int64_t best = INT64_MAX;
    for (int i = 0; i < ROUNDS; i++) {
        int64_t from = cpu_ns();
        run(path);
        int64_t took = cpu_ns() - from;
        if (took < best)
            best = took;
    }
    return best;
}

/* Peak of a process of its own, in KB; the mapped file counts as far as it was touched. */
static long peak_kb(void (*run)(const char *), const char *path)
{
    struct rusage usage = {0};
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run(path);
        _exit(0);
    }
    int status;
    return child > 0 && wait4(child, &status, 0, &usage) == child ? usage.ru_maxrss : 0;
}

/* Does it work in a process that may have 16 MB of memory beside its mappings? */
static bool fits_16_mb(void (*run)(const char *), const char *path)
{
    const struct rlimit limit = {16u << 20, 16u << 20};
    int status = 1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        sink = HITCH_FAILED;
        if (setrlimit(RLIMIT_DATA, &limit) == 0)
            run(path);
        _exit(sink == HITCH_FAILED);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* Bytes of all buffers once unpacked. */
static uint64_t unpacked_bytes(const char *path)
{
    struct os_map map;
    struct etl_header header;
    struct etl_findings findings;
    struct etl_scan scan;
    struct etl_buffer b;
    uint64_t bytes = 0;
    if (outcome_failed(os_map_open(path, &map)))
        return 0;
    if (etl_header_read(&header, map.bytes, map.len)) {
        etl_scan_init(&scan, map.bytes, map.len, &header, &findings);
        while (etl_scan_next(&scan, &b))
            bytes += b.flags & ETL_FLAG_COMPRESSED ? b.filled : b.size;
    }
    os_map_close(&map);
    return bytes;
}

static void measure(const char *path)
{
    struct os_stat st;
    if (outcome_failed(os_stat(path, &st))) {
        fprintf(stderr, "bench_etl: there is no %s\n", path);
        return;
    }
    double bytes_ms = (double)least(sum_bytes, path) / 1e6, words_ms = (double)least(sum_words, path) / 1e6;
    double count_ms = (double)least(count, path) / 1e6, merge_ms = (double)least(merge, path) / 1e6;
    double unpacked = (double)unpacked_bytes(path);
    long count_kb = peak_kb(count, path), merge_kb = peak_kb(merge, path);
    bool fits = fits_16_mb(count, path) && fits_16_mb(merge, path);
    const char *name = strrchr(path, '/');
    printf("%s\tbytes=%llu\tplain_ms=%.2f\twords_ms=%.2f\tcount_ms=%.2f\tcount/plain=%.2f\tcount/words=%.2f\t"
           "order_ms=%.2f\tunpacked_MB/s=%.0f\tcount_peak_kb=%ld\torder_peak_kb=%ld\tin_16_MB=%s\n",
           name ? name + 1 : path, (unsigned long long)st.len, bytes_ms, words_ms, count_ms, count_ms / bytes_ms,
           count_ms / words_ms, merge_ms, unpacked / count_ms / 1000, count_kb, merge_kb,
           fits ? "yes" : "no");
    fflush(stdout);
}

static int pack(const char *in, const char *out)
{
    struct text plain = TEXT_EMPTY, packed = TEXT_EMPTY;
    if (outcome_failed(os_file_read(in, UINT64_MAX, &plain)))
        return 1;
    pack_trace(&plain, &packed);
    int failed = outcome_failed(os_file_replace(out, packed.bytes, packed.len));
    text_done(&plain);
    text_done(&packed);
    return failed;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--pack") == 0)
        return pack(argv[2], argv[3]);
    for (int i = 1; i < argc; i++)
        measure(argv[i]);
    return argc < 2;
}
