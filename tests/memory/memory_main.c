/* memory FOLDER [--only NAME] [--sample SEED]
 *
 * Every allocation of every operation fails in turn: once, and from it on.
 * Judged: it ends, nothing crashes, nothing leaks, and what comes out is what
 * comes out otherwise, or it is told that memory is short. Each operation runs
 * in a child, so that a crash is one case and not the end. */
#include "tests/memory/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CASE_SECONDS 20u
#define SHOWN_MOST 4u
#define SAMPLE_FIRST 6u
#define SAMPLE_MORE 18u

const char *memory_folder;

/* What a child leaves behind for the parent. */
struct shared {
    uint32_t at;    /* the case that runs, or is next */
    uint32_t cases, bad, told, same;
    uint32_t allocations;
    bool done;
};

static struct shared *shared;
static bool sampled;
static uint32_t seed = 1;

void memory_came(struct memory_answer *a, const void *bytes, size_t len)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < len; i++)
        a->sum = (a->sum ^ b[i]) * 0x100000001B3u;
    a->len += len;
    if (!len)
        return;
    size_t keep = len < sizeof a->shown - 1 ? len : sizeof a->shown - 1;
    memcpy(a->shown, b + len - keep, keep);
    a->shown[keep] = 0;
}

void memory_came_text(struct memory_answer *a, const struct text *t)
{
    if (t->failed)
        a->told = true;
    else
        memory_came(a, text_str(t), t->len);
}

void memory_came_number(struct memory_answer *a, uint64_t value)
{
    char digits[32];
    int len = snprintf(digits, sizeof digits, "%llu;", (unsigned long long)value);
    memory_came(a, digits, (size_t)len);
}

void memory_came_outcome(struct memory_answer *a, struct outcome o)
{
    a->told = a->told || o.why == WHY_out_of_memory;
    if (outcome_failed(o))
        memory_came_number(a, o.why);
}

void memory_wrong(struct memory_answer *a, const char *what, const char *which)
{
    if (!a->wrong_set)
        snprintf(a->wrong, sizeof a->wrong, "%s %s", what, which);
    a->wrong_set = true;
}

static void run_once(const struct memory_op *op, enum memory_mode mode, uint32_t nth, bool show, struct memory_answer *a)
{
    memset(a, 0, sizeof *a);
    a->sum = 0xCBF29CE484222325u;
    memory_arm(mode, nth, show);
    op->run(a);
    memory_off();
}

static const char *judge(const struct memory_answer *good, const struct memory_answer *a, int64_t left, char *room, size_t len)
{
    if (a->wrong_set)
        return a->wrong;
    if (left) {
        snprintf(room, len, "%lld blocks are not freed", (long long)left);
        return room;
    }
    if (!memory_failed() || a->told || (a->sum == good->sum && a->len == good->len))
        return NULL;
    snprintf(room, len, "something else came out, and nothing was said of memory:\n%s", a->shown);
    return room;
}

static uint32_t next_case(uint32_t at, uint32_t all)
{
    if (!sampled || at < SAMPLE_FIRST || all < SAMPLE_FIRST + SAMPLE_MORE)
        return at + 1;
    uint32_t stride = (all - SAMPLE_FIRST) / SAMPLE_MORE + 1;
    return at == SAMPLE_FIRST ? at + 1 + seed % stride : at + stride;
}

static bool one_case(const struct memory_op *op, const struct memory_answer *good, enum memory_mode mode, uint32_t nth,
                     bool show)
{
    static struct memory_answer a;
    static char room[4200];
    int64_t before = memory_live();
    alarm(CASE_SECONDS);
    run_once(op, mode, nth, show, &a);
    const char *wrong = judge(good, &a, memory_live() - before, room, sizeof room);
    if (wrong && show)
        fprintf(stderr, "%s, allocation %u%s: %s\n", op->name, (unsigned)nth, mode == MEMORY_ON ? " and all after it" : "", wrong);
    if (!show) {
        shared->told += a.told;
        shared->same += !a.told;
    }
    return !wrong;
}

static void child(const struct memory_op *op, enum memory_mode mode)
{
    static struct memory_answer good, again;
    alarm(CASE_SECONDS);
    /* What an operation keeps for all its cases is made once. */
    run_once(op, MEMORY_COUNT, 0, false, &again);
    int64_t before = memory_live();
    run_once(op, MEMORY_COUNT, 0, false, &good);
    shared->allocations = memory_asked();
    if (memory_live() != before)
        memory_wrong(&good, "the good run leaks", "");
    if (good.wrong_set || good.told || again.sum != good.sum || again.len != good.len) {
        fprintf(stderr, "%s: the good run is none: %s\n%s\n%s\n", op->name, good.wrong, good.shown, again.shown);
        shared->bad++;
        shared->done = true;
        return;
    }
    while (shared->at <= shared->allocations) {
        uint32_t nth = shared->at;
        shared->cases++;
        if (!one_case(op, &good, mode, nth, false)) {
            shared->bad++;
            if (shared->bad <= SHOWN_MOST)
                one_case(op, &good, mode, nth, true);
        }
        shared->at = next_case(nth, shared->allocations);
    }
    shared->done = true;
}

/* Whatever the child did not come to the end of is a case that is bad. */
static void wait_for(pid_t pid, const struct memory_op *op, enum memory_mode mode)
{
    int status = 0;
    waitpid(pid, &status, 0);
    if (WIFEXITED(status) && !WEXITSTATUS(status) && shared->done)
        return;
    fprintf(stderr, "%s, allocation %u%s: %s %d\n", op->name, (unsigned)shared->at, mode == MEMORY_ON ? " and all after it" : "",
            WIFSIGNALED(status) ? WTERMSIG(status) == 14 ? "did not end; signal" : "ended by signal" : "ended with code",
            WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    shared->bad++;
    shared->at++;
    if (shared->at > shared->allocations)
        shared->done = true;
}

static bool run_op(const struct memory_op *op, enum memory_mode mode)
{
    memset(shared, 0, sizeof *shared);
    shared->at = 1;
    while (!shared->done) {
        fflush(NULL);
        pid_t pid = fork();
        if (pid == 0) {
            child(op, mode);
            exit(0);
        }
        if (pid < 0)
            return false;
        wait_for(pid, op, mode);
        if (shared->bad > 2000)
            break;
    }
    printf("%-34s %-8s %6u allocations %6u cases %6u told %6u same %4u bad\n", op->name, mode == MEMORY_ON ? "from it" : "once",
           (unsigned)shared->allocations, (unsigned)shared->cases, (unsigned)shared->told, (unsigned)shared->same,
           (unsigned)shared->bad);
    return !shared->bad;
}

static bool make_shared(void)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/shared", memory_folder);
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || ftruncate(fd, (off_t)sizeof *shared) != 0)
        return false;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return shared != MAP_FAILED;
}

int main(int argc, char **argv)
{
    static const struct memory_op *const rooms[] = {memory_ops_reader, memory_ops_report, memory_ops_config, memory_ops_runs,
                                                    memory_ops_hitch};
    const char *only = "";
    unsigned passed = 0, failed = 0;
    if (argc < 2)
        return 2;
    memory_folder = argv[1];
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = argv[++i];
        else if (strcmp(argv[i], "--sample") == 0) {
            sampled = true;
            seed = i + 1 < argc ? (uint32_t)strtoul(argv[++i], NULL, 10) : seed;
        } else {
            return 2;
        }
    }
    if (!memory_make_files() || !make_shared()) {
        fprintf(stderr, "memory: cannot write into %s\n", memory_folder);
        return 2;
    }
    for (size_t room = 0; room < sizeof rooms / sizeof rooms[0]; room++) {
        for (const struct memory_op *op = rooms[room]; op->name; op++) {
            if (strncmp(op->name, only, strlen(only)) != 0)
                continue;
            for (int mode = MEMORY_ONCE; mode <= MEMORY_ON; mode++) {
                bool good = run_op(op, (enum memory_mode)mode);
                passed += good;
                failed += !good;
            }
        }
    }
    munmap(shared, sizeof *shared);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
