/* The writer of the process test: writer FILE UPDATES. Makes so many updates, at full speed but for short rests, in which
 * readers get through; then says that it is done. See shared.h for what it promises. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include "shared.h"

#include <stdlib.h>
#include <time.h>

struct values {
    gbx_uint_t sum;
    gbx_uint_t copy;
    gbx_int_t negative;
    gbx_double_t half;
    gbx_string_t parity;
    gbx_string_t letters;
    gbx_bytes_t bytes;
    gbx_node_t window;
    gbx_bool_t done;
};

static gbx_inspect_t state;
static char letters[26][LETTERS];
static unsigned char bytes[256][MOST_BYTES];

static gbx_str_t letters_of(uint64_t sum) {
    gbx_str_t text;
    text.data = letters[sum % 26];
    text.size = LETTERS;
    return text;
}

static void create(struct values *values) {
    /* Values that nobody looks at keep those that matter apart. */
    int i;
    OK(gbx_inspect_begin_transaction(&state));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("sum"), 0, &values->sum));
    for (i = 0; i < 100; i++) {
        OK(gbx_inspect_record_int(&state, GBX_ROOT, GBX_STR("filler"), i));
    }
    OK(gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("letters"), letters_of(0), &values->letters));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("copy"), 0, &values->copy));
    OK(gbx_inspect_create_bytes(&state, GBX_ROOT, GBX_STR("bytes"), NULL, 0, &values->bytes));
    OK(gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("parity"), GBX_STR("even"), &values->parity));
    for (i = 0; i < 100; i++) {
        OK(gbx_inspect_record_int(&state, GBX_ROOT, GBX_STR("filler"), i));
    }
    OK(gbx_inspect_create_int(&state, GBX_ROOT, GBX_STR("negative"), 0, &values->negative));
    OK(gbx_inspect_create_double(&state, GBX_ROOT, GBX_STR("half"), 0.0, &values->half));
    OK(gbx_inspect_create_bool(&state, GBX_ROOT, GBX_STR("done"), false, &values->done));
    OK(gbx_inspect_end_transaction(&state));
}

/* One round. Gives the number of its updates. */
static uint64_t go_on(struct values *values, uint64_t *sum, uint64_t round) {
    const uint64_t step = 1 + round % 7;
    const bool was_open = *sum / 64 % 2 == 1;
    bool is_open;
    *sum += step;
    is_open = *sum / 64 % 2 == 1;

    OK(gbx_inspect_begin_transaction(&state));
    OK(gbx_inspect_uint_add(&state, values->sum, step));
    OK(gbx_inspect_string_set(&state, values->parity, *sum % 2 == 1 ? GBX_STR("odd") : GBX_STR("even")));
    OK(gbx_inspect_double_set(&state, values->half, CAST(double, *sum) / 2));
    OK(gbx_inspect_int_subtract(&state, values->negative, CAST(int64_t, step)));
    OK(gbx_inspect_string_set(&state, values->letters, letters_of(*sum)));
    OK(gbx_inspect_bytes_set(&state, values->bytes, bytes[*sum % 256], *sum % MOST_BYTES));
    if (is_open && !was_open) {
        OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("window"), &values->window));
        OK(gbx_inspect_record_bool(&state, values->window, GBX_STR("is_open"), true));
    } else if (was_open && !is_open) {
        OK(gbx_inspect_node_delete(&state, values->window));
    }
    OK(gbx_inspect_uint_add(&state, values->copy, step));
    OK(gbx_inspect_end_transaction(&state));
    return is_open == was_open ? 7 : 9;
}

int main(int argc, char **argv) {
    const struct timespec short_rest = {0, 1000};
    struct values values;
    uint64_t updates = 0, most, sum = 0, round = 0;
    void *region;
    unsigned i;

    if (argc != 3) {
        fprintf(stderr, "usage: writer FILE UPDATES\n");
        return 2;
    }
    most = strtoull(argv[2], NULL, 10);
    region = map(argv[1], true);
    if (region == NULL) {
        return 2;
    }
    for (i = 0; i < 26; i++) {
        memset(letters[i], CAST(int, 'a' + i), LETTERS);
    }
    for (i = 0; i < 256; i++) {
        memset(bytes[i], CAST(int, i), MOST_BYTES);
    }
    if (!OK(gbx_inspect_init(&state, region, REGION_SIZE, NULL))) {
        return 1;
    }
    create(&values);
    while (updates < most && failures == 0) {
        updates += go_on(&values, &sum, round++);
        if (round % 256 == 0) {
            nanosleep(&short_rest, NULL);
        }
    }
    OK(gbx_inspect_bool_set(&state, values.done, true));
    printf("%llu updates\n", CAST(unsigned long long, updates));
    return result("writer");
}
