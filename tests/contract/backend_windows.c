/* Bound to Windows: nothing to reset, nothing to tell. */
#include "tests/contract/contract.h"

const char *contract_backend(void)
{
    return "Windows";
}

void contract_backend_begin(void)
{
}

bool contract_backend_reached(void)
{
    return true;
}

void contract_backend_fresh(void)
{
}

void contract_backend_process(uint32_t pid, const char *image, bool ended, uint32_t exit_code)
{
    (void)pid, (void)image, (void)ended, (void)exit_code;
}
