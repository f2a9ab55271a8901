/* Calls that come in between: from a signal handler that interrupts the writer in the middle of a section, and with a lock
 * that lets its own context in twice. Both are refused with GBX_ERROR_BUSY, and nothing is lost.
 *
 * The middle of a section is found with the help of the memory: the page of the region cannot be written, so the first
 * store of a section traps. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include "every_function.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void *region;
static size_t size;
static gbx_inspect_t state;
static struct handles values;
static int interruptions;

static void interrupt(int number) {
    (void)number;
    interruptions++;
    expect_of_all(GBX_ERROR_BUSY, &state, &values);
    if (mprotect(region, size, PROT_READ | PROT_WRITE) != 0) {
        abort();
    }
}

/* The next store to the region is interrupted. */
static void trap(void) {
    CHECK(mprotect(region, size, PROT_READ) == 0);
}

static void check_interruptions(void) {
    gbx_uint_t made;
    uint64_t value = 0;
    interruptions = 0;

    trap();
    OK(gbx_inspect_uint_add(&state, values.u, 41));
    CHECK(interruptions == 1);
    trap();
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("late"), 0, &made));
    CHECK(interruptions == 2);
    trap();
    OK(gbx_inspect_string_set(&state, values.s, GBX_STR("other")));
    CHECK(interruptions == 3);
    trap();
    OK(gbx_inspect_begin_transaction(&state));
    CHECK(interruptions == 4);
    OK(gbx_inspect_end_transaction(&state));

    OK(gbx_inspect_uint_get(&state, values.u, &value));
    CHECK(value == 42);
    OK(gbx_inspect_uint_set(&state, values.u, 1));
    OK(gbx_inspect_string_set(&state, values.s, GBX_STR("text")));
    OK(gbx_inspect_uint_delete(&state, made));
    expect_untouched(&state, &values);
}

static void without_a_lock(void) {
    OK(gbx_inspect_init(&state, region, size, NULL));
    values = create_handles(&state);
    check_interruptions();
    OK(gbx_inspect_deinit(&state));
}

/* A lock as that of a single core: whoever comes gets it. It counts, and keys must come back to where they were put out. */
struct lock {
    size_t held;
    size_t taken;
    bool was_refused;
};

static bool acquire(void *context, size_t *key) {
    struct lock *lock = CAST(struct lock *, context);
    *key = lock->held;
    lock->held++;
    lock->taken++;
    return !lock->was_refused;
}

static void release(void *context, size_t key) {
    struct lock *lock = CAST(struct lock *, context);
    lock->held--;
    CHECK(key == lock->held);
}

static void with_a_lock(void) {
    const gbx_uint_t none = {0, 0};
    struct lock lock;
    gbx_inspect_config_t config;
    size_t taken;
    memset(&lock, 0, sizeof lock);
    memset(&config, 0, sizeof config);
    config.lock.context = &lock;
    config.lock.acquire = acquire;
    config.lock.release = release;
    OK(gbx_inspect_init(&state, region, size, &config));
    CHECK(lock.taken == 0);
    values = create_handles(&state);
    CHECK(lock.taken == HANDLES);
    check_interruptions();
    CHECK(lock.held == 0);

    /* A call that fails gives the lock back, too. */
    taken = lock.taken;
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_inspect_uint_add(&state, none, 1));
    CHECK(lock.taken == taken + 1 && lock.held == 0);

    /* A lock that cannot be had is no reason to wait. */
    lock.was_refused = true;
    expect_of_all(GBX_ERROR_BUSY, &state, &values);
    lock.was_refused = false;
    lock.held = 0;
    expect_untouched(&state, &values);
    OK(gbx_inspect_deinit(&state));
    CHECK(lock.held == 0);
}

int main(void) {
    struct sigaction action;
    size = CAST(size_t, sysconf(_SC_PAGESIZE));
    region = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (region == MAP_FAILED) {
        perror("mmap");
        return 1;
    }
    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    CHECK(sigaction(SIGSEGV, &action, NULL) == 0);
    CHECK(sigaction(SIGBUS, &action, NULL) == 0);

    without_a_lock();
    with_a_lock();
    CHECK(munmap(region, size) == 0);
    return result("inspect_busy_signals");
}
