/* The compiler's own setjmp.h: x64 keeps 16 times 16 bytes. */
#pragma once
#include <vcruntime.h>
typedef struct _SETJMP_FLOAT128 {
    __declspec(align(16)) unsigned long long part[2];
} jmp_buf[16];
/* Without a frame, longjmp restores the registers and unwinds nothing. */
__attribute__((returns_twice)) int __cdecl __intrinsic_setjmp(jmp_buf where, void *frame);
#define setjmp(where) __intrinsic_setjmp((where), NULL)
__declspec(noreturn) void __cdecl longjmp(jmp_buf where, int value);
