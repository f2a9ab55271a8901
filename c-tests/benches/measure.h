/* Measures operations beside a floor of the machine, in one run.
 *
 * Prints a table, or with --json-lines one object a line. With --single NAME --iterations N it does one operation so many
 * times and nothing else, for a program that counts instructions. */
#ifndef GBX_BENCHES_MEASURE_H
#define GBX_BENCHES_MEASURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An operation and its floor are timed in turns, and the fastest turn of each counts. */
#define TURNS 25
#define NANOSECONDS_IN_A_TURN 2e6

struct operation {
    const char *name;
    void (*run)(uint64_t count);
    /* Tells whoever prepares it how. */
    int variant;
    /* The largest ratio to the floor that is allowed; 0 for none. */
    double bar;
    /* What it is compared with; NULL for a locked increment. */
    void (*floor)(uint64_t count);
    const char *against;
};

/* Makes an operation and its floor ready. */
static void prepare(const struct operation *operation);

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
    void (*floor_run)(uint64_t count) = operation->floor != NULL ? operation->floor : locked_increments;
    const char *against = operation->against != NULL ? operation->against : "LI";
    double best = 1e9, floor = 1e9;
    uint64_t count, floor_count;
    int turn;
    prepare(operation);
    count = runs_in_a_turn(operation->run);
    floor_count = runs_in_a_turn(floor_run);
    for (turn = 0; turn < TURNS; turn++) {
        floor = smaller(floor, timed(floor_run, floor_count));
        best = smaller(best, timed(operation->run, count));
    }
    if (json) {
        printf("{\"name\":\"%s\",\"ns\":%.3f,\"ratio\":%.3f,\"against\":\"%s\",\"bar\":", operation->name, best,
               best / floor, against);
        if (operation->bar > 0) {
            printf("%.1f,\"instructions\":null}\n", operation->bar);
        } else {
            printf("null,\"instructions\":null}\n");
        }
    } else {
        printf("%-60s %8.2f ns %8.2f x %s\n", operation->name, best, best / floor, against);
    }
}

/* Measures what the command line says. */
static int measure_all(const struct operation *operations, size_t count, int argc, char **argv) {
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
    for (i = 0; i < count; i++) {
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

#endif
