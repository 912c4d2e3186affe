#include "strings/nearest.h"

#include <string.h>

#include "base/text.h"

#define SHORT_FORM "Microsoft-Windows-"
#define LETTERS 64u
#define FAR 1000u

void nearest_init(struct nearest *n, const char *wanted)
{
    n->wanted = str_starts(wanted, SHORT_FORM) ? wanted + strlen(SHORT_FORM) : wanted;
    n->name[0] = 0;
    n->distance = FAR;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool holds(const char *name, const char *part)
{
    for (; *name; name++) {
        size_t i = 0;
        while (part[i] && lower(name[i]) == lower(part[i]))
            i++;
        if (!part[i])
            return true;
    }
    return false;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* How many letters are to be put in, left out, exchanged or swapped. */
static unsigned distance(const char *a, const char *b)
{
    unsigned rows[3][LETTERS + 1];
    size_t a_len = strlen(a), b_len = strlen(b);
    if (a_len > LETTERS || b_len > LETTERS)
        return FAR;
    for (unsigned j = 0; j <= b_len; j++)
        rows[0][j] = j;
    for (unsigned i = 1; i <= a_len; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i - 1) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= b_len; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = least(least(above[j] + 1, row[j - 1] + 1), above[j - 1] + !same);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
                row[j] = least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a_len % 3][b_len];
}

void nearest_try(struct nearest *n, const char *known)
{
    const char *name = str_starts(known, SHORT_FORM) ? known + strlen(SHORT_FORM) : known;
    size_t wanted = strlen(n->wanted), len = strlen(known);
    unsigned far = distance(n->wanted, name);
    /* Of two that hold the word, the shorter one. */
    if (wanted > 2 && holds(name, n->wanted))
        far = least(far, 1);
    else if (far > (wanted + 2) / 3)
        return;
    if (len < NEAREST_BYTES && (far < n->distance || (far == n->distance && len < strlen(n->name)))) {
        n->distance = far;
        memcpy(n->name, known, len + 1);
    }
}

const char *nearest_name(const struct nearest *n)
{
    return n->distance == FAR ? NULL : n->name;
}
