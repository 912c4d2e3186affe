/* The few things that portable code asks of an operating system.
 *
 * One implementation for each platform (src/win/os.c, src/posix/os.c),
 * chosen by the linker. Paths are UTF-8 and may be longer than 260 characters;
 * both / and \ separate folders on Windows. Times are FILETIMEs: 100 ns since
 * 1601-01-01 UTC. `outcome.os` holds GetLastError or errno. */
#ifndef HB_OS_OS_H
#define HB_OS_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/outcome.h"
#include "base/text.h"

/* The separator of this platform: '\\' or '/'. */
extern const char os_separator;

/* A whole file, mapped read-only; the file may go on being written by others.
 * An empty file maps to len 0 and bytes NULL. */
struct os_map {
    const uint8_t *bytes;
    uint64_t len;
    void *handle[2];
};
struct outcome os_map_open(const char *path, struct os_map *map);
void os_map_close(struct os_map *map);

struct os_stat {
    uint64_t len;
    int64_t modified; /* FILETIME */
    bool is_folder;
    bool is_link; /* symbolic link or any other reparse point */
};
/* WHY_not_found where nothing stands there, WHY_file_open otherwise. */
struct outcome os_stat(const char *path, struct os_stat *st);

/* The whole content is added to `out`; more than `limit` bytes: WHY_file_too_big. */
struct outcome os_file_read(const char *path, uint64_t limit, struct text *out);
/* Replaces the file's content by way of a temporary name beside it, so that
 * never half a file stands at `path`. */
struct outcome os_file_replace(const char *path, const void *bytes, size_t len);

/* A file opened for writing at its end, shared for reading. */
struct os_file;
enum os_open { OS_OPEN_NEW, OS_OPEN_APPEND };
/* OS_OPEN_NEW fails with WHY_exists where something stands. */
struct outcome os_file_open(const char *path, enum os_open how, struct os_file **file);
struct outcome os_file_write(struct os_file *file, const void *bytes, size_t len);
/* Overwrites bytes at an offset of a file opened with OS_OPEN_NEW. */
struct outcome os_file_write_at(struct os_file *file, uint64_t offset, const void *bytes, size_t len);
void os_file_close(struct os_file *file);

/* Never replaces: WHY_exists where `to` stands. */
struct outcome os_rename(const char *from, const char *to);
/* Removes a file, or an empty folder; never follows a link. */
struct outcome os_remove(const char *path);
/* Makes the folder and those above it; one that stands already is fine. */
struct outcome os_folder_make(const char *path);
/* Names in the folder, without . and .., in no order. Return false to stop. */
typedef bool os_folder_fn(void *ctx, const char *name, const struct os_stat *st);
struct outcome os_folder_list(const char *path, os_folder_fn *fn, void *ctx);
/* Holds a folder in its place: while it is held it can be neither renamed nor
 * removed nor replaced by a link. WHY_folder_link if it is a link already. */
struct os_hold;
struct outcome os_hold_open(const char *folder, struct os_hold **hold);
void os_hold_close(struct os_hold *hold);
/* Bytes that this user may still write on the disk that holds `path`. */
struct outcome os_free_space(const char *path, uint64_t *bytes);

/* Now, as FILETIME. */
int64_t os_utc_now(void);
/* A clock that never goes back, in nanoseconds from an arbitrary point. */
int64_t os_ticks_ns(void);

struct os_date {
    int32_t year, month, day, hour, minute, second, millisecond;
};
/* FILETIME to a date of the user's time zone, or of UTC. */
struct os_date os_date_local(int64_t filetime);
struct os_date os_date_utc(int64_t filetime);

#endif
