/* Calls about metrics that a compiler must refuse, one for each number that WRONG can be. With 0 all is well. */
#include "glassbox.h"

GBX_REGION(memory, 1024);
static gbx_mmv_t state;
static const gbx_mmv_metric_t metrics[] = {
    GBX_MMV_METRIC("packets", 1, GBX_MMV_U64, GBX_MMV_COUNTER, GBX_MMV_COUNT, 0, "", ""),
#if WRONG == 1
    GBX_MMV_METRIC("load", "2", GBX_MMV_U64, GBX_MMV_COUNTER, GBX_MMV_COUNT, 0, "", ""), /* A text is no number. */
#elif WRONG == 2
    GBX_MMV_METRIC(17, 2, GBX_MMV_U64, GBX_MMV_COUNTER, GBX_MMV_COUNT, 0, "", ""), /* A number is no name. */
#endif
};

gbx_status_t calls(void);
gbx_status_t calls(void) {
    const gbx_mmv_tables_t tables = {metrics, GBX_COUNT(metrics), NULL, 0, NULL, 0, 1, 0, 0, 0, 0};
    gbx_mmv_value_t value;
    gbx_mmv_u64_t packets;
    gbx_mmv_string_t text;
    gbx_mmv_init(&state, memory, sizeof memory, &tables, 1, NULL);
    gbx_mmv_find(&state, GBX_STR("packets"), GBX_NO_STR, &value);
    gbx_mmv_u64(value, &packets);
    gbx_mmv_string(value, &text);
#if WRONG == 3
    gbx_mmv_u64_inc(value); /* Of which type? */
#elif WRONG == 4
    gbx_mmv_u32_inc(packets); /* Another type. */
#elif WRONG == 5
    gbx_mmv_u64(value, &text); /* The output is of another type. */
#elif WRONG == 6
    gbx_mmv_find(&state, GBX_STR("packets"), &value); /* Which instance, or none? */
#elif WRONG == 7
    gbx_mmv_string_set(text, "text"); /* A literal says no length by itself. */
#elif WRONG == 8
    gbx_mmv_elapsed_start(text, 1); /* A text is no time. */
#elif WRONG == 9
    gbx_mmv_u64_add(packets); /* How many? */
#elif WRONG == 10
    gbx_mmv_init(&state, memory, sizeof memory, metrics, 1, NULL); /* Metrics are not all of the tables. */
#endif
    gbx_mmv_u64_inc(packets);
    return gbx_mmv_string_set(text, GBX_STR("x"));
}
