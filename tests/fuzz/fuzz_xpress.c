/* A packed stream: any bytes, unpacked into any size; and what is packed must
 * come out again. The first two bytes choose the size. */
#include <stdlib.h>
#include <string.h>

#include "etl/etl_xpress.h"
#include "tests/support/etl_pack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void unpack(const uint8_t *data, size_t size, size_t room)
{
    uint8_t *out = malloc(room ? room : 1), *in = malloc(size ? size : 1);
    size_t made = SIZE_MAX;
    if (!out || !in)
        abort();
    memcpy(in, data, size);
    enum etl_unpacked how = etl_xpress_unpack(in, size, out, room, &made);
    if (made > room || (how == ETL_UNPACKED_WHOLE) != (made == room))
        abort();
    free(out);
    free(in);
}

static void there_and_back(const uint8_t *data, size_t size)
{
    uint8_t *packed = malloc(pack_room(size)), *back = malloc(size ? size : 1);
    size_t made = 0;
    if (!packed || !back)
        abort();
    size_t len = pack_xpress(data, size, packed);
    if (etl_xpress_unpack(packed, len, back, size, &made) != ETL_UNPACKED_WHOLE || memcmp(back, data, size) != 0)
        abort();
    free(packed);
    free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    unpack(data + 2, size - 2, (size_t)(data[0] | data[1] << 8));
    there_and_back(data + 2, size - 2);
    return 0;
}
