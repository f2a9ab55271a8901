/* Threads that trace at once, while what is selected changes. The hook for lines counts without an atomic operation, so
 * that a sanitizer sees whether the lock is held. */
#define GBX_LOCK_PTHREAD
#include "glassbox_locks.h"

#include "harness.h"

#define GBX_TRACE_CONTEXT(thread) (thread)
#include "../core/tests/data/trace/generated/ut_orc.c"

#define THREADS 3
#define EACH 20000

GBX_REGION(region, GBX_TRACE_SIZE(THREADS, 2048, 0));
static gbx_trace_t state;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned lines;

static uint64_t ticks(void *context) {
    (void)context;
    return 1;
}

static bool on_line(void *context, const char *data, size_t size) {
    (void)context;
    lines += size == 1 && data[0] == '\n';
    return true;
}

static void *work(void *argument) {
    const unsigned number = *CAST(const unsigned *, argument);
    gbx_trace_context_t context;
    gbx_trace_counts_t counts;
    unsigned i;
    memset(&context, 0, sizeof context);
    OK(gbx_trace_attach(&state, GBX_TRACE_THREAD(number), GBX_STR("worker"), &context));
    for (i = 0; i < EACH; i++) {
        Trc_ORC_Plain(&context);
        Trc_ORC_U32x2(&context, number, i);
        if (i % 100 == 0) {
            Trc_ORC_Fn_Exit(&context, 1);
        }
    }
    memset(&counts, 0xff, sizeof counts);
    OK(gbx_trace_counts(&context, &counts));
    CHECK(counts.lost == 0 && counts.clipped == 0);
    OK(gbx_trace_detach(&context));
    return NULL;
}

int main(void) {
    static gbx_trace_hooks_t hooks;
    static gbx_trace_config_t config;
    unsigned numbers[THREADS];
    pthread_t threads[THREADS];
    uint64_t hits = 0;
    unsigned i;
    hooks.line = on_line;
    config.lock = gbx_pthread_lock(&mutex);
    config.clock.ticks = ticks;
    config.clock.frequency = 1000;
    config.record_size = 2048;
    config.hooks = &hooks;
    OK(gbx_trace_init(&state, region, sizeof region, &config));
    OK(gbx_trace_register(&state, &gbx_trace_component_orc, NULL));
    OK(gbx_trace_set(&state, GBX_STR("count=orc.30:print=orc.2"), NULL));
    for (i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
    }
    for (i = 0; i < 200; i++) {
        OK(gbx_trace_set(&state, GBX_STR("maximal=orc.28-30"), NULL));
        OK(gbx_trace_set(&state, GBX_STR("maximal=!orc.28-29"), NULL));
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    OK(gbx_trace_hits(&gbx_trace_component_orc, 30, &hits));
    CHECK(hits == THREADS * EACH);
    CHECK(lines == THREADS * (EACH / 100));
    OK(gbx_trace_deinit(&state));
    return result("trace_threads");
}
