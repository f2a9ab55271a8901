/* Two harts that share nothing but memory: one writes as fast as it can, the other takes snapshots and looks whether what must
 * hold across values does. All harts start in the same place: the first one goes on to main, and the second one waits until there is something to do. */
#include "../harness.h"

#include <picotls.h>
#include <stdlib.h>

#ifndef SNAPSHOTS
#define SNAPSHOTS 20000u
#endif

GBX_REGION(region, 1024);
static gbx_inspect_t state;
static gbx_uint_t up;
static gbx_int_t down;
static gbx_string_t word;

/* What the other hart does, from when it is told to until it is told to stop. */
uint32_t second_hart_runs;
static uint32_t stop;
static uint32_t writes;
static uint32_t wrong;
unsigned char second_hart_stack[4096] __attribute__((aligned(16)));

int main(void);
void second_hart(void);

/* The first code in memory, where every hart begins. */
void entry(void);
__attribute__((naked, section(".text.init.enter"))) void entry(void) {
    __asm__ volatile(".option arch, +zicsr\n"
                     ".option push\n"
                     ".option norelax\n"
                     "la gp, __global_pointer$\n"
                     ".option pop\n"
                     "csrr t0, mhartid\n"
                     "bnez t0, 1f\n"
                     "la sp, __stack\n"
                     "call first_hart\n"
                     "1: la t1, second_hart_runs\n"
                     "2: lw t0, 0(t1)\n"
                     "beqz t0, 2b\n"
                     "fence rw, rw\n"
                     "la sp, second_hart_stack + 4096\n"
                     "call second_hart\n"
                     "3: j 3b\n");
}

/* What the C library's own start-up code does where there is one hart. The addresses come from its linker script. */
extern char __data_start[], __data_source[], __data_size[], __bss_start[], __bss_size[], __tls_base[];
void first_hart(void);
void first_hart(void) {
    memcpy(__data_start, __data_source, (size_t)__data_size);
    memset(__bss_start, 0, (size_t)__bss_size);
    _set_tls(__tls_base);
    exit(main());
}

/* Writes in bursts: `up` and `down` change together, and the word says which of them is even. */
void second_hart(void) {
    uint32_t i;
    volatile uint32_t pause;
    while (__atomic_load_n(&stop, __ATOMIC_RELAXED) == 0) {
        for (i = 0; i < 8; i++) {
            wrong += gbx_inspect_begin_transaction(&state) != GBX_OK;
            wrong += gbx_inspect_uint_add(&state, up, 1) != GBX_OK;
            wrong += gbx_inspect_string_set(&state, word, writes % 2 == 0 ? GBX_STR("odd, and a long word too") : GBX_STR("even")) != GBX_OK;
            wrong += gbx_inspect_int_subtract(&state, down, 1) != GBX_OK;
            wrong += gbx_inspect_end_transaction(&state) != GBX_OK;
            writes++;
        }
        for (pause = 0; pause < writes % 1024; pause++) {
        }
    }
    __atomic_store_n(&stop, 2, __ATOMIC_RELEASE);
}

static uint64_t number(gbx_inspect_tree_t *tree, const char *name) {
    gbx_inspect_cursor_t cursor;
    gbx_inspect_value_t value;
    memset(&value, 0, sizeof value);
    OK(gbx_inspect_cursor_find(&cursor, tree, str(name)));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    return value.number.as_uint;
}

static void read_once(const void *copy, size_t size) {
    static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(1024) / 4];
    static gbx_inspect_tree_t tree;
    gbx_inspect_cursor_t cursor;
    char text[32];
    size_t length = 0;
    uint64_t high;
    OK(gbx_inspect_tree_read(&tree, copy, size, scratch, sizeof scratch, NULL));
    high = number(&tree, "up");
    CHECK(high + number(&tree, "down") == 0);
    OK(gbx_inspect_cursor_find(&cursor, &tree, GBX_STR("word")));
    OK(gbx_inspect_cursor_string(&cursor, text, sizeof text, &length));
    CHECK(length == (high % 2 == 0 ? 4u : 24u) && memcmp(text, high % 2 == 0 ? "even" : "odd, and a long word too", length) == 0);
}

int main(void) {
    static unsigned char copy[1024];
    gbx_inspect_snapshot_t snapshot;
    uint32_t taken = 0, missed = 0;
    uint64_t first = 0, last = 0;
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("up"), 0, &up));
    OK(gbx_inspect_create_int(&state, GBX_ROOT, GBX_STR("down"), 0, &down));
    OK(gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("word"), GBX_STR("even"), &word));
    __atomic_store_n(&second_hart_runs, 1, __ATOMIC_RELEASE);
    while (taken < SNAPSHOTS && failures == 0) {
        gbx_status_t status = gbx_inspect_snapshot(region, sizeof region, 100, copy, sizeof copy, &snapshot);
        if (status != GBX_OK) {
            CHECK(status == GBX_ERROR_CONTENDED || status == GBX_ERROR_LOCKED);
            missed++;
            continue;
        }
        read_once(copy, snapshot.size);
        first = taken == 0 ? snapshot.generation : first;
        last = snapshot.generation;
        taken++;
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    while (__atomic_load_n(&stop, __ATOMIC_ACQUIRE) != 2) {
    }
    CHECK(wrong == 0);
    /* Otherwise nothing was written while it was read. */
    CHECK(last - first > SNAPSHOTS);
    printf("%u snapshots, all whole, %u missed, %u writes\n", CAST(unsigned, taken), CAST(unsigned, missed), CAST(unsigned, writes));
    return result("two_harts");
}
