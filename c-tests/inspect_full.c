/* A region without space: each operation that needs some is refused, and the tree, the counts and the blocks in use are as
 * they were, however far the operation had come. */
#include "every_function.h"

GBX_REGION(region, 4096);
static gbx_inspect_t state;
static struct handles values;

/* A picture of the whole tree and of what the writer counts. */
struct picture {
    char json[16384];
    size_t size;
    gbx_inspect_counters_t counters;
};

static struct picture before, after;

static bool append(void *context, const char *data, size_t size) {
    struct picture *picture = CAST(struct picture *, context);
    if (size > sizeof picture->json - picture->size) {
        return false;
    }
    memcpy(picture->json + picture->size, data, size);
    picture->size += size;
    return true;
}

static void note_problem(void *context, const gbx_inspect_problem_t *problem) {
    (void)context;
    printf("%.*s in block %u\n", CAST(int, problem->name.size), problem->name.data, CAST(unsigned, problem->block));
    failures++;
}

static void look(struct picture *picture) {
    static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(sizeof region) / 4];
    static gbx_inspect_tree_t tree;
    gbx_inspect_reading_t reading;
    gbx_sink_t sink;
    memset(&reading, 0, sizeof reading);
    reading.on_problem = note_problem;
    picture->size = 0;
    sink.context = picture;
    sink.write = append;
    OK(gbx_inspect_tree_read(&tree, region, sizeof region, scratch, sizeof scratch, &reading));
    OK(gbx_inspect_tree_json(&tree, &sink));
    OK(gbx_inspect_counters(&state, &picture->counters));
}

static uint64_t blocks_in_use(const struct picture *picture) {
    return picture->counters.allocated_blocks - picture->counters.deallocated_blocks;
}

/* Compares the pictures before and after `refusals` operations that were refused. */
static void check_unchanged(unsigned refusals, int line) {
    bool same;
    look(&after);
    same = after.size == before.size && memcmp(after.json, before.json, before.size) == 0;
    if (!same || blocks_in_use(&after) != blocks_in_use(&before) ||
        after.counters.failed_allocations != before.counters.failed_allocations + refusals ||
        after.counters.generation != before.counters.generation + 2 * refusals ||
        after.counters.maximum_size != before.counters.maximum_size) {
        printf("line %d: something has changed\n", line);
        failures++;
    }
    before = after;
}

#define UNCHANGED(refusals) check_unchanged(refusals, __LINE__)

/* Creates nodes of one name until there is no space for another. */
static void fill(void) {
    gbx_node_t node;
    gbx_status_t status = GBX_OK;
    while (status == GBX_OK) {
        status = gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("node"), &node);
    }
    EXPECT(GBX_ERROR_FULL, status);
    look(&before);
}

/* Texts that are nowhere in the file, and need one block, several blocks, and more than there is. */
static const char short_text[] = "new";
static const char long_text[] = "a text that is longer than what fits into the smallest blocks of the file";
static unsigned char large[8192];

static void every_operation_is_refused_without_space(void) {
    struct handles made;
    size_t i;

    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    values = create_handles(&state);
    fill();
    expect_of_creations(GBX_ERROR_FULL, &state, GBX_ROOT);
    UNCHANGED(CREATIONS);
    expect_of_creations(GBX_ERROR_FULL, &state, values.node);
    UNCHANGED(CREATIONS);
    EXPECT(GBX_ERROR_FULL, gbx_inspect_string_set(&state, values.s, GBX_STR("new")));
    EXPECT(GBX_ERROR_FULL, gbx_inspect_string_set(&state, values.s, str(long_text)));
    EXPECT(GBX_ERROR_FULL, gbx_inspect_bytes_set(&state, values.y, "new", 3));
    EXPECT(GBX_ERROR_FULL, gbx_inspect_bytes_set(&state, values.y, large, sizeof large));
    UNCHANGED(4);
    expect_untouched(&state, &values);

    /* What needs no block goes on: numbers, and texts that are there. */
    OK(gbx_inspect_uint_add(&state, values.u, 1));
    OK(gbx_inspect_uint_set(&state, values.u, 1));
    OK(gbx_inspect_string_set(&state, values.s, GBX_STR("node")));
    OK(gbx_inspect_string_set(&state, values.s, GBX_STR("node")));
    OK(gbx_inspect_bytes_set(&state, values.y, NULL, 0));
    look(&before);

    /* The space of the text that went and of the bytes lets short ones in again, one each. */
    OK(gbx_inspect_string_set(&state, values.s, GBX_STR("text")));
    OK(gbx_inspect_bytes_set(&state, values.y, "bytes", 5));
    expect_untouched(&state, &values);

    /* A value whose name others have too takes one block. */
    OK(gbx_inspect_int_delete(&state, values.i));
    OK(gbx_inspect_create_int(&state, values.node, GBX_STR("u"), 1, &values.i));
    fill();

    /* Room for one block: it is taken, and given back when there is none for the name or for the contents. */
    for (i = 0; i < 3; i++) {
        OK(gbx_inspect_int_delete(&state, values.i));
        look(&before);
        REFUSED(GBX_ERROR_FULL, made.node, gbx_inspect_create_node(&state, GBX_ROOT, str(short_text), &made.node));
        REFUSED(GBX_ERROR_FULL, made.u, gbx_inspect_create_uint(&state, values.node, str(short_text), 1, &made.u));
        REFUSED(GBX_ERROR_FULL, made.u, gbx_inspect_create_uint(&state, values.node, str(long_text), 1, &made.u));
        UNCHANGED(3);
        REFUSED(GBX_ERROR_FULL, made.s,
                gbx_inspect_create_string(&state, values.node, GBX_STR("u"), str(long_text), &made.s));
        REFUSED(GBX_ERROR_FULL, made.y,
                gbx_inspect_create_bytes(&state, values.node, GBX_STR("u"), large, sizeof large, &made.y));
        REFUSED(GBX_ERROR_FULL, made.y, gbx_inspect_create_bytes(&state, GBX_ROOT, GBX_STR("u"), large, 3, &made.y));
        EXPECT(GBX_ERROR_FULL, gbx_inspect_record_string(&state, values.node, GBX_STR("u"), str(long_text)));
        EXPECT(GBX_ERROR_FULL, gbx_inspect_record_bytes(&state, values.node, GBX_STR("u"), large, sizeof large));
        UNCHANGED(5);
        OK(gbx_inspect_create_int(&state, values.node, GBX_STR("u"), 1, &values.i));
        look(&before);
        expect_of_creations(GBX_ERROR_FULL, &state, GBX_ROOT);
        UNCHANGED(CREATIONS);
    }
    OK(gbx_inspect_deinit(&state));
}

/* The large byte string gets further and further before it is refused. */
static void contents_that_come_far_are_given_back(void) {
    struct handles made;
    size_t size;
    bool fits = true;
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    values = create_handles(&state);
    for (size = 1; size <= sizeof large; size += 37) {
        gbx_status_t status;
        look(&before);
        status = gbx_inspect_create_bytes(&state, values.node, GBX_STR("large"), large, size, &made.y);
        if (fits && status == GBX_ERROR_FULL) {
            fits = false;
        }
        if (!fits) {
            EXPECT(GBX_ERROR_FULL, status);
            UNCHANGED(1);
            EXPECT(GBX_ERROR_FULL, gbx_inspect_bytes_set(&state, values.y, large, size));
            UNCHANGED(1);
        } else if (OK(status)) {
            OK(gbx_inspect_bytes_delete(&state, made.y));
        }
    }
    CHECK(!fits);
    expect_untouched(&state, &values);
    OK(gbx_inspect_deinit(&state));
}

/* A failed operation inside a transaction undoes itself only. */
static void a_transaction_goes_on_after_a_refusal(void) {
    gbx_inspect_counters_t counters;
    uint64_t value = 0;
    uint64_t generation;
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    values = create_handles(&state);
    fill();
    generation = before.counters.generation;
    OK(gbx_inspect_begin_transaction(&state));
    OK(gbx_inspect_uint_add(&state, values.u, 1));
    expect_of_creations(GBX_ERROR_FULL, &state, GBX_ROOT);
    OK(gbx_inspect_uint_add(&state, values.u, 1));
    OK(gbx_inspect_end_transaction(&state));
    OK(gbx_inspect_counters(&state, &counters));
    CHECK(counters.generation == generation + 2);
    OK(gbx_inspect_uint_get(&state, values.u, &value));
    CHECK(value == 3);
    OK(gbx_inspect_deinit(&state));
}

int main(void) {
    every_operation_is_refused_without_space();
    contents_that_come_far_are_given_back();
    a_transaction_goes_on_after_a_refusal();
    return result("inspect_full");
}
