/* The trials of the Inspect validator: a row of actions on a writer, and after each one a strict scan of the file and a
 * comparison with a model of what must be in it. */
#include "model.h"

#include <float.h>

GBX_REGION(linked_region, 4096);
static gbx_inspect_t linked;

/* ---- Actions. */

static void create_node(unsigned id, unsigned parent, const char *name) {
    gbx_node_t handle;
    OK(gbx_inspect_create_node(&state, node_of(parent), str(name), &handle));
    model(id, parent, A_NODE, name);
    CREATED(id, handle);
    verify();
}

/* Deletes a value of any kind. A node's children stay, but outside of the tree: their parent is no node any more. */
static void remove_value(unsigned id) {
    OK(gbx_inspect_delete(&state, values[id].handle));
    values[id].kind = NOTHING;
    verify();
}

static void create_int(unsigned id, unsigned parent, const char *name, int64_t number) {
    gbx_int_t handle;
    OK(gbx_inspect_create_int(&state, node_of(parent), str(name), number, &handle));
    model(id, parent, AN_INT, name)->number.i = number;
    CREATED(id, handle);
    verify();
}

static void create_uint(unsigned id, unsigned parent, const char *name, uint64_t number) {
    gbx_uint_t handle;
    OK(gbx_inspect_create_uint(&state, node_of(parent), str(name), number, &handle));
    model(id, parent, A_UINT, name)->number.u = number;
    CREATED(id, handle);
    verify();
}

static void create_array(unsigned id, const char *name, enum type entry, size_t slots) {
    struct value *value = model(id, NO_PARENT, AN_ARRAY, name);
    gbx_int_array_t ints;
    gbx_uint_array_t uints;
    gbx_double_array_t doubles;
    gbx_string_array_t strings;
    value->entry = entry;
    value->slots = slots;
    switch (entry) {
    case INT:
        OK(gbx_inspect_create_int_array(&state, GBX_ROOT, str(name), slots, &ints));
        CREATED(id, ints);
        break;
    case UINT:
        OK(gbx_inspect_create_uint_array(&state, GBX_ROOT, str(name), slots, &uints));
        CREATED(id, uints);
        break;
    case DOUBLE:
        OK(gbx_inspect_create_double_array(&state, GBX_ROOT, str(name), slots, &doubles));
        CREATED(id, doubles);
        break;
    default:
        OK(gbx_inspect_create_string_array(&state, GBX_ROOT, str(name), slots, &strings));
        CREATED(id, strings);
        break;
    }
    verify();
}

/* The indexes that the trials of arrays use: most of them are outside, where nothing may happen. */
static const uint64_t indexes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1000, 10000, UINT64_MAX};
#define INDEXES (sizeof indexes / sizeof *indexes)

/* What an operation on a slot must return. A size_t of 32 bits makes another index of 2^64 - 1, outside as well. */
static gbx_status_t at_index(unsigned id, uint64_t index) {
    return index < values[id].slots ? GBX_OK : GBX_ERROR_OUT_OF_RANGE;
}

/* ---- Histograms of the model, by the definition: the first bucket whose upper bound is above the value. */

/* The slot of an integer that lies so far above the floor; `below` when it lies below. */
static size_t slot_by_definition(const struct value *value, bool below, uint64_t distance, uint64_t first,
                                 uint64_t multiplier) {
    const size_t parameters = value->format == 1 ? 2 : 3, buckets = value->slots - parameters - 2;
    uint64_t bound = first;
    size_t bucket;
    if (below) {
        return parameters;
    }
    for (bucket = 0; bucket < buckets && distance >= bound; bucket++) {
        bound = value->format == 1 ? bound + first : bound * multiplier;
    }
    return parameters + 1 + bucket;
}

static void insert_int(unsigned id, int64_t number, uint64_t times) {
    struct value *value = &values[id];
    const uint64_t distance = CAST(uint64_t, number) - CAST(uint64_t, value->slot[0].i);
    const bool below = number < value->slot[0].i;
    const size_t slot = slot_by_definition(value, below, distance, value->slot[1].u, value->slot[2].u);
    if (value->format == 1 && times == 1) {
        OK(gbx_inspect_int_linear_histogram_insert(&state, HANDLE(gbx_int_linear_histogram_t, id), number));
    } else if (value->format == 1) {
        OK(gbx_inspect_int_linear_histogram_insert_multiple(&state, HANDLE(gbx_int_linear_histogram_t, id), number,
                                                            times));
    } else if (times == 1) {
        OK(gbx_inspect_int_exponential_histogram_insert(&state, HANDLE(gbx_int_exponential_histogram_t, id), number));
    } else {
        OK(gbx_inspect_int_exponential_histogram_insert_multiple(&state, HANDLE(gbx_int_exponential_histogram_t, id),
                                                                 number, times));
    }
    value->slot[slot].u += times;
    verify();
}

static void insert_uint(unsigned id, uint64_t number, uint64_t times) {
    struct value *value = &values[id];
    const uint64_t floor = value->slot[0].u;
    const size_t slot = slot_by_definition(value, number < floor, number - floor, value->slot[1].u, value->slot[2].u);
    if (value->format == 1 && times == 1) {
        OK(gbx_inspect_uint_linear_histogram_insert(&state, HANDLE(gbx_uint_linear_histogram_t, id), number));
    } else if (value->format == 1) {
        OK(gbx_inspect_uint_linear_histogram_insert_multiple(&state, HANDLE(gbx_uint_linear_histogram_t, id), number,
                                                             times));
    } else if (times == 1) {
        OK(gbx_inspect_uint_exponential_histogram_insert(&state, HANDLE(gbx_uint_exponential_histogram_t, id), number));
    } else {
        OK(gbx_inspect_uint_exponential_histogram_insert_multiple(&state, HANDLE(gbx_uint_exponential_histogram_t, id),
                                                                  number, times));
    }
    value->slot[slot].u += times;
    verify();
}

static void insert_double(unsigned id, double number, uint64_t times) {
    struct value *value = &values[id];
    const size_t parameters = value->format == 1 ? 2 : 3, buckets = value->slots - parameters - 2;
    double offset = value->slot[1].d;
    size_t slot = parameters, bucket = 0;
    if (number >= value->slot[0].d) {
        while (bucket < buckets && number >= value->slot[0].d + offset) {
            bucket++;
            offset = value->format == 1 ? value->slot[1].d * CAST(double, bucket + 1) : offset * value->slot[2].d;
        }
        slot += 1 + bucket;
    }
    if (value->format == 1 && times == 1) {
        OK(gbx_inspect_double_linear_histogram_insert(&state, HANDLE(gbx_double_linear_histogram_t, id), number));
    } else if (value->format == 1) {
        OK(gbx_inspect_double_linear_histogram_insert_multiple(&state, HANDLE(gbx_double_linear_histogram_t, id),
                                                               number, times));
    } else if (times == 1) {
        OK(gbx_inspect_double_exponential_histogram_insert(&state, HANDLE(gbx_double_exponential_histogram_t, id),
                                                           number));
    } else {
        OK(gbx_inspect_double_exponential_histogram_insert_multiple(
            &state, HANDLE(gbx_double_exponential_histogram_t, id), number, times));
    }
    value->slot[slot].d += CAST(double, times);
    verify();
}

static struct value *model_histogram(unsigned id, const char *name, unsigned format, enum type entry) {
    struct value *value = model(id, NO_PARENT, AN_ARRAY, name);
    value->format = format;
    value->entry = entry;
    value->slots = 3 + (format == 1 ? 4 : 5);
    return value;
}

/* ---- The trials. */

static void a_node_and_its_child_go_in_both_orders(void) {
    begin("node");
    create_node(1, NO_PARENT, "child");
    create_node(2, 1, "grandchild");
    remove_value(2);
    remove_value(1);
    create_node(1, NO_PARENT, "child");
    create_node(2, 1, "grandchild");
    remove_value(1);
    check_metrics(&scan.used[TOMBSTONE], 1, 16, 0, 16);
    check_metrics(&scan.unused[NODE], 1, 16, 0, 16);
    remove_value(2);
    check_metrics(&scan.used[TOMBSTONE], 0, 0, 0, 0);
    check_metrics(&scan.unused[NODE], 0, 0, 0, 0);
}

static void ints(void) {
    begin("int");
    create_int(5, NO_PARENT, "int", 10);
    check_metrics(&scan.used[INT], 1, 8, 8, 16);
    OK(gbx_inspect_int_set(&state, HANDLE(gbx_int_t, 5), INT64_MAX));
    values[5].number.i = INT64_MAX;
    verify();
    OK(gbx_inspect_int_subtract(&state, HANDLE(gbx_int_t, 5), 3));
    values[5].number.i = INT64_MAX - 3;
    verify();
    OK(gbx_inspect_int_set(&state, HANDLE(gbx_int_t, 5), INT64_MIN));
    values[5].number.i = INT64_MIN;
    verify();
    OK(gbx_inspect_int_add(&state, HANDLE(gbx_int_t, 5), 2));
    values[5].number.i = INT64_MIN + 2;
    verify();
    remove_value(5);
}

static void uints(void) {
    begin("uint");
    create_uint(5, NO_PARENT, "uint", 1);
    OK(gbx_inspect_uint_set(&state, HANDLE(gbx_uint_t, 5), UINT64_MAX));
    values[5].number.u = UINT64_MAX;
    verify();
    OK(gbx_inspect_uint_subtract(&state, HANDLE(gbx_uint_t, 5), 3));
    values[5].number.u = UINT64_MAX - 3;
    verify();
    OK(gbx_inspect_uint_set(&state, HANDLE(gbx_uint_t, 5), 0));
    values[5].number.u = 0;
    verify();
    OK(gbx_inspect_uint_add(&state, HANDLE(gbx_uint_t, 5), 2));
    values[5].number.u = 2;
    verify();
    remove_value(5);
}

static void doubles(void) {
    gbx_double_t handle;
    begin("double");
    OK(gbx_inspect_create_double(&state, GBX_ROOT, GBX_STR("double"), 1.0, &handle));
    model(5, NO_PARENT, A_DOUBLE, "double")->number.d = 1.0;
    CREATED(5, handle);
    verify();
    OK(gbx_inspect_double_set(&state, handle, DBL_MAX));
    values[5].number.d = DBL_MAX;
    verify();
    OK(gbx_inspect_double_subtract(&state, handle, DBL_MAX / 10.0));
    values[5].number.d -= DBL_MAX / 10.0;
    verify();
    OK(gbx_inspect_double_set(&state, handle, -DBL_MAX));
    values[5].number.d = -DBL_MAX;
    verify();
    OK(gbx_inspect_double_add(&state, handle, DBL_MAX / 10.0));
    values[5].number.d += DBL_MAX / 10.0;
    verify();
    remove_value(5);
}

static void strings(void) {
    static char longest[3001];
    const char *texts[5];
    gbx_string_t handle;
    size_t i;
    begin("string");
    for (i = 0; i < 3000; i++) {
        longest[i] = "1234567890"[i % 10];
    }
    texts[0] = "bar";
    texts[1] = "22 characters together";
    texts[2] = ".";
    texts[3] = longest;
    texts[4] = "";
    OK(gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("str"), GBX_STR("foo"), &handle));
    model(1, NO_PARENT, A_STRING, "str")->text = "foo";
    CREATED(1, handle);
    verify();
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        OK(gbx_inspect_string_set(&state, handle, str(texts[i])));
        values[1].text = texts[i];
        verify();
        if (i == 3) {
            /* 2036 bytes inline; the rest needs a block of 1024. And the name, of 3 bytes. */
            check_metrics(&scan.used[STRING_REFERENCE], 2, 24, 2039, 2064);
            check_metrics(&scan.used[EXTENT], 1, 8, 964, 1024);
        }
    }
    remove_value(1);
}

static void bytes(void) {
    static const char contents[3][6] = {{1, 2}, {3, 4, 5, 6, 7}, {8}};
    static const size_t lengths[] = {2, 5, 1};
    gbx_bytes_t handle;
    size_t i;
    begin("bytes");
    OK(gbx_inspect_create_bytes(&state, GBX_ROOT, GBX_STR("bytes"), contents[0], lengths[0], &handle));
    model(8, NO_PARENT, A_BYTES, "bytes");
    CREATED(8, handle);
    values[8].text = contents[0];
    values[8].length = lengths[0];
    verify();
    for (i = 0; i < 3; i++) {
        OK(gbx_inspect_bytes_set(&state, handle, contents[i], lengths[i]));
        values[8].text = contents[i];
        values[8].length = lengths[i];
        verify();
        check_metrics(&scan.used[EXTENT], 1, 8, CAST(unsigned, lengths[i]), 16);
    }
    remove_value(8);
}

static void bools(void) {
    gbx_bool_t handle;
    begin("bool");
    OK(gbx_inspect_create_bool(&state, GBX_ROOT, GBX_STR("bool"), true, &handle));
    model(1, NO_PARENT, A_BOOL, "bool")->number.u = 1;
    CREATED(1, handle);
    verify();
    OK(gbx_inspect_bool_set(&state, handle, false));
    values[1].number.u = 0;
    verify();
    OK(gbx_inspect_bool_set(&state, handle, true));
    values[1].number.u = 1;
    verify();
    remove_value(1);
}

static void arrays_of_ints(void) {
    size_t i;
    begin("array of ints");
    create_array(5, "int", INT, 5);
    for (i = 0; i < INDEXES; i++) {
        const gbx_int_array_t handle = HANDLE(gbx_int_array_t, 5);
        const size_t index = CAST(size_t, indexes[i]);
        const gbx_status_t status = at_index(5, indexes[i]);
        union number nowhere, *slot = status == GBX_OK ? &values[5].slot[index] : &nowhere;
        nowhere.i = 0;
        EXPECT(status, gbx_inspect_int_array_add(&state, handle, index, 7));
        slot->i += 7;
        verify();
        EXPECT(status, gbx_inspect_int_array_subtract(&state, handle, index, 3));
        slot->i -= 3;
        verify();
        EXPECT(status, gbx_inspect_int_array_set(&state, handle, index, 19));
        slot->i = 19;
        verify();
    }
    check_metrics(&scan.used[ARRAY], 1, 16, 40, 64);
    remove_value(5);
}

static void arrays_of_uints(void) {
    size_t i;
    begin("array of uints");
    create_array(6, "uint", UINT, 5);
    for (i = 0; i < INDEXES; i++) {
        const gbx_uint_array_t handle = HANDLE(gbx_uint_array_t, 6);
        const size_t index = CAST(size_t, indexes[i]);
        const gbx_status_t status = at_index(6, indexes[i]);
        union number nowhere, *slot = status == GBX_OK ? &values[6].slot[index] : &nowhere;
        nowhere.u = 0;
        EXPECT(status, gbx_inspect_uint_array_add(&state, handle, index, 11));
        slot->u += 11;
        verify();
        EXPECT(status, gbx_inspect_uint_array_subtract(&state, handle, index, 3));
        slot->u -= 3;
        verify();
        EXPECT(status, gbx_inspect_uint_array_set(&state, handle, index, 19));
        slot->u = 19;
        verify();
    }
    remove_value(6);
}

static void arrays_of_doubles(void) {
    size_t i;
    begin("array of doubles");
    create_array(4, "float", DOUBLE, 5);
    for (i = 0; i < INDEXES; i++) {
        const gbx_double_array_t handle = HANDLE(gbx_double_array_t, 4);
        const size_t index = CAST(size_t, indexes[i]);
        const gbx_status_t status = at_index(4, indexes[i]);
        union number nowhere, *slot = status == GBX_OK ? &values[4].slot[index] : &nowhere;
        nowhere.d = 0.0;
        EXPECT(status, gbx_inspect_double_array_add(&state, handle, index, 2.0));
        slot->d += 2.0;
        verify();
        EXPECT(status, gbx_inspect_double_array_subtract(&state, handle, index, 3.5));
        slot->d -= 3.5;
        verify();
        EXPECT(status, gbx_inspect_double_array_set(&state, handle, index, 19.0));
        slot->d = 19.0;
        verify();
    }
    remove_value(4);
}

static void set_text(unsigned id, uint64_t index, const char *text) {
    const gbx_status_t status = at_index(id, index);
    EXPECT(status,
           gbx_inspect_string_array_set(&state, HANDLE(gbx_string_array_t, id), CAST(size_t, index), str(text)));
    if (status == GBX_OK) {
        strcpy(values[id].texts[index], text);
    }
    verify();
}

/* Texts of their own, texts that several slots share, and empty ones. */
static void arrays_of_strings(void) {
    char text[24];
    size_t i;
    begin("array of strings");
    create_array(5, "string", STRING_REFERENCE, 5);
    for (i = 0; i < INDEXES; i++) {
        snprintf(text, sizeof text, "number %u", CAST(unsigned, indexes[i] % 100000));
        set_text(5, indexes[i], indexes[i] % 2 == 0 ? text : indexes[i] % 3 == 0 ? "" : "the same");
    }
    check_metrics(&scan.used[ARRAY], 1, 16, 20, 64);
    for (i = 0; i < INDEXES; i += 2) {
        set_text(5, indexes[i], "");
    }
    for (i = 0; i < INDEXES; i += 4) {
        set_text(5, indexes[i], "again");
    }
    remove_value(5);
}

static void histograms_of_ints(void) {
    static const int64_t numbers[] = {INT64_MIN, INT64_MAX, 0, -10, -5, 0, 3, 100};
    gbx_int_linear_histogram_t linear;
    gbx_int_exponential_histogram_t exponential;
    struct value *value;
    int64_t number;
    size_t i;
    begin("histograms of ints");
    OK(gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, GBX_STR("linear"), -5, 3, 3, &linear));
    value = model_histogram(4, "linear", 1, INT);
    value->slot[0].i = -5;
    value->slot[1].i = 3;
    CREATED(4, linear);
    verify();
    OK(gbx_inspect_create_int_exponential_histogram(&state, GBX_ROOT, GBX_STR("exponential"), -5, 2, 4, 3,
                                                    &exponential));
    value = model_histogram(5, "exponential", 2, INT);
    value->slot[0].i = -5;
    value->slot[1].i = 2;
    value->slot[2].i = 4;
    CREATED(5, exponential);
    verify();
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        insert_int(4, numbers[i], 1);
        insert_int(4, numbers[i], 3);
        insert_int(5, numbers[i], 1);
        insert_int(5, numbers[i], 3);
    }
    /* Every bound of a bucket, and what lies beside it. */
    for (number = -8; number < 32; number++) {
        insert_int(4, number, 1);
        insert_int(5, number, 1);
    }
    /* 7 and 8 slots, in blocks of 128 bytes. */
    check_metrics(&scan.used[ARRAY], 2, 32, 120, 256);
    remove_value(4);
    remove_value(5);
}

static void histograms_of_uints(void) {
    static const uint64_t numbers[] = {UINT64_MAX, 0, 0, 5, 8, 20, 200};
    gbx_uint_linear_histogram_t linear;
    gbx_uint_exponential_histogram_t exponential;
    struct value *value;
    uint64_t number;
    size_t i;
    begin("histograms of uints");
    OK(gbx_inspect_create_uint_linear_histogram(&state, GBX_ROOT, GBX_STR("linear"), 5, 3, 3, &linear));
    value = model_histogram(4, "linear", 1, UINT);
    value->slot[0].u = 5;
    value->slot[1].u = 3;
    CREATED(4, linear);
    verify();
    OK(gbx_inspect_create_uint_exponential_histogram(&state, GBX_ROOT, GBX_STR("exponential"), 5, 2, 4, 3,
                                                     &exponential));
    value = model_histogram(5, "exponential", 2, UINT);
    value->slot[0].u = 5;
    value->slot[1].u = 2;
    value->slot[2].u = 4;
    CREATED(5, exponential);
    verify();
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        insert_uint(4, numbers[i], 1);
        insert_uint(4, numbers[i], 3);
        insert_uint(5, numbers[i], 1);
        insert_uint(5, numbers[i], 3);
    }
    /* Every bound of a bucket, and what lies beside it. */
    for (number = 0; number < 42; number++) {
        insert_uint(4, number, 1);
        insert_uint(5, number, 1);
    }
    remove_value(4);
    remove_value(5);
}

static void histograms_of_doubles(void) {
    static const double numbers[] = {-DBL_MAX, DBL_MAX, DBL_MIN, 0.0, 3.0, 3.15, 5.0, 10.0};
    gbx_double_linear_histogram_t linear;
    gbx_double_exponential_histogram_t exponential;
    struct value *value;
    size_t i;
    begin("histograms of doubles");
    OK(gbx_inspect_create_double_exponential_histogram(&state, GBX_ROOT, GBX_STR("exponential"), 3.141592653589793, 2.0,
                                                       4.0, 3, &exponential));
    value = model_histogram(5, "exponential", 2, DOUBLE);
    value->slot[0].d = 3.141592653589793;
    value->slot[1].d = 2.0;
    value->slot[2].d = 4.0;
    CREATED(5, exponential);
    verify();
    OK(gbx_inspect_create_double_linear_histogram(&state, GBX_ROOT, GBX_STR("linear"), 5.0, 3.0, 3, &linear));
    value = model_histogram(4, "linear", 1, DOUBLE);
    value->slot[0].d = 5.0;
    value->slot[1].d = 3.0;
    CREATED(4, linear);
    verify();
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        insert_double(4, numbers[i], 1);
        insert_double(4, numbers[i], 3);
        insert_double(5, numbers[i], 1);
        insert_double(5, numbers[i], 3);
    }
    /* Every bound of a linear bucket, and what lies beside it. */
    for (i = 0; i < 40; i++) {
        insert_double(4, CAST(double, i) * 0.5, 1);
        insert_double(5, CAST(double, i) * 1.25, 1);
    }
    remove_value(4);
    remove_value(5);
}

/* A node in a node in a node, each with a property: all 720 orders in which they can go. */
static void everything_goes_in_every_order(void) {
    static const char *const nodes[] = {"root_child", "parent", "child"};
    static const char *const properties[] = {"root_int", "parent_int", "child_int"};
    unsigned order, id, place;
    begin("deletions");
    for (order = 0; order < 720; order++) {
        unsigned left[6] = {1, 2, 3, 4, 5, 6}, rest = order;
        if (order % 2 == 0) {
            for (id = 1; id <= 6; id++) {
                if (id <= 3) {
                    create_node(id, id - 1, nodes[id - 1]);
                } else {
                    create_int(id, id - 3, properties[id - 4], CAST(int64_t, id));
                }
            }
        } else {
            for (id = 1; id <= 3; id++) {
                create_node(id, id - 1, nodes[id - 1]);
                create_int(id + 3, id, properties[id - 1], CAST(int64_t, id));
            }
        }
        for (place = 6; place > 0; place--) {
            const unsigned chosen = rest % place;
            rest /= place;
            remove_value(left[chosen]);
            left[chosen] = left[place - 1];
        }
        check_metrics(&scan.used[HEADER], 1, 16, 4, 32);
        check_metrics(&scan.used[STRING_REFERENCE], 0, 0, 0, 0);
        check_metrics(&scan.unused[STRING_REFERENCE], 0, 0, 0, 0);
        check_metrics(&scan.used[TOMBSTONE], 0, 0, 0, 0);
    }
    /* Nodes gone but for the grandchild, then the grandchild too. */
    for (id = 1; id <= 3; id++) {
        create_node(id, id - 1, nodes[id - 1]);
        create_int(id + 3, id, properties[id - 1], CAST(int64_t, id));
    }
    remove_value(1);
    remove_value(2);
    check_metrics(&scan.used[TOMBSTONE], 2, 32, 0, 32);
    check_metrics(&scan.used[NODE], 0, 0, 0, 0);
    check_metrics(&scan.unused[NODE], 1, 16, 0, 16);
    check_metrics(&scan.unused[INT], 3, 24, 0, 48);
    /* The names of four values are left: of 5 bytes and more, so each has a block of 32. */
    check_metrics(&scan.unused[STRING_REFERENCE], 4, 48, 0, 128);
    remove_value(3);
    check_metrics(&scan.used[TOMBSTONE], 3, 48, 0, 48);
    check_metrics(&scan.unused[NODE], 0, 0, 0, 0);
    remove_value(6);
    remove_value(5);
    remove_value(4);
    check_metrics(&scan.used[TOMBSTONE], 0, 0, 0, 0);
    check_metrics(&scan.unused[INT], 0, 0, 0, 0);
}

/* Writes the file that a link leads to: bytes of one name. */
static void write_linked(const char *name, const void *data, size_t size) {
    static struct scan linked_scan;
    const void *file = NULL;
    size_t length = 0;
    OK(gbx_inspect_init(&linked, linked_region, sizeof linked_region, NULL));
    OK(gbx_inspect_record_bytes(&linked, GBX_ROOT, str(name), data, size));
    OK(gbx_inspect_file(&linked, &file, &length));
    scan_file(&linked_scan, file, length);
    check_metrics(&linked_scan.used[BUFFER], 1, 16, 0, 16);
    check_metrics(&linked_scan.used[EXTENT], 1, 8, CAST(unsigned, size), 16);
}

/* Creates a link to a file whose name nobody has used, and that file: now, or when it is looked at. */
static void create_link(unsigned id, const char *name, unsigned disposition, const char *property, bool on_demand) {
    static const unsigned char data[] = {3, 4};
    struct value *value;
    gbx_link_t handle;
    gbx_str_t content;
    char unique[24], prefix[24];
    snprintf(prefix, sizeof prefix, "%s-", name);
    content.data = unique;
    content.size = 0;
    OK(gbx_inspect_unique_name(&state, str(prefix), unique, sizeof unique, &content.size));
    if (!on_demand) {
        write_linked(property, data, sizeof data);
    }
    if (disposition == 0) {
        OK(gbx_inspect_create_child_link(&state, GBX_ROOT, str(name), content, &handle));
    } else {
        OK(gbx_inspect_create_inline_link(&state, GBX_ROOT, str(name), content, &handle));
    }
    value = model(id, NO_PARENT, A_LINK, name);
    value->format = disposition;
    memcpy(value->texts[0], unique, content.size);
    value->text = value->texts[0];
    CREATED(id, handle);
    verify();
    if (on_demand) {
        write_linked(property, data, sizeof data);
    }
}

static void links(const char *name, bool on_demand) {
    begin(name);
    create_link(1, "child", 0, "child_bytes", on_demand);
    create_link(2, "child", 0, "child_bytes", on_demand);
    /* Two contents of 7 bytes and the name. */
    check_metrics(&scan.used[LINK], 2, 32, 0, 32);
    check_metrics(&scan.used[STRING_REFERENCE], 3, 36, 19, 96);
    remove_value(1);
    remove_value(2);
    create_link(1, "child", 0, "child_bytes_new", on_demand);
    CHECK(strcmp(values[1].text, "child-2") == 0);
    remove_value(1);
    create_link(1, "inline_child", 1, "inline_child", on_demand);
    remove_value(1);
}

static void names_are_shared(void) {
    char name[8];
    unsigned number;
    begin("repeated names");
    create_node(1, NO_PARENT, "measurements");
    for (number = 100; number < 120; number++) {
        const unsigned id = 2 + (number - 100) * 3;
        snprintf(name, sizeof name, "%u", number);
        create_node(id, 1, name);
        create_uint(id + 1, id, "count", number * 2u);
        create_uint(id + 2, id, "time_spent", number * 1000u + 10);
    }
    check_metrics(&scan.used[NODE], 21, 336, 0, 336);
    check_metrics(&scan.used[UINT], 40, 320, 320, 640);
    /* One text for each name: measurements, 20 numbers, count, time_spent. */
    check_metrics(&scan.used[STRING_REFERENCE], 23, 276, 87, 416);
    check_metrics(&scan.used[EXTENT], 0, 0, 0, 0);
    check_metrics(&scan.unused[STRING_REFERENCE], 0, 0, 0, 0);
}

/* Changes a byte of the file, and expects the scan to see it. */
static void check_fault(uint32_t block, unsigned byte, unsigned change) {
    unsigned char *at = &region[16 * block + byte];
    const unsigned char before = *at;
    *at = CAST(unsigned char, *at ^ change);
    scan_faults = 0;
    scan_is_quiet = true;
    scan_file(&scan, region, scan.units * 16);
    scan_is_quiet = false;
    if (scan_faults == 0) {
        printf("nobody sees that byte %u of block %u has changed\n", byte, CAST(unsigned, block));
        failures++;
    }
    *at = before;
    scan_file(&scan, region, scan.units * 16);
}

/* The first block of a type. */
static uint32_t first_of(enum type type) {
    uint32_t index = 0;
    while (index < scan.units && !is_block(&scan, index, type)) {
        index++;
    }
    CHECK(index < scan.units);
    return index;
}

/* The scan is no use if it does not see what is wrong. */
static void the_scan_sees_every_kind_of_fault(void) {
    gbx_bool_t flag;
    gbx_bytes_t raw;
    begin("faults");
    create_node(1, NO_PARENT, "node");
    create_int(2, 1, "int", 1);
    create_array(3, "array", STRING_REFERENCE, 3);
    set_text(3, 1, "text");
    create_link(4, "link", 0, "bytes", false);
    create_node(5, NO_PARENT, "tombstone");
    create_int(6, 5, "child", 1);
    OK(gbx_inspect_create_bool(&state, GBX_ROOT, GBX_STR("bool"), true, &flag));
    OK(gbx_inspect_create_bytes(&state, GBX_ROOT, GBX_STR("raw"), "123", 3, &raw));
    OK(gbx_inspect_delete(&state, values[5].handle));
    scan_file(&scan, region, scan.units * 16);
    check_fault(0, 8, 1);                            /* An odd generation. */
    check_fault(0, 16, 16);                          /* Another size. */
    check_fault(0, 24, 1);                           /* Reserved bytes of the header. */
    check_fault(first_of(NODE), 0, 0x10);            /* Reserved bits of every block. */
    check_fault(first_of(NODE), 0, 1);               /* An order that does not fit to the place. */
    check_fault(first_of(NODE), 1, 12);              /* Type 15. */
    check_fault(first_of(NODE), 8, 2);               /* A wrong number of children. */
    check_fault(first_of(INT), 2, 1);                /* A parent that is none. */
    check_fault(first_of(INT), 5, 1);                /* A name that is none. */
    check_fault(first_of(FREE), 5, 1);               /* Reserved bits, type by type. */
    check_fault(first_of(EXTENT), 5, 1);
    check_fault(first_of(TOMBSTONE), 5, 1);
    check_fault(first_of(ARRAY), 10, 1);
    check_fault(first_of(LINK), 11, 1);
    check_fault(first_of(BOOL), 8, 2);
    check_fault(first_of(BUFFER), 8, 1);             /* More bytes than there are. */
    check_fault(first_of(EXTENT), 15, 1);            /* Old bytes behind the contents. */
    check_fault(first_of(ARRAY), 20, 1);             /* A slot without a text. */
    check_fault(first_of(ARRAY), 31, 1);
    check_fault(first_of(STRING_REFERENCE), 5, 1);   /* A wrong number of users. */
    check_fault(first_of(STRING_REFERENCE), 12, 128); /* A text that is not UTF-8. */
}

int main(void) {
    the_scan_sees_every_kind_of_fault();
    a_node_and_its_child_go_in_both_orders();
    ints();
    uints();
    doubles();
    strings();
    bytes();
    bools();
    arrays_of_ints();
    arrays_of_strings();
    arrays_of_uints();
    arrays_of_doubles();
    histograms_of_ints();
    histograms_of_uints();
    histograms_of_doubles();
    everything_goes_in_every_order();
    links("links", false);
    links("links whose files are made on demand", true);
    names_are_shared();
    return result("validator");
}
