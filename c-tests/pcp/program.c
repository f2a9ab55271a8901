/* A program for libpcp_mmv. It is built against the real one and against our headers, and PCP must show the same of both:
 * three files, one for each way to declare them, with a value of each type set in each way. */
#include <pcp/pmapi.h>
#include <pcp/mmv_stats.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

static mmv_instances_t disks[] = {{0, "sda"}, {-5, "sdb"}};
static mmv_indom_t indoms[] = {{3, 2, disks, "disks", "all disks"}};
static mmv_metric_t metrics[] = {
    {"one.i32", 1, MMV_TYPE_I32, MMV_SEM_INSTANT, MMV_UNITS(0, 0, 0, 0, 0, 0), MMV_INDOM_NULL, "short", "long"},
    {"one.u32", 2, MMV_TYPE_U32, MMV_SEM_COUNTER, MMV_UNITS(0, 0, 1, 0, 0, PM_COUNT_ONE), 0, "short", NULL},
    {"one.i64", 3, MMV_TYPE_I64, MMV_SEM_INSTANT, MMV_UNITS(1, 0, 0, PM_SPACE_KBYTE, 0, 0), 0, NULL, "long"},
    {"one.u64", 4, MMV_TYPE_U64, MMV_SEM_COUNTER, MMV_UNITS(1, -1, 0, PM_SPACE_MBYTE, PM_TIME_SEC, 0), 0, NULL, NULL},
    {"one.float", 5, MMV_TYPE_FLOAT, MMV_SEM_INSTANT, MMV_UNITS(0, 1, 0, 0, PM_TIME_MSEC, 0), 0, NULL, NULL},
    {"one.double", 6, MMV_TYPE_DOUBLE, MMV_SEM_DISCRETE, MMV_UNITS(0, 0, 1, 0, 0, 3), 0, NULL, NULL},
    {"one.string", 7, MMV_TYPE_STRING, MMV_SEM_DISCRETE, MMV_UNITS(0, 0, 0, 0, 0, 0), 0, NULL, NULL},
    {"one.elapsed", 8, MMV_TYPE_ELAPSED, MMV_SEM_COUNTER, MMV_UNITS(0, 1, 0, 0, PM_TIME_USEC, 0), 0, NULL, NULL},
    {"disk.reads", 9, MMV_TYPE_U64, MMV_SEM_COUNTER, MMV_UNITS(0, 0, 1, 0, 0, 0), 3, "reads", NULL},
    {"disk.state", 10, MMV_TYPE_STRING, MMV_SEM_INSTANT, MMV_UNITS(0, 0, 0, 0, 0, 0), 3, NULL, NULL},
};

static void *check(void *addr, const char *what) {
    if (addr == NULL) {
        printf("%s: %s\n", what, strerror(errno));
    }
    return addr;
}

static void update(void *addr) {
    pmAtomValue *i32 = mmv_lookup_value_desc(addr, "one.i32", NULL);
    pmAtomValue *u32 = mmv_lookup_value_desc(addr, "one.u32", NULL);
    pmAtomValue *i64 = mmv_lookup_value_desc(addr, "one.i64", NULL);
    pmAtomValue *u64 = mmv_lookup_value_desc(addr, "one.u64", NULL);
    pmAtomValue *f = mmv_lookup_value_desc(addr, "one.float", NULL);
    pmAtomValue *d = mmv_lookup_value_desc(addr, "one.double", NULL);
    pmAtomValue *s = mmv_lookup_value_desc(addr, "one.string", NULL);
    pmAtomValue *e = mmv_lookup_value_desc(addr, "one.elapsed", NULL);
    pmAtomValue value;
    int32_t minus = -20;
    uint32_t many = 4000000000u;
    int64_t wide = -1234567890123;
    double half = 0.5;
    mmv_set_value(addr, i32, -7);
    mmv_inc(addr, i32);
    mmv_add(addr, i32, &minus);
    mmv_set(addr, u32, &many);
    mmv_inc_value(addr, u32, 5);
    mmv_set(addr, i64, &wide);
    mmv_inc(addr, i64);
    value.ull = 18446744073709551000u;
    mmv_set_atomvalue(addr, u64, &value);
    value.ull = 600;
    mmv_inc_atomvalue(addr, u64, &value);
    mmv_set_value(addr, f, 1.5);
    mmv_inc(addr, f);
    mmv_set(addr, d, &half);
    mmv_add(addr, d, &half);
    mmv_inc_value(addr, d, -3);
    mmv_set_string(addr, s, "a longer text", 13);
    mmv_set_string(addr, s, "a text", 6);
    mmv_set_value(addr, e, 1000);
    mmv_inc_value(addr, e, -5000);
    mmv_inc_value(addr, e, 7500);
    /* What does not fit does nothing. */
    mmv_inc(addr, s);
    mmv_set_string(addr, i32, "no", 2);
    mmv_inc(addr, NULL);
    mmv_set_value(NULL, i32, 1);
    mmv_set_string(addr, s, NULL, 0);
    /* By name. */
    mmv_stats_set(addr, "disk.reads", "sda", 10);
    mmv_stats_add(addr, "disk.reads", "sda", 5);
    mmv_stats_inc(addr, "disk.reads", "sdb");
    mmv_stats_add_fallback(addr, "disk.reads", "sdz", "sdb", 2);
    mmv_stats_inc_fallback(addr, "disk.reads", "sda", "sdb");
    mmv_stats_set_string(addr, "disk.state", "sda", "idle");
    mmv_stats_set_strlen(addr, "disk.state", "sdb", "busy now", 4);
    mmv_stats_inc(addr, "no.such.metric", "sda");
    mmv_stats_inc(addr, "disk.reads", NULL);
}

static void of_tables(void) {
    void *addr = check(mmv_stats_init("tables", 101, (mmv_stats_flags_t)0, metrics, 10, indoms, 1), "tables");
    if (addr != NULL) {
        update(addr);
        mmv_stats_stop("tables", addr);
    }
}

static void of_tables_with_long_names(void) {
    static char long_name[] =
        "long.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    static char long_instance[] =
        "instance-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    static mmv_instances2_t instances[] = {{1, long_instance}, {2, "two"}};
    static mmv_indom2_t domains[] = {{1, 2, instances, NULL, NULL}};
    static mmv_metric2_t named[] = {
        {long_name, 1, MMV_TYPE_U32, MMV_SEM_COUNTER, MMV_UNITS(0, 0, 1, 0, 0, 0), 1, NULL, NULL},
        {"other", 2, MMV_TYPE_STRING, MMV_SEM_DISCRETE, MMV_UNITS(0, 0, 0, 0, 0, 0), MMV_INDOM_NULL, NULL, NULL},
    };
    void *addr = check(mmv_stats2_init("tables2", 102, MMV_FLAG_NOPREFIX, named, 2, domains, 1), "tables2");
    if (addr != NULL) {
        mmv_stats_set(addr, long_name, long_instance, 11);
        mmv_stats_set(addr, long_name, "two", 12);
        mmv_stats_set_string(addr, "other", "", "text");
        mmv_stats_stop("tables2", addr);
    }
}

static void of_a_registry(void) {
    pmUnits none = MMV_UNITS(0, 0, 0, 0, 0, 0);
    pmUnits count = MMV_UNITS(0, 0, 1, 0, 0, 0);
    mmv_registry_t *r = mmv_stats_registry("registry", 103, (mmv_stats_flags_t)0);
    void *addr;
    int failed = r == NULL;
    failed |= mmv_stats_add_indom(r, 1, "cpus", NULL);
    /* It says nothing about success here. */
    mmv_stats_add_instance(r, 1, 0, "cpu0");
    mmv_stats_add_instance(r, 1, 1, "cpu1");
    failed |= mmv_stats_add_metric(r, "busy", 1, MMV_TYPE_DOUBLE, MMV_SEM_INSTANT, none, 1, "busy", "how busy");
    failed |= mmv_stats_add_metric(r, "ticks", 2, MMV_TYPE_U64, MMV_SEM_COUNTER, count, 0, "ticks", NULL);
    failed |= mmv_stats_add_registry_label(r, "app", "\"program\"", MMV_STRING_TYPE, 0);
    failed |= mmv_stats_add_indom_label(r, 1, "kind", "\"cpu\"", MMV_STRING_TYPE, 1);
    failed |= mmv_stats_add_metric_label(r, 2, "number", "17", MMV_NUMBER_TYPE, 0);
    failed |= mmv_stats_add_metric_label(r, 1, "nothing", "null", MMV_NULL_TYPE, 0);
    failed |= mmv_stats_add_instance_label(r, 1, 1, "last", "true", MMV_BOOLEAN_TYPE, 0);
    if (failed) {
        printf("registry: %s\n", strerror(errno));
    }
    addr = check(mmv_stats_start(r), "registry");
    if (addr != NULL) {
        mmv_stats_set(addr, "busy", "cpu0", 0.25);
        mmv_stats_set(addr, "busy", "cpu1", 0.75);
        mmv_stats_add(addr, "ticks", NULL, 99);
    }
    /* This stops it, too. */
    mmv_stats_free(r);
}

/* What both refuse, and with which number. */
static void mistakes(void) {
    static mmv_metric_t wrong[1];
    wrong[0] = metrics[8];
    errno = 0;
    printf("a domain that is not there: %d", mmv_stats_init("wrong", 104, (mmv_stats_flags_t)0, wrong, 1, NULL, 0) != NULL);
    printf(" %s\n", errno == ESRCH ? "ESRCH" : strerror(errno));
    wrong[0] = metrics[0];
    wrong[0].name[0] = 0;
    errno = 0;
    printf("no name: %d", mmv_stats_init("wrong", 104, (mmv_stats_flags_t)0, wrong, 1, NULL, 0) != NULL);
    printf(" %s\n", errno == EINVAL ? "EINVAL" : strerror(errno));
}

int main(void) {
    of_tables();
    of_tables_with_long_names();
    of_a_registry();
    mistakes();
    return 0;
}
