/* Frozen copies: what the state was at one moment, for a crash report or a slow reader, while the writer goes on. */
#include "glassbox.h"

#include <stdio.h>

GBX_REGION(memory, 4096);
static unsigned char copy[4096];
static gbx_inspect_t state;

int main(void) {
    gbx_uint_t packets;
    size_t size = 0;
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("packets"), 41, &packets);
    if (gbx_inspect_frozen_copy(&state, copy, sizeof copy, &size) == GBX_OK) {
        gbx_inspect_uint_add(&state, packets, 1);
    }

    /* The last word of a writer: whoever reads the memory need not fear that it changes. */
    gbx_inspect_freeze(&state);
    return size == 0 || fwrite(copy, size, 1, stdout) == 1 ? 0 : 1;
}
