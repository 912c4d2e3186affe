#include "win/utf16.h"

#include <stdlib.h>
#include <string.h>

#include "win/win.h"

/* From here on file calls need the extended form: MAX_PATH less the 12 that
 * CreateDirectory keeps back for an 8.3 name. */
#define PLAIN_PATH_UNITS 248u

void wide_init(struct wide *w)
{
    memset(w, 0, sizeof *w);
}

void wide_done(struct wide *w)
{
    free(w->units);
    wide_init(w);
}

void wide_clear(struct wide *w)
{
    w->count = 0;
    w->failed = false;
    if (w->units)
        w->units[0] = 0;
}

const wchar_t *wide_str(const struct wide *w)
{
    return w->units && !w->failed ? w->units : L"";
}

wchar_t *wide_reserve(struct wide *w, size_t count)
{
    if (w->failed)
        return NULL;
    if (count >= SIZE_MAX / sizeof(wchar_t) / 2 - w->count) {
        w->failed = true;
        return NULL;
    }
    size_t need = w->count + count + 1;
    if (need > w->room) {
        size_t room = need + need / 2;
        wchar_t *units = realloc(w->units, room * sizeof(wchar_t));
        if (!units) {
            w->failed = true;
            return NULL;
        }
        w->units = units;
        w->room = room;
        w->units[w->count] = 0;
    }
    return w->units + w->count;
}

void wide_filled(struct wide *w, size_t count)
{
    w->count += count;
    w->units[w->count] = 0;
}

void wide_add_units(struct wide *w, const wchar_t *units, size_t count)
{
    wchar_t *to = wide_reserve(w, count);
    if (!to)
        return;
    memcpy(to, units, count * sizeof(wchar_t));
    wide_filled(w, count);
}

static size_t units_of(const wchar_t *str)
{
    size_t count = 0;
    while (str[count])
        count++;
    return count;
}

void wide_add(struct wide *w, const wchar_t *str)
{
    wide_add_units(w, str, units_of(str));
}

void wide_add_utf8(struct wide *w, const char *str)
{
    size_t len = strlen(str);
    if (str == text_lost) {
        w->failed = true;
        return;
    }
    if (len == 0)
        return;
    if (len > INT32_MAX) {
        w->failed = true;
        return;
    }
    wchar_t *to = wide_reserve(w, len); /* never more units than bytes */
    if (!to)
        return;
    int count = MultiByteToWideChar(CP_UTF8, 0, str, (int)len, to, (int)len);
    wide_filled(w, count > 0 ? (size_t)count : 0);
}

static bool is_device_path(const wchar_t *path)
{
    return path[0] == L'\\' && path[1] == L'\\' && (path[2] == L'?' || path[2] == L'.') &&
           path[3] == L'\\';
}

static void add_full_path(struct wide *w, const wchar_t *path)
{
    DWORD room = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *to = room ? wide_reserve(w, room) : NULL;
    DWORD count = to ? GetFullPathNameW(path, room, to, NULL) : 0;
    if (count > 0 && count < room)
        wide_filled(w, count);
    else
        wide_add(w, path);
}

void wide_add_path(struct wide *w, const char *path)
{
    struct wide raw = WIDE_EMPTY, full = WIDE_EMPTY;
    wide_add_utf8(&raw, path);
    const wchar_t *str = wide_str(&raw);
    if (is_device_path(str)) {
        wide_add(w, str);
    } else {
        add_full_path(&full, str);
        str = wide_str(&full);
        bool extend = full.count >= PLAIN_PATH_UNITS && !is_device_path(str);
        if (extend && str[0] == L'\\' && str[1] == L'\\') {
            wide_add(w, L"\\\\?\\UNC\\");
            str += 2;
        } else if (extend) {
            wide_add(w, L"\\\\?\\");
        }
        wide_add(w, str);
    }
    w->failed = w->failed || raw.failed || full.failed;
    wide_done(&raw);
    wide_done(&full);
}

void text_add_wide_units(struct text *t, const wchar_t *units, size_t count)
{
    if (count == 0 || t->failed)
        return;
    char *bytes = count < INT32_MAX / 3 ? malloc(count * 3) : NULL;
    if (!bytes) {
        t->failed = true;
        return;
    }
    int len = WideCharToMultiByte(CP_UTF8, 0, units, (int)count, bytes, (int)count * 3, NULL, NULL);
    text_add_bytes(t, bytes, len > 0 ? (size_t)len : 0);
    free(bytes);
}

void text_add_wide(struct text *t, const wchar_t *str)
{
    text_add_wide_units(t, str, units_of(str));
}

static bool wide_starts(const wchar_t *str, const wchar_t *prefix)
{
    while (*prefix && *str == *prefix) {
        str++;
        prefix++;
    }
    return !*prefix;
}

void text_add_wide_path(struct text *t, const wchar_t *path)
{
    if (wide_starts(path, L"\\\\?\\UNC\\")) {
        text_add(t, "\\\\");
        path += 8;
    } else if (wide_starts(path, L"\\\\?\\")) {
        path += 4;
    }
    text_add_wide(t, path);
}

/* Bytes of the character that starts here, or 1 where none does. */
static int utf8_step(const char *at)
{
    unsigned char lead = (unsigned char)*at;
    int need = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1, len = 1;
    while (len < need && ((unsigned char)at[len] & 0xC0) == 0x80)
        len++;
    return len;
}

bool utf16_copy_cut(wchar_t *field, size_t room, const char *str)
{
    size_t count = 0;
    const char *at = str;
    while (*at) {
        wchar_t units[4];
        int len = utf8_step(at), made = MultiByteToWideChar(CP_UTF8, 0, at, len, units, 4);
        if (made < 0 || count + (size_t)made >= room)
            break;
        memcpy(field + count, units, (size_t)made * sizeof(wchar_t));
        count += (size_t)made;
        at += len;
    }
    field[count] = 0;
    return !*at && str != text_lost;
}
