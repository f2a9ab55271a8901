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
};

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
    const gbx_str_t name = GBX_STR("name");
    REFUSED(expected, made.node, gbx_inspect_create_node(state, parent, name, &made.node));
    REFUSED(expected, made.i, gbx_inspect_create_int(state, parent, name, 1, &made.i));
    REFUSED(expected, made.u, gbx_inspect_create_uint(state, parent, name, 1, &made.u));
    REFUSED(expected, made.d, gbx_inspect_create_double(state, parent, name, 1.0, &made.d));
    REFUSED(expected, made.b, gbx_inspect_create_bool(state, parent, name, true, &made.b));
    REFUSED(expected, made.s, gbx_inspect_create_string(state, parent, name, name, &made.s));
    REFUSED(expected, made.y, gbx_inspect_create_bytes(state, parent, name, "b", 1, &made.y));
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
    size_t length = 42;

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
    EXPECT(expected, gbx_inspect_node_delete(state, handles->node));
    EXPECT(expected, gbx_inspect_node_delete_tree(state, handles->node));

    CHECK(i == 42 && u == 42 && d > 41.0 && b && length == 42);
    CHECK(memcmp(buffer, "unused", 7) == 0);
}

/* All functions that take a state. */
static inline void expect_of_all(gbx_status_t expected, gbx_inspect_t *state, const struct handles *handles) {
    gbx_inspect_counters_t counters;
    const void *address = NULL;
    size_t size = 42;
    counters.generation = 42;
    expect_of_handles(expected, state, handles);
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
