/* The reader of the process test: reader FILE SNAPSHOTS. Takes snapshots of the file until its writer says that it is done,
 * and checks in each that it is whole. There must be so many at least. See shared.h for what the writer promises. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include "shared.h"

#include <stdlib.h>
#include <time.h>

/* How long the reader waits for a writer that says nothing, in seconds. */
#define PATIENCE 60

static unsigned char copy[REGION_SIZE];
static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(REGION_SIZE) / 4];
static gbx_inspect_tree_t tree;
static gbx_inspect_cursor_t cursor;

/* Puts the cursor on a value below the root. */
static bool find(const char *name, gbx_inspect_value_t *value) {
    return gbx_inspect_cursor_find(&cursor, &tree, str(name)) == GBX_OK &&
           gbx_inspect_cursor_value(&cursor, value) == GBX_OK;
}

static void note(void *context, const gbx_inspect_problem_t *problem) {
    (void)context;
    printf("%.*s in block %u\n", CAST(int, problem->name.size), problem->name.data, CAST(unsigned, problem->block));
    failures++;
}

/* Whether all of so many bytes are equal to one. */
static bool are_all(const char *bytes, size_t size, unsigned char expected) {
    size_t i;
    for (i = 0; i < size; i++) {
        if (CAST(unsigned char, bytes[i]) != expected) {
            return false;
        }
    }
    return true;
}

static void check_window(uint64_t sum) {
    gbx_inspect_value_t value;
    gbx_inspect_step_t step = GBX_STEP_END;
    bool is_there = find("window", &value);
    CHECK(is_there == (sum / 64 % 2 == 1));
    if (is_there) {
        CHECK(value.kind == GBX_KIND_NODE);
        OK(gbx_inspect_cursor_next(&cursor, &step));
        CHECK(step == GBX_STEP_PROPERTY);
        OK(gbx_inspect_cursor_value(&cursor, &value));
        CHECK(value.kind == GBX_KIND_BOOL && value.number.as_bool);
    }
}

/* Checks a tree, and says whether the writer is done. */
static bool check_tree(uint64_t *sum) {
    static char buffer[LETTERS];
    gbx_inspect_value_t value;
    size_t length = 0;
    double half;
    if (!find("sum", &value)) {
        /* Nothing was created yet. */
        CHECK(*sum == 0);
        return false;
    }
    CHECK(value.kind == GBX_KIND_UINT && value.number.as_uint >= *sum);
    *sum = value.number.as_uint;
    CHECK(find("copy", &value) && value.number.as_uint == *sum);
    CHECK(find("negative", &value) && value.number.as_int == -CAST(int64_t, *sum));
    half = CAST(double, *sum) / 2;
    CHECK(find("half", &value) && !(value.number.as_double < half) && !(value.number.as_double > half));

    CHECK(find("parity", &value));
    OK(gbx_inspect_cursor_string(&cursor, buffer, sizeof buffer, &length));
    CHECK(length == (*sum % 2 == 1 ? 3u : 4u) && memcmp(buffer, *sum % 2 == 1 ? "odd" : "even", length) == 0);
    CHECK(find("letters", &value));
    OK(gbx_inspect_cursor_string(&cursor, buffer, sizeof buffer, &length));
    CHECK(length == LETTERS && are_all(buffer, length, CAST(unsigned char, 'a' + *sum % 26)));
    CHECK(find("bytes", &value));
    OK(gbx_inspect_cursor_bytes(&cursor, buffer, sizeof buffer, &length));
    CHECK(length == *sum % MOST_BYTES && are_all(buffer, length, CAST(unsigned char, *sum % 256)));
    check_window(*sum);
    return find("done", &value) && value.number.as_bool;
}

int main(int argc, char **argv) {
    const time_t begin = time(NULL);
    gbx_inspect_reading_t reading;
    unsigned long long snapshots = 0, attempts = 0, refused = 0, least;
    uint64_t sum = 0;
    void *region;
    bool is_done = false;

    if (argc != 3) {
        fprintf(stderr, "usage: reader FILE SNAPSHOTS\n");
        return 2;
    }
    least = strtoull(argv[2], NULL, 10);
    region = map(argv[1], false);
    if (region == NULL) {
        return 2;
    }
    memset(&reading, 0, sizeof reading);
    reading.on_problem = note;
    while (!is_done && failures == 0) {
        gbx_inspect_snapshot_t snapshot;
        gbx_status_t status = gbx_inspect_snapshot(region, REGION_SIZE, 0, copy, sizeof copy, &snapshot);
        if (time(NULL) - begin > PATIENCE) {
            printf("the writer is not done after %d s\n", PATIENCE);
            failures++;
        }
        if (status == GBX_OK) {
            snapshots++;
            attempts += snapshot.attempts;
            OK(gbx_inspect_tree_read(&tree, copy, snapshot.size, scratch, sizeof scratch, &reading));
            is_done = check_tree(&sum);
        } else if (status == GBX_ERROR_CONTENDED || status == GBX_ERROR_LOCKED) {
            refused++;
        } else {
            /* Before the writer has begun there is no file. */
            CHECK(snapshots == 0 && status == GBX_ERROR_BAD_MAGIC);
        }
    }
    CHECK(snapshots >= least);
    printf("%llu snapshots in %llu attempts, %llu refused\n", snapshots, attempts, refused);
    return result("reader");
}
