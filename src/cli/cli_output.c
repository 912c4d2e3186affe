#include "cli/cli_output.h"

#include "os/os.h"

#include <string.h>

/* A report takes the place of an older one or of nothing: a slip of the words
 * must not cost the trace. */
bool cli_output_may_write(struct hitch *h, const char *path, const char *head)
{
    struct os_map old;
    if (hitch_is_standard(path))
        return true;
    struct outcome o = os_map_open(path, &old);
    if (o.why == WHY_not_found)
        return true;
    if (!outcome_failed(o)) {
        size_t len = strlen(head);
        if (old.len && (old.len < len || memcmp(old.bytes, head, len) != 0))
            o = outcome_of(WHY_exists, 0);
        os_map_close(&old);
    } else if (o.why != WHY_file_special && o.why != WHY_out_of_memory) {
        o.why = WHY_file_write;
    }
    if (outcome_failed(o))
        hitch_complain(h, o, path);
    return !outcome_failed(o);
}

int cli_output_write(struct hitch *h, const char *path, const char *head, const struct text *t)
{
    if (hitch_is_standard(path)) {
        hitch_put(h, t);
        return HITCH_WHOLE;
    }
    /* Asked once more, for both reports may go by one name. */
    if (!cli_output_may_write(h, path, head))
        return HITCH_FAILED;
    struct outcome o = t->failed ? outcome_of(WHY_out_of_memory, 0) : os_file_replace(path, text_str(t), t->len);
    if (!outcome_failed(o))
        return HITCH_WHOLE;
    /* What stands in the way of a new file is no missing file. */
    if (o.why == WHY_not_found || o.why == WHY_file_open)
        o.why = WHY_file_write;
    hitch_complain(h, o, path);
    return HITCH_FAILED;
}
