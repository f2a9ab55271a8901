/* Histograms: where values lie, in memory whose size is known from the start. */
#include "save.h"

GBX_REGION(memory, 4096);
static gbx_inspect_t state;

int main(void) {
    gbx_int_linear_histogram_t temperature;
    gbx_uint_exponential_histogram_t latency;
    int64_t degrees;
    uint64_t micros;
    gbx_inspect_init(&state, memory, sizeof memory, NULL);

    /* 12 buckets of 10 degrees from -40 on; what is colder or hotter is counted as well. */
    gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, GBX_STR("temperature"), -40, 10, 12, &temperature);
    for (degrees = -45; degrees < 30; degrees += 3) {
        gbx_inspect_int_linear_histogram_insert(&state, temperature, degrees);
    }

    /* Buckets that end at 16, 32, 64 ... microseconds. */
    gbx_inspect_create_uint_exponential_histogram(&state, GBX_ROOT, GBX_STR("latency_us"), 0, 16, 2, 12, &latency);
    for (micros = 1; micros < 100000; micros *= 3) {
        gbx_inspect_uint_exponential_histogram_insert(&state, latency, micros);
    }
    gbx_inspect_uint_exponential_histogram_insert_multiple(&state, latency, 20, 1000);
    return save(&state);
}
