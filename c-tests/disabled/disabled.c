/* With GBX_DISABLE every call does nothing, and says that all is well: outputs are zero, callbacks are not called, and
 * the memory is not touched. Nothing is linked. */
#ifndef GBX_DISABLE
#error "this is to be compiled with GBX_DISABLE"
#endif

#include "../every_function.h"

GBX_REGISTRY(2);
GBX_REGION(region, 1024);
static gbx_inspect_t state;

static bool is_zero(const void *memory, size_t size) {
    const unsigned char *bytes = CAST(const unsigned char *, memory);
    while (size > 0 && *bytes == 0) {
        bytes++;
        size--;
    }
    return size == 0;
}

static void every_creation_gives_the_null_handle(void) {
    struct handles made;
    memset(&made, 7, sizeof made);
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    made = create_handles(&state);
    CHECK(is_zero(&made, sizeof made));
    CHECK(is_zero(region, sizeof region) && is_zero(&state, sizeof state));
    /* Whatever is wrong with the arguments: nobody looks at them. */
    expect_of_creations(GBX_OK, &state, made.node);
    expect_of_creations(GBX_OK, NULL, made.node);
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("u"), 1, NULL));
}

static void every_value_is_zero(void) {
    struct handles none;
    gbx_inspect_counters_t counters;
    gbx_inspect_adoption_t adoption;
    gbx_inspect_health_t health;
    gbx_inspect_stats_t stats;
    gbx_inspect_list_t list;
    gbx_node_t entries[2];
    const void *address = region;
    uint64_t u = 7;
    int64_t i = 7;
    double d = 7.0;
    bool b = true;
    char buffer[8] = "unused";
    size_t length = 7;
    memset(&none, 7, sizeof none);
    memset(&counters, 7, sizeof counters);
    memset(&adoption, 7, sizeof adoption);
    memset(&health, 7, sizeof health);
    memset(&stats, 7, sizeof stats);
    OK(gbx_inspect_uint_add(&state, none.u, 1));
    OK(gbx_inspect_uint_get(&state, none.u, &u));
    OK(gbx_inspect_int_get(&state, none.i, &i));
    OK(gbx_inspect_double_get(&state, none.d, &d));
    OK(gbx_inspect_bool_get(&state, none.b, &b));
    CHECK(u == 0 && i == 0 && is_zero(&d, sizeof d) && !b);
    OK(gbx_inspect_string_get(&state, none.s, buffer, sizeof buffer, &length));
    CHECK(length == 0 && memcmp(buffer, "unused", 7) == 0);
    OK(gbx_inspect_counters(&state, &counters));
    CHECK(is_zero(&counters, sizeof counters));
    OK(gbx_inspect_file(&state, &address, &length));
    CHECK(address == NULL && length == 0);
    OK(gbx_inspect_adopt_or_start(&state, region, sizeof region, NULL, NULL, 0, &adoption));
    CHECK(adoption.outcome == GBX_OUTCOME_WHOLE && adoption.problem.size == 0);
    OK(gbx_inspect_create_health(&state, GBX_ROOT, 1, &health));
    OK(gbx_inspect_create_stats(&state, GBX_ROOT, &stats));
    CHECK(is_zero(&health, sizeof health) && is_zero(&stats, sizeof stats));
    OK(gbx_inspect_create_list(&state, GBX_ROOT, GBX_STR("l"), entries, 2, &list));
    OK(gbx_inspect_list_push(&state, &list, never_filled, NULL));
    OK(gbx_inspect_begin_transaction(&state));
    OK(gbx_inspect_freeze(&state));
    CHECK(is_zero(region, sizeof region));
}

/* A walk over a tree comes to its end at once. */
static void readers_find_nothing(void) {
    gbx_inspect_tree_t tree;
    gbx_inspect_cursor_t cursor;
    gbx_inspect_step_t step = GBX_STEP_ENTER;
    OK(gbx_inspect_tree_read(&tree, region, sizeof region, NULL, 0, NULL));
    OK(gbx_inspect_cursor_walk(&cursor, &tree));
    OK(gbx_inspect_cursor_next(&cursor, &step));
    CHECK(step == GBX_STEP_END);
    CHECK(gbx_version() == GBX_VERSION);
    CHECK(strcmp(gbx_status_name(GBX_OK), "GBX_OK") == 0);
}

/* Metrics too: handles are null, and updates are well all the same. */
static void metrics_are_nothing(void) {
    static const gbx_mmv_metric_t metrics[] = {
        GBX_MMV_METRIC("packets", 1, GBX_MMV_U64, GBX_MMV_COUNTER, GBX_MMV_COUNT, 0, "", ""),
    };
    static gbx_mmv_t writer;
    gbx_mmv_tables_t tables;
    gbx_mmv_value_t value;
    gbx_mmv_u64_t packets;
    uint64_t number = 7;
    memset(&tables, 0, sizeof tables);
    memset(&value, 7, sizeof value);
    memset(&packets, 7, sizeof packets);
    tables.metrics = metrics;
    tables.metric_count = 1;
    OK(gbx_mmv_init(&writer, region, sizeof region, &tables, 1, NULL));
    OK(gbx_mmv_find(&writer, GBX_STR("packets"), GBX_NO_STR, &value));
    OK(gbx_mmv_u64(value, &packets));
    CHECK(is_zero(&value, sizeof value) && packets.cell == NULL && packets.state == NULL);
    OK(gbx_mmv_u64_inc(packets));
    OK(gbx_mmv_u64_add_shared(packets, 1));
    OK(gbx_mmv_u64_get(packets, &number));
    CHECK(number == 0 && is_zero(region, sizeof region) && is_zero(&writer, sizeof writer));
    OK(gbx_mmv_stop(&writer));
}

static void a_table_is_none(void) {
    OK(gbx_registry_add(&gbx_registry.head, GBX_STR("state"), GBX_FORMAT_INSPECT, region, sizeof region));
    OK(gbx_registry_remove(&gbx_registry.head, region));
    CHECK(sizeof gbx_registry == sizeof(gbx_registry_t) && is_zero(&gbx_registry, sizeof gbx_registry));
}

int main(void) {
    a_table_is_none();
    every_creation_gives_the_null_handle();
    every_value_is_zero();
    readers_find_nothing();
    metrics_are_nothing();
    return result("disabled");
}
