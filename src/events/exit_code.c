#include "events/exit_code.h"

#include <stddef.h>

bool exit_code_is_hang(uint32_t code)
{
    return code == 0xCFFFFFFFu;
}

bool exit_code_is_crash(uint32_t code)
{
    if (exit_code_is_hang(code))
        return false;
    /* Severity "error" of a NTSTATUS, or one of the debugger's breaks. Error
     * codes of Windows' own calls (0x8007....) and Ctrl+C are no crash. */
    if (code == 0xC000013Au || code == 0xC000026Bu || code == 0xC0000022u)
        return false;
    if ((code >= 0x80000001u && code <= 0x80000004u) || code == 0x40000015u)
        return true;
    /* Exceptions of run-times that nobody took. */
    if (code == 0xE06D7363u || code == 0xE0434352u || code == 0xE0434F4Du || code == 0xE24C4A02u || code == 0xE0000008u)
        return true;
    return code >> 28 == 0xC;
}

const char *exit_code_name(uint32_t code)
{
    static const struct {
        uint32_t code;
        const char *name;
    } known[] = {{0x40000015u, "STATUS_FATAL_APP_EXIT"},
                 {0x80000001u, "STATUS_GUARD_PAGE_VIOLATION"},
                 {0x80000002u, "STATUS_DATATYPE_MISALIGNMENT"},
                 {0x80000003u, "STATUS_BREAKPOINT"},
                 {0x80000004u, "STATUS_SINGLE_STEP"},
                 {0xC0000001u, "STATUS_UNSUCCESSFUL"},
                 {0xC0000005u, "STATUS_ACCESS_VIOLATION"},
                 {0xC0000006u, "STATUS_IN_PAGE_ERROR"},
                 {0xC0000008u, "STATUS_INVALID_HANDLE"},
                 {0xC000000Du, "STATUS_INVALID_PARAMETER"},
                 {0xC0000017u, "STATUS_NO_MEMORY"},
                 {0xC000001Du, "STATUS_ILLEGAL_INSTRUCTION"},
                 {0xC0000022u, "STATUS_ACCESS_DENIED"},
                 {0xC0000025u, "STATUS_NONCONTINUABLE_EXCEPTION"},
                 {0xC000007Bu, "STATUS_INVALID_IMAGE_FORMAT"},
                 {0xC000008Cu, "STATUS_ARRAY_BOUNDS_EXCEEDED"},
                 {0xC000008Eu, "STATUS_FLOAT_DIVIDE_BY_ZERO"},
                 {0xC0000090u, "STATUS_FLOAT_INVALID_OPERATION"},
                 {0xC0000094u, "STATUS_INTEGER_DIVIDE_BY_ZERO"},
                 {0xC0000095u, "STATUS_INTEGER_OVERFLOW"},
                 {0xC0000096u, "STATUS_PRIVILEGED_INSTRUCTION"},
                 {0xC000009Au, "STATUS_INSUFFICIENT_RESOURCES"},
                 {0xC00000FDu, "STATUS_STACK_OVERFLOW"},
                 {0xC000012Du, "STATUS_COMMITMENT_LIMIT"},
                 {0xC0000135u, "STATUS_DLL_NOT_FOUND"},
                 {0xC0000138u, "STATUS_ORDINAL_NOT_FOUND"},
                 {0xC0000139u, "STATUS_ENTRYPOINT_NOT_FOUND"},
                 {0xC000013Au, "STATUS_CONTROL_C_EXIT"},
                 {0xC0000142u, "STATUS_DLL_INIT_FAILED"},
                 {0xC0000144u, "STATUS_UNHANDLED_EXCEPTION"},
                 {0xC0000194u, "STATUS_POSSIBLE_DEADLOCK"},
                 {0xC000026Bu, "STATUS_DLL_INIT_FAILED_LOGOFF"},
                 {0xC0000374u, "STATUS_HEAP_CORRUPTION"},
                 {0xC0000409u, "STATUS_STACK_BUFFER_OVERRUN"},
                 {0xC000041Du, "STATUS_FATAL_USER_CALLBACK_EXCEPTION"},
                 {0xC0000420u, "STATUS_ASSERTION_FAILURE"},
                 {0xC0000428u, "STATUS_INVALID_IMAGE_HASH"},
                 {0xC0000602u, "STATUS_FAIL_FAST_EXCEPTION"},
                 {0xCFFFFFFFu, "APPLICATION_HANG"},
                 {0xE0000008u, "out of memory"}, /* of Chromium and what is built on it */
                 {0xE0434352u, ".NET exception"},
                 {0xE0434F4Du, ".NET exception"}, /* before version 4 */
                 {0xE24C4A02u, "Lua error"},
                 {0xE06D7363u, "C++ exception"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].code == code)
            return known[i].name;
    }
    return NULL;
}
