/* The file in memory, byte for byte, after each step of a writer. What is expected was worked out by hand from the
 * format: the layouts of the blocks, and the choices of the buddy allocator. */
#include "harness.h"

/* 32 units of 16 bytes, and the book outside, so that each block below can be followed on paper. */
GBX_REGION(region, 512);
GBX_REGION(book, GBX_INSPECT_BOOK_SIZE(512, 16));
static gbx_inspect_t state;

/* A block that is expected: where it starts in units, and its bytes in hex. The spaces are for the eye. Of a free block
 * only the first 8 bytes count, the rest is anything. */
struct block {
    unsigned index;
    const char *bytes;
};

static unsigned digit(char character) {
    return CAST(unsigned, character <= '9' ? character - '0' : character - 'a' + 10);
}

/* Compares one block; gives the number of units that it takes. */
static unsigned compare(const char *step, const struct block *block) {
    const unsigned char *at = region + 16 * block->index;
    const char *hex = block->bytes;
    unsigned units = 1u << (at[0] & 15u);
    size_t size = 0;
    for (; *hex != '\0'; hex++) {
        unsigned byte;
        if (*hex == ' ') {
            continue;
        }
        byte = digit(hex[0]) << 4 | digit(hex[1]);
        hex++;
        if (at[size] != byte) {
            printf("%s: byte %u of block %u is %02x instead of %02x\n", step, CAST(unsigned, size), block->index,
                   at[size], byte);
            failures++;
        }
        size++;
    }
    /* What is not written down is zero, in a block that is in use. */
    for (; size < 16u * units && at[1] != 0; size++) {
        if (at[size] != 0) {
            printf("%s: byte %u of block %u is %02x instead of 00\n", step, CAST(unsigned, size), block->index,
                   at[size]);
            failures++;
        }
    }
    return units;
}

/* Compares the whole file: the blocks must follow each other without a gap. */
static void compare_all(const char *step, const struct block *blocks, size_t count) {
    unsigned next = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        if (blocks[i].index != next) {
            printf("%s: a block starts at %u instead of %u\n", step, next, blocks[i].index);
            failures++;
            return;
        }
        next += compare(step, &blocks[i]);
    }
    if (next != sizeof region / 16) {
        printf("%s: the blocks end at %u\n", step, next);
        failures++;
    }
}

#define COMPARE(step, blocks) compare_all(step, blocks, sizeof blocks / sizeof *blocks)

/* A header, and the free blocks that are left when its 32 bytes were cut off the front of 512. */
static const struct block fresh[] = {
    {0, "01020200 494e5350 00000000 00000000 00020000"},
    {2, "01000000 00000000"},
    {4, "02000000 00000000"},
    {8, "03000000 00000000"},
    {16, "04000000 00000000"},
};

static const struct block with_values[] = {
    {0, "01020200 494e5350 10000000 00000000 00020000"}, /* eight operations */
    {2, "00030000 00040000 04000000 00000000"},          /* node radio, root, 4 children */
    {3, "00050200 00060000 07000000 00000000"},          /* uint packets, in radio, 7 */
    {4, "010e0000 00020000 05000000 72616469 6f"},       /* radio, for the node and a value */
    {6, "010e0000 00010000 07000000 7061636b 657473"},   /* packets */
    {8, "00040200 00090000 fbffffff ffffffff"},          /* int n, in radio, -5 */
    {9, "000e0000 00010000 01000000 6e000000"},          /* n */
    {10, "00060000 000b0000 00000000 0000f03f"},         /* double d, root, 1.0 */
    {11, "000e0000 00010000 01000000 64000000"},         /* d */
    {12, "000d0200 000d0000 01000000 00000000"},         /* bool on, in radio, true */
    {13, "000e0000 00010000 02000000 6f6e0000"},         /* on */
    {14, "00070200 00100000 00000000 0f000020"},         /* string state, in radio, in 15 */
    {15, "000e0000 00020000 04000000 69646c65"},         /* idle, for a value and a name */
    {16, "010e0000 00010000 05000000 73746174 65"},      /* state */
    {18, "00070000 00130000 0c000000 14000010"},         /* 12 bytes raw, root, from 20 on */
    {19, "000e0000 00010000 03000000 72617700"},         /* raw */
    {20, "01080000 00000000 05f1ab00 01020304 05060708"},
    {22, "00070000 000f0000 00000000 04000020"}, /* string idle, root, in 4 */
    {23, "00000000 00000000"},
    {24, "03000000 00000000"},
};

static const struct block with_tombstone[] = {
    {0, "01020200 494e5350 20000000 00000000 00020000"},
    {2, "000a0000 00000000 03000000 00000000"}, /* node radio: a tombstone with 3 children */
    {3, "00001700 00000000"},                   /* where packets was: free, before 23 */
    {4, "010e0000 00020000 05000000 72616469 6f"},
    {6, "01000000 00000000"},                   /* where its name was */
    {8, "00040200 00090000 ffffffff ffffff7f"}, /* n stays at the largest number */
    {9, "000e0000 00010000 01000000 6e000000"},
    {10, "00060000 000b0000 00000000 000004c0"}, /* -2.5 */
    {11, "000e0000 00010000 01000000 64000000"},
    {12, "000d0200 000d0000 00000000 00000000"},
    {13, "000e0000 00010000 02000000 6f6e0000"},
    {14, "00070200 00100000 00000000 04000020"}, /* state is in 4 now */
    {15, "000e0000 00010000 04000000 69646c65"},
    {16, "010e0000 00010000 05000000 73746174 65"},
    {18, "00070000 00130000 00000000 00000010"}, /* raw is empty now: no extent */
    {19, "000e0000 00010000 03000000 72617700"},
    {20, "01000600 00000000"}, /* where it was: free, before 6 */
    {22, "00070000 000f0000 00000000 04000020"},
    {23, "00000000 00000000"},
    {24, "03000000 00000000"},
};

static const struct block with_one_value[] = {
    {0, "01020200 494e5350 2a000000 00000000 00020000"},
    {2, "01000c00 00000000"}, /* the tombstone went with its last child */
    {4, "010e0000 00010000 05000000 72616469 6f"},
    {6, "01000000 00000000"},
    {8, "02000000 00000000"},
    {12, "01001400 00000000"},
    {14, "00001700 00000000"},
    {15, "000e0000 00010000 04000000 69646c65"},
    {16, "02000800 00000000"},
    {20, "01000600 00000000"},
    {22, "00070000 000f0000 00000000 04000020"},
    {23, "00000000 00000000"},
    {24, "03000000 00000000"},
};

static void blocks_are_where_the_format_says(void) {
    static const unsigned char twelve[] = {0x05, 0xf1, 0xab, 0, 1, 2, 3, 4, 5, 6, 7, 8};
    gbx_inspect_config_t config;
    gbx_inspect_counters_t counters;
    gbx_node_t radio;
    gbx_uint_t packets;
    gbx_int_t n;
    gbx_double_t d;
    gbx_bool_t on;
    gbx_string_t text;
    gbx_bytes_t raw;

    memset(&config, 0, sizeof config);
    config.book = book;
    config.book_size = sizeof book;
    config.string_slots = 16;
    OK(gbx_inspect_init(&state, region, sizeof region, &config));
    COMPARE("fresh", fresh);

    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("radio"), &radio));
    OK(gbx_inspect_create_uint(&state, radio, GBX_STR("packets"), 7, &packets));
    OK(gbx_inspect_create_int(&state, radio, GBX_STR("n"), -5, &n));
    OK(gbx_inspect_create_double(&state, GBX_ROOT, GBX_STR("d"), 1.0, &d));
    OK(gbx_inspect_create_bool(&state, radio, GBX_STR("on"), true, &on));
    OK(gbx_inspect_create_string(&state, radio, GBX_STR("state"), GBX_STR("idle"), &text));
    OK(gbx_inspect_create_bytes(&state, GBX_ROOT, GBX_STR("raw"), twelve, sizeof twelve, &raw));
    OK(gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("idle"), GBX_STR("radio")));
    COMPARE("with values", with_values);

    OK(gbx_inspect_int_add(&state, n, INT64_MAX));
    OK(gbx_inspect_int_add(&state, n, INT64_MAX));
    OK(gbx_inspect_double_subtract(&state, d, 3.5));
    OK(gbx_inspect_bool_set(&state, on, false));
    OK(gbx_inspect_string_set(&state, text, GBX_STR("radio")));
    OK(gbx_inspect_uint_delete(&state, packets));
    OK(gbx_inspect_bytes_set(&state, raw, NULL, 0));
    OK(gbx_inspect_node_delete(&state, radio));
    COMPARE("with a tombstone", with_tombstone);

    OK(gbx_inspect_int_delete(&state, n));
    OK(gbx_inspect_bool_delete(&state, on));
    OK(gbx_inspect_string_delete(&state, text));
    OK(gbx_inspect_double_delete(&state, d));
    OK(gbx_inspect_bytes_delete(&state, raw));
    COMPARE("with one value", with_one_value);

    OK(gbx_inspect_counters(&state, &counters));
    CHECK(counters.generation == 42);
    CHECK(counters.current_size == 512);
    CHECK(counters.maximum_size == 512);
    CHECK(counters.allocated_blocks == 18);
    CHECK(counters.deallocated_blocks == 14);
    CHECK(counters.failed_allocations == 0);

    OK(gbx_inspect_deinit(&state));
    COMPARE("given up", with_one_value);
}

/* The generation as it is in memory. */
static uint64_t generation(void) {
    uint64_t number = 0;
    int i;
    for (i = 15; i >= 8; i--) {
        number = number << 8 | region[i];
    }
    return number;
}

static void a_transaction_is_one_section(void) {
    const gbx_uint_t none = {0, 0};
    gbx_uint_t a, b;
    gbx_inspect_counters_t counters;
    uint64_t before;

    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("a"), 1, &a));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("b"), 1, &b));
    before = generation();
    CHECK(before % 2 == 0);

    OK(gbx_inspect_begin_transaction(&state));
    CHECK(generation() == before + 1);
    OK(gbx_inspect_uint_add(&state, a, 1));
    OK(gbx_inspect_begin_transaction(&state));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_inspect_uint_add(&state, none, 1));
    OK(gbx_inspect_uint_subtract(&state, b, 1));
    OK(gbx_inspect_end_transaction(&state));
    CHECK(generation() == before + 1);
    OK(gbx_inspect_end_transaction(&state));
    CHECK(generation() == before + 2);

    OK(gbx_inspect_counters(&state, &counters));
    CHECK(counters.generation == before + 2);
    OK(gbx_inspect_deinit(&state));
}

static void values_can_be_read_back(void) {
    gbx_node_t node;
    gbx_int_t i;
    gbx_uint_t u;
    gbx_double_t d;
    gbx_bool_t b;
    gbx_string_t s;
    gbx_bytes_t y;
    int64_t i_value = 0;
    uint64_t u_value = 0;
    double d_value = 0;
    bool b_value = false;
    char text[8];
    unsigned char bytes[8];
    size_t length = 0;

    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    OK(gbx_inspect_record_node(&state, GBX_ROOT, GBX_STR(""), &node));
    OK(gbx_inspect_create_int(&state, node, GBX_STR("v"), 0, &i));
    OK(gbx_inspect_create_uint(&state, node, GBX_STR("v"), 0, &u));
    OK(gbx_inspect_create_double(&state, node, GBX_STR("v"), 0, &d));
    OK(gbx_inspect_create_bool(&state, node, GBX_STR("v"), false, &b));
    OK(gbx_inspect_create_string(&state, node, GBX_STR("v"), GBX_STR(""), &s));
    OK(gbx_inspect_create_bytes(&state, node, GBX_STR("v"), NULL, 0, &y));

    OK(gbx_inspect_int_set(&state, i, INT64_MIN));
    OK(gbx_inspect_int_subtract(&state, i, 1));
    OK(gbx_inspect_int_get(&state, i, &i_value));
    CHECK(i_value == INT64_MIN);

    OK(gbx_inspect_uint_set(&state, u, 40));
    OK(gbx_inspect_uint_add(&state, u, 5));
    OK(gbx_inspect_uint_subtract(&state, u, 3));
    OK(gbx_inspect_uint_get(&state, u, &u_value));
    CHECK(u_value == 42);
    OK(gbx_inspect_uint_subtract(&state, u, 43));
    OK(gbx_inspect_uint_get(&state, u, &u_value));
    CHECK(u_value == 0);
    OK(gbx_inspect_uint_set(&state, u, UINT64_MAX - 1));
    OK(gbx_inspect_uint_add(&state, u, 2));
    OK(gbx_inspect_uint_get(&state, u, &u_value));
    CHECK(u_value == UINT64_MAX);

    OK(gbx_inspect_double_set(&state, d, 0.5));
    OK(gbx_inspect_double_add(&state, d, 0.25));
    OK(gbx_inspect_double_get(&state, d, &d_value));
    CHECK(d_value > 0.7499 && d_value < 0.7501);

    OK(gbx_inspect_bool_set(&state, b, true));
    OK(gbx_inspect_bool_get(&state, b, &b_value));
    CHECK(b_value);

    OK(gbx_inspect_string_set(&state, s, GBX_STR("caf\303\251")));
    OK(gbx_inspect_string_get(&state, s, text, sizeof text, &length));
    CHECK(length == 5 && memcmp(text, "caf\303\251", 5) == 0);

    OK(gbx_inspect_bytes_set(&state, y, "\0\1\2", 3));
    OK(gbx_inspect_bytes_get(&state, y, bytes, sizeof bytes, &length));
    CHECK(length == 3 && memcmp(bytes, "\0\1\2", 3) == 0);

    /* What was recorded goes with its node, and what still has a handle does not. */
    OK(gbx_inspect_record_int(&state, node, GBX_STR("r"), -1));
    OK(gbx_inspect_record_uint(&state, node, GBX_STR("r"), 1));
    OK(gbx_inspect_record_double(&state, node, GBX_STR("r"), 1.0));
    OK(gbx_inspect_record_bool(&state, node, GBX_STR("r"), true));
    OK(gbx_inspect_record_bytes(&state, node, GBX_STR("r"), "r", 1));
    OK(gbx_inspect_node_delete(&state, node));
    OK(gbx_inspect_uint_get(&state, u, &u_value));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_node_delete(&state, node));
    OK(gbx_inspect_int_delete(&state, i));
    OK(gbx_inspect_uint_delete(&state, u));
    OK(gbx_inspect_double_delete(&state, d));
    OK(gbx_inspect_bool_delete(&state, b));
    OK(gbx_inspect_string_delete(&state, s));
    OK(gbx_inspect_bytes_delete(&state, y));
    {
        gbx_inspect_counters_t counters;
        OK(gbx_inspect_counters(&state, &counters));
        CHECK(counters.allocated_blocks == counters.deallocated_blocks + 1);
    }
    OK(gbx_inspect_deinit(&state));
}

static void a_tree_goes_in_one_section(void) {
    gbx_node_t node, child;
    gbx_uint_t u;
    gbx_inspect_counters_t counters;
    uint64_t before;
    const void *address = NULL;
    size_t size = 0;

    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    OK(gbx_inspect_file(&state, &address, &size));
    CHECK(address == region && size > 0 && size <= sizeof region);
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("node"), &node));
    OK(gbx_inspect_create_node(&state, node, GBX_STR("child"), &child));
    OK(gbx_inspect_create_uint(&state, child, GBX_STR("u"), 1, &u));
    before = generation();
    OK(gbx_inspect_node_delete_tree(&state, node));
    CHECK(generation() == before + 2);
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_inspect_uint_add(&state, u, 1));
    OK(gbx_inspect_counters(&state, &counters));
    CHECK(counters.allocated_blocks == counters.deallocated_blocks + 1);
    OK(gbx_inspect_deinit(&state));
}

int main(void) {
    blocks_are_where_the_format_says();
    a_transaction_is_one_section();
    values_can_be_read_back();
    a_tree_goes_in_one_section();
    return result("inspect_bytes");
}
