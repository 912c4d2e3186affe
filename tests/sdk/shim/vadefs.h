/* Variable arguments as the compiler's own vadefs.h names them. */
#pragma once
#ifndef _UINTPTR_T_DEFINED
#define _UINTPTR_T_DEFINED
typedef unsigned long long uintptr_t;
#endif
#ifndef _VA_LIST_DEFINED
#define _VA_LIST_DEFINED
typedef char *va_list;
#endif
#define __crt_va_start(ap, last) __builtin_va_start(ap, last)
#define __crt_va_arg(ap, type) __builtin_va_arg(ap, type)
#define __crt_va_end(ap) __builtin_va_end(ap)
