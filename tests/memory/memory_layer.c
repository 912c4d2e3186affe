#include "tests/memory/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t len);
void *__real_calloc(size_t count, size_t len);
void *__real_realloc(void *old, size_t len);
void __real_free(void *block);
void *__wrap_malloc(size_t len);
void *__wrap_calloc(size_t count, size_t len);
void *__wrap_realloc(void *old, size_t len);
void __wrap_free(void *block);
void __sanitizer_print_stack_trace(void);

static enum memory_mode mode;
static uint32_t nth, asked, failed;
static bool inside, showing;
static int64_t live;

void memory_arm(enum memory_mode how, uint32_t n, bool show)
{
    mode = how;
    nth = n;
    asked = failed = 0;
    showing = show;
    inside = false;
}

void memory_on(void)
{
    inside = true;
}

void memory_off(void)
{
    inside = false;
}

uint32_t memory_asked(void)
{
    return asked;
}

uint32_t memory_failed(void)
{
    return failed;
}

int64_t memory_live(void)
{
    return live;
}

void memory_free_foreign(void *block)
{
    __real_free(block);
}

static bool fails(void)
{
    if (!inside)
        return false;
    asked++;
    if (mode == MEMORY_COUNT || asked < nth || (asked > nth && mode == MEMORY_ONCE))
        return false;
    if (!failed++ && showing) {
        fprintf(stderr, "allocation %u, which fails:\n", (unsigned)asked);
        __sanitizer_print_stack_trace();
    }
    errno = ENOMEM;
    return true;
}

static void *got(void *block)
{
    live += block != NULL;
    return block;
}

void *__wrap_malloc(size_t len)
{
    return fails() ? NULL : got(__real_malloc(len));
}

void *__wrap_calloc(size_t count, size_t len)
{
    return fails() ? NULL : got(__real_calloc(count, len));
}

void *__wrap_realloc(void *old, size_t len)
{
    if (fails())
        return NULL;
    void *block = __real_realloc(old, len);
    live += block && !old;
    return block;
}

void __wrap_free(void *block)
{
    live -= block != NULL;
    __real_free(block);
}
