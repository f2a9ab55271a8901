/* What it costs to update an MMV file from C, beside the real libpcp_mmv in the same program.
 *
 * GLASSBOX_LIBPCP_MMV names the library, which is loaded into this program; without it all is compared with a locked
 * increment. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include "glassbox.h"

#include "measure.h"

#include <dlfcn.h>

static const gbx_mmv_metric_t metrics[] = {
    GBX_MMV_METRIC("count", 1, GBX_MMV_U64, GBX_MMV_COUNTER, GBX_MMV_COUNT, 0, "", ""),
    GBX_MMV_METRIC("mode", 2, GBX_MMV_STRING, GBX_MMV_DISCRETE, GBX_MMV_NONE, 0, "", ""),
};

GBX_REGION(region, GBX_MMV_SIZE(1, 0, 0, 2, 2, 1, 0, 0));
static gbx_mmv_t state;
static gbx_mmv_u64_t count_handle;
static gbx_mmv_string_t mode_handle;

/* The library's functions, and its metrics. */
struct peer_metric {
    char name[64];
    uint32_t item;
    int32_t type;
    int32_t semantics;
    uint32_t units;
    uint32_t indom;
    const char *shorttext;
    const char *helptext;
};
static const struct peer_metric peer_metrics[] = {
    {"count", 1, 3, 1, 0, 0, NULL, NULL},
    {"mode", 2, 6, 4, 0, 0, NULL, NULL},
};
static void *(*peer_init)(const char *name, int cluster, int flags, const struct peer_metric *metrics, int nmetrics,
                          const void *indoms, int nindoms);
static void *(*peer_look_up)(void *addr, const char *metric, const char *instance);
static void (*peer_inc)(void *addr, void *value);
static void (*peer_set_value)(void *addr, void *value, double number);
static void (*peer_set_string)(void *addr, void *value, const char *text, int size);
static void *peer_file;
static void *peer_count;
static void *peer_mode;

static void increment(uint64_t count) {
    while (count-- > 0) {
        gbx_mmv_u64_inc(count_handle);
    }
}

static void set(uint64_t count) {
    while (count-- > 0) {
        gbx_mmv_u64_set(count_handle, count);
    }
}

static void increment_shared(uint64_t count) {
    while (count-- > 0) {
        gbx_mmv_u64_inc_shared(count_handle);
    }
}

static void increment_by_call(uint64_t count) {
    while (count-- > 0) {
        gbx_mmv_call_u64_add(count_handle, 1);
    }
}

static void set_string(uint64_t count) {
    while (count-- > 0) {
        gbx_mmv_string_set(mode_handle, GBX_STR("9 letters"));
    }
}

static void increment_of_peer(uint64_t count) {
    while (count-- > 0) {
        peer_inc(peer_file, peer_count);
    }
}

static void set_of_peer(uint64_t count) {
    while (count-- > 0) {
        peer_set_value(peer_file, peer_count, (double)count);
    }
}

static void set_string_of_peer(uint64_t count) {
    while (count-- > 0) {
        peer_set_string(peer_file, peer_mode, "9 letters", 9);
    }
}

static void find_function(void *library, const char *name, void *function, size_t size) {
    void *address = dlsym(library, name);
    if (address == NULL) {
        fprintf(stderr, "libpcp_mmv has no %s\n", name);
        exit(1);
    }
    memcpy(function, &address, size);
}

/* Loads the library and makes a file with it. */
static bool load_peer(void) {
    const char *name = getenv("GLASSBOX_LIBPCP_MMV");
    void *library = name != NULL ? dlopen(name, RTLD_NOW) : NULL;
    if (name == NULL) {
        return false;
    }
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    find_function(library, "mmv_stats_init", &peer_init, sizeof peer_init);
    find_function(library, "mmv_lookup_value_desc", &peer_look_up, sizeof peer_look_up);
    find_function(library, "mmv_inc", &peer_inc, sizeof peer_inc);
    find_function(library, "mmv_set_value", &peer_set_value, sizeof peer_set_value);
    find_function(library, "mmv_set_string", &peer_set_string, sizeof peer_set_string);
    peer_file = peer_init("from_c", 78, 0, peer_metrics, 2, NULL, 0);
    if (peer_file == NULL) {
        fprintf(stderr, "libpcp_mmv made no file; PCP_TMP_DIR says where it goes\n");
        exit(1);
    }
    peer_count = peer_look_up(peer_file, "count", NULL);
    peer_mode = peer_look_up(peer_file, "mode", NULL);
    return true;
}

static void prepare(const struct operation *operation) {
    const gbx_mmv_tables_t tables = {metrics, GBX_COUNT(metrics), NULL, 0, NULL, 0, 1, 0, 0, 0, 0};
    gbx_mmv_value_t value;
    (void)operation;
    gbx_mmv_init(&state, region, sizeof region, &tables, UINT64_C(0x100000001), NULL);
    gbx_mmv_find(&state, GBX_STR("count"), GBX_NO_STR, &value);
    gbx_mmv_u64(value, &count_handle);
    gbx_mmv_find(&state, GBX_STR("mode"), GBX_NO_STR, &value);
    if (gbx_mmv_string(value, &mode_handle) != GBX_OK || count_handle.cell == NULL) {
        fprintf(stderr, "the file cannot be made\n");
        exit(1);
    }
}

static const struct operation with_peer[] = {
    {"increment a u64 from C, inline", increment, 0, 0.6, increment_of_peer, "mmv_inc"},
    {"set a u64 from C, inline", set, 0, 0.6, set_of_peer, "mmv_set_value"},
    {"increment a u64 from C, by a call", increment_by_call, 0, 0, increment_of_peer, "mmv_inc"},
    {"increment a u64 from C, shared", increment_shared, 0, 1.2, NULL, NULL},
    {"set a text of 9 bytes from C", set_string, 0, 1.0, set_string_of_peer, "mmv_set_string"},
};

static const struct operation without_peer[] = {
    {"increment a u64 from C, inline", increment, 0, 0, NULL, NULL},
    {"set a u64 from C, inline", set, 0, 0, NULL, NULL},
    {"increment a u64 from C, by a call", increment_by_call, 0, 0, NULL, NULL},
    {"increment a u64 from C, shared", increment_shared, 0, 1.2, NULL, NULL},
    {"set a text of 9 bytes from C", set_string, 0, 0, NULL, NULL},
};

int main(int argc, char **argv) {
    if (load_peer()) {
        return measure_all(with_peer, GBX_COUNT(with_peer), argc, argv);
    }
    return measure_all(without_peer, GBX_COUNT(without_peer), argc, argv);
}
