/* Two threads that write through one state, over the lock of glassbox_locks.h, while a third one takes snapshots: nothing
 * is lost, and no snapshot shows half of a transaction. */
#define GBX_LOCK_PTHREAD
#include "glassbox_locks.h"

#include "harness.h"

#define UPDATES 20000
#define ROUNDS 100

GBX_REGION(region, 8192);
static gbx_inspect_t state;
static gbx_uint_t total;
static gbx_int_t balance;
static gbx_string_t owner;

/* Each thread counts, and makes and deletes values of its own. */
static void *work(void *argument) {
    const char *name = CAST(const char *, argument);
    int wrong = 0;
    int i;
    for (i = 0; i < UPDATES; i++) {
        wrong += gbx_inspect_uint_add(&state, total, 1) != GBX_OK;
        wrong += gbx_inspect_int_add(&state, balance, 2) != GBX_OK;
        wrong += gbx_inspect_int_subtract(&state, balance, 1) != GBX_OK;
        if (i % (UPDATES / ROUNDS) == 0) {
            gbx_node_t node;
            wrong += gbx_inspect_create_node(&state, GBX_ROOT, str(name), &node) != GBX_OK;
            wrong += gbx_inspect_record_uint(&state, node, GBX_STR("round"), CAST(uint64_t, i)) != GBX_OK;
            wrong += gbx_inspect_string_set(&state, owner, str(name)) != GBX_OK;
            wrong += gbx_inspect_node_delete(&state, node) != GBX_OK;
        }
    }
    return wrong == 0 ? NULL : argument;
}

/* Reads while they write. A snapshot may need more tries than there are, but what it shows is whole. */
static void read_once(int *taken) {
    static unsigned char copy[sizeof region];
    static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(sizeof copy) / 4];
    gbx_inspect_snapshot_t snapshot;
    gbx_inspect_tree_t tree;
    gbx_inspect_cursor_t cursor;
    gbx_inspect_value_t value;
    gbx_status_t status = gbx_inspect_snapshot(region, sizeof region, 100, copy, sizeof copy, &snapshot);
    if (status != GBX_OK) {
        CHECK(status == GBX_ERROR_CONTENDED || status == GBX_ERROR_LOCKED);
        return;
    }
    (*taken)++;
    OK(gbx_inspect_tree_read(&tree, copy, snapshot.size, scratch, sizeof scratch, NULL));
    OK(gbx_inspect_cursor_find(&cursor, &tree, GBX_STR("total")));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    CHECK(value.kind == GBX_KIND_UINT && value.number.as_uint <= 2 * UPDATES);
}

int main(void) {
    static char names[2][8] = {"first", "second"};
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_t threads[2];
    gbx_inspect_config_t config;
    gbx_inspect_counters_t counters;
    uint64_t sum = 0;
    int64_t rest = 0;
    void *wrong = NULL;
    int taken = 0;
    int i;

    memset(&config, 0, sizeof config);
    config.lock = gbx_pthread_lock(&mutex);
    OK(gbx_inspect_init(&state, region, sizeof region, &config));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("total"), 0, &total));
    OK(gbx_inspect_create_int(&state, GBX_ROOT, GBX_STR("balance"), 0, &balance));
    OK(gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("owner"), GBX_STR("nobody"), &owner));

    for (i = 0; i < 2; i++) {
        CHECK(pthread_create(&threads[i], NULL, work, names[i]) == 0);
    }
    for (i = 0; i < 30; i++) {
        read_once(&taken);
    }
    for (i = 0; i < 2; i++) {
        CHECK(pthread_join(threads[i], &wrong) == 0);
        CHECK(wrong == NULL);
    }
    read_once(&taken);
    CHECK(taken > 0);

    OK(gbx_inspect_uint_get(&state, total, &sum));
    CHECK(sum == 2 * UPDATES);
    OK(gbx_inspect_int_get(&state, balance, &rest));
    CHECK(rest == 2 * UPDATES);
    OK(gbx_inspect_counters(&state, &counters));
    /* Each of the sections moved the generation by 2: three creations at first, then three updates, and four more sections
     * in each round, of which the string may already have been what it is set to. */
    CHECK(counters.generation <= 2 * (3 + 2 * (3 * UPDATES + 4 * ROUNDS)));
    CHECK(counters.generation >= 2 * (3 + 2 * (3 * UPDATES + 3 * ROUNDS)));
    OK(gbx_inspect_deinit(&state));
    return result("inspect_threads");
}
