/* Every wrong argument gets its error, and changes nothing: NULL, misaligned, of a bad size, no text, a handle that is null,
 * stale, foreign or of another kind, a state that was never initialised. */
#include "every_function.h"

GBX_REGION(region, 4096);
GBX_REGION(other_region, 4096);
static gbx_inspect_t state;
static gbx_inspect_t other;
static struct handles good;

/* A pointer that is not aligned for anything but bytes. */
static void *misaligned(void *memory) {
    return CAST(unsigned char *, memory) + 1;
}

/* Counts, to see that a refused call changed nothing: not even the generation moved. */
static uint64_t before;

static void remember(void) {
    gbx_inspect_counters_t counters;
    OK(gbx_inspect_counters(&state, &counters));
    before = counters.generation;
}

static void nothing_has_changed(void) {
    gbx_inspect_counters_t counters;
    OK(gbx_inspect_counters(&state, &counters));
    CHECK(counters.generation == before);
    CHECK(counters.failed_allocations == 0);
    expect_untouched(&state, &good);
}

static void a_state_that_was_not_initialised(void) {
    static gbx_inspect_t zero;
    static gbx_inspect_t never;
    struct handles none;
    memset(&none, 0, sizeof none);
    memset(&never, 0xa5, sizeof never);
    expect_of_all(GBX_ERROR_NOT_INITIALISED, &zero, &none);
    expect_of_all(GBX_ERROR_NOT_INITIALISED, &never, &none);
    expect_of_all(GBX_ERROR_NULL, NULL, &none);

    /* What was given up is as good as never initialised. */
    OK(gbx_inspect_init(&zero, other_region, sizeof other_region, NULL));
    none = create_handles(&zero);
    OK(gbx_inspect_deinit(&zero));
    expect_of_all(GBX_ERROR_NOT_INITIALISED, &zero, &none);
}

static void a_state_that_is_misaligned(void) {
    static gbx_inspect_t memory[2];
    gbx_inspect_t *bad = CAST(gbx_inspect_t *, misaligned(memory));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_init(bad, other_region, sizeof other_region, NULL));
    expect_of_all(GBX_ERROR_INVALID_ARGUMENT, bad, &good);
}

static void regions_that_cannot_serve(void) {
    static gbx_inspect_t untouched;
    const gbx_inspect_t zero = untouched;
    const size_t page = sizeof other_region;
    EXPECT(GBX_ERROR_NULL, gbx_inspect_init(NULL, other_region, page, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_init(&untouched, NULL, page, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_init(&untouched, misaligned(other_region), page - 1, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_init(&untouched, other_region + 4, page - 4, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_init(&untouched, other_region, 63, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_init(&untouched, other_region, 0, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_init(&untouched, other_region, SIZE_MAX, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_init(&untouched, other_region, CAST(size_t, 1) << 30, NULL));
    CHECK(memcmp(&untouched, &zero, sizeof zero) == 0);
    OK(gbx_inspect_init(&untouched, other_region + 8, 64, NULL));
    OK(gbx_inspect_deinit(&untouched));
}

static bool never_acquired(void *context, size_t *key) {
    (void)context;
    (void)key;
    return false;
}

static void never_released(void *context, size_t key) {
    static const bool a_lock_was_given_back_that_was_not_taken = true;
    (void)context;
    (void)key;
    CHECK(!a_lock_was_given_back_that_was_not_taken);
}

static void configurations_that_make_no_sense(void) {
    GBX_REGION(book, 1024);
    gbx_inspect_config_t config;
    memset(&config, 0, sizeof config);
    config.flags = 8;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_init(&other, other_region, sizeof other_region, &config));
    config.flags = 0;
    config.lock.acquire = never_acquired;
    EXPECT(GBX_ERROR_NULL, gbx_inspect_init(&other, other_region, sizeof other_region, &config));
    config.lock.acquire = NULL;
    config.lock.release = never_released;
    EXPECT(GBX_ERROR_NULL, gbx_inspect_init(&other, other_region, sizeof other_region, &config));
    config.lock.release = NULL;

    config.book = misaligned(book);
    config.book_size = sizeof book - 16;
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_init(&other, other_region, sizeof other_region, &config));
    config.book = book;
    config.book_size = 32;
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_init(&other, other_region, sizeof other_region, &config));
    config.book_size = 256;
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_init(&other, other_region, sizeof other_region, &config));
    config.book_size = sizeof book;
    OK(gbx_inspect_init(&other, other_region, sizeof other_region, &config));
    OK(gbx_inspect_deinit(&other));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT,
           gbx_inspect_init(&other, other_region, sizeof other_region,
                            CAST(gbx_inspect_config_t *, misaligned(&config))));
}

static void lock_functions_that_refuse(void) {
    gbx_inspect_config_t config;
    memset(&config, 0, sizeof config);
    config.lock.acquire = never_acquired;
    config.lock.release = never_released;
    OK(gbx_inspect_init(&other, other_region, sizeof other_region, &config));
    expect_of_all(GBX_ERROR_BUSY, &other, &good);
}

/* The macro promises to be enough, whatever the size of the region. */
static void a_book_of_the_size_that_the_macro_says_is_enough(void) {
    static uint64_t memory[(1u << 18) / 8];
    static uint64_t book[GBX_INSPECT_BOOK_SIZE(1u << 18, 4096u) / 8];
    gbx_inspect_config_t config;
    size_t size;
    uint32_t slots;
    memset(&config, 0, sizeof config);
    config.book = book;
    for (size = 64; size <= sizeof memory; size += size < 1024 ? 8 : 1000 * 8) {
        for (slots = 0; slots <= 4096; slots = slots * 2 + 1) {
            config.string_slots = slots;
            config.book_size = GBX_INSPECT_BOOK_SIZE(size, slots);
            CHECK(config.book_size <= sizeof book);
            OK(gbx_inspect_init(&other, memory, size, &config));
            OK(gbx_inspect_deinit(&other));
        }
    }
}

static void outputs_that_are_null(void) {
    gbx_str_t name = GBX_STR("name");
    const void *address;
    char buffer[8];
    size_t size;
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_node(&state, GBX_ROOT, name, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_int(&state, GBX_ROOT, name, 1, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_uint(&state, GBX_ROOT, name, 1, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_double(&state, GBX_ROOT, name, 1.0, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_bool(&state, GBX_ROOT, name, true, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_string(&state, GBX_ROOT, name, name, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_bytes(&state, GBX_ROOT, name, "b", 1, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_record_node(&state, GBX_ROOT, name, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_int_get(&state, good.i, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_uint_get(&state, good.u, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_double_get(&state, good.d, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_bool_get(&state, good.b, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_string_get(&state, good.s, NULL, 8, &size));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_string_get(&state, good.s, buffer, 8, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_bytes_get(&state, good.y, NULL, 8, &size));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_bytes_get(&state, good.y, buffer, 8, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_int_array(&state, GBX_ROOT, name, 2, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_uint_array(&state, GBX_ROOT, name, 2, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_double_array(&state, GBX_ROOT, name, 2, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_string_array(&state, GBX_ROOT, name, 2, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, name, 0, 1, 2, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_uint_linear_histogram(&state, GBX_ROOT, name, 0, 1, 2, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_double_linear_histogram(&state, GBX_ROOT, name, 0.0, 1.0, 2, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_int_exponential_histogram(&state, GBX_ROOT, name, 0, 1, 2, 2, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_uint_exponential_histogram(&state, GBX_ROOT, name, 0, 1, 2, 2, NULL));
    EXPECT(GBX_ERROR_NULL,
           gbx_inspect_create_double_exponential_histogram(&state, GBX_ROOT, name, 0.0, 1.0, 2.0, 2, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_text(&state, GBX_ROOT, name, 8, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_child_link(&state, GBX_ROOT, name, name, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_create_inline_link(&state, GBX_ROOT, name, name, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_int_array_get(&state, good.ia, 0, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_uint_array_get(&state, good.ua, 0, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_double_array_get(&state, good.da, 0, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_string_array_get(&state, good.sa, 0, NULL, 8, &size));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_string_array_get(&state, good.sa, 0, buffer, 8, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_text_get(&state, good.t, NULL, 8, &size));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_text_get(&state, good.t, buffer, 8, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_link_content(&state, good.l, NULL, 8, &size));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_name(&state, GBX_ANY(good.u), buffer, 8, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_unique_name(&state, name, NULL, 8, &size));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_frozen_copy(&state, NULL, 8, &size));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_frozen_copy(&state, buffer, 8, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_counters(&state, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_file(&state, NULL, &size));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_file(&state, &address, NULL));
}

static void outputs_that_are_misaligned(void) {
    static uint64_t memory[16];
    void *bad = misaligned(memory);
    gbx_str_t name = GBX_STR("name");
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_create_uint(&state, GBX_ROOT, name, 1, CAST(gbx_uint_t *, bad)));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_record_node(&state, GBX_ROOT, name, CAST(gbx_node_t *, bad)));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_uint_get(&state, good.u, CAST(uint64_t *, bad)));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_string_get(&state, good.s, NULL, 0, CAST(size_t *, bad)));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_counters(&state, CAST(gbx_inspect_counters_t *, bad)));
    CHECK(memory[0] == 0 && memory[1] == 0);
}

/* Functions that take a text, with one that cannot be. */
static void expect_of_texts(gbx_status_t expected, gbx_str_t bad) {
    struct handles made;
    gbx_inspect_list_t list;
    gbx_node_t entries[2];
    char buffer[8];
    size_t length;
    REFUSED(expected, made.node, gbx_inspect_create_node(&state, GBX_ROOT, bad, &made.node));
    REFUSED(expected, made.i, gbx_inspect_create_int(&state, GBX_ROOT, bad, 1, &made.i));
    REFUSED(expected, made.u, gbx_inspect_create_uint(&state, GBX_ROOT, bad, 1, &made.u));
    REFUSED(expected, made.d, gbx_inspect_create_double(&state, GBX_ROOT, bad, 1.0, &made.d));
    REFUSED(expected, made.b, gbx_inspect_create_bool(&state, GBX_ROOT, bad, true, &made.b));
    REFUSED(expected, made.s, gbx_inspect_create_string(&state, GBX_ROOT, bad, GBX_STR("s"), &made.s));
    REFUSED(expected, made.s, gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("s"), bad, &made.s));
    REFUSED(expected, made.y, gbx_inspect_create_bytes(&state, GBX_ROOT, bad, "b", 1, &made.y));
    REFUSED(expected, made.node, gbx_inspect_record_node(&state, GBX_ROOT, bad, &made.node));
    EXPECT(expected, gbx_inspect_record_int(&state, GBX_ROOT, bad, 1));
    EXPECT(expected, gbx_inspect_record_uint(&state, GBX_ROOT, bad, 1));
    EXPECT(expected, gbx_inspect_record_double(&state, GBX_ROOT, bad, 1.0));
    EXPECT(expected, gbx_inspect_record_bool(&state, GBX_ROOT, bad, true));
    EXPECT(expected, gbx_inspect_record_string(&state, GBX_ROOT, bad, GBX_STR("s")));
    EXPECT(expected, gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("s"), bad));
    EXPECT(expected, gbx_inspect_record_bytes(&state, GBX_ROOT, bad, "b", 1));
    REFUSED(expected, made.ia, gbx_inspect_create_int_array(&state, GBX_ROOT, bad, 2, &made.ia));
    REFUSED(expected, made.ua, gbx_inspect_create_uint_array(&state, GBX_ROOT, bad, 2, &made.ua));
    REFUSED(expected, made.da, gbx_inspect_create_double_array(&state, GBX_ROOT, bad, 2, &made.da));
    REFUSED(expected, made.sa, gbx_inspect_create_string_array(&state, GBX_ROOT, bad, 2, &made.sa));
    REFUSED(expected, made.il, gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, bad, 0, 1, 2, &made.il));
    REFUSED(expected, made.ul, gbx_inspect_create_uint_linear_histogram(&state, GBX_ROOT, bad, 0, 1, 2, &made.ul));
    REFUSED(expected, made.dl,
            gbx_inspect_create_double_linear_histogram(&state, GBX_ROOT, bad, 0.0, 1.0, 2, &made.dl));
    REFUSED(expected, made.ie,
            gbx_inspect_create_int_exponential_histogram(&state, GBX_ROOT, bad, 0, 1, 2, 2, &made.ie));
    REFUSED(expected, made.ue,
            gbx_inspect_create_uint_exponential_histogram(&state, GBX_ROOT, bad, 0, 1, 2, 2, &made.ue));
    REFUSED(expected, made.de,
            gbx_inspect_create_double_exponential_histogram(&state, GBX_ROOT, bad, 0.0, 1.0, 2.0, 2, &made.de));
    REFUSED(expected, made.t, gbx_inspect_create_text(&state, GBX_ROOT, bad, 8, &made.t));
    REFUSED(expected, made.l, gbx_inspect_create_child_link(&state, GBX_ROOT, bad, GBX_STR("s"), &made.l));
    REFUSED(expected, made.l, gbx_inspect_create_child_link(&state, GBX_ROOT, GBX_STR("s"), bad, &made.l));
    REFUSED(expected, made.l, gbx_inspect_create_inline_link(&state, GBX_ROOT, bad, GBX_STR("s"), &made.l));
    REFUSED(expected, made.l, gbx_inspect_create_inline_link(&state, GBX_ROOT, GBX_STR("s"), bad, &made.l));
    REFUSED(expected, made.node, gbx_inspect_find_node(&state, GBX_ROOT, bad, &made.node));
    REFUSED(expected, made.i, gbx_inspect_find_int(&state, GBX_ROOT, bad, &made.i));
    REFUSED(expected, made.u, gbx_inspect_find_uint(&state, GBX_ROOT, bad, &made.u));
    REFUSED(expected, made.d, gbx_inspect_find_double(&state, GBX_ROOT, bad, &made.d));
    REFUSED(expected, made.b, gbx_inspect_find_bool(&state, GBX_ROOT, bad, &made.b));
    REFUSED(expected, made.s, gbx_inspect_find_string(&state, GBX_ROOT, bad, &made.s));
    REFUSED(expected, made.y, gbx_inspect_find_bytes(&state, GBX_ROOT, bad, &made.y));
    REFUSED(expected, made.ia, gbx_inspect_find_int_array(&state, GBX_ROOT, bad, &made.ia));
    REFUSED(expected, made.ua, gbx_inspect_find_uint_array(&state, GBX_ROOT, bad, &made.ua));
    REFUSED(expected, made.da, gbx_inspect_find_double_array(&state, GBX_ROOT, bad, &made.da));
    REFUSED(expected, made.sa, gbx_inspect_find_string_array(&state, GBX_ROOT, bad, &made.sa));
    REFUSED(expected, made.il, gbx_inspect_find_int_linear_histogram(&state, GBX_ROOT, bad, &made.il));
    REFUSED(expected, made.ul, gbx_inspect_find_uint_linear_histogram(&state, GBX_ROOT, bad, &made.ul));
    REFUSED(expected, made.dl, gbx_inspect_find_double_linear_histogram(&state, GBX_ROOT, bad, &made.dl));
    REFUSED(expected, made.ie, gbx_inspect_find_int_exponential_histogram(&state, GBX_ROOT, bad, &made.ie));
    REFUSED(expected, made.ue, gbx_inspect_find_uint_exponential_histogram(&state, GBX_ROOT, bad, &made.ue));
    REFUSED(expected, made.de, gbx_inspect_find_double_exponential_histogram(&state, GBX_ROOT, bad, &made.de));
    REFUSED(expected, made.t, gbx_inspect_find_text(&state, GBX_ROOT, bad, &made.t));
    REFUSED(expected, made.l, gbx_inspect_find_link(&state, GBX_ROOT, bad, &made.l));
    EXPECT(expected, gbx_inspect_string_array_set(&state, good.sa, 0, bad));
    EXPECT(expected, gbx_inspect_text_set(&state, good.t, bad));
    EXPECT(expected, gbx_inspect_create_list(&state, GBX_ROOT, bad, entries, 2, &list));
    EXPECT(expected, gbx_inspect_unique_name(&state, bad, buffer, sizeof buffer, &length));
    EXPECT(expected, gbx_inspect_string_set(&state, good.s, bad));
}

static void texts_that_cannot_be(void) {
    /* A lone byte of a longer character, one that is cut off, a long form of '/', half of a surrogate pair, a character
     * beyond the last one. */
    static const char *const broken[] = {"\200", "caf\303", "\300\257", "\355\240\200", "\364\220\200\200", "ok\377"};
    gbx_str_t text;
    gbx_bytes_t made;
    size_t i;
    for (i = 0; i < sizeof broken / sizeof *broken; i++) {
        expect_of_texts(GBX_ERROR_INVALID_UTF8, str(broken[i]));
    }
    text.data = NULL;
    text.size = 1;
    expect_of_texts(GBX_ERROR_NULL, text);
    REFUSED(GBX_ERROR_NULL, made, gbx_inspect_create_bytes(&state, GBX_ROOT, GBX_STR("b"), NULL, 1, &made));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_record_bytes(&state, GBX_ROOT, GBX_STR("b"), NULL, 1));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_bytes_set(&state, good.y, NULL, 1));

    /* Nobody looks at the bytes of what is too long anyway. */
    text.data = "x";
    text.size = SIZE_MAX;
    expect_of_texts(GBX_ERROR_TOO_LONG, text);
    EXPECT(GBX_ERROR_TOO_LONG, gbx_inspect_bytes_set(&state, good.y, "x", SIZE_MAX));
#ifdef GBX_POINTERS_64
    text.size = CAST(size_t, UINT32_MAX) + 1;
    expect_of_texts(GBX_ERROR_TOO_LONG, text);
    EXPECT(GBX_ERROR_TOO_LONG, gbx_inspect_bytes_set(&state, good.y, "x", text.size));
    EXPECT(GBX_ERROR_TOO_LONG, gbx_inspect_record_bytes(&state, GBX_ROOT, GBX_STR("b"), "x", text.size));
#endif
}

static void buffers_that_are_too_small(void) {
    char buffer[8] = "unused";
    size_t length = 0;
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_string_get(&state, good.s, buffer, 3, &length));
    CHECK(length == 4);
    length = 0;
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_bytes_get(&state, good.y, NULL, 0, &length));
    CHECK(length == 5);
    CHECK(memcmp(buffer, "unused", 7) == 0);
}

static void the_root_and_transactions(void) {
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_node_delete(&state, GBX_ROOT));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_node_delete_tree(&state, GBX_ROOT));
    EXPECT(GBX_ERROR_NOT_IN_TRANSACTION, gbx_inspect_end_transaction(&state));
}

/* The same numbers, as a handle of each kind. */
static struct handles all_of(uint32_t block, uint32_t check_number) {
    struct handles all;
    const gbx_any_t one = {block, check_number};
    size_t i;
    CHECK(sizeof all == HANDLES * sizeof one);
    for (i = 0; i < HANDLES; i++) {
        memcpy(CAST(unsigned char *, CAST(void *, &all)) + i * sizeof one, &one, sizeof one);
    }
    return all;
}

static void handles_that_are_not_good(void) {
    struct handles bad = all_of(0, 0);
    gbx_uint_t stale;
    expect_of_handles(GBX_ERROR_NO_HANDLE, &state, &bad);
    expect_of_any(GBX_ERROR_NO_HANDLE, &state, GBX_ANY(bad.u), GBX_ROOT);

    /* A handle to a double, for everything else. */
    bad = all_of(good.d.block, good.d.check);
    bad.d.block = good.u.block;
    bad.d.check = good.u.check;
    expect_of_handles(GBX_ERROR_WRONG_KIND, &state, &bad);
    /* A string and bytes have blocks of one type, and are told apart all the same. */
    bad.s.block = good.y.block;
    bad.s.check = good.y.check;
    bad.y.block = good.s.block;
    bad.y.check = good.s.check;
    expect_of_handles(GBX_ERROR_WRONG_KIND, &state, &bad);
    /* The root, for what is no node. */
    bad = all_of(0, 1);
    bad.node.block = good.u.block;
    bad.node.check = good.u.check;
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_uint_add(&state, bad.u, 1));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_string_set(&state, bad.s, GBX_STR("s")));

    OK(gbx_inspect_init(&other, other_region, sizeof other_region, NULL));
    bad = create_handles(&other);
    expect_of_handles(GBX_ERROR_FOREIGN_HANDLE, &state, &bad);
    bad = all_of(0xffffffffu, 0xffffffffu);
    expect_of_handles(GBX_ERROR_FOREIGN_HANDLE, &state, &bad);
    /* The same region, anew. */
    bad = create_handles(&other);
    OK(gbx_inspect_init(&other, other_region, sizeof other_region, NULL));
    expect_of_handles(GBX_ERROR_FOREIGN_HANDLE, &other, &bad);
    expect_of_any(GBX_ERROR_FOREIGN_HANDLE, &other, GBX_ANY(bad.u), GBX_ROOT);

    /* Deleted, also when something else of the same kind is in the block by now. */
    bad = create_handles(&other);
    OK(gbx_inspect_node_delete_tree(&other, bad.node));
    expect_of_handles(GBX_ERROR_STALE_HANDLE, &other, &bad);
    expect_of_any(GBX_ERROR_STALE_HANDLE, &other, GBX_ANY(bad.u), GBX_ROOT);
    OK(gbx_inspect_create_uint(&other, GBX_ROOT, GBX_STR("u"), 1, &stale));
    OK(gbx_inspect_uint_delete(&other, stale));
    {
        gbx_uint_t next;
        OK(gbx_inspect_create_uint(&other, GBX_ROOT, GBX_STR("u"), 1, &next));
        CHECK(next.block == stale.block);
    }
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_uint_add(&other, stale, 1));
    OK(gbx_inspect_deinit(&other));
}

/* Every pointer of the functions that read. */
static void wrong_arguments_of_readers(void) {
    static unsigned char copy[sizeof region];
    static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(sizeof copy) / 4];
    static gbx_inspect_tree_t tree, no_tree;
    static gbx_inspect_cursor_t cursor, no_cursor;
    const size_t n = sizeof region;
    const gbx_str_t path = GBX_STR("node");
    gbx_str_t null;
    gbx_inspect_snapshot_t snapshot;
    gbx_inspect_reading_t reading;
    gbx_inspect_tree_info_t info;
    gbx_inspect_step_t step;
    gbx_inspect_value_t value;
    gbx_inspect_number_t number;
    gbx_inspect_histogram_t histogram;
    gbx_sink_t sink;
    char name[8];
    size_t length;

    EXPECT(GBX_ERROR_NULL, gbx_inspect_snapshot(NULL, n, 0, copy, n, &snapshot));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_snapshot(region, n, 0, NULL, n, &snapshot));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_snapshot(region, n, 0, copy, n, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_snapshot(region + 1, n - 1, 0, copy, n, &snapshot));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_snapshot(region, 8, 0, copy, n, &snapshot));
    EXPECT(GBX_ERROR_BAD_MAGIC, gbx_inspect_snapshot(region + 32, n - 32, 0, copy, n, &snapshot));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_copy_unlocked(NULL, n, copy, n, &length));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_copy_unlocked(region, n, NULL, n, &length));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_copy_unlocked(region, n, copy, n, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_inspect_copy_unlocked(region + 1, n - 1, copy, n, &length));

    memset(&reading, 0, sizeof reading);
    OK(gbx_inspect_snapshot(region, n, 0, copy, n, &snapshot));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_read(NULL, copy, n, scratch, sizeof scratch, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_read(&tree, NULL, n, scratch, sizeof scratch, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_read(&tree, copy, n, NULL, sizeof scratch, NULL));
    EXPECT(GBX_ERROR_SCRATCH_TOO_SMALL, gbx_inspect_tree_read(&tree, copy, n, NULL, 0, NULL));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT,
           gbx_inspect_tree_read(&tree, copy, n, misaligned(scratch), sizeof scratch - 4, NULL));
    reading.flags = 4;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_tree_read(&tree, copy, n, scratch, sizeof scratch, &reading));
    EXPECT(GBX_ERROR_TOO_SHORT, gbx_inspect_tree_read(&tree, copy, 15, scratch, sizeof scratch, NULL));
    EXPECT(GBX_ERROR_TOO_SHORT, gbx_inspect_tree_read(&tree, NULL, 0, scratch, sizeof scratch, NULL));
    EXPECT(GBX_ERROR_BAD_MAGIC, gbx_inspect_tree_read(&tree, copy + 1, 100, scratch, sizeof scratch, NULL));
    copy[2] = 3;
    EXPECT(GBX_ERROR_UNSUPPORTED_VERSION, gbx_inspect_tree_read(&tree, copy, n, scratch, sizeof scratch, NULL));
    copy[2] = 2;
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_tree_info(&tree, &info));
    OK(gbx_inspect_tree_read(&tree, copy, n, scratch, sizeof scratch, NULL));

    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_info(NULL, &info));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_info(&tree, NULL));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_tree_info(&no_tree, &info));
    memset(&sink, 0, sizeof sink);
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_json(&tree, &sink));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_json(&tree, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_json(NULL, &sink));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_text(&tree, &sink));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_text(&tree, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_text(NULL, &sink));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_tree_json(&no_tree, &sink));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_tree_text(&no_tree, &sink));

    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_walk(NULL, &tree));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_walk(&cursor, NULL));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_cursor_walk(&cursor, &no_tree));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_find(NULL, &tree, path));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_find(&cursor, NULL, path));
    null.data = NULL;
    null.size = 1;
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_find(&cursor, &tree, null));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_cursor_find(&cursor, &no_tree, path));
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_inspect_cursor_find(&cursor, &tree, GBX_STR("node/\377")));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_cursor_next(&no_cursor, &step));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_cursor_value(&no_cursor, &value));
    OK(gbx_inspect_cursor_find(&cursor, &tree, path));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_next(NULL, &step));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_next(&cursor, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_value(NULL, &value));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_value(&cursor, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_name(NULL, name, 8, &length));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_name(&cursor, NULL, 8, &length));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_name(&cursor, name, 8, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_string(NULL, name, 8, &length));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_bytes(NULL, name, 8, &length));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_slot(NULL, 0, &number));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_slot(&cursor, 0, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_slot_string(NULL, 0, name, 8, &length));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_histogram(NULL, &histogram));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_cursor_histogram(&cursor, NULL));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_cursor_string(&cursor, name, 8, &length));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_cursor_bytes(&cursor, name, 8, &length));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_cursor_slot(&cursor, 0, &number));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_cursor_slot_string(&cursor, 0, name, 8, &length));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_cursor_histogram(&cursor, &histogram));
}

int main(void) {
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    good = create_handles(&state);
    remember();

    a_state_that_was_not_initialised();
    a_state_that_is_misaligned();
    regions_that_cannot_serve();
    configurations_that_make_no_sense();
    lock_functions_that_refuse();
    a_book_of_the_size_that_the_macro_says_is_enough();
    outputs_that_are_null();
    outputs_that_are_misaligned();
    texts_that_cannot_be();
    buffers_that_are_too_small();
    the_root_and_transactions();
    handles_that_are_not_good();
    wrong_arguments_of_readers();

    nothing_has_changed();
    OK(gbx_inspect_deinit(&state));
    return result("inspect_errors");
}
