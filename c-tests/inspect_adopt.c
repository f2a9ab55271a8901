/* Files that outlive their writer: frozen copies, the final freeze, and a new writer that takes over after a reset. */
#include "shown.h"

GBX_REGION(region, 8192);
static gbx_inspect_t old;
static gbx_inspect_t state;
static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(8192) / 4];

/* One value of each kind. */
static void fill(void) {
    static const unsigned char raw[] = {5, 0xf1, 0xab};
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
    OK(gbx_inspect_init(&old, region, sizeof region, NULL));
    OK(gbx_inspect_create_node(&old, GBX_ROOT, GBX_STR("v"), &node));
    OK(gbx_inspect_create_int(&old, node, GBX_STR("v"), 1, &i));
    OK(gbx_inspect_create_uint(&old, node, GBX_STR("v"), 1, &u));
    OK(gbx_inspect_create_double(&old, node, GBX_STR("v"), 1.0, &d));
    OK(gbx_inspect_create_bool(&old, node, GBX_STR("v"), true, &b));
    OK(gbx_inspect_create_string(&old, node, GBX_STR("v"), GBX_STR("text"), &s));
    OK(gbx_inspect_create_bytes(&old, node, GBX_STR("v"), raw, sizeof raw, &y));
    OK(gbx_inspect_create_int_array(&old, node, GBX_STR("v"), 1, &ia));
    OK(gbx_inspect_create_uint_array(&old, node, GBX_STR("v"), 1, &ua));
    OK(gbx_inspect_create_double_array(&old, node, GBX_STR("v"), 1, &da));
    OK(gbx_inspect_create_string_array(&old, node, GBX_STR("v"), 1, &sa));
    OK(gbx_inspect_create_int_linear_histogram(&old, node, GBX_STR("v"), 0, 1, 1, &il));
    OK(gbx_inspect_create_uint_linear_histogram(&old, node, GBX_STR("v"), 0, 1, 1, &ul));
    OK(gbx_inspect_create_double_linear_histogram(&old, node, GBX_STR("v"), 0.0, 1.0, 1, &dl));
    OK(gbx_inspect_create_int_exponential_histogram(&old, node, GBX_STR("v"), 0, 1, 2, 1, &ie));
    OK(gbx_inspect_create_uint_exponential_histogram(&old, node, GBX_STR("v"), 0, 1, 2, 1, &ue));
    OK(gbx_inspect_create_double_exponential_histogram(&old, node, GBX_STR("v"), 0.0, 1.0, 2.0, 1, &de));
    OK(gbx_inspect_create_text(&old, node, GBX_STR("v"), 8, &t));
    OK(gbx_inspect_create_child_link(&old, node, GBX_STR("v"), GBX_STR("link-7"), &l));
}

static gbx_status_t adopt(gbx_inspect_adoption_t *adoption) {
    return gbx_inspect_adopt(&state, region, sizeof region, NULL, scratch, sizeof scratch, adoption);
}

static gbx_status_t adopt_or_start(gbx_inspect_adoption_t *adoption) {
    return gbx_inspect_adopt_or_start(&state, region, sizeof region, NULL, scratch, sizeof scratch, adoption);
}

static bool is_about(const gbx_inspect_adoption_t *adoption, gbx_inspect_outcome_t outcome, const char *problem,
                     uint32_t block) {
    return adoption->outcome == outcome && adoption->block == block && adoption->problem.size == strlen(problem) &&
           memcmp(adoption->problem.data, problem, strlen(problem)) == 0;
}

static void every_value_is_found_again(void) {
    gbx_inspect_adoption_t adoption;
    gbx_inspect_counters_t counters;
    gbx_node_t node, none;
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
    char buffer[8];
    size_t length = 0;
    const gbx_str_t v = GBX_STR("v");
    fill();
    OK(adopt(&adoption));
    CHECK(is_about(&adoption, GBX_OUTCOME_WHOLE, "", 0));
    CHECK(adoption.scratch_size == 0);
    OK(gbx_inspect_find_node(&state, GBX_ROOT, v, &node));
    OK(gbx_inspect_find_int(&state, node, v, &i));
    OK(gbx_inspect_int_set(&state, i, 2));
    OK(gbx_inspect_find_uint(&state, node, v, &u));
    OK(gbx_inspect_uint_set(&state, u, 3));
    OK(gbx_inspect_find_double(&state, node, v, &d));
    OK(gbx_inspect_double_set(&state, d, 4.0));
    OK(gbx_inspect_find_bool(&state, node, v, &b));
    OK(gbx_inspect_bool_set(&state, b, false));
    OK(gbx_inspect_find_string(&state, node, v, &s));
    OK(gbx_inspect_string_set(&state, s, GBX_STR("new")));
    OK(gbx_inspect_find_bytes(&state, node, v, &y));
    OK(gbx_inspect_bytes_set(&state, y, "b", 1));
    OK(gbx_inspect_find_int_array(&state, node, v, &ia));
    OK(gbx_inspect_int_array_set(&state, ia, 0, -5));
    OK(gbx_inspect_find_uint_array(&state, node, v, &ua));
    OK(gbx_inspect_uint_array_set(&state, ua, 0, 5));
    OK(gbx_inspect_find_double_array(&state, node, v, &da));
    OK(gbx_inspect_double_array_set(&state, da, 0, 5.5));
    OK(gbx_inspect_find_string_array(&state, node, v, &sa));
    OK(gbx_inspect_string_array_set(&state, sa, 0, GBX_STR("s")));
    OK(gbx_inspect_find_int_linear_histogram(&state, node, v, &il));
    OK(gbx_inspect_int_linear_histogram_insert(&state, il, 0));
    OK(gbx_inspect_find_uint_linear_histogram(&state, node, v, &ul));
    OK(gbx_inspect_uint_linear_histogram_insert(&state, ul, 0));
    OK(gbx_inspect_find_double_linear_histogram(&state, node, v, &dl));
    OK(gbx_inspect_double_linear_histogram_insert(&state, dl, 0.0));
    OK(gbx_inspect_find_int_exponential_histogram(&state, node, v, &ie));
    OK(gbx_inspect_int_exponential_histogram_insert(&state, ie, 0));
    OK(gbx_inspect_find_uint_exponential_histogram(&state, node, v, &ue));
    OK(gbx_inspect_uint_exponential_histogram_insert(&state, ue, 0));
    OK(gbx_inspect_find_double_exponential_histogram(&state, node, v, &de));
    OK(gbx_inspect_double_exponential_histogram_insert(&state, de, 0.0));
    OK(gbx_inspect_find_text(&state, node, v, &t));
    OK(gbx_inspect_text_set(&state, t, GBX_STR("fixed")));
    OK(gbx_inspect_find_link(&state, node, v, &l));
    OK(gbx_inspect_link_content(&state, l, buffer, sizeof buffer, &length));
    CHECK(length == 6 && memcmp(buffer, "link-7", 6) == 0);

    /* The counters go on from what is there. */
    OK(gbx_inspect_unique_name(&state, GBX_STR(""), buffer, sizeof buffer, &length));
    CHECK(length == 1 && buffer[0] == '8');

    memset(&none, 7, sizeof none);
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_inspect_find_node(&state, node, v, &none));
    CHECK(none.block == 0 && none.check == 0);
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_inspect_find_int(&state, node, GBX_STR("w"), &i));
    CHECK(i.block == 0 && i.check == 0);
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_inspect_find_int(&state, node, GBX_STR("\xff"), &i));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_inspect_find_int(&state, none, v, &i));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_find_int(&state, node, v, NULL));

    SHOWS("{\"v\":{\"v\":2,\"v\":3,\"v\":4.0,\"v\":false,\"v\":\"new\",\"v\":\"b64:Yg==\",\"v\":[-5],\"v\":[5],\"v\":[5.5],"
          "\"v\":[\"s\"],"
          "\"v\":{\"size\":3,\"floor\":0,\"step\":1,\"counts\":[1],\"indexes\":[1]},"
          "\"v\":{\"size\":3,\"floor\":0,\"step\":1,\"counts\":[1],\"indexes\":[1]},"
          "\"v\":{\"size\":3,\"floor\":0.0,\"step\":1.0,\"counts\":[1.0],\"indexes\":[1]},"
          "\"v\":{\"size\":3,\"floor\":0,\"initial_step\":1,\"step_multiplier\":2,\"counts\":[1],\"indexes\":[1]},"
          "\"v\":{\"size\":3,\"floor\":0,\"initial_step\":1,\"step_multiplier\":2,\"counts\":[1],\"indexes\":[1]},"
          "\"v\":{\"size\":3,\"floor\":0.0,\"initial_step\":1.0,\"step_multiplier\":2.0,\"counts\":[1.0],\"indexes\":[1]},"
          "\"v\":\"fixed\"}}",
          &state);

    /* All of it counts as recorded. */
    OK(gbx_inspect_node_delete(&state, node));
    OK(gbx_inspect_counters(&state, &counters));
    CHECK(counters.allocated_blocks - counters.deallocated_blocks == 1);
    SHOWS("{}", &state);
}

static unsigned char before[sizeof region];

static void remember(void) {
    memcpy(before, region, sizeof region);
}

static bool nothing_has_changed(void) {
    return memcmp(before, region, sizeof region) == 0;
}

static void what_cannot_be_trusted_is_refused_by_name(void) {
    gbx_inspect_adoption_t adoption;
    gbx_node_t node;
    memset(&state, 0, sizeof state);

    memset(region, 0xa5, sizeof region);
    remember();
    EXPECT(GBX_ERROR_NOT_ADOPTABLE, adopt(&adoption));
    CHECK(is_about(&adoption, GBX_OUTCOME_REFUSED, "bad_magic", 0));
    CHECK(nothing_has_changed());
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("x"), &node));

    /* A name that points out of the file. */
    fill();
    memset(region + 2 * 16 + 5, 0xff, 3);
    remember();
    EXPECT(GBX_ERROR_NOT_ADOPTABLE, adopt(&adoption));
    CHECK(is_about(&adoption, GBX_OUTCOME_REFUSED, "name_missing", 2));
    CHECK(nothing_has_changed());

    fill();
    OK(gbx_inspect_begin_transaction(&old));
    remember();
    EXPECT(GBX_ERROR_NOT_ADOPTABLE, adopt(&adoption));
    CHECK(is_about(&adoption, GBX_OUTCOME_REFUSED, "locked", 0));
    CHECK(nothing_has_changed());

    fill();
    remember();
    EXPECT(GBX_ERROR_SCRATCH_TOO_SMALL,
           gbx_inspect_adopt(&state, region, sizeof region, NULL, scratch, 64, &adoption));
    CHECK(adoption.outcome == GBX_OUTCOME_REFUSED && adoption.problem.size == 0);
    CHECK(adoption.scratch_size > 64 && adoption.scratch_size <= sizeof scratch);
    EXPECT(GBX_ERROR_NULL, gbx_inspect_adopt(&state, region, sizeof region, NULL, NULL, 64, &adoption));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_adopt(&state, region, sizeof region, NULL, scratch, sizeof scratch, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_adopt(&state, NULL, sizeof region, NULL, scratch, sizeof scratch, &adoption));
    EXPECT(GBX_ERROR_NULL,
           gbx_inspect_adopt_or_start(NULL, region, sizeof region, NULL, scratch, sizeof scratch, &adoption));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_adopt(&state, region, 16, NULL, scratch, sizeof scratch, &adoption));
    CHECK(nothing_has_changed());
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("x"), &node));
}

static void a_program_that_goes_on_in_any_case_is_told_how(void) {
    gbx_inspect_adoption_t adoption;
    gbx_node_t node;
    fill();
    OK(adopt_or_start(&adoption));
    CHECK(is_about(&adoption, GBX_OUTCOME_WHOLE, "", 0));

    fill();
    OK(gbx_inspect_begin_transaction(&old));
    OK(adopt_or_start(&adoption));
    CHECK(is_about(&adoption, GBX_OUTCOME_CLOSED, "", 0));
    OK(gbx_inspect_find_node(&state, GBX_ROOT, GBX_STR("v"), &node));

    fill();
    memset(region + 2 * 16 + 5, 0xff, 3);
    OK(adopt_or_start(&adoption));
    CHECK(is_about(&adoption, GBX_OUTCOME_FRESH, "name_missing", 2));
    SHOWS("{}", &state);

    memset(region, 0, sizeof region);
    OK(adopt_or_start(&adoption));
    CHECK(is_about(&adoption, GBX_OUTCOME_FRESH, "bad_magic", 0));
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("new"), &node));
    SHOWS("{\"new\":{}}", &state);
}

static void a_frozen_copy_says_so_and_the_file_goes_on(void) {
    static uint64_t copy[sizeof region / 8];
    gbx_int_t number;
    size_t length = 0;
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    OK(gbx_inspect_create_int(&state, GBX_ROOT, GBX_STR("n"), 1, &number));
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_frozen_copy(&state, copy, 16, &length));
    CHECK(length == 4096);
    OK(gbx_inspect_begin_transaction(&state));
    EXPECT(GBX_ERROR_IN_TRANSACTION, gbx_inspect_frozen_copy(&state, copy, sizeof copy, &length));
    EXPECT(GBX_ERROR_IN_TRANSACTION, gbx_inspect_freeze(&state));
    OK(gbx_inspect_end_transaction(&state));
    OK(gbx_inspect_frozen_copy(&state, copy, sizeof copy, &length));
    CHECK(length == 4096);
    OK(gbx_inspect_int_set(&state, number, 2));
    CHECK(strcmp(shown(copy, length), "{\"root\":{\"n\":1}}") == 0);
    CHECK(memcmp(&copy[1], "\xfe\xff\xff\xff\xff\xff\xff\xff", 8) == 0);
    SHOWS("{\"n\":2}", &state);

    OK(gbx_inspect_freeze(&state));
    EXPECT(GBX_ERROR_FROZEN, gbx_inspect_int_set(&state, number, 3));
    EXPECT(GBX_ERROR_FROZEN, gbx_inspect_freeze(&state));
    CHECK(strcmp(shown(region, sizeof region), "{\"root\":{\"n\":2}}") == 0);
}

int main(void) {
    every_value_is_found_again();
    what_cannot_be_trusted_is_refused_by_name();
    a_program_that_goes_on_in_any_case_is_told_how();
    a_frozen_copy_says_so_and_the_file_goes_on();
    return result("inspect_adopt");
}
