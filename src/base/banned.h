/* The functions that do not compile here, because each has a way to write
 * past its buffer or to cut silently. Included last by every .c file through
 * base/text.h. */
#ifndef HB_BASE_BANNED_H
#define HB_BASE_BANNED_H

#define HB_BANNED(name) name##_is_banned_use_text_instead
#undef strcpy
#define strcpy HB_BANNED(strcpy)
#undef strcat
#define strcat HB_BANNED(strcat)
#undef strncpy
#define strncpy HB_BANNED(strncpy)
#undef strncat
#define strncat HB_BANNED(strncat)
#undef sprintf
#define sprintf HB_BANNED(sprintf)
#undef vsprintf
#define vsprintf HB_BANNED(vsprintf)
#undef gets
#define gets HB_BANNED(gets)

#endif
