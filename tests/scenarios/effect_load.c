#include "tests/scenarios/effects.h"

#include <stdlib.h>

#include "os/os.h"
#include "tests/scenarios/child.h"
#include "win/utf16.h"
#include "win/win.h"

#define MB ((uint64_t)1024 * 1024)
#define CHILD_WAIT_MS 30000u /* Windows may hold a crashed process to write its report */

/* ---- processes ---- */

bool effect_process_crash(const struct effect *e, struct text *trouble)
{
    static const char *const words[] = {"exit 0", "exit 3", "crash"};
    struct children children;
    bool fine = children_begin(&children);
    for (size_t i = 0; fine && i < sizeof words / sizeof words[0]; i++) {
        fine = children_add(&children, words[i]) && children_wait(&children, e, CHILD_WAIT_MS);
        if (!effect_wait(500))
            break;
    }
    uint32_t code = GetLastError();
    children_end(&children, e);
    text_addf(&e->info->note, "%u processes were started and ended", (unsigned)e->info->child_count);
    if (!fine && !effect_was_cancelled()) {
        effect_say(trouble, "a process could not be started, or did not end. Look whether a security program holds it.", code);
        return false;
    }
    return true;
}

bool effect_cpu_saturation(const struct effect *e, struct text *trouble)
{
    struct children children;
    struct text words = TEXT_EMPTY;
    text_addf(&words, "burn %u", (unsigned)e->seconds * 1000);
    bool fine = children_begin(&children);
    for (uint32_t i = 0; fine && i < effect_cpus() && i < CHILDREN_MOST; i++)
        fine = children_add(&children, text_str(&words));
    uint32_t code = fine ? 0 : GetLastError(), started = children.count;
    if (fine)
        children_wait(&children, e, e->seconds * 1000 + CHILD_WAIT_MS);
    children_end(&children, e);
    text_done(&words);
    text_addf(&e->info->note, "%u processes kept %u processors busy", (unsigned)started, (unsigned)effect_cpus());
    if (!fine)
        effect_say(trouble, "a process could not be started. Close other programs and run it again.", code);
    return fine;
}

/* ---- disk ---- */

#define BURST_MB 1024u
#define BLOCK_BYTES (1024u * 1024u)
#define PIECE_BYTES 65536u

uint64_t effect_disk_bytes(const struct effect *e)
{
    return e->kind == SCENARIO_disk_burst ? BURST_MB * MB : 0;
}

/* Past the cache; gone when the handle is closed, by whomever. */
static HANDLE open_burst(const char *folder)
{
    struct text path = TEXT_EMPTY;
    struct wide wide_path = WIDE_EMPTY;
    text_addf(&path, "%s%cburst.tmp", folder, os_separator);
    wide_add_path(&wide_path, text_str(&path));
    HANDLE file = wide_path.failed ? INVALID_HANDLE_VALUE
                                   : CreateFileW(wide_str(&wide_path), GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_NEW,
                                                 FILE_FLAG_NO_BUFFERING | FILE_FLAG_WRITE_THROUGH | FILE_FLAG_DELETE_ON_CLOSE,
                                                 NULL);
    text_done(&path);
    wide_done(&wide_path);
    return file;
}

struct burst {
    HANDLE file;
    uint8_t *block;
    uint64_t written, read, size;
    int64_t until_ms, half_ms;
};

static int64_t now_ms(void)
{
    return os_ticks_ns() / 1000000;
}

static bool write_some(struct burst *b)
{
    DWORD done = 0;
    while (now_ms() < b->half_ms && effect_wait(0)) {
        LARGE_INTEGER at;
        at.QuadPart = (LONGLONG)(b->written % (BURST_MB * MB));
        if (!SetFilePointerEx(b->file, at, NULL, FILE_BEGIN) || !WriteFile(b->file, b->block, BLOCK_BYTES, &done, NULL))
            return false;
        b->written += done;
    }
    b->size = b->written < BURST_MB * MB ? b->written : BURST_MB * MB;
    return true;
}

static bool read_some(struct burst *b)
{
    DWORD done = 0;
    uint64_t x = 88172645463325252u;
    while (b->size > PIECE_BYTES && now_ms() < b->until_ms && effect_wait(0)) {
        LARGE_INTEGER at;
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        at.QuadPart = (LONGLONG)(x % (b->size / PIECE_BYTES) * PIECE_BYTES);
        if (!SetFilePointerEx(b->file, at, NULL, FILE_BEGIN) || !ReadFile(b->file, b->block, PIECE_BYTES, &done, NULL))
            return false;
        b->read += done;
    }
    return true;
}

bool effect_disk_burst(const struct effect *e, struct text *trouble)
{
    struct burst b = {0};
    b.half_ms = now_ms() + e->seconds * INT64_C(500);
    b.until_ms = now_ms() + e->seconds * INT64_C(1000);
    b.file = open_burst(e->folder);
    b.block = VirtualAlloc(NULL, BLOCK_BYTES, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    bool fine = b.file != INVALID_HANDLE_VALUE && b.block && write_some(&b) && read_some(&b);
    if (!fine)
        effect_say(trouble, "the disk refuses the file. Choose another disk with --out.", GetLastError());
    if (b.file != INVALID_HANDLE_VALUE)
        CloseHandle(b.file);
    if (b.block)
        VirtualFree(b.block, 0, MEM_RELEASE);
    text_addf(&e->info->note, "%u MB written, %u MB read again in random places", (unsigned)(b.written / MB),
              (unsigned)(b.read / MB));
    return fine;
}

/* ---- memory ---- */

#define MEMORY_BLOCK (64u * MB)
#define MEMORY_BLOCKS_MOST 8192u
/* Whatever share was asked for, so much stays free: of memory, and of what
 * Windows can promise to programs at all. */
#define MEMORY_LEFT (512u * MB)
#define COMMIT_LEFT (1024u * MB)

static bool may_take_more(uint32_t percent)
{
    MEMORYSTATUSEX m;
    m.dwLength = sizeof m;
    if (!GlobalMemoryStatusEx(&m))
        return false;
    uint64_t goal = m.ullTotalPhys / 100 * percent, used = m.ullTotalPhys - m.ullAvailPhys;
    return used + MEMORY_BLOCK <= goal && m.ullAvailPhys >= MEMORY_LEFT + MEMORY_BLOCK &&
           m.ullAvailPageFile >= COMMIT_LEFT + MEMORY_BLOCK;
}

static void touch(uint8_t *block, uint8_t value)
{
    for (uint64_t at = 0; at < MEMORY_BLOCK; at += 4096)
        block[at] = (uint8_t)(value + at / 4096);
}

bool effect_memory_pressure(const struct effect *e, struct text *trouble)
{
    uint8_t **blocks = calloc(MEMORY_BLOCKS_MOST, sizeof *blocks);
    MEMORYSTATUSEX m;
    uint32_t count = 0;
    if (!blocks) {
        text_add(trouble, "there is too little memory to begin with. Close other programs.");
        return false;
    }
    while (count < MEMORY_BLOCKS_MOST && may_take_more(e->memory_percent) && effect_wait(0)) {
        blocks[count] = VirtualAlloc(NULL, MEMORY_BLOCK, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
        if (!blocks[count])
            break;
        touch(blocks[count], (uint8_t)count);
        count++;
    }
    m.dwLength = sizeof m;
    GlobalMemoryStatusEx(&m);
    text_addf(&e->info->note, "%u MB taken, %u %% of the memory in use, %u MB left", (unsigned)(count * MEMORY_BLOCK / MB),
              (unsigned)m.dwMemoryLoad, (unsigned)(m.ullAvailPhys / MB));
    effect_wait(e->seconds * 1000);
    for (uint32_t i = 0; i < count; i++)
        VirtualFree(blocks[i], 0, MEM_RELEASE);
    free(blocks);
    return true;
}
