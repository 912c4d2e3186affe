/* What the Universal CRT's headers ask of the compiler's own vcruntime.h, which
 * comes with Visual C++ and not with the SDK. For C, x64 and clang only. */
#pragma once
#include <sal.h>
#include <vadefs.h>

#ifdef __cplusplus
#error "C only"
#endif

#define _CRT_BEGIN_C_HEADER
#define _CRT_END_C_HEADER
#define _CRT_STRINGIZE_(x) #x
#define _CRT_STRINGIZE(x) _CRT_STRINGIZE_(x)
#define _CRT_WIDE_(s) L##s
#define _CRT_WIDE(s) _CRT_WIDE_(s)
#define _CRT_CONCATENATE_(a, b) a##b
#define _CRT_CONCATENATE(a, b) _CRT_CONCATENATE_(a, b)
#define _CRT_UNPARENTHESIZE_(...) __VA_ARGS__
#define _CRT_UNPARENTHESIZE(...) _CRT_UNPARENTHESIZE_ __VA_ARGS__

#define _CRTIMP __declspec(dllimport)
#define _VCRTIMP
#define _VCRT_ALIGN(x) __declspec(align(x))
#define _CRTALLOCATOR __declspec(allocator)
#define _VCRT_ALLOCATOR _CRTALLOCATOR
#define _CRTNOALIAS __declspec(noalias)
#define _VCRT_NOALIAS _CRTNOALIAS
#define _CRTRESTRICT __declspec(restrict)
#define _VCRT_RESTRICT _CRTRESTRICT
#define _CRT_GUARDOVERFLOW
#define _CRT_DEPRECATE_TEXT(text) __declspec(deprecated(text))
#ifdef _CRT_SECURE_NO_WARNINGS
#define _CRT_INSECURE_DEPRECATE(replacement)
#else
#define _CRT_INSECURE_DEPRECATE(replacement) _CRT_DEPRECATE_TEXT("unsafe: consider " #replacement)
#endif
#define _CRT_INSECURE_DEPRECATE_MEMORY(replacement)
#define _CRT_MANAGED_HEAP_DEPRECATE
#define _HAS_NODISCARD 0
#define _NODISCARD
#define _CONST_RETURN
#define __CRTDECL __cdecl
#define _CRT_SECURE_CPP_OVERLOAD_STANDARD_NAMES 0
#define _CRT_HAS_CXX17 0
#define _CRT_HAS_C11 1
#define _HAS_EXCEPTIONS 0
#define _UCRT_DISABLED_WARNING_4412
#define _VCRT_DISABLED_WARNINGS
#define __CRT_UUID_DECL(...)
#define _CRT_INSECURE_DEPRECATE_GLOBALS(replacement)

typedef unsigned long long size_t;
typedef long long ptrdiff_t;
typedef long long intptr_t;
typedef unsigned long long uintptr_t;
typedef unsigned short wchar_t;
typedef _Bool __vcrt_bool;
#define _SIZE_T_DEFINED
#define _PTRDIFF_T_DEFINED
#define _INTPTR_T_DEFINED
#define _UINTPTR_T_DEFINED
#define _WCHAR_T_DEFINED

#ifndef NULL
#define NULL ((void *)0)
#endif
