/* A program that knows the library only as it is handed out. */
#include <glassbox.h>

#include <stdio.h>

GBX_REGION(memory, 1024);
static gbx_inspect_t state;

int main(void) {
    gbx_uint_t packets;
    uint64_t value = 0;
    int wrong = gbx_version() != GBX_VERSION;
    wrong += gbx_inspect_init(&state, memory, sizeof memory, NULL) != GBX_OK;
    wrong += gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("packets"), 41, &packets) != GBX_OK;
    wrong += gbx_inspect_uint_add(&state, packets, 1) != GBX_OK;
    wrong += gbx_inspect_uint_get(&state, packets, &value) != GBX_OK;
    printf("packets = %u\n", (unsigned)value);
    return wrong != 0 || value != 42;
}
