#include "tests/support/source_file.h"

#include <stdlib.h>

#include "os/os.h"
#include "tests/support/suite.h"

struct text source_read(const char *path)
{
    struct text full = TEXT_EMPTY, out = TEXT_EMPTY;
    const char *base = getenv("HITCHBOX_SOURCE");
    text_addf(&full, "%s/%s", base && *base ? base : ".", path);
    if (outcome_failed(os_file_read(text_str(&full), 1024 * 1024, &out)))
        fail_msg("%s is not there; HITCHBOX_SOURCE names the checkout", text_str(&full));
    text_done(&full);
    return out;
}
