/* Bound to the simulated ETW inside this process. */
#include "tests/contract/contract.h"

#include "tests/sim/sim_client.h"

const char *contract_backend(void)
{
    return "the simulated ETW";
}

void contract_backend_begin(void)
{
    struct text line = TEXT_EMPTY;
    sim_habits_begin(&line);
    printf("%s\n", text_str(&line));
    text_done(&line);
}

/* Calls that went to the system instead would prove nothing. */
bool contract_backend_reached(void)
{
    uint32_t count = 0;
    for (int f = 0; f < SIM_FUNCTION_COUNT; f++)
        count += sim_call_count(sim_client_machine(), (enum sim_function)f, SIM_ANY_CODE);
    return count > 0;
}

void contract_backend_fresh(void)
{
    struct sim_options o = sim_options_default();
    SetEnvironmentVariableW(L"HITCHBOX_SIM", NULL);
    sim_client_reset(&o);
}

void contract_backend_process(uint32_t pid, const char *image, bool ended, uint32_t exit_code)
{
    sim_client_process(pid, image, ended, exit_code);
}
