/* The few things that portable code asks of an operating system: maps, files,
 * folders, free space, the time. Beside it os_console.h has what the console
 * tool asks of its platform, os_live.h recording for `hitch estimate --live`.
 *
 * One implementation for each platform (src/win/os.c, src/posix/os.c), chosen
 * by the linker; what needs none of its own is in os_file.c. Nothing is to be
 * called before: each function stands for itself. On Windows any thread may call
 * them; the native tool has one. What was opened (maps, files, holds) is the
 * caller's, who closes it once; os_file_close and os_hold_close take NULL,
 * os_map_close a map of zeros.
 *
 * Paths are UTF-8 and may be longer than 260 characters; both / and \ separate
 * folders on Windows. Times are FILETIMEs: 100 ns since 1601-01-01 UTC. Text is
 * added to, never replaced.
 *
 * A call that fails leaves its outputs as they were; `outcome.os` holds
 * GetLastError or errno. A full disk is WHY_disk_full, whatever was being done. A
 * path that could not be built whole (text_lost) is answered with
 * WHY_out_of_memory, and nothing is done. */
#ifndef HB_OS_OS_H
#define HB_OS_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/outcome.h"
#include "base/text.h"

/* The separator of this platform: '\\' or '/'. */
extern const char os_separator;
/* Adds <folder><separator><name>. */
void os_path_join(const char *folder, const char *name, struct text *path);
/* How much of a path is its folder, with the separator; 0 for a name alone. */
size_t os_path_folder_len(const char *path);

/* A whole file, mapped read-only; the file may go on being written by others.
 * An empty file maps to len 0 and bytes NULL. What is neither file nor folder
 * (a pipe, a device) is not waited for: WHY_file_special.
 *
 * A file that becomes shorter or unreadable meanwhile ends no program: its bytes
 * read as zeros from then on, and os_map_lost says so. Who has read a map asks
 * that once at the end, and answers with WHY_file_lost. */
struct os_map {
    const uint8_t *bytes;
    uint64_t len;
    void *handle[3];
};
struct outcome os_map_open(const char *path, struct os_map *map);
void os_map_close(struct os_map *map);
bool os_map_lost(const struct os_map *map);

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
/* Replaces the file's content by way of a temporary name beside it, whose bytes
 * are on the disk before it gets the real one: at `path` stands the whole old
 * content or the whole new one, through a power loss too. Which of them, after a
 * power loss right behind this call, the disk decides. WHY_out_of_memory for the
 * bytes text_lost. Where there is no memory left even for a path, the temporary
 * name stays (os_file_replaced_len). */
struct outcome os_file_replace(const char *path, const void *bytes, size_t len);
/* The length of <name> in <name>.<number>.tmp, as a process leaves it that ends
 * in the middle of that; 0 for any other name. */
size_t os_file_replaced_len(const char *name);

/* A file opened for writing at its end, shared for reading. */
struct os_file;
enum os_open { OS_OPEN_NEW, OS_OPEN_APPEND };
/* OS_OPEN_NEW fails with WHY_exists where something stands. */
struct outcome os_file_open(const char *path, enum os_open how, struct os_file **file);
struct outcome os_file_write(struct os_file *file, const void *bytes, size_t len);
/* Overwrites bytes at an offset of a file opened with OS_OPEN_NEW. */
struct outcome os_file_write_at(struct os_file *file, uint64_t offset, const void *bytes, size_t len);
/* Returns when the bytes are on the disk; a disk that knows no such thing is no
 * failure. */
struct outcome os_file_flush(struct os_file *file);
void os_file_close(struct os_file *file);

/* Never replaces: WHY_exists where `to` stands. */
struct outcome os_rename(const char *from, const char *to);
/* Replaces a file that stands at `to`, in one step, and asks the disk to keep it. */
struct outcome os_rename_over(const char *from, const char *to);
/* Removes a file, or an empty folder; never follows a link. */
struct outcome os_remove(const char *path);
/* Makes the folder and those above it; one that stands already is fine. */
struct outcome os_folder_make(const char *path);
/* Names in the folder, without . and .., in no order. Return false to stop.
 * WHY_out_of_memory where some of them could not be given. */
typedef bool os_folder_fn(void *ctx, const char *name, const struct os_stat *st);
struct outcome os_folder_list(const char *path, os_folder_fn *fn, void *ctx);
/* Holds a folder in its place: while it is held it can be neither renamed nor
 * removed nor replaced by a link. WHY_folder_link if it is a link already. */
struct os_hold;
struct outcome os_hold_open(const char *folder, struct os_hold **hold);
void os_hold_close(struct os_hold *hold);
/* Adds the folder in which the running program lies, as the system knows it and
 * whatever name it was called by, without a separator at its end. Adds nothing
 * where the system does not say. */
void os_program_folder(struct text *out);
/* Bytes that this user may still write on the disk that holds `path`. */
struct outcome os_free_space(const char *path, uint64_t *bytes);

/* Now, as FILETIME. */
int64_t os_utc_now(void);
/* A clock that never goes back, in nanoseconds from an arbitrary point. */
int64_t os_ticks_ns(void);

struct os_date {
    int32_t year, month, day, hour, minute, second;
};
/* FILETIME to a date of the user's time zone, or of UTC. */
struct os_date os_date_local(int64_t filetime);
struct os_date os_date_utc(int64_t filetime);

#endif
