/* The logfile header: the first record of the first buffer, which says what
 * machine, session and clock the rest of the file comes from.
 *
 * Its layout (32 or 64 bits) follows from the record's marker, not from
 * PointerSize and not from the system. Source: Microsoft's
 * TRACE_LOGFILE_HEADER, Geoff Chappell's trace_logfile_header, and files of
 * Vista to Windows 11. None of it is trusted for walking the file. */
#ifndef HB_ETL_ETL_HEADER_H
#define HB_ETL_ETL_HEADER_H

#include "base/text.h"
#include "etl/etl_time.h"

#define ETL_BUFFER_HEADER 0x48u
#define ETL_MAX_BUFFER (64u * 1024u * 1024u)

#define ETL_MODE_CIRCULAR 0x2u
#define ETL_MODE_APPEND 0x4u
#define ETL_MODE_BUFFERING 0x400u
#define ETL_MODE_RELOG 0x10000u
#define ETL_MODE_COMPRESSED 0x04000000u

/* Names of RtlCompressBuffer; only XPRESS was ever seen in a file. */
enum etl_format { ETL_FORMAT_PLAIN = 0, ETL_FORMAT_LZNT1 = 2, ETL_FORMAT_XPRESS = 3, ETL_FORMAT_XPRESS_HUFF = 4 };

/* Which raw stamps can be events of this session; any other is a stray: a bit
 * that flipped, a FILETIME among ticks. Wide on purpose, since events before
 * StartTime and behind EndTime were seen in merged files, and since a system
 * clock that is set while recording moves EndTime and BootTime but no tick:
 *   not before  an hour before the boot, nor a day before StartTime
 *   not after   an hour behind EndTime or behind the flush of its own buffer,
 *               whichever is later; without EndTime, a year behind StartTime.
 * Where the header's own stamp does not fit, or the clock is unknown, only what
 * lies 2^60 ticks away is a stray. */
struct etl_stamps {
    int64_t earliest, latest; /* both included */
    int64_t farthest;         /* a flush behind this one proves nothing */
    uint64_t slack;           /* an hour */
};

struct etl_header {
    bool is_64; /* layout of the header record */
    uint32_t buffer_size;
    uint8_t os_major, os_minor, log_major, log_minor;
    uint32_t os_build;
    uint32_t processors;
    int64_t end_time; /* FILETIME; 0 while the session runs */
    uint32_t timer_resolution;
    uint32_t maximum_file_size; /* MB, or KB with mode 0x2000 */
    uint32_t mode;
    uint32_t buffers_written;
    uint32_t start_buffers;
    uint32_t pointer_size;
    uint32_t events_lost;
    uint32_t cpu_mhz;
    uint64_t logger_name_field, file_name_field; /* never pointers; shown only */
    int32_t bias_min;
    int64_t boot_time;  /* FILETIME */
    int64_t perf_freq;  /* ticks per second */
    int64_t start_time; /* FILETIME */
    uint32_t clock_type;
    uint32_t buffers_lost;
    int64_t t0; /* raw stamp of the header record */
    uint16_t format; /* enum etl_format of its compressed buffers; 0 in plain files */
    /* UTF-16 bytes inside the file, without NUL; NULL and 0 where cut. */
    const uint8_t *logger_name, *file_name;
    size_t logger_name_len, file_name_len;
    /* The file's own buffer size: what the first buffer and the field above
     * agree on, or the one of them that leads to a second buffer. */
    uint32_t unit;
    bool damaged; /* some field contradicts another or cannot be */
    const char *reason; /* which one, in English; NULL otherwise */
    struct etl_clock_base clock;
    struct etl_stamps stamps;
};

/* Reads the header of a whole file of `len` bytes. Returns false, with
 * header->reason set, where this is no .etl file of Windows Vista or later. */
bool etl_header_read(struct etl_header *header, const uint8_t *bytes, uint64_t len);

#endif
