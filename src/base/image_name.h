/* Names of processes as Windows's events tell them. With a process's end the
 * kernel tells no more than the first 14 characters of its file's name (seen in
 * real traces); what is known to be the rest of a longer one ends in an ellipsis. */
#ifndef HB_BASE_IMAGE_NAME_H
#define HB_BASE_IMAGE_NAME_H

#include <stdbool.h>
#include <stddef.h>

#define IMAGE_NAME_CUT "\xE2\x80\xA6" /* UTF-8: an ellipsis */

/* How many bytes of it are the beginning of a longer name; 0 where it is whole. */
size_t image_name_kept(const char *name);
/* Is it that name, in any case, or what was kept of it? */
bool image_name_is(const char *name, const char *whole);
/* Does it end in ".exe", in any case? */
bool image_name_is_exe(const char *name);

#endif
