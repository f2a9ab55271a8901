/* Reading one value of a live file from C: found once by its path, and then read where it lies. */
#include "harness.h"

GBX_REGION(region, 4096);
static gbx_inspect_t state;
static gbx_inspect_cursor_t cursor;

/* Notes where the value at a path lies, and gives the status of doing so. */
static gbx_status_t locate(const char *path, gbx_inspect_location_t *location) {
    static unsigned char copy[4096];
    static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(sizeof copy) / 4];
    static gbx_inspect_tree_t tree;
    gbx_inspect_snapshot_t snapshot;
    OK(gbx_inspect_snapshot(region, sizeof region, 0, copy, sizeof copy, &snapshot));
    OK(gbx_inspect_tree_read(&tree, copy, snapshot.size, scratch, sizeof scratch, NULL));
    OK(gbx_inspect_cursor_find(&cursor, &tree, str(path)));
    return gbx_inspect_cursor_locate(&cursor, location);
}

static gbx_status_t read_value(const gbx_inspect_location_t *location, gbx_inspect_value_t *value) {
    return gbx_inspect_location_read(location, region, sizeof region, 0, value);
}

static gbx_status_t read_bytes(const gbx_inspect_location_t *location, char *buffer, size_t room, size_t *length) {
    return gbx_inspect_location_read_bytes(location, region, sizeof region, 0, buffer, room, length);
}

static gbx_status_t read_slot(const gbx_inspect_location_t *location, uint32_t slot, gbx_inspect_number_t *number) {
    return gbx_inspect_location_read_slot(location, region, sizeof region, 0, slot, number);
}

static void a_number_is_read_where_it_lies(void) {
    gbx_inspect_location_t location, copied;
    gbx_inspect_value_t value;
    gbx_node_t node;
    gbx_int_t i;
    gbx_uint_t u;
    gbx_double_t d;
    gbx_bool_t b;
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("a/b"), &node));
    OK(gbx_inspect_create_int(&state, node, GBX_STR("i"), 1, &i));
    OK(gbx_inspect_create_uint(&state, node, GBX_STR("u"), 1, &u));
    OK(gbx_inspect_create_double(&state, node, GBX_STR("d"), 1.0, &d));
    OK(gbx_inspect_create_bool(&state, node, GBX_STR("b"), false, &b));

    OK(locate("a\\/b/i", &location));
    OK(gbx_inspect_int_set(&state, i, INT64_MIN));
    OK(read_value(&location, &value));
    CHECK(value.kind == GBX_KIND_INT && value.number.as_int == INT64_MIN && value.block == i.block);
    OK(locate("a\\/b/d", &location));
    OK(gbx_inspect_double_set(&state, d, -0.5));
    OK(read_value(&location, &value));
    CHECK(value.kind == GBX_KIND_DOUBLE && value.number.as_double + 0.5 == 0.0 && value.block == d.block);
    OK(locate("a\\/b/b", &location));
    OK(gbx_inspect_bool_set(&state, b, true));
    OK(read_value(&location, &value));
    CHECK(value.kind == GBX_KIND_BOOL && value.number.as_bool && value.block == b.block);
    OK(locate("a\\/b/u", &location));
    OK(gbx_inspect_uint_set(&state, u, UINT64_MAX));
    OK(read_value(&location, &value));
    CHECK(value.kind == GBX_KIND_UINT && value.number.as_uint == UINT64_MAX && value.block == u.block);
    CHECK(value.length == 0);

    /* A copy of a location is as good, and so is a copy of the file. */
    copied = location;
    {
        GBX_REGION(elsewhere, 4096);
        memcpy(elsewhere, region, sizeof region);
        OK(gbx_inspect_uint_set(&state, u, 1));
        OK(gbx_inspect_location_read(&copied, elsewhere, sizeof elsewhere, 1, &value));
        CHECK(value.number.as_uint == UINT64_MAX);
    }
    OK(gbx_inspect_node_delete_tree(&state, node));
}

static void texts_and_bytes_are_copied(void) {
    gbx_inspect_location_t location;
    gbx_string_t string;
    gbx_bytes_t bytes;
    gbx_text_t text;
    char buffer[16] = "unused";
    size_t length = 42;
    OK(gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("string"), GBX_STR("before"), &string));
    OK(gbx_inspect_create_bytes(&state, GBX_ROOT, GBX_STR("bytes"), "\0\1", 2, &bytes));
    OK(gbx_inspect_create_text(&state, GBX_ROOT, GBX_STR("text"), 12, &text));

    OK(locate("string", &location));
    OK(gbx_inspect_string_set(&state, string, GBX_STR("after")));
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, read_bytes(&location, buffer, 4, &length));
    CHECK(length == 5 && strcmp(buffer, "unused") == 0);
    OK(read_bytes(&location, buffer, 5, &length));
    CHECK(length == 5 && memcmp(buffer, "afterd", 6) == 0);
    OK(locate("bytes", &location));
    OK(gbx_inspect_bytes_set(&state, bytes, "\2\0\3", 3));
    OK(read_bytes(&location, buffer, sizeof buffer, &length));
    CHECK(length == 3 && memcmp(buffer, "\2\0\3", 3) == 0);
    OK(locate("text", &location));
    OK(gbx_inspect_text_set(&state, text, GBX_STR("in place")));
    OK(read_bytes(&location, buffer, sizeof buffer, &length));
    CHECK(length == 8 && memcmp(buffer, "in place", 8) == 0);
    OK(gbx_inspect_text_set(&state, text, GBX_STR("")));
    OK(read_bytes(&location, NULL, 0, &length));
    CHECK(length == 0);
    OK(gbx_inspect_string_delete(&state, string));
    OK(gbx_inspect_bytes_delete(&state, bytes));
    OK(gbx_inspect_text_delete(&state, text));
}

static void a_slot_is_read_alone(void) {
    gbx_inspect_location_t array_at, histogram_at, strings_at;
    gbx_inspect_number_t number;
    gbx_int_array_t array;
    gbx_double_linear_histogram_t histogram;
    gbx_string_array_t strings;
    OK(gbx_inspect_create_int_array(&state, GBX_ROOT, GBX_STR("array"), 3, &array));
    OK(gbx_inspect_create_double_linear_histogram(&state, GBX_ROOT, GBX_STR("histogram"), 0.5, 1.0, 2, &histogram));
    OK(gbx_inspect_create_string_array(&state, GBX_ROOT, GBX_STR("strings"), 2, &strings));
    OK(locate("array", &array_at));
    OK(locate("histogram", &histogram_at));
    OK(locate("strings", &strings_at));

    OK(gbx_inspect_int_array_set(&state, array, 2, -7));
    OK(read_slot(&array_at, 2, &number));
    CHECK(number.as_int == -7);
    EXPECT(GBX_ERROR_OUT_OF_RANGE, read_slot(&array_at, 3, &number));
    EXPECT(GBX_ERROR_OUT_OF_RANGE, read_slot(&array_at, UINT32_MAX, &number));
    /* Of a histogram the parameters come first, then the count below the floor. */
    OK(gbx_inspect_double_linear_histogram_insert(&state, histogram, 0.0));
    OK(read_slot(&histogram_at, 0, &number));
    CHECK(number.as_double - 0.5 == 0.0);
    OK(read_slot(&histogram_at, 2, &number));
    CHECK(number.as_double - 1.0 == 0.0);
    EXPECT(GBX_ERROR_WRONG_KIND, read_slot(&strings_at, 0, &number));
    OK(gbx_inspect_int_array_delete(&state, array));
    OK(gbx_inspect_double_linear_histogram_delete(&state, histogram));
    OK(gbx_inspect_string_array_delete(&state, strings));
}

static void what_is_read_in_another_way_is_refused(void) {
    gbx_inspect_location_t uint_at, string_at, none;
    gbx_inspect_value_t value;
    gbx_inspect_number_t number;
    gbx_uint_t uint;
    gbx_string_t string;
    gbx_node_t node;
    char buffer[8];
    size_t length;
    memset(&none, 0, sizeof none);
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("node"), &node));
    OK(gbx_inspect_create_uint(&state, node, GBX_STR("uint"), 1, &uint));
    OK(gbx_inspect_create_string(&state, node, GBX_STR("string"), GBX_STR("text"), &string));
    EXPECT(GBX_ERROR_WRONG_KIND, locate("node", &none));
    OK(locate("node/uint", &uint_at));
    OK(locate("node/string", &string_at));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_locate(&cursor, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_locate(NULL, &none));

    EXPECT(GBX_ERROR_WRONG_KIND, read_value(&string_at, &value));
    EXPECT(GBX_ERROR_WRONG_KIND, read_slot(&uint_at, 0, &number));
    EXPECT(GBX_ERROR_WRONG_KIND, read_bytes(&uint_at, buffer, sizeof buffer, &length));
    EXPECT(GBX_ERROR_NOT_INITIALISED, read_value(&none, &value));
    EXPECT(GBX_ERROR_NOT_INITIALISED, read_slot(&none, 0, &number));
    EXPECT(GBX_ERROR_NOT_INITIALISED, read_bytes(&none, buffer, sizeof buffer, &length));
    EXPECT(GBX_ERROR_NULL, read_value(NULL, &value));
    EXPECT(GBX_ERROR_NULL, read_slot(NULL, 0, &number));
    EXPECT(GBX_ERROR_NULL, read_bytes(NULL, buffer, sizeof buffer, &length));
    EXPECT(GBX_ERROR_NULL, read_value(&uint_at, NULL));
    EXPECT(GBX_ERROR_NULL, read_slot(&uint_at, 0, NULL));
    EXPECT(GBX_ERROR_NULL, read_bytes(&string_at, NULL, 1, &length));
    EXPECT(GBX_ERROR_NULL, read_bytes(&string_at, buffer, sizeof buffer, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_location_read(&uint_at, NULL, sizeof region, 0, &value));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_location_read(&uint_at, region + 1, 100, 0, &value));
    OK(gbx_inspect_node_delete_tree(&state, node));
}

static void a_value_that_is_gone_is_noticed_whatever_lies_there_by_now(void) {
    gbx_inspect_location_t location;
    gbx_inspect_value_t value;
    gbx_node_t node;
    gbx_uint_t uint;
    uint32_t block;
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("node"), &node));
    OK(gbx_inspect_create_uint(&state, node, GBX_STR("name"), 1, &uint));
    OK(locate("node/name", &location));
    OK(gbx_inspect_begin_transaction(&state));
    EXPECT(GBX_ERROR_LOCKED, gbx_inspect_location_read(&location, region, sizeof region, 2, &value));
    OK(gbx_inspect_end_transaction(&state));
    OK(read_value(&location, &value));

    block = uint.block;
    OK(gbx_inspect_uint_delete(&state, uint));
    EXPECT(GBX_ERROR_STALE_HANDLE, read_value(&location, &value));
    OK(gbx_inspect_create_uint(&state, node, GBX_STR("mane"), 1, &uint));
    CHECK(uint.block == block);
    EXPECT(GBX_ERROR_STALE_HANDLE, read_value(&location, &value));
    OK(gbx_inspect_node_delete_tree(&state, node));
    EXPECT(GBX_ERROR_STALE_HANDLE, read_value(&location, &value));
}

int main(void) {
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    a_number_is_read_where_it_lies();
    texts_and_bytes_are_copied();
    a_slot_is_read_alone();
    what_is_read_in_another_way_is_refused();
    a_value_that_is_gone_is_noticed_whatever_lies_there_by_now();
    OK(gbx_inspect_deinit(&state));
    return result("inspect_locations");
}
