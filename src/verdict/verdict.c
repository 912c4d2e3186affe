#include "verdict/verdict_model.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "none",
#define SUSPECT(name, lane) #name,
#include "verdict/verdict_kinds.h"
#undef SUSPECT
};

const char *suspect_name(enum suspect_kind kind)
{
    return names[kind];
}

/* The same machine, the same boot, the same clock: raw times of both files can
 * be compared, which is exact where FILETIMEs of two starts are not. */
static bool same_clock(const struct etl_header *a, const struct etl_header *b)
{
    return a->clock.clock == ETL_CLOCK_QPC && b->clock.clock == ETL_CLOCK_QPC && a->perf_freq == b->perf_freq &&
           a->boot_time == b->boot_time;
}

static struct outcome open_files(struct verdict *v, const char *snapshot, const char *keyevents)
{
    struct outcome o = etl_open(snapshot, &v->files[0].reader);
    if (outcome_failed(o))
        return o;
    text_set(&v->file_names[0], snapshot);
    v->file_count = 1;
    if (!keyevents)
        return o;
    text_set(&v->file_names[1], keyevents);
    v->files[1].outcome = etl_open(keyevents, &v->files[1].reader);
    v->files[1].failed = outcome_failed(v->files[1].outcome);
    if (!v->files[1].failed) {
        v->files[1].same_clock = same_clock(etl_header(v->files[0].reader), etl_header(v->files[1].reader));
        v->file_count = 2;
    }
    return o;
}

static struct verdict *new_verdict(const struct verdict_options *options)
{
    struct verdict *v = calloc(1, sizeof *v);
    if (v && !store_init(v)) {
        verdict_close(v);
        v = NULL;
    }
    if (v && options)
        v->options = *options;
    return v;
}

/* Takes `v` over: gives it to the caller, or closes it. */
static struct outcome finish(struct verdict *v, struct outcome o, struct verdict **verdict)
{
    if (!outcome_failed(o))
        o = gather(v);
    if (!outcome_failed(o) && !v->given_up)
        o = hitches_find(v);
    if (!outcome_failed(o) && !v->given_up)
        o = measure(v);
    if (!outcome_failed(o) && v->given_up)
        o = outcome_of(WHY_given_up, 0);
    if (outcome_failed(o)) {
        verdict_close(v);
        return o;
    }
    weigh(v);
    *verdict = v;
    return o;
}

struct outcome verdict_open(const char *snapshot, const char *keyevents, const struct verdict_options *options,
                            struct verdict **verdict)
{
    struct verdict *v = new_verdict(options);
    if (!v)
        return outcome_of(WHY_out_of_memory, 0);
    return finish(v, open_files(v, snapshot, keyevents), verdict);
}

struct outcome verdict_open_memory(const void *bytes, uint64_t len, const struct verdict_options *options,
                                   struct verdict **verdict)
{
    struct verdict *v = new_verdict(options);
    if (!v)
        return outcome_of(WHY_out_of_memory, 0);
    v->file_count = 1;
    return finish(v, etl_open_memory(bytes, len, &v->files[0].reader), verdict);
}

void verdict_close(struct verdict *v)
{
    if (!v)
        return;
    etl_close(v->files[0].reader);
    etl_close(v->files[1].reader);
    text_done(&v->file_names[0]);
    text_done(&v->file_names[1]);
    store_done(v);
    free(v);
}

enum suspect_kind verdict_top(const struct verdict *v)
{
    return v->suspect_count ? v->suspects[0].kind : SUSPECT_none;
}

/* ---- how processes end ---- */

bool exit_is_crash(uint32_t code)
{
    /* Severity "error" of a NTSTATUS, or one of the debugger's breaks. Error
     * codes of Windows' own calls (0x8007....) and Ctrl+C are no crash. */
    if (code == 0xC000013Au || code == 0xC000026Bu || code == 0xC0000022u)
        return false;
    if ((code >= 0x80000001u && code <= 0x80000004u) || code == 0xE06D7363u || code == 0xE0434352u || code == 0x40000015u)
        return true;
    return code >> 28 == 0xC;
}

const char *exit_name(uint32_t code)
{
    static const struct {
        uint32_t code;
        const char *name;
    } known[] = {{0x40000015u, "STATUS_FATAL_APP_EXIT"},
                 {0x80000001u, "STATUS_GUARD_PAGE_VIOLATION"},
                 {0x80000002u, "STATUS_DATATYPE_MISALIGNMENT"},
                 {0x80000003u, "STATUS_BREAKPOINT"},
                 {0x80000004u, "STATUS_SINGLE_STEP"},
                 {0xC0000001u, "STATUS_UNSUCCESSFUL"},
                 {0xC0000005u, "STATUS_ACCESS_VIOLATION"},
                 {0xC0000006u, "STATUS_IN_PAGE_ERROR"},
                 {0xC0000008u, "STATUS_INVALID_HANDLE"},
                 {0xC000000Du, "STATUS_INVALID_PARAMETER"},
                 {0xC0000017u, "STATUS_NO_MEMORY"},
                 {0xC000001Du, "STATUS_ILLEGAL_INSTRUCTION"},
                 {0xC0000022u, "STATUS_ACCESS_DENIED"},
                 {0xC0000025u, "STATUS_NONCONTINUABLE_EXCEPTION"},
                 {0xC000007Bu, "STATUS_INVALID_IMAGE_FORMAT"},
                 {0xC000008Cu, "STATUS_ARRAY_BOUNDS_EXCEEDED"},
                 {0xC000008Eu, "STATUS_FLOAT_DIVIDE_BY_ZERO"},
                 {0xC0000090u, "STATUS_FLOAT_INVALID_OPERATION"},
                 {0xC0000094u, "STATUS_INTEGER_DIVIDE_BY_ZERO"},
                 {0xC0000095u, "STATUS_INTEGER_OVERFLOW"},
                 {0xC0000096u, "STATUS_PRIVILEGED_INSTRUCTION"},
                 {0xC000009Au, "STATUS_INSUFFICIENT_RESOURCES"},
                 {0xC00000FDu, "STATUS_STACK_OVERFLOW"},
                 {0xC000012Du, "STATUS_COMMITMENT_LIMIT"},
                 {0xC0000135u, "STATUS_DLL_NOT_FOUND"},
                 {0xC0000138u, "STATUS_ORDINAL_NOT_FOUND"},
                 {0xC0000139u, "STATUS_ENTRYPOINT_NOT_FOUND"},
                 {0xC000013Au, "STATUS_CONTROL_C_EXIT"},
                 {0xC0000142u, "STATUS_DLL_INIT_FAILED"},
                 {0xC0000144u, "STATUS_UNHANDLED_EXCEPTION"},
                 {0xC0000194u, "STATUS_POSSIBLE_DEADLOCK"},
                 {0xC000026Bu, "STATUS_DLL_INIT_FAILED_LOGOFF"},
                 {0xC0000374u, "STATUS_HEAP_CORRUPTION"},
                 {0xC0000409u, "STATUS_STACK_BUFFER_OVERRUN"},
                 {0xC000041Du, "STATUS_FATAL_USER_CALLBACK_EXCEPTION"},
                 {0xC0000420u, "STATUS_ASSERTION_FAILURE"},
                 {0xC0000428u, "STATUS_INVALID_IMAGE_HASH"},
                 {0xC0000602u, "STATUS_FAIL_FAST_EXCEPTION"},
                 {0xE0434352u, ".NET exception"},
                 {0xE06D7363u, "C++ exception"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].code == code)
            return known[i].name;
    }
    return NULL;
}
