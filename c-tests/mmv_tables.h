/* Declarations that the tests of MMV share: a value of each type, alone and for each of two cores. */
#ifndef GBX_TESTS_MMV_TABLES_H
#define GBX_TESTS_MMV_TABLES_H

#include "harness.h"

enum { I32, U32, I64, U64, FLOAT, DOUBLE, STRING, ELAPSED, CORE_COUNT, CORE_STATE, METRICS };

static const gbx_mmv_metric_t metrics[] = {
    GBX_MMV_METRIC("alone.i32", 0, GBX_MMV_I32, GBX_MMV_INSTANT, GBX_MMV_NONE, 0, "", ""),
    GBX_MMV_METRIC("alone.u32", 1, GBX_MMV_U32, GBX_MMV_COUNTER, GBX_MMV_COUNT, 0, "a count", "all about it"),
    GBX_MMV_METRIC("alone.i64", 2, GBX_MMV_I64, GBX_MMV_INSTANT, GBX_MMV_BYTES, 0, "", ""),
    GBX_MMV_METRIC("alone.u64", 3, GBX_MMV_U64, GBX_MMV_COUNTER, GBX_MMV_KIBIBYTES, 0, "", ""),
    GBX_MMV_METRIC("alone.float", 4, GBX_MMV_FLOAT, GBX_MMV_INSTANT, GBX_MMV_SECONDS, 0, "", ""),
    GBX_MMV_METRIC("alone.double", 5, GBX_MMV_DOUBLE, GBX_MMV_DISCRETE, GBX_MMV_NONE, 0, "", ""),
    GBX_MMV_METRIC("alone.string", 6, GBX_MMV_STRING, GBX_MMV_DISCRETE, GBX_MMV_NONE, 0, "", ""),
    GBX_MMV_METRIC("alone.elapsed", 7, GBX_MMV_ELAPSED, GBX_MMV_COUNTER, GBX_MMV_MICROSECONDS, 0, "", ""),
    GBX_MMV_METRIC("core.count", 8, GBX_MMV_U64, GBX_MMV_COUNTER, GBX_MMV_COUNT, 7, "", ""),
    GBX_MMV_METRIC("core.state", 9, GBX_MMV_STRING, GBX_MMV_DISCRETE, GBX_MMV_NONE, 7, "", ""),
};
static const gbx_mmv_instance_t cores[] = {GBX_MMV_INSTANCE(0, "core0"), GBX_MMV_INSTANCE(10, "core1")};
static const gbx_mmv_indom_t indoms[] = {GBX_MMV_INDOM(7, cores, 1, "the cores", "")};
static const gbx_mmv_label_t labels[] = {
    GBX_MMV_LABEL(GBX_MMV_ABOUT_ITEM, 3, -1, "source", "\"radio\"", true),
};

/* 10 metrics, 8 values alone and 2 for each of 3 cores, of which 1 and 3 are texts, and 3 help texts. */
#define SIZE_OF_ALL GBX_MMV_SIZE(3, 1, 3, 10, 14, 4, 3, 1)

static inline gbx_mmv_tables_t all_tables(void) {
    gbx_mmv_tables_t tables;
    memset(&tables, 0, sizeof tables);
    tables.metrics = metrics;
    tables.metric_count = GBX_COUNT(metrics);
    tables.indoms = indoms;
    tables.indom_count = GBX_COUNT(indoms);
    tables.labels = labels;
    tables.label_count = GBX_COUNT(labels);
    tables.cluster = 321;
    return tables;
}

/* A generation that every machine can publish: without 64-bit atomics neither half of it is 0. */
static inline uint64_t generation(uint32_t number) {
    return UINT64_C(0x100000000) + number;
}

/* What an addition to a number of 64 bits that others add to gives: not every machine can. */
#if defined(GBX_MMV_INLINE)
#define SHARED_64 GBX_OK
#else
#define SHARED_64 GBX_ERROR_UNSUPPORTED
#endif

/* Whether a text is what a literal says. */
static inline bool is(gbx_str_t text, const char *expected) {
    return text.size == strlen(expected) && (text.size == 0 || memcmp(text.data, expected, text.size) == 0);
}

/* Handles of all values that stand alone, and of one of a core. */
struct mmv_handles {
    gbx_mmv_i32_t i32;
    gbx_mmv_u32_t u32;
    gbx_mmv_i64_t i64;
    gbx_mmv_u64_t u64;
    gbx_mmv_float_t f;
    gbx_mmv_double_t d;
    gbx_mmv_string_t s;
    gbx_mmv_elapsed_t e;
    gbx_mmv_u64_t core1;
};

static inline struct mmv_handles find_all(const gbx_mmv_t *state) {
    struct mmv_handles found;
    gbx_mmv_value_t value;
    OK(gbx_mmv_find(state, GBX_STR("alone.i32"), GBX_NO_STR, &value));
    OK(gbx_mmv_i32(value, &found.i32));
    OK(gbx_mmv_find(state, GBX_STR("alone.u32"), GBX_NO_STR, &value));
    OK(gbx_mmv_u32(value, &found.u32));
    OK(gbx_mmv_value_at(state, I64, 0, &value));
    OK(gbx_mmv_i64(value, &found.i64));
    OK(gbx_mmv_value_at(state, U64, 0, &value));
    OK(gbx_mmv_u64(value, &found.u64));
    OK(gbx_mmv_value_at(state, FLOAT, 0, &value));
    OK(gbx_mmv_float(value, &found.f));
    OK(gbx_mmv_value_at(state, DOUBLE, 0, &value));
    OK(gbx_mmv_double(value, &found.d));
    OK(gbx_mmv_value_at(state, STRING, 0, &value));
    OK(gbx_mmv_string(value, &found.s));
    OK(gbx_mmv_value_at(state, ELAPSED, 0, &value));
    OK(gbx_mmv_elapsed(value, &found.e));
    OK(gbx_mmv_find(state, GBX_STR("core.count"), GBX_STR("core1"), &value));
    OK(gbx_mmv_u64(value, &found.core1));
    return found;
}

#endif
