/* Values that belong together: health, statistics, lists; and what is done to values of all kinds alike. */
#include "shown.h"

GBX_REGION(region, 8192);
static gbx_inspect_t state;

static void start(void) {
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
}

static uint64_t blocks_in_use(void) {
    gbx_inspect_counters_t counters;
    memset(&counters, 0, sizeof counters);
    OK(gbx_inspect_counters(&state, &counters));
    return counters.allocated_blocks - counters.deallocated_blocks;
}

static uint64_t generation(void) {
    gbx_inspect_counters_t counters;
    memset(&counters, 0, sizeof counters);
    OK(gbx_inspect_counters(&state, &counters));
    return counters.generation;
}

#define HEALTH(rest) "{\"fuchsia.inspect.Health\":{" rest "\"start_timestamp_nanos\":-7,\"status\":"

static void health_has_a_message_only_while_there_is_one(void) {
    const gbx_str_t none = {NULL, 0};
    gbx_inspect_health_t health;
    uint64_t before;
    start();
    OK(gbx_inspect_create_health(&state, GBX_ROOT, -7, &health));
    SHOWS(HEALTH("") "\"STARTING_UP\"}}", &state);
    before = generation();
    OK(gbx_inspect_health_unhealthy(&state, &health, GBX_STR("no antenna")));
    CHECK(generation() == before + 2);
    SHOWS(HEALTH("\"message\":\"no antenna\",") "\"UNHEALTHY\"}}", &state);
    OK(gbx_inspect_health_set(&state, &health, GBX_STR("RETRYING"), GBX_STR("")));
    SHOWS(HEALTH("\"message\":\"\",") "\"RETRYING\"}}", &state);
    OK(gbx_inspect_health_set(&state, &health, GBX_STR("DRAINING"), none));
    CHECK(health.message.block == 0 && health.message.check == 0);
    SHOWS(HEALTH("") "\"DRAINING\"}}", &state);
    OK(gbx_inspect_health_unhealthy(&state, &health, GBX_STR("x")));
    OK(gbx_inspect_health_ok(&state, &health));
    SHOWS(HEALTH("") "\"OK\"}}", &state);
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_inspect_health_unhealthy(&state, &health, GBX_STR("\xff")));
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_inspect_health_set(&state, &health, GBX_STR("\xff"), none));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_health_ok(&state, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_health(&state, GBX_ROOT, 0, NULL));
    OK(gbx_inspect_health_delete(&state, &health));
    CHECK(health.node.check == 0 && health.start.check == 0 && health.status.check == 0);
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_inspect_health_ok(&state, &health));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_inspect_health_delete(&state, &health));
    SHOWS("{}", &state);
    CHECK(blocks_in_use() == 1);

    /* One that cannot be created leaves nothing. */
    health.message.check = 7;
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_inspect_create_health(&state, health.node, 0, &health));
    CHECK(health.message.check == 0);
    CHECK(blocks_in_use() == 1);
}

static void statistics_show_what_the_writer_has_done(void) {
    gbx_inspect_stats_t stats;
    gbx_inspect_counters_t counters;
    gbx_link_t link;
    gbx_uint_t number;
    uint64_t values[GBX_INSPECT_STATISTICS];
    size_t i;
    start();
    OK(gbx_inspect_create_stats(&state, GBX_ROOT, &stats));
    OK(gbx_inspect_create_child_link(&state, GBX_ROOT, GBX_STR("link"), GBX_STR("link-0"), &link));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("gone"), 0, &number));
    OK(gbx_inspect_uint_delete(&state, number));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_uint_add(&state, number, 1));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_uint_set(&state, number, 1));
    OK(gbx_inspect_stats_update(&state, &stats));
    OK(gbx_inspect_counters(&state, &counters));
    for (i = 0; i < GBX_INSPECT_STATISTICS; i++) {
        values[i] = 42;
        OK(gbx_inspect_uint_get(&state, stats.properties[i], &values[i]));
    }
    CHECK(values[0] == counters.current_size);
    CHECK(values[1] == counters.maximum_size);
    CHECK(values[2] == counters.current_size * 10000 / counters.maximum_size);
    CHECK(values[3] == 1);
    CHECK(values[4] == counters.allocated_blocks);
    CHECK(values[5] == counters.deallocated_blocks);
    CHECK(values[6] == 0);
    CHECK(values[7] == 2 && counters.dropped_updates == 2);
    EXPECT(GBX_ERROR_NULL, gbx_inspect_stats_update(&state, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_stats(&state, GBX_ROOT, NULL));
    OK(gbx_inspect_stats_delete(&state, &stats));
    CHECK(stats.node.check == 0 && stats.properties[7].check == 0);
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_inspect_stats_update(&state, &stats));
    OK(gbx_inspect_link_delete(&state, link));
    SHOWS("{}", &state);
}

/* What is written into an entry, and what the callback is to do beside. */
struct event {
    uint64_t number;
    gbx_inspect_list_t *list;
    bool keep;
};

static bool fill(void *context, gbx_node_t entry) {
    const struct event *event = CAST(const struct event *, context);
    gbx_uint_t number;
    OK(gbx_inspect_create_uint(&state, entry, GBX_STR("number"), event->number, &number));
    OK(gbx_inspect_record(&state, GBX_ANY(number)));
    /* The list is closed, but the writer is not. */
    EXPECT(GBX_ERROR_BUSY, gbx_inspect_list_push(&state, event->list, fill, context));
    OK(gbx_inspect_record_string(&state, entry, GBX_STR("kind"), GBX_STR("test")));
    return event->keep;
}

static void a_bounded_list_keeps_its_newest_entries(void) {
    static gbx_inspect_list_t list;
    gbx_node_t entries[2];
    struct event event;
    uint64_t before;
    start();
    event.list = &list;
    event.keep = true;
    event.number = 0;
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_list_push(&state, &list, fill, &event));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_list_delete(&state, &list));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_create_list(&state, GBX_ROOT, GBX_STR("log"), entries, 0, &list));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_list(&state, GBX_ROOT, GBX_STR("log"), NULL, 2, &list));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_list(&state, GBX_ROOT, GBX_STR("log"), entries, 2, NULL));
    SHOWS("{}", &state);
    OK(gbx_inspect_create_list(&state, GBX_ROOT, GBX_STR("log"), entries, 2, &list));
    for (event.number = 0; event.number < 3; event.number++) {
        before = generation();
        OK(gbx_inspect_list_push(&state, &list, fill, &event));
        CHECK(generation() == before + 2);
    }
    SHOWS("{\"log\":{\"1\":{\"kind\":\"test\",\"number\":1},\"2\":{\"kind\":\"test\",\"number\":2}}}", &state);

    /* An entry that is not kept is gone, and so is the one that made room for it. Its number is not used up. */
    event.keep = false;
    EXPECT(GBX_ERROR_STOPPED, gbx_inspect_list_push(&state, &list, fill, &event));
    SHOWS("{\"log\":{\"2\":{\"kind\":\"test\",\"number\":2}}}", &state);
    event.keep = true;
    OK(gbx_inspect_list_push(&state, &list, fill, &event));
    SHOWS("{\"log\":{\"2\":{\"kind\":\"test\",\"number\":2},\"3\":{\"kind\":\"test\",\"number\":3}}}", &state);

    EXPECT(GBX_ERROR_NULL, gbx_inspect_list_push(&state, &list, NULL, &event));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_list_push(&state, NULL, fill, &event));
    OK(gbx_inspect_list_delete(&state, &list));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_list_push(&state, &list, fill, &event));
    CHECK(blocks_in_use() == 1);
}

static void values_that_belong_together_go_in_one_section(void) {
    gbx_any_t values[5];
    gbx_int_t number;
    gbx_string_t text;
    gbx_uint_array_t array;
    gbx_node_t node;
    uint64_t before;
    start();
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("connection"), &node));
    OK(gbx_inspect_create_int(&state, node, GBX_STR("a"), 1, &number));
    OK(gbx_inspect_create_string(&state, node, GBX_STR("b"), GBX_STR("text"), &text));
    OK(gbx_inspect_create_uint_array(&state, node, GBX_STR("c"), 3, &array));
    values[0] = GBX_ANY(number);
    values[1] = GBX_ANY(text);
    values[2] = GBX_ANY(array);
    memset(&values[3], 0, sizeof values[3]);
    values[4] = GBX_ANY(number);
    before = generation();
    OK(gbx_inspect_delete_all(&state, values, 5));
    CHECK(generation() == before + 2);
    CHECK(values[0].check == 0 && values[1].check == 0 && values[2].check == 0 && values[4].check == 0);
    SHOWS("{\"connection\":{}}", &state);
    OK(gbx_inspect_delete_all(&state, NULL, 0));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_delete_all(&state, NULL, 1));
    EXPECT(GBX_ERROR_TOO_LONG, gbx_inspect_delete_all(&state, values, SIZE_MAX));
}

static void a_value_moves_but_never_below_itself(void) {
    gbx_node_t a, b;
    gbx_int_t v;
    gbx_any_t null;
    char buffer[8];
    size_t length = 0;
    start();
    memset(&null, 0, sizeof null);
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("a"), &a));
    OK(gbx_inspect_create_node(&state, a, GBX_STR("b"), &b));
    OK(gbx_inspect_create_int(&state, GBX_ROOT, GBX_STR("v"), 1, &v));
    OK(gbx_inspect_reparent(&state, GBX_ANY(v), b));
    SHOWS("{\"a\":{\"b\":{\"v\":1}}}", &state);
    EXPECT(GBX_ERROR_WOULD_CYCLE, gbx_inspect_reparent(&state, GBX_ANY(a), b));
    EXPECT(GBX_ERROR_WOULD_CYCLE, gbx_inspect_reparent(&state, GBX_ANY(a), a));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_reparent(&state, GBX_ANY(GBX_ROOT), a));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_delete(&state, GBX_ANY(GBX_ROOT)));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_record(&state, GBX_ANY(GBX_ROOT)));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_inspect_reparent(&state, null, a));
    OK(gbx_inspect_reparent(&state, GBX_ANY(b), GBX_ROOT));
    SHOWS("{\"a\":{},\"b\":{\"v\":1}}", &state);
    OK(gbx_inspect_name(&state, GBX_ANY(v), buffer, sizeof buffer, &length));
    CHECK(length == 1 && buffer[0] == 'v');
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_name(&state, GBX_ANY(GBX_ROOT), buffer, sizeof buffer, &length));

    /* What is recorded goes with its node; what is deleted is gone. */
    OK(gbx_inspect_record(&state, GBX_ANY(v)));
    OK(gbx_inspect_delete(&state, GBX_ANY(b)));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_int_set(&state, v, 2));
    OK(gbx_inspect_delete(&state, GBX_ANY(a)));
    CHECK(blocks_in_use() == 1);
}

static void unique_names_count_up(void) {
    char buffer[8];
    size_t length = 0;
    start();
    OK(gbx_inspect_unique_name(&state, GBX_STR("conn-"), buffer, sizeof buffer, &length));
    CHECK(length == 6 && memcmp(buffer, "conn-0", 6) == 0);
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_unique_name(&state, GBX_STR("a long one"), buffer, 8, &length));
    CHECK(length == 11);
    OK(gbx_inspect_unique_name(&state, GBX_STR(""), buffer, sizeof buffer, &length));
    CHECK(length == 1 && buffer[0] == '1');
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_inspect_unique_name(&state, GBX_STR("\xff"), buffer, sizeof buffer, &length));
}

int main(void) {
    health_has_a_message_only_while_there_is_one();
    statistics_show_what_the_writer_has_done();
    a_bounded_list_keeps_its_newest_entries();
    values_that_belong_together_go_in_one_section();
    a_value_moves_but_never_below_itself();
    unique_names_count_up();
    return result("inspect_groups");
}
