/* A trace's buffers and records as the mutator and the cutter of seeds see them:
 * they share nothing with the reader that is tried here. Views of bytes that may
 * be damaged: every walk ends within them. */
#ifndef HB_TESTS_FUZZ_RECORDS_H
#define HB_TESTS_FUZZ_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Offsets in a buffer's header; its number and stamp stand in etl_write.h. */
#define BUFFER_AT_USED_TOO 0x04u
#define BUFFER_AT_CPU 0x28u
#define BUFFER_AT_USED 0x30u
#define BUFFER_AT_FLAGS 0x34u
/* Offsets of the logfile header's fields in a file. */
#define FILE_AT_BUFFER_SIZE 0x68u

struct fuzz_buffer {
    size_t at, len; /* of what is there */
    size_t used;    /* at least a header, at most len */
};
/* The buffer that begins at `at`, by the size that it names; false at the end. */
bool fuzz_buffer_at(const uint8_t *bytes, size_t len, size_t at, struct fuzz_buffer *b);
/* How many there are, and the one of that number; false for a number too high. */
size_t fuzz_buffer_count(const uint8_t *bytes, size_t len);
bool fuzz_buffer_find(const uint8_t *bytes, size_t len, size_t number, struct fuzz_buffer *b);

enum fuzz_form { FUZZ_EVENT, FUZZ_CLASSIC, FUZZ_KERNEL, FUZZ_MESSAGE };
struct fuzz_record {
    size_t at;   /* in the file */
    size_t size; /* as the record says */
    size_t room; /* up to the next one */
    enum fuzz_form form;
    size_t header, at_size, at_time; /* behind `at`; at_time 0: it has none */
};
/* The record at an offset of the file; false where none fits into the buffer. */
bool fuzz_record_at(const uint8_t *bytes, const struct fuzz_buffer *b, size_t at, struct fuzz_record *r);
size_t fuzz_record_count(const uint8_t *bytes, const struct fuzz_buffer *b);
bool fuzz_record_find(const uint8_t *bytes, const struct fuzz_buffer *b, size_t number, struct fuzz_record *r);

#endif
