/* Writes an Inspect file into its memory, lists it, prints as JSON what a reader must find, and then stops: whoever looks at
 * the memory now sees what is left of a device that died here. */
#include "glassbox.h"

#include <inttypes.h>
#include <stdio.h>

GBX_REGISTRY(2);
GBX_REGION(memory, 4096);
static gbx_inspect_t state;

/* Printed when all is written. */
#define READY "ready\n"

int main(void) {
    static const uint8_t serial[] = {0x47, 0x42, 0x58, 0x01};
    gbx_node_t radio, sensors;
    gbx_uint_t packets;
    gbx_int_array_t levels;
    gbx_uint_linear_histogram_t times;
    int wrong = 0;
    uint64_t received = 0;
    int64_t level[3];
    int i;

    wrong += gbx_inspect_init(&state, memory, sizeof memory, NULL) != GBX_OK;
    wrong += gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("radio"), &radio) != GBX_OK;
    wrong += gbx_inspect_create_uint(&state, radio, GBX_STR("packets"), 0, &packets) != GBX_OK;
    wrong += gbx_inspect_record_string(&state, radio, GBX_STR("firmware"), GBX_STR("4.2.1")) != GBX_OK;
    wrong += gbx_inspect_record_double(&state, radio, GBX_STR("load"), 0.75) != GBX_OK;
    wrong += gbx_inspect_record_bool(&state, radio, GBX_STR("on"), true) != GBX_OK;
    wrong += gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("sensors"), &sensors) != GBX_OK;
    wrong += gbx_inspect_record_bytes(&state, sensors, GBX_STR("serial"), serial, sizeof serial) != GBX_OK;
    wrong += gbx_inspect_create_int_array(&state, sensors, GBX_STR("levels"), 3, &levels) != GBX_OK;
    wrong += gbx_inspect_create_uint_linear_histogram(&state, sensors, GBX_STR("times"), 0, 10, 2, &times) != GBX_OK;
    for (i = 0; i < 1000; i++) {
        uint64_t burst = (uint64_t)i * 4294967u;
        received += burst;
        wrong += gbx_inspect_uint_add(&state, packets, burst) != GBX_OK;
        wrong += gbx_inspect_uint_linear_histogram_insert(&state, times, (uint64_t)(i % 20)) != GBX_OK;
    }
    for (i = 0; i < 3; i++) {
        level[i] = (i - 1) * INT64_C(5000000000);
        wrong += gbx_inspect_int_array_set(&state, levels, (size_t)i, level[i]) != GBX_OK;
    }
    wrong += gbx_registry_add(&gbx_registry.head, GBX_STR("state"), GBX_FORMAT_INSPECT, memory, sizeof memory) != GBX_OK;
    if (wrong != 0) {
        printf("%d calls failed\n", wrong);
        return 1;
    }

    printf("{\"root\":{\"radio\":{\"firmware\":\"4.2.1\",\"load\":0.75,\"on\":true,\"packets\":%" PRIu64 "},", received);
    printf("\"sensors\":{\"levels\":[%" PRId64 ",%" PRId64 ",%" PRId64 "],", level[0], level[1], level[2]);
    printf("\"serial\":\"b64:R0JYAQ==\",");
    printf("\"times\":{\"size\":4,\"floor\":0,\"step\":10,\"counts\":[500,500],\"indexes\":[1,2]}}}}\n");
    printf(READY);
    for (;;) {
        __asm__ volatile("" ::: "memory");
    }
}
