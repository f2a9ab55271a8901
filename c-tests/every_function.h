/* Every function of the writer, called with a state and handles of which something is wrong, so that each of them can be
 * held to its word. */
#ifndef GBX_TESTS_EVERY_FUNCTION_H
#define GBX_TESTS_EVERY_FUNCTION_H

#include "harness.h"

/* A handle of each kind. */
struct handles {
    gbx_node_t node;
    gbx_int_t i;
    gbx_uint_t u;
    gbx_double_t d;
    gbx_bool_t b;
    gbx_string_t s;
    gbx_bytes_t y;
    gbx_int_array_t ia;
    gbx_uint_array_t ua;
    gbx_double_array_t da;
    gbx_string_array_t sa;
    gbx_int_linear_histogram_t il;
    gbx_uint_linear_histogram_t ul;
    gbx_double_linear_histogram_t dl;
    gbx_int_exponential_histogram_t ie;
    gbx_uint_exponential_histogram_t ue;
    gbx_double_exponential_histogram_t de;
    gbx_text_t t;
    gbx_link_t l;
};

/* How many they are, and how many functions create something. */
#define HANDLES 19
#define CREATIONS 30

/* A value of each kind, below a node of its own. */
static inline struct handles create_handles(gbx_inspect_t *state) {
    struct handles made;
    OK(gbx_inspect_create_node(state, GBX_ROOT, GBX_STR("node"), &made.node));
    OK(gbx_inspect_create_int(state, made.node, GBX_STR("i"), 1, &made.i));
    OK(gbx_inspect_create_uint(state, made.node, GBX_STR("u"), 1, &made.u));
    OK(gbx_inspect_create_double(state, made.node, GBX_STR("d"), 1.0, &made.d));
    OK(gbx_inspect_create_bool(state, made.node, GBX_STR("b"), true, &made.b));
    OK(gbx_inspect_create_string(state, made.node, GBX_STR("s"), GBX_STR("text"), &made.s));
    OK(gbx_inspect_create_bytes(state, made.node, GBX_STR("y"), "bytes", 5, &made.y));
    OK(gbx_inspect_create_int_array(state, made.node, GBX_STR("ia"), 2, &made.ia));
    OK(gbx_inspect_create_uint_array(state, made.node, GBX_STR("ua"), 2, &made.ua));
    OK(gbx_inspect_create_double_array(state, made.node, GBX_STR("da"), 2, &made.da));
    OK(gbx_inspect_create_string_array(state, made.node, GBX_STR("sa"), 2, &made.sa));
    OK(gbx_inspect_create_int_linear_histogram(state, made.node, GBX_STR("il"), 0, 1, 2, &made.il));
    OK(gbx_inspect_create_uint_linear_histogram(state, made.node, GBX_STR("ul"), 0, 1, 2, &made.ul));
    OK(gbx_inspect_create_double_linear_histogram(state, made.node, GBX_STR("dl"), 0.0, 1.0, 2, &made.dl));
    OK(gbx_inspect_create_int_exponential_histogram(state, made.node, GBX_STR("ie"), 0, 1, 2, 2, &made.ie));
    OK(gbx_inspect_create_uint_exponential_histogram(state, made.node, GBX_STR("ue"), 0, 1, 2, 2, &made.ue));
    OK(gbx_inspect_create_double_exponential_histogram(state, made.node, GBX_STR("de"), 0.0, 1.0, 2.0, 2, &made.de));
    OK(gbx_inspect_create_text(state, made.node, GBX_STR("t"), 8, &made.t));
    OK(gbx_inspect_create_child_link(state, made.node, GBX_STR("l"), GBX_STR("text"), &made.l));
    return made;
}

/* What must be null after a creation that failed. */
#define REFUSED(expected, handle, call)                       \
    do {                                                      \
        (handle).block = 7;                                   \
        (handle).check = 7;                                   \
        EXPECT(expected, call);                               \
        CHECK((handle).block == 0 && (handle).check == 0);    \
    } while (0)

/* All functions that create. */
static inline void expect_of_creations(gbx_status_t expected, gbx_inspect_t *state, gbx_node_t parent) {
    struct handles made;
    gbx_inspect_health_t health;
    gbx_inspect_stats_t stats;
    gbx_inspect_list_t list;
    gbx_node_t entries[2];
    const gbx_str_t name = GBX_STR("name");
    REFUSED(expected, made.node, gbx_inspect_create_node(state, parent, name, &made.node));
    REFUSED(expected, made.i, gbx_inspect_create_int(state, parent, name, 1, &made.i));
    REFUSED(expected, made.u, gbx_inspect_create_uint(state, parent, name, 1, &made.u));
    REFUSED(expected, made.d, gbx_inspect_create_double(state, parent, name, 1.0, &made.d));
    REFUSED(expected, made.b, gbx_inspect_create_bool(state, parent, name, true, &made.b));
    REFUSED(expected, made.s, gbx_inspect_create_string(state, parent, name, name, &made.s));
    REFUSED(expected, made.y, gbx_inspect_create_bytes(state, parent, name, "b", 1, &made.y));
    REFUSED(expected, made.ia, gbx_inspect_create_int_array(state, parent, name, 2, &made.ia));
    REFUSED(expected, made.ua, gbx_inspect_create_uint_array(state, parent, name, 2, &made.ua));
    REFUSED(expected, made.da, gbx_inspect_create_double_array(state, parent, name, 2, &made.da));
    REFUSED(expected, made.sa, gbx_inspect_create_string_array(state, parent, name, 2, &made.sa));
    REFUSED(expected, made.il, gbx_inspect_create_int_linear_histogram(state, parent, name, 0, 1, 2, &made.il));
    REFUSED(expected, made.ul, gbx_inspect_create_uint_linear_histogram(state, parent, name, 0, 1, 2, &made.ul));
    REFUSED(expected, made.dl, gbx_inspect_create_double_linear_histogram(state, parent, name, 0.0, 1.0, 2, &made.dl));
    REFUSED(expected, made.ie, gbx_inspect_create_int_exponential_histogram(state, parent, name, 0, 1, 2, 2, &made.ie));
    REFUSED(expected, made.ue,
            gbx_inspect_create_uint_exponential_histogram(state, parent, name, 0, 1, 2, 2, &made.ue));
    REFUSED(expected, made.de,
            gbx_inspect_create_double_exponential_histogram(state, parent, name, 0.0, 1.0, 2.0, 2, &made.de));
    REFUSED(expected, made.t, gbx_inspect_create_text(state, parent, name, 8, &made.t));
    REFUSED(expected, made.l, gbx_inspect_create_child_link(state, parent, name, name, &made.l));
    REFUSED(expected, made.l, gbx_inspect_create_inline_link(state, parent, name, name, &made.l));
    REFUSED(expected, health.node, gbx_inspect_create_health(state, parent, 1, &health));
    REFUSED(expected, stats.node, gbx_inspect_create_stats(state, parent, &stats));
    EXPECT(expected, gbx_inspect_create_list(state, parent, name, entries, 2, &list));
    REFUSED(expected, made.node, gbx_inspect_record_node(state, parent, name, &made.node));
    EXPECT(expected, gbx_inspect_record_int(state, parent, name, 1));
    EXPECT(expected, gbx_inspect_record_uint(state, parent, name, 1));
    EXPECT(expected, gbx_inspect_record_double(state, parent, name, 1.0));
    EXPECT(expected, gbx_inspect_record_bool(state, parent, name, true));
    EXPECT(expected, gbx_inspect_record_string(state, parent, name, name));
    EXPECT(expected, gbx_inspect_record_bytes(state, parent, name, "b", 1));
}

/* All functions that take a handle. Outputs must be left alone. */
static inline void expect_of_handles(gbx_status_t expected, gbx_inspect_t *state, const struct handles *handles) {
    int64_t i = 42;
    uint64_t u = 42;
    double d = 42.0;
    bool b = true;
    char buffer[8] = "unused";
    size_t length = 42, property;
    struct handles found;
    gbx_inspect_health_t health;
    gbx_inspect_stats_t stats;
    health.node = stats.node = handles->node;
    health.start = handles->i;
    health.status = health.message = handles->s;
    for (property = 0; property < GBX_INSPECT_STATISTICS; property++) {
        stats.properties[property] = handles->u;
    }

    expect_of_creations(expected, state, handles->node);
    EXPECT(expected, gbx_inspect_int_set(state, handles->i, 2));
    EXPECT(expected, gbx_inspect_int_add(state, handles->i, 2));
    EXPECT(expected, gbx_inspect_int_subtract(state, handles->i, 2));
    EXPECT(expected, gbx_inspect_int_get(state, handles->i, &i));
    EXPECT(expected, gbx_inspect_int_delete(state, handles->i));
    EXPECT(expected, gbx_inspect_uint_set(state, handles->u, 2));
    EXPECT(expected, gbx_inspect_uint_add(state, handles->u, 2));
    EXPECT(expected, gbx_inspect_uint_subtract(state, handles->u, 2));
    EXPECT(expected, gbx_inspect_uint_get(state, handles->u, &u));
    EXPECT(expected, gbx_inspect_uint_delete(state, handles->u));
    EXPECT(expected, gbx_inspect_double_set(state, handles->d, 2.0));
    EXPECT(expected, gbx_inspect_double_add(state, handles->d, 2.0));
    EXPECT(expected, gbx_inspect_double_subtract(state, handles->d, 2.0));
    EXPECT(expected, gbx_inspect_double_get(state, handles->d, &d));
    EXPECT(expected, gbx_inspect_double_delete(state, handles->d));
    EXPECT(expected, gbx_inspect_bool_set(state, handles->b, false));
    EXPECT(expected, gbx_inspect_bool_get(state, handles->b, &b));
    EXPECT(expected, gbx_inspect_bool_delete(state, handles->b));
    EXPECT(expected, gbx_inspect_string_set(state, handles->s, GBX_STR("other")));
    EXPECT(expected, gbx_inspect_string_get(state, handles->s, buffer, sizeof buffer, &length));
    EXPECT(expected, gbx_inspect_string_delete(state, handles->s));
    EXPECT(expected, gbx_inspect_bytes_set(state, handles->y, "other", 5));
    EXPECT(expected, gbx_inspect_bytes_get(state, handles->y, buffer, sizeof buffer, &length));
    EXPECT(expected, gbx_inspect_bytes_delete(state, handles->y));
    EXPECT(expected, gbx_inspect_int_array_set(state, handles->ia, 0, 1));
    EXPECT(expected, gbx_inspect_int_array_add(state, handles->ia, 0, 1));
    EXPECT(expected, gbx_inspect_int_array_subtract(state, handles->ia, 0, 1));
    EXPECT(expected, gbx_inspect_int_array_get(state, handles->ia, 0, &i));
    EXPECT(expected, gbx_inspect_int_array_delete(state, handles->ia));
    EXPECT(expected, gbx_inspect_uint_array_set(state, handles->ua, 0, 1));
    EXPECT(expected, gbx_inspect_uint_array_add(state, handles->ua, 0, 1));
    EXPECT(expected, gbx_inspect_uint_array_subtract(state, handles->ua, 0, 1));
    EXPECT(expected, gbx_inspect_uint_array_get(state, handles->ua, 0, &u));
    EXPECT(expected, gbx_inspect_uint_array_delete(state, handles->ua));
    EXPECT(expected, gbx_inspect_double_array_set(state, handles->da, 0, 1.0));
    EXPECT(expected, gbx_inspect_double_array_add(state, handles->da, 0, 1.0));
    EXPECT(expected, gbx_inspect_double_array_subtract(state, handles->da, 0, 1.0));
    EXPECT(expected, gbx_inspect_double_array_get(state, handles->da, 0, &d));
    EXPECT(expected, gbx_inspect_double_array_delete(state, handles->da));
    EXPECT(expected, gbx_inspect_string_array_set(state, handles->sa, 0, GBX_STR("other")));
    EXPECT(expected, gbx_inspect_string_array_get(state, handles->sa, 0, buffer, sizeof buffer, &length));
    EXPECT(expected, gbx_inspect_string_array_delete(state, handles->sa));
    EXPECT(expected, gbx_inspect_int_linear_histogram_insert(state, handles->il, 1));
    EXPECT(expected, gbx_inspect_int_linear_histogram_insert_multiple(state, handles->il, 1, 2));
    EXPECT(expected, gbx_inspect_int_linear_histogram_clear(state, handles->il));
    EXPECT(expected, gbx_inspect_int_linear_histogram_delete(state, handles->il));
    EXPECT(expected, gbx_inspect_uint_linear_histogram_insert(state, handles->ul, 1));
    EXPECT(expected, gbx_inspect_uint_linear_histogram_insert_multiple(state, handles->ul, 1, 2));
    EXPECT(expected, gbx_inspect_uint_linear_histogram_clear(state, handles->ul));
    EXPECT(expected, gbx_inspect_uint_linear_histogram_delete(state, handles->ul));
    EXPECT(expected, gbx_inspect_double_linear_histogram_insert(state, handles->dl, 1.0));
    EXPECT(expected, gbx_inspect_double_linear_histogram_insert_multiple(state, handles->dl, 1.0, 2));
    EXPECT(expected, gbx_inspect_double_linear_histogram_clear(state, handles->dl));
    EXPECT(expected, gbx_inspect_double_linear_histogram_delete(state, handles->dl));
    EXPECT(expected, gbx_inspect_int_exponential_histogram_insert(state, handles->ie, 1));
    EXPECT(expected, gbx_inspect_int_exponential_histogram_insert_multiple(state, handles->ie, 1, 2));
    EXPECT(expected, gbx_inspect_int_exponential_histogram_clear(state, handles->ie));
    EXPECT(expected, gbx_inspect_int_exponential_histogram_delete(state, handles->ie));
    EXPECT(expected, gbx_inspect_uint_exponential_histogram_insert(state, handles->ue, 1));
    EXPECT(expected, gbx_inspect_uint_exponential_histogram_insert_multiple(state, handles->ue, 1, 2));
    EXPECT(expected, gbx_inspect_uint_exponential_histogram_clear(state, handles->ue));
    EXPECT(expected, gbx_inspect_uint_exponential_histogram_delete(state, handles->ue));
    EXPECT(expected, gbx_inspect_double_exponential_histogram_insert(state, handles->de, 1.0));
    EXPECT(expected, gbx_inspect_double_exponential_histogram_insert_multiple(state, handles->de, 1.0, 2));
    EXPECT(expected, gbx_inspect_double_exponential_histogram_clear(state, handles->de));
    EXPECT(expected, gbx_inspect_double_exponential_histogram_delete(state, handles->de));
    EXPECT(expected, gbx_inspect_text_set(state, handles->t, GBX_STR("other")));
    EXPECT(expected, gbx_inspect_text_get(state, handles->t, buffer, sizeof buffer, &length));
    EXPECT(expected, gbx_inspect_text_delete(state, handles->t));
    EXPECT(expected, gbx_inspect_link_content(state, handles->l, buffer, sizeof buffer, &length));
    EXPECT(expected, gbx_inspect_link_delete(state, handles->l));
    EXPECT(expected, gbx_inspect_health_ok(state, &health));
    EXPECT(expected, gbx_inspect_health_unhealthy(state, &health, GBX_STR("other")));
    EXPECT(expected, gbx_inspect_health_set(state, &health, GBX_STR("other"), GBX_STR("other")));
    EXPECT(expected, gbx_inspect_health_delete(state, &health));
    EXPECT(expected, gbx_inspect_stats_update(state, &stats));
    EXPECT(expected, gbx_inspect_stats_delete(state, &stats));
    REFUSED(expected, found.node, gbx_inspect_find_node(state, handles->node, GBX_STR("node"), &found.node));
    REFUSED(expected, found.i, gbx_inspect_find_int(state, handles->node, GBX_STR("i"), &found.i));
    REFUSED(expected, found.u, gbx_inspect_find_uint(state, handles->node, GBX_STR("u"), &found.u));
    REFUSED(expected, found.d, gbx_inspect_find_double(state, handles->node, GBX_STR("d"), &found.d));
    REFUSED(expected, found.b, gbx_inspect_find_bool(state, handles->node, GBX_STR("b"), &found.b));
    REFUSED(expected, found.s, gbx_inspect_find_string(state, handles->node, GBX_STR("s"), &found.s));
    REFUSED(expected, found.y, gbx_inspect_find_bytes(state, handles->node, GBX_STR("y"), &found.y));
    REFUSED(expected, found.ia, gbx_inspect_find_int_array(state, handles->node, GBX_STR("ia"), &found.ia));
    REFUSED(expected, found.ua, gbx_inspect_find_uint_array(state, handles->node, GBX_STR("ua"), &found.ua));
    REFUSED(expected, found.da, gbx_inspect_find_double_array(state, handles->node, GBX_STR("da"), &found.da));
    REFUSED(expected, found.sa, gbx_inspect_find_string_array(state, handles->node, GBX_STR("sa"), &found.sa));
    REFUSED(expected, found.il, gbx_inspect_find_int_linear_histogram(state, handles->node, GBX_STR("il"), &found.il));
    REFUSED(expected, found.ul, gbx_inspect_find_uint_linear_histogram(state, handles->node, GBX_STR("ul"), &found.ul));
    REFUSED(expected, found.dl,
            gbx_inspect_find_double_linear_histogram(state, handles->node, GBX_STR("dl"), &found.dl));
    REFUSED(expected, found.ie,
            gbx_inspect_find_int_exponential_histogram(state, handles->node, GBX_STR("ie"), &found.ie));
    REFUSED(expected, found.ue,
            gbx_inspect_find_uint_exponential_histogram(state, handles->node, GBX_STR("ue"), &found.ue));
    REFUSED(expected, found.de,
            gbx_inspect_find_double_exponential_histogram(state, handles->node, GBX_STR("de"), &found.de));
    REFUSED(expected, found.t, gbx_inspect_find_text(state, handles->node, GBX_STR("t"), &found.t));
    REFUSED(expected, found.l, gbx_inspect_find_link(state, handles->node, GBX_STR("l"), &found.l));
    EXPECT(expected, gbx_inspect_node_delete(state, handles->node));
    EXPECT(expected, gbx_inspect_node_delete_tree(state, handles->node));

    CHECK(i == 42 && u == 42 && d > 41.0 && b && length == 42);
    CHECK(memcmp(buffer, "unused", 7) == 0);
}

/* All functions that take a handle to a value of any kind. */
static inline void expect_of_any(gbx_status_t expected, gbx_inspect_t *state, gbx_any_t any, gbx_node_t parent) {
    char buffer[8] = "unused";
    size_t length = 42;
    EXPECT(expected, gbx_inspect_record(state, any));
    EXPECT(expected, gbx_inspect_reparent(state, any, parent));
    EXPECT(expected, gbx_inspect_name(state, any, buffer, sizeof buffer, &length));
    EXPECT(expected, gbx_inspect_delete(state, any));
    CHECK(length == 42 && memcmp(buffer, "unused", 7) == 0);
}

static inline bool never_filled(void *context, gbx_node_t entry) {
    (void)context;
    (void)entry;
    CHECK(false);
    return false;
}

/* All functions that take a state. */
static inline void expect_of_all(gbx_status_t expected, gbx_inspect_t *state, const struct handles *handles) {
    gbx_inspect_counters_t counters;
    const void *address = NULL;
    size_t size = 42;
    gbx_any_t any = GBX_ANY(handles->u);
    gbx_inspect_list_t list;
    char buffer[8] = "unused";
    memset(&list, 0, sizeof list);
    counters.generation = 42;
    expect_of_handles(expected, state, handles);
    expect_of_any(expected, state, any, GBX_ROOT);
    EXPECT(expected, gbx_inspect_delete_all(state, &any, 1));
    EXPECT(expected, gbx_inspect_unique_name(state, GBX_STR("n"), buffer, sizeof buffer, &size));
    EXPECT(expected, gbx_inspect_list_push(state, &list, never_filled, NULL));
    EXPECT(expected, gbx_inspect_list_delete(state, &list));
    EXPECT(expected, gbx_inspect_frozen_copy(state, buffer, sizeof buffer, &size));
    EXPECT(expected, gbx_inspect_freeze(state));
    CHECK(any.block == handles->u.block && any.check == handles->u.check);
    CHECK(memcmp(buffer, "unused", 7) == 0);
    expect_of_creations(expected, state, GBX_ROOT);
    EXPECT(expected, gbx_inspect_begin_transaction(state));
    EXPECT(expected, gbx_inspect_end_transaction(state));
    EXPECT(expected, gbx_inspect_counters(state, &counters));
    EXPECT(expected, gbx_inspect_file(state, &address, &size));
    EXPECT(expected, gbx_inspect_deinit(state));
    CHECK(counters.generation == 42 && address == NULL && size == 42);
}

/* Compares the values behind the handles with what they were created with. */
static inline void expect_untouched(gbx_inspect_t *state, const struct handles *handles) {
    int64_t i = 0;
    uint64_t u = 0;
    double d = 0;
    bool b = false;
    char buffer[8];
    size_t length = 0;
    OK(gbx_inspect_int_get(state, handles->i, &i));
    OK(gbx_inspect_uint_get(state, handles->u, &u));
    OK(gbx_inspect_double_get(state, handles->d, &d));
    OK(gbx_inspect_bool_get(state, handles->b, &b));
    CHECK(i == 1 && u == 1 && d > 0.9 && d < 1.1 && b);
    OK(gbx_inspect_string_get(state, handles->s, buffer, sizeof buffer, &length));
    CHECK(length == 4 && memcmp(buffer, "text", 4) == 0);
    OK(gbx_inspect_bytes_get(state, handles->y, buffer, sizeof buffer, &length));
    CHECK(length == 5 && memcmp(buffer, "bytes", 5) == 0);
}

#endif
