/* Arrays, histograms, links and texts of fixed capacity: what a reader sees of them, and what is refused. */
#include "shown.h"

GBX_REGION(region, 8192);
static gbx_inspect_t state;

static void start(void) {
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
}

static void arrays_hold_numbers(void) {
    gbx_int_array_t ints;
    gbx_uint_array_t uints;
    gbx_double_array_t doubles;
    int64_t i = 0;
    uint64_t u = 0;
    double d = 0.0;
    start();
    OK(gbx_inspect_create_int_array(&state, GBX_ROOT, GBX_STR("ints"), 3, &ints));
    OK(gbx_inspect_create_uint_array(&state, GBX_ROOT, GBX_STR("uints"), 2, &uints));
    OK(gbx_inspect_create_double_array(&state, GBX_ROOT, GBX_STR("doubles"), 2, &doubles));
    OK(gbx_inspect_int_array_set(&state, ints, 0, INT64_MAX - 1));
    OK(gbx_inspect_int_array_add(&state, ints, 0, 5));
    OK(gbx_inspect_int_array_subtract(&state, ints, 2, 7));
    OK(gbx_inspect_uint_array_set(&state, uints, 1, 3));
    OK(gbx_inspect_uint_array_subtract(&state, uints, 1, 5));
    OK(gbx_inspect_uint_array_add(&state, uints, 0, UINT64_MAX));
    OK(gbx_inspect_uint_array_add(&state, uints, 0, 1));
    OK(gbx_inspect_double_array_set(&state, doubles, 0, 1.5));
    OK(gbx_inspect_double_array_add(&state, doubles, 0, 0.25));
    OK(gbx_inspect_double_array_subtract(&state, doubles, 1, 0.5));
    SHOWS("{\"doubles\":[1.75,-0.5],\"ints\":[9223372036854775807,0,-7],\"uints\":[18446744073709551615,0]}", &state);
    OK(gbx_inspect_int_array_get(&state, ints, 2, &i));
    OK(gbx_inspect_uint_array_get(&state, uints, 0, &u));
    OK(gbx_inspect_double_array_get(&state, doubles, 1, &d));
    CHECK(i == -7 && u == UINT64_MAX && d < -0.49 && d > -0.51);

    EXPECT(GBX_ERROR_OUT_OF_RANGE, gbx_inspect_int_array_set(&state, ints, 3, 1));
    EXPECT(GBX_ERROR_OUT_OF_RANGE, gbx_inspect_uint_array_add(&state, uints, 2, 1));
    EXPECT(GBX_ERROR_OUT_OF_RANGE, gbx_inspect_double_array_subtract(&state, doubles, 256, 1.0));
    EXPECT(GBX_ERROR_OUT_OF_RANGE, gbx_inspect_int_array_get(&state, ints, SIZE_MAX, &i));
    CHECK(i == -7);
    EXPECT(GBX_ERROR_NULL, gbx_inspect_int_array_get(&state, ints, 0, NULL));
    OK(gbx_inspect_int_array_delete(&state, ints));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_int_array_add(&state, ints, 0, 1));
    OK(gbx_inspect_uint_array_delete(&state, uints));
    OK(gbx_inspect_double_array_delete(&state, doubles));
    SHOWS("{}", &state);
}

static void arrays_have_a_size_that_the_format_can_say(void) {
    gbx_int_array_t ints;
    gbx_string_array_t strings;
    start();
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_create_int_array(&state, GBX_ROOT, GBX_STR("a"), 0, &ints));
    CHECK(ints.block == 0 && ints.check == 0);
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_inspect_int_array_set(&state, ints, 0, 1));
    EXPECT(GBX_ERROR_TOO_MANY_SLOTS, gbx_inspect_create_int_array(&state, GBX_ROOT, GBX_STR("a"), 255, &ints));
    OK(gbx_inspect_create_int_array(&state, GBX_ROOT, GBX_STR("a"), 254, &ints));
    OK(gbx_inspect_int_array_set(&state, ints, 253, 1));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT,
           gbx_inspect_create_string_array(&state, GBX_ROOT, GBX_STR("a"), 0, &strings));
    EXPECT(GBX_ERROR_TOO_MANY_SLOTS,
           gbx_inspect_create_string_array(&state, GBX_ROOT, GBX_STR("a"), 256, &strings));
    OK(gbx_inspect_create_string_array(&state, GBX_ROOT, GBX_STR("b"), 255, &strings));
    OK(gbx_inspect_string_array_set(&state, strings, 254, GBX_STR("last")));
}

static void string_arrays_hold_texts(void) {
    gbx_string_array_t names;
    char buffer[8];
    size_t length = 0;
    start();
    OK(gbx_inspect_create_string_array(&state, GBX_ROOT, GBX_STR("names"), 3, &names));
    OK(gbx_inspect_string_array_set(&state, names, 0, GBX_STR("one")));
    OK(gbx_inspect_string_array_set(&state, names, 2, GBX_STR("three three")));
    SHOWS("{\"names\":[\"one\",\"\",\"three three\"]}", &state);
    OK(gbx_inspect_string_array_get(&state, names, 0, buffer, sizeof buffer, &length));
    CHECK(length == 3 && memcmp(buffer, "one", 3) == 0);
    OK(gbx_inspect_string_array_get(&state, names, 1, NULL, 0, &length));
    CHECK(length == 0);
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_string_array_get(&state, names, 2, buffer, sizeof buffer, &length));
    CHECK(length == 11 && memcmp(buffer, "one", 3) == 0);
    EXPECT(GBX_ERROR_OUT_OF_RANGE, gbx_inspect_string_array_set(&state, names, 3, GBX_STR("four")));
    EXPECT(GBX_ERROR_OUT_OF_RANGE, gbx_inspect_string_array_get(&state, names, 3, buffer, sizeof buffer, &length));
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_inspect_string_array_set(&state, names, 0, GBX_STR("\xff")));
    OK(gbx_inspect_string_array_set(&state, names, 0, GBX_STR("")));
    SHOWS("{\"names\":[\"\",\"\",\"three three\"]}", &state);
    OK(gbx_inspect_string_array_delete(&state, names));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_string_array_set(&state, names, 0, GBX_STR("one")));
    SHOWS("{}", &state);
}

/* The examples of the format, and its extremes. */
static void linear_histograms_count(void) {
    static const int64_t values[] = {0, 0, 0, 10, 1000, 21};
    gbx_int_linear_histogram_t ints;
    gbx_uint_linear_histogram_t uints;
    gbx_double_linear_histogram_t doubles;
    size_t i;
    start();
    OK(gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, GBX_STR("i"), 10, 5, 6, &ints));
    for (i = 0; i < sizeof values / sizeof *values; i++) {
        OK(gbx_inspect_int_linear_histogram_insert(&state, ints, values[i]));
    }
    OK(gbx_inspect_create_uint_linear_histogram(&state, GBX_ROOT, GBX_STR("u"), 1, 1, 1, &uints));
    OK(gbx_inspect_uint_linear_histogram_insert_multiple(&state, uints, 1, UINT64_MAX));
    OK(gbx_inspect_uint_linear_histogram_insert_multiple(&state, uints, 1, 5));
    OK(gbx_inspect_uint_linear_histogram_insert(&state, uints, UINT64_MAX));
    OK(gbx_inspect_create_double_linear_histogram(&state, GBX_ROOT, GBX_STR("d"), 0.0, 0.5, 2, &doubles));
    OK(gbx_inspect_double_linear_histogram_insert(&state, doubles, 0.5));
    OK(gbx_inspect_double_linear_histogram_insert_multiple(&state, doubles, -1.0, 3));
    SHOWS("{\"d\":{\"size\":4,\"floor\":0.0,\"step\":0.5,\"counts\":[3.0,1.0],\"indexes\":[0,2]},"
          "\"i\":{\"size\":8,\"floor\":10,\"step\":5,\"counts\":[3,1,1,1],\"indexes\":[0,1,3,7]},"
          "\"u\":{\"size\":3,\"floor\":1,\"step\":1,\"counts\":[0,18446744073709551615,1]}}",
          &state);
    OK(gbx_inspect_int_linear_histogram_clear(&state, ints));
    OK(gbx_inspect_uint_linear_histogram_clear(&state, uints));
    OK(gbx_inspect_double_linear_histogram_clear(&state, doubles));
    SHOWS("{\"d\":{\"size\":4,\"floor\":0.0,\"step\":0.5,\"counts\":[],\"indexes\":[]},"
          "\"i\":{\"size\":8,\"floor\":10,\"step\":5,\"counts\":[],\"indexes\":[]},"
          "\"u\":{\"size\":3,\"floor\":1,\"step\":1,\"counts\":[],\"indexes\":[]}}",
          &state);
    OK(gbx_inspect_int_linear_histogram_delete(&state, ints));
    OK(gbx_inspect_uint_linear_histogram_delete(&state, uints));
    OK(gbx_inspect_double_linear_histogram_delete(&state, doubles));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_int_linear_histogram_insert(&state, ints, 1));
    SHOWS("{}", &state);
}

static void exponential_histograms_count(void) {
    static const uint64_t values[] = {0, 0, 0, 4, 1000, 30};
    gbx_int_exponential_histogram_t ints;
    gbx_uint_exponential_histogram_t uints;
    gbx_double_exponential_histogram_t doubles;
    size_t i;
    start();
    OK(gbx_inspect_create_uint_exponential_histogram(&state, GBX_ROOT, GBX_STR("u"), 1, 1, 2, 5, &uints));
    for (i = 0; i < sizeof values / sizeof *values; i++) {
        OK(gbx_inspect_uint_exponential_histogram_insert(&state, uints, values[i]));
    }
    OK(gbx_inspect_create_int_exponential_histogram(&state, GBX_ROOT, GBX_STR("i"), -5, 2, 4, 3, &ints));
    OK(gbx_inspect_int_exponential_histogram_insert(&state, ints, INT64_MIN));
    OK(gbx_inspect_int_exponential_histogram_insert(&state, ints, INT64_MAX));
    OK(gbx_inspect_int_exponential_histogram_insert_multiple(&state, ints, -3, 2));
    OK(gbx_inspect_create_double_exponential_histogram(&state, GBX_ROOT, GBX_STR("d"), 0.0, 1.0, 10.0, 2, &doubles));
    OK(gbx_inspect_double_exponential_histogram_insert(&state, doubles, 9.5));
    OK(gbx_inspect_double_exponential_histogram_insert_multiple(&state, doubles, 10.0, 2));
    SHOWS("{\"d\":{\"size\":4,\"floor\":0.0,\"initial_step\":1.0,\"step_multiplier\":10.0,\"counts\":[1.0,2.0],"
          "\"indexes\":[2,3]},"
          "\"i\":{\"size\":5,\"floor\":-5,\"initial_step\":2,\"step_multiplier\":4,\"counts\":[1,0,2,0,1]},"
          "\"u\":{\"size\":7,\"floor\":1,\"initial_step\":1,\"step_multiplier\":2,\"counts\":[3,1,2],"
          "\"indexes\":[0,3,6]}}",
          &state);
    OK(gbx_inspect_int_exponential_histogram_clear(&state, ints));
    OK(gbx_inspect_uint_exponential_histogram_clear(&state, uints));
    OK(gbx_inspect_double_exponential_histogram_clear(&state, doubles));
    SHOWS("{\"d\":{\"size\":4,\"floor\":0.0,\"initial_step\":1.0,\"step_multiplier\":10.0,\"counts\":[],\"indexes\":[]},"
          "\"i\":{\"size\":5,\"floor\":-5,\"initial_step\":2,\"step_multiplier\":4,\"counts\":[],\"indexes\":[]},"
          "\"u\":{\"size\":7,\"floor\":1,\"initial_step\":1,\"step_multiplier\":2,\"counts\":[],\"indexes\":[]}}",
          &state);
    OK(gbx_inspect_int_exponential_histogram_delete(&state, ints));
    OK(gbx_inspect_uint_exponential_histogram_delete(&state, uints));
    OK(gbx_inspect_double_exponential_histogram_delete(&state, doubles));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_uint_exponential_histogram_insert(&state, uints, 1));
    SHOWS("{}", &state);
}

static void histograms_with_bad_parameters_are_refused(void) {
    const double infinite = 1e308 * 10.0;
    gbx_int_linear_histogram_t i;
    gbx_uint_linear_histogram_t u;
    gbx_double_linear_histogram_t d;
    gbx_int_exponential_histogram_t ie;
    gbx_uint_exponential_histogram_t ue;
    gbx_double_exponential_histogram_t de;
    const gbx_str_t h = GBX_STR("h");
    start();
#define BAD(out, call)                            \
    do {                                          \
        EXPECT(GBX_ERROR_INVALID_ARGUMENT, call); \
        CHECK(out.block == 0 && out.check == 0);  \
    } while (0)
    BAD(i, gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, h, 0, 0, 3, &i));
    BAD(i, gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, h, 0, -1, 3, &i));
    BAD(i, gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, h, 0, 1, 0, &i));
    BAD(u, gbx_inspect_create_uint_linear_histogram(&state, GBX_ROOT, h, 0, 0, 3, &u));
    BAD(d, gbx_inspect_create_double_linear_histogram(&state, GBX_ROOT, h, 0.0, 0.0, 3, &d));
    BAD(d, gbx_inspect_create_double_linear_histogram(&state, GBX_ROOT, h, infinite, 1.0, 3, &d));
    BAD(ie, gbx_inspect_create_int_exponential_histogram(&state, GBX_ROOT, h, 0, 1, 1, 3, &ie));
    BAD(ue, gbx_inspect_create_uint_exponential_histogram(&state, GBX_ROOT, h, 0, 0, 2, 3, &ue));
    BAD(de, gbx_inspect_create_double_exponential_histogram(&state, GBX_ROOT, h, 0.0, 1.0, 1.0, 3, &de));
    BAD(de,
        gbx_inspect_create_double_exponential_histogram(&state, GBX_ROOT, h, 0.0, 1.0, infinite - infinite, 3, &de));
#undef BAD
    EXPECT(GBX_ERROR_TOO_MANY_SLOTS, gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, h, 0, 1, 251, &i));
    EXPECT(GBX_ERROR_TOO_MANY_SLOTS,
           gbx_inspect_create_uint_exponential_histogram(&state, GBX_ROOT, h, 0, 1, 2, 250, &ue));
    OK(gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, h, 0, 1, 250, &i));
    OK(gbx_inspect_create_uint_exponential_histogram(&state, GBX_ROOT, h, 0, 1, 2, 249, &ue));
}

static void links_name_other_files(void) {
    gbx_link_t child, other;
    char buffer[16];
    size_t length = 0;
    start();
    OK(gbx_inspect_create_child_link(&state, GBX_ROOT, GBX_STR("child"), GBX_STR("other.inspect"), &child));
    OK(gbx_inspect_create_inline_link(&state, GBX_ROOT, GBX_STR("inline"), GBX_STR("other.inspect"), &other));
    OK(gbx_inspect_link_content(&state, child, buffer, sizeof buffer, &length));
    CHECK(length == 13 && memcmp(buffer, "other.inspect", 13) == 0);
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_link_content(&state, other, buffer, 12, &length));
    CHECK(length == 13);
    EXPECT(GBX_ERROR_INVALID_UTF8,
           gbx_inspect_create_child_link(&state, GBX_ROOT, GBX_STR("bad"), GBX_STR("\xff"), &child));
    /* The disposition is in the last byte of the block. */
    CHECK(region[16 * other.block + 15] == 0x10);
    OK(gbx_inspect_link_delete(&state, other));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_link_content(&state, other, buffer, sizeof buffer, &length));
}

static void texts_of_fixed_capacity_are_set_in_place(void) {
    gbx_text_t text;
    gbx_inspect_counters_t before, after;
    char buffer[24];
    size_t length = 0;
    start();
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_create_text(&state, GBX_ROOT, GBX_STR("step"), 0, &text));
    OK(gbx_inspect_create_text(&state, GBX_ROOT, GBX_STR("step"), 24, &text));
    OK(gbx_inspect_counters(&state, &before));
    OK(gbx_inspect_text_set(&state, text, GBX_STR("waiting for the network")));
    SHOWS("{\"step\":\"waiting for the network\"}", &state);
    OK(gbx_inspect_text_set(&state, text, GBX_STR("up")));
    SHOWS("{\"step\":\"up\"}", &state);
    OK(gbx_inspect_counters(&state, &after));
    CHECK(after.allocated_blocks == before.allocated_blocks && after.deallocated_blocks == before.deallocated_blocks);
    EXPECT(GBX_ERROR_OVER_CAPACITY, gbx_inspect_text_set(&state, text, GBX_STR("waiting for the networks!")));
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_inspect_text_set(&state, text, GBX_STR("\xff")));
    OK(gbx_inspect_text_get(&state, text, buffer, sizeof buffer, &length));
    CHECK(length == 2 && memcmp(buffer, "up", 2) == 0);
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_text_get(&state, text, buffer, 1, &length));
    CHECK(length == 2);
    /* A text that could not be set is no update of a number. */
    OK(gbx_inspect_counters(&state, &after));
    CHECK(after.dropped_updates == 0);
    OK(gbx_inspect_text_delete(&state, text));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_text_set(&state, text, GBX_STR("up")));
    SHOWS("{}", &state);
}

/* A handle of one kind is no handle of another, even when somebody copies its numbers. */
static void a_handle_of_another_kind_is_refused(void) {
    gbx_int_array_t ints;
    gbx_uint_array_t uints;
    gbx_int_linear_histogram_t linear;
    gbx_text_t text;
    start();
    OK(gbx_inspect_create_int_array(&state, GBX_ROOT, GBX_STR("a"), 6, &ints));
    uints.block = linear.block = text.block = ints.block;
    uints.check = linear.check = text.check = ints.check;
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_uint_array_set(&state, uints, 0, 1));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_int_linear_histogram_insert(&state, linear, 1));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_text_set(&state, text, GBX_STR("x")));
    SHOWS("{\"a\":[0,0,0,0,0,0]}", &state);
}

static void updates_that_could_not_be_done_are_counted(void) {
    gbx_inspect_counters_t counters;
    gbx_uint_array_t array;
    gbx_uint_t number;
    gbx_uint_linear_histogram_t histogram;
    start();
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("n"), 0, &number));
    OK(gbx_inspect_create_uint_array(&state, GBX_ROOT, GBX_STR("a"), 2, &array));
    OK(gbx_inspect_create_uint_linear_histogram(&state, GBX_ROOT, GBX_STR("h"), 0, 1, 2, &histogram));
    OK(gbx_inspect_uint_add(&state, number, 1));
    OK(gbx_inspect_counters(&state, &counters));
    CHECK(counters.dropped_updates == 0);
    EXPECT(GBX_ERROR_OUT_OF_RANGE, gbx_inspect_uint_array_add(&state, array, 2, 1));
    OK(gbx_inspect_uint_delete(&state, number));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_uint_add(&state, number, 1));
    OK(gbx_inspect_uint_linear_histogram_delete(&state, histogram));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_uint_linear_histogram_insert(&state, histogram, 1));
    OK(gbx_inspect_counters(&state, &counters));
    CHECK(counters.dropped_updates == 3);
}

int main(void) {
    arrays_hold_numbers();
    arrays_have_a_size_that_the_format_can_say();
    string_arrays_hold_texts();
    linear_histograms_count();
    exponential_histograms_count();
    histograms_with_bad_parameters_are_refused();
    links_name_other_files();
    texts_of_fixed_capacity_are_set_in_place();
    a_handle_of_another_kind_is_refused();
    updates_that_could_not_be_done_are_counted();
    return result("inspect_values");
}
