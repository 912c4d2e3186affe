/* The room `posix` answers os/os.h, os/os_console.h and os/os_live.h for the
 * native `hitch` and the native tests; src/win and src/recorder do for Windows,
 * and the linker takes one or the other. Nobody includes anything of this room.
 *
 * What POSIX has not, and what is done instead:
 * - A folder cannot be held in its place: os_hold_open refuses links, no more.
 * - A rename that never replaces: a link to the new name, then the old one goes.
 * - A map of a file that was cut short raises SIGBUS: map_guard.c puts zeros
 *   there, for one thread.
 * - Recording: there is no ETW, os_live.c says WHY_needs_windows. */
#include "os/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "posix/map_guard.h"

const char os_separator = '/';

/* 1601-01-01 to 1970-01-01 in 100 ns. */
#define FILETIME_OF_1970 116444736000000000LL

static struct outcome fail(enum why why)
{
    if (errno == ENOSPC)
        why = WHY_disk_full;
    return outcome_of(why, (uint32_t)errno);
}

static struct outcome fail_open(void)
{
    return fail(errno == ENOENT || errno == ENOTDIR ? WHY_not_found : WHY_file_open);
}

static struct outcome no_memory(void)
{
    return outcome_of(WHY_out_of_memory, 0);
}

struct outcome os_map_open(const char *path, struct os_map *map)
{
    struct outcome result = outcome_ok();
    struct stat st;
    struct os_map fresh = {0};
    if (path == text_lost)
        return no_memory();
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* or a pipe without a writer is waited for */
    if (fd < 0)
        return fail_open();
    if (fstat(fd, &st) != 0) {
        result = fail(WHY_file_open);
        goto out;
    }
    if (!S_ISREG(st.st_mode)) {
        result = S_ISDIR(st.st_mode) ? outcome_of(WHY_file_open, EISDIR) : outcome_of(WHY_file_special, 0);
        goto out;
    }
    fresh.len = (uint64_t)st.st_size;
    if (fresh.len) {
        void *bytes = mmap(NULL, (size_t)fresh.len, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes == MAP_FAILED) {
            result = fail(WHY_file_map);
            goto out;
        }
        fresh.handle[0] = map_guard_add(bytes, (size_t)fresh.len);
        if (!fresh.handle[0]) {
            result = errno == ENOMEM ? no_memory() : fail(WHY_file_map);
            munmap(bytes, (size_t)fresh.len);
            goto out;
        }
        fresh.bytes = bytes;
    }
    *map = fresh;
out:
    close(fd);
    return result;
}

void os_map_close(struct os_map *map)
{
    map_guard_remove(map->handle[0]);
    if (map->bytes)
        munmap((void *)(uintptr_t)map->bytes, (size_t)map->len);
    memset(map, 0, sizeof *map);
}

bool os_map_lost(const struct os_map *map)
{
    return map_guard_lost(map->handle[0]);
}

static int64_t filetime_of(const struct timespec *ts)
{
    return (int64_t)ts->tv_sec * 10000000 + ts->tv_nsec / 100 + FILETIME_OF_1970;
}

static struct os_stat stat_of(const struct stat *st)
{
    struct os_stat s = {0};
    s.len = (uint64_t)st->st_size;
    s.modified = filetime_of(&st->st_mtim);
    s.is_folder = S_ISDIR(st->st_mode);
    s.is_link = S_ISLNK(st->st_mode);
    return s;
}

struct outcome os_stat(const char *path, struct os_stat *st)
{
    struct stat raw;
    if (path == text_lost)
        return no_memory();
    if (lstat(path, &raw) != 0)
        return fail_open();
    *st = stat_of(&raw);
    return outcome_ok();
}

struct os_file {
    int fd;
};

struct outcome os_file_open(const char *path, enum os_open how, struct os_file **file)
{
    int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (how == OS_OPEN_NEW ? O_EXCL : O_APPEND);
    if (path == text_lost)
        return no_memory();
    struct os_file *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return no_memory();
    fresh->fd = open(path, flags, 0644);
    if (fresh->fd < 0) {
        struct outcome result = fail(errno == EEXIST ? WHY_exists : WHY_file_open);
        free(fresh);
        return result;
    }
    *file = fresh;
    return outcome_ok();
}

struct outcome os_file_write(struct os_file *file, const void *bytes, size_t len)
{
    const char *at = bytes;
    while (len) {
        ssize_t written = write(file->fd, at, len);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(WHY_file_write);
        at += written;
        len -= (size_t)written;
    }
    return outcome_ok();
}

struct outcome os_file_write_at(struct os_file *file, uint64_t offset, const void *bytes, size_t len)
{
    const char *at = bytes;
    while (len) {
        ssize_t written = pwrite(file->fd, at, len, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(WHY_file_write);
        at += written;
        offset += (uint64_t)written;
        len -= (size_t)written;
    }
    return outcome_ok();
}

struct outcome os_file_flush(struct os_file *file)
{
    return fsync(file->fd) == 0 || errno == EINVAL || errno == EROFS ? outcome_ok() : fail(WHY_file_write);
}

void os_file_close(struct os_file *file)
{
    if (!file)
        return;
    close(file->fd);
    free(file);
}

/* link + unlink, because rename replaces and renameat2 is not POSIX; folders
 * cannot be linked, and rename refuses one that is not empty. */
struct outcome os_rename(const char *from, const char *to)
{
    struct stat st;
    if (from == text_lost || to == text_lost)
        return no_memory();
    if (lstat(to, &st) == 0)
        return outcome_of(WHY_exists, EEXIST);
    if (lstat(from, &st) != 0)
        return fail_open();
    if (S_ISDIR(st.st_mode))
        return rename(from, to) == 0 ? outcome_ok() : fail(WHY_file_rename);
    if (link(from, to) != 0)
        return fail(errno == EEXIST ? WHY_exists : WHY_file_rename);
    return unlink(from) == 0 ? outcome_ok() : fail(WHY_file_rename);
}

/* A new name is on the disk when its folder is. */
static void flush_folder_of(const char *path)
{
    struct text folder = TEXT_EMPTY;
    size_t len = os_path_folder_len(path);
    text_add_bytes(&folder, len ? path : ".", len ? len : 1);
    int fd = folder.failed ? -1 : open(text_str(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    text_done(&folder);
}

struct outcome os_rename_over(const char *from, const char *to)
{
    if (from == text_lost || to == text_lost)
        return no_memory();
    if (rename(from, to) != 0)
        return fail(WHY_file_rename);
    flush_folder_of(to);
    return outcome_ok();
}

struct outcome os_remove(const char *path)
{
    if (path == text_lost)
        return no_memory();
    if (remove(path) == 0)
        return outcome_ok();
    return errno == ENOENT ? fail_open() : fail(WHY_file_remove);
}

static bool folder_stands(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

struct outcome os_folder_make(const char *path)
{
    struct outcome result = outcome_ok();
    struct text part = TEXT_EMPTY;
    if (path == text_lost)
        return no_memory();
    size_t len = strlen(path);
    for (size_t i = 1; i <= len && !outcome_failed(result); i++) {
        if (i < len && path[i] != '/')
            continue;
        text_clear(&part);
        text_add_bytes(&part, path, i);
        if (part.failed)
            result = no_memory();
        else if (!folder_stands(text_str(&part)) && mkdir(text_str(&part), 0755) != 0 && errno != EEXIST)
            result = fail(WHY_folder_create);
    }
    if (!outcome_failed(result) && !folder_stands(path))
        result = outcome_of(WHY_folder_create, ENOTDIR);
    text_done(&part);
    return result;
}

struct outcome os_folder_list(const char *path, os_folder_fn *fn, void *ctx)
{
    if (path == text_lost)
        return no_memory();
    DIR *folder = opendir(path);
    if (!folder)
        return errno == ENOENT ? fail_open() : fail(WHY_folder_read);
    struct outcome result = outcome_ok();
    struct text full = TEXT_EMPTY;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        struct os_stat st;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        text_clear(&full);
        text_addf(&full, "%s/%s", path, entry->d_name);
        struct outcome seen = os_stat(text_str(&full), &st);
        if (seen.why == WHY_out_of_memory) {
            result = seen;
            break;
        }
        if (outcome_failed(seen))
            continue;
        if (!fn(ctx, entry->d_name, &st))
            break;
    }
    text_done(&full);
    closedir(folder);
    return result;
}

struct os_hold {
    int fd;
};

/* POSIX knows no such hold; refusing links is what is left of it. */
struct outcome os_hold_open(const char *folder, struct os_hold **hold)
{
    if (folder == text_lost)
        return no_memory();
    struct os_hold *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return no_memory();
    fresh->fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fresh->fd < 0) {
        struct outcome result = errno == ELOOP || errno == ENOTDIR ? outcome_of(WHY_folder_link, (uint32_t)errno) : fail_open();
        free(fresh);
        return result;
    }
    *hold = fresh;
    return outcome_ok();
}

void os_hold_close(struct os_hold *hold)
{
    if (!hold)
        return;
    close(hold->fd);
    free(hold);
}

void os_program_folder(struct text *out)
{
    char path[4096];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path);
    if (len <= 0 || (size_t)len == sizeof path)
        return;
    while (len > 1 && path[len - 1] != '/')
        len--;
    text_add_bytes(out, path, len > 1 ? (size_t)len - 1 : 1);
}

struct outcome os_free_space(const char *path, uint64_t *bytes)
{
    struct statvfs vfs;
    if (path == text_lost)
        return no_memory();
    if (statvfs(path, &vfs) != 0)
        return fail_open();
    *bytes = (uint64_t)vfs.f_bavail * vfs.f_frsize;
    return outcome_ok();
}

int64_t os_utc_now(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    return filetime_of(&ts);
}

int64_t os_ticks_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static struct os_date date_of(const struct tm *tm)
{
    struct os_date d = {tm->tm_year + 1900, tm->tm_mon + 1, tm->tm_mday, tm->tm_hour,
                        tm->tm_min, tm->tm_sec};
    return d;
}

struct os_date os_date_local(int64_t filetime)
{
    time_t seconds = (time_t)((filetime - FILETIME_OF_1970) / 10000000);
    struct tm tm = {0};
    localtime_r(&seconds, &tm);
    return date_of(&tm);
}

struct os_date os_date_utc(int64_t filetime)
{
    time_t seconds = (time_t)((filetime - FILETIME_OF_1970) / 10000000);
    struct tm tm = {0};
    gmtime_r(&seconds, &tm);
    return date_of(&tm);
}
