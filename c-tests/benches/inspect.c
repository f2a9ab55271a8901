/* What it costs to write an Inspect file from C, beside a locked increment in the same run.
 *
 * Prints a table, or with --json-lines one object a line. With --single NAME --iterations N it does one operation so many
 * times and nothing else, for a program that counts instructions. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#define GBX_LOCK_PTHREAD
#include "glassbox_locks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An operation and its floor are timed in turns, and the fastest turn of each counts. */
#define TURNS 25
#define NANOSECONDS_IN_A_TURN 2e6

GBX_REGION(region, 262144);
static gbx_inspect_t state;
static gbx_uint_t uint_handle;
static gbx_double_t double_handle;
static gbx_string_t string_handle;
static gbx_text_t text_handle;
static gbx_uint_array_t array_handle;
static gbx_string_array_t strings_handle;
static gbx_int_linear_histogram_t linear_handle;
static gbx_int_exponential_histogram_t exponential_handle;
static gbx_inspect_list_t list;
static gbx_node_t entries[8];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void locked_increments(uint64_t count) {
    static uint64_t cell;
#if defined(__x86_64__) && defined(__GNUC__)
    uint64_t one = 1;
    uint64_t *address = &cell;
    if (count == 0) {
        return;
    }
    __asm__ volatile("1:\n\t"
                     "lock xaddq %0, (%2)\n\t"
                     "decq %1\n\t"
                     "jnz 1b"
                     : "+r"(one), "+r"(count)
                     : "r"(address)
                     : "memory", "cc");
#else
    while (count-- > 0) {
        __atomic_fetch_add(&cell, 1, __ATOMIC_SEQ_CST);
    }
#endif
}

static void add_to_uint(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_uint_add(&state, uint_handle, 1);
    }
}

static void set_uint(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_uint_set(&state, uint_handle, count);
    }
}

static void add_to_double(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_double_add(&state, double_handle, 0.5);
    }
}

static void set_string(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_string_set(&state, string_handle, count % 2 == 0 ? GBX_STR("one1") : GBX_STR("two2"));
    }
}

static void create_and_delete(uint64_t count) {
    while (count-- > 0) {
        gbx_uint_t made;
        gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("known"), 1, &made);
        gbx_inspect_uint_delete(&state, made);
    }
}

static void add_to_slot(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_uint_array_add(&state, array_handle, (size_t)(count % 32), 1);
    }
}

static void set_string_slot(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_string_array_set(&state, strings_handle, 7, count % 2 == 0 ? GBX_STR("one1") : GBX_STR("two2"));
    }
}

static void insert_linear(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_int_linear_histogram_insert(&state, linear_handle, 165);
    }
}

static void insert_exponential(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_int_exponential_histogram_insert(&state, exponential_handle, 65000);
    }
}

static void set_text(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_text_set(&state, text_handle, count % 2 == 0 ? GBX_STR("aaaa") : GBX_STR("bbbb"));
    }
}

static bool fill(void *context, gbx_node_t entry) {
    (void)context;
    return gbx_inspect_record_uint(&state, entry, GBX_STR("at"), 17) == GBX_OK &&
           gbx_inspect_record_int(&state, entry, GBX_STR("rssi"), -70) == GBX_OK &&
           gbx_inspect_record_bool(&state, entry, GBX_STR("retry"), true) == GBX_OK;
}

static void push(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_list_push(&state, &list, fill, NULL);
    }
}

struct operation {
    const char *name;
    void (*run)(uint64_t count);
    bool has_lock;
    /* The largest ratio to a locked increment that is allowed; 0 for none. */
    double bar;
};

static const struct operation operations[] = {
    {"add to a uint from C", add_to_uint, false, 0.9},
    {"set a uint from C", set_uint, false, 0.9},
    {"add to a double from C", add_to_double, false, 0.9},
    {"set a string to 4 bytes from C, both texts known", set_string, false, 0},
    {"create and delete a uint from C, name known", create_and_delete, false, 0},
    {"add to a slot of an array from C", add_to_slot, false, 0},
    {"insert into a linear histogram of 32 buckets from C", insert_linear, false, 0},
    {"insert into an exponential histogram of 32 buckets from C", insert_exponential, false, 0},
    {"set a text of fixed capacity to 4 bytes from C", set_text, false, 0},
    {"set a slot of a string array from C, texts known", set_string_slot, false, 0},
    {"push a node with 3 values to a bounded list from C", push, false, 0},
    {"add to a uint from C, with a pthread mutex", add_to_uint, true, 0},
};
#define OPERATIONS (sizeof operations / sizeof *operations)

/* Makes a tree in which the names and texts of the operations are in use. */
static void prepare(const struct operation *operation) {
    gbx_inspect_config_t config;
    memset(&config, 0, sizeof config);
    if (operation->has_lock) {
        config.lock = gbx_pthread_lock(&mutex);
    }
    gbx_inspect_init(&state, region, sizeof region, &config);
    gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("known"), GBX_STR("one1"));
    gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("known"), GBX_STR("two2"));
    gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("string"), GBX_STR("one1"), &string_handle);
    gbx_inspect_create_double(&state, GBX_ROOT, GBX_STR("double"), 0.0, &double_handle);
    gbx_inspect_create_text(&state, GBX_ROOT, GBX_STR("text"), 24, &text_handle);
    gbx_inspect_create_uint_array(&state, GBX_ROOT, GBX_STR("array"), 32, &array_handle);
    gbx_inspect_create_string_array(&state, GBX_ROOT, GBX_STR("strings"), 32, &strings_handle);
    gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, GBX_STR("linear"), 0, 10, 32, &linear_handle);
    gbx_inspect_create_int_exponential_histogram(&state, GBX_ROOT, GBX_STR("exponential"), 0, 1, 2, 32,
                                                 &exponential_handle);
    gbx_inspect_create_list(&state, GBX_ROOT, GBX_STR("list"), entries, 8, &list);
    if (gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("uint"), 0, &uint_handle) != GBX_OK) {
        fprintf(stderr, "the tree cannot be made\n");
        exit(1);
    }
}

/* Nanoseconds for one of so many runs. */
static double timed(void (*run)(uint64_t count), uint64_t count) {
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    run(count);
    clock_gettime(CLOCK_MONOTONIC, &end);
    return ((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) / (double)count;
}

/* How many runs fill a turn. */
static uint64_t runs_in_a_turn(void (*run)(uint64_t count)) {
    uint64_t count = 1;
    for (;;) {
        double one = timed(run, count);
        if (one * (double)count > NANOSECONDS_IN_A_TURN / 10) {
            return (uint64_t)(NANOSECONDS_IN_A_TURN / one) + 1;
        }
        count *= 4;
    }
}

static double smaller(double one, double other) {
    return one < other ? one : other;
}

static void measure(const struct operation *operation, bool json) {
    double best = 1e9, floor = 1e9;
    uint64_t count, floor_count;
    int turn;
    prepare(operation);
    count = runs_in_a_turn(operation->run);
    floor_count = runs_in_a_turn(locked_increments);
    for (turn = 0; turn < TURNS; turn++) {
        floor = smaller(floor, timed(locked_increments, floor_count));
        best = smaller(best, timed(operation->run, count));
    }
    if (json) {
        printf("{\"name\":\"%s\",\"ns\":%.3f,\"ratio\":%.3f,\"against\":\"LI\",\"bar\":", operation->name, best,
               best / floor);
        if (operation->bar > 0) {
            printf("%.1f,\"instructions\":null}\n", operation->bar);
        } else {
            printf("null,\"instructions\":null}\n");
        }
    } else {
        printf("%-60s %8.2f ns %8.2f x LI\n", operation->name, best, best / floor);
    }
}

int main(int argc, char **argv) {
    const char *single = NULL;
    uint64_t iterations = 1;
    bool json = false;
    size_t i;
    int argument;
    for (argument = 1; argument < argc; argument++) {
        if (strcmp(argv[argument], "--json-lines") == 0) {
            json = true;
        } else if (strcmp(argv[argument], "--single") == 0 && argument + 1 < argc) {
            single = argv[++argument];
        } else if (strcmp(argv[argument], "--iterations") == 0 && argument + 1 < argc) {
            iterations = strtoull(argv[++argument], NULL, 10);
        }
    }
    for (i = 0; i < OPERATIONS; i++) {
        if (single == NULL) {
            measure(&operations[i], json);
        } else if (strcmp(single, operations[i].name) == 0) {
            prepare(&operations[i]);
            operations[i].run(iterations);
            return 0;
        }
    }
    if (single != NULL) {
        fprintf(stderr, "no operation is called %s\n", single);
    }
    return single == NULL ? 0 : 1;
}
