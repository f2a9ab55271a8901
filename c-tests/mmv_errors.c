/* Every wrong argument of the MMV writer gets its error, and changes nothing: each rule of the format names what breaks it;
 * NULL, misaligned, not initialised, of another type, stale, not the time for it. */
#include "mmv_tables.h"

GBX_REGION(region, SIZE_OF_ALL);
GBX_REGION(other_region, SIZE_OF_ALL);
static gbx_mmv_t state;
static gbx_mmv_t unused;

/* Expects a refusal of `tables` by `rule`, about the thing `number` of a kind. */
static void refused(const gbx_mmv_tables_t *tables, const char *rule, gbx_mmv_subject_t subject, uint32_t number) {
    gbx_mmv_refusal_t refusal;
    static unsigned char before[sizeof other_region];
    memset(&refusal, 0, sizeof refusal);
    memcpy(before, other_region, sizeof before);
    EXPECT(GBX_ERROR_REFUSED, gbx_mmv_init(&unused, other_region, sizeof other_region, tables, generation(1), &refusal));
    if (!CHECK(is(refusal.rule, rule))) {
        printf("expected %s\n", rule);
    }
    CHECK(refusal.subject == subject && refusal.number == number && refusal.message.size > 0);
    CHECK(memcmp(before, other_region, sizeof before) == 0);
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_mmv_stop(&unused));
    /* Without a place for the refusal it is refused all the same. */
    EXPECT(GBX_ERROR_REFUSED, gbx_mmv_init(&unused, other_region, sizeof other_region, tables, generation(1), NULL));
}

static void rules_about_metrics(void) {
    gbx_mmv_metric_t wrong[2];
    gbx_mmv_tables_t tables = all_tables();
    tables.metrics = wrong;
    tables.metric_count = 2;
    tables.labels = NULL;
    tables.label_count = 0;
#define WRONG(statement, rule) \
    memcpy(wrong, metrics, sizeof wrong); \
    statement; \
    refused(&tables, rule, GBX_MMV_SUBJECT_METRIC, 1)
    WRONG(wrong[1].name = str("a-b"), "bad_metric_name");
    WRONG(wrong[1].name = wrong[0].name, "duplicate_metric_name");
    WRONG(wrong[1].name = str("alone.i32.x"), "name_conflict");
    WRONG(wrong[1].item = 1024, "bad_item");
    WRONG(wrong[1].item = 0, "duplicate_item");
    WRONG(wrong[1].type_code = 7, "bad_type");
    WRONG(wrong[1].semantics = 2, "bad_semantics");
    WRONG(wrong[1].units = UINT32_C(0x10090000), "bad_units");
    WRONG(wrong[1].type_code = GBX_MMV_ELAPSED, "elapsed_shape");
    WRONG(wrong[1].indom = 8, "unknown_indom");
    WRONG(wrong[1].short_help = GBX_STR("a\0b"), "bad_text");
#undef WRONG
}

static void rules_about_domains_and_instances(void) {
    gbx_mmv_instance_t wrong_instances[2];
    gbx_mmv_indom_t wrong[2];
    gbx_mmv_tables_t tables = all_tables();
    tables.indoms = wrong;
#define WRONG(statement, rule, subject, place) \
    memcpy(wrong_instances, cores, sizeof cores); \
    memcpy(wrong, indoms, sizeof indoms); \
    wrong[1] = wrong[0]; \
    wrong[0].instances = wrong_instances; \
    tables.indom_count = 1; \
    statement; \
    refused(&tables, rule, subject, place)
    WRONG(wrong[0].serial = 0, "bad_serial", GBX_MMV_SUBJECT_INDOM, 0);
    WRONG(tables.indom_count = 2, "duplicate_serial", GBX_MMV_SUBJECT_INDOM, 1);
    WRONG(wrong_instances[1].id = -1, "bad_instance_id", GBX_MMV_SUBJECT_INSTANCE, 1);
    WRONG(wrong_instances[1].id = 0, "duplicate_instance_id", GBX_MMV_SUBJECT_INSTANCE, 1);
    WRONG(wrong_instances[1].name = GBX_STR(""), "bad_instance_name", GBX_MMV_SUBJECT_INSTANCE, 1);
    WRONG(wrong_instances[1].name = GBX_STR("core0"), "duplicate_instance_name", GBX_MMV_SUBJECT_INSTANCE, 1);
    WRONG(wrong[0].long_help = GBX_STR("a\0b"), "bad_text", GBX_MMV_SUBJECT_INDOM, 0);
#undef WRONG
}

static void rules_about_labels(void) {
    static char long_value[300];
    gbx_mmv_label_t wrong[2];
    gbx_mmv_tables_t tables = all_tables();
    tables.labels = wrong;
    tables.label_count = 2;
    memset(long_value, '1', 299);
#define WRONG(statement, rule) \
    wrong[0] = labels[0]; \
    wrong[1] = labels[0]; \
    wrong[1].name = str("other"); \
    statement; \
    refused(&tables, rule, GBX_MMV_SUBJECT_LABEL, 1)
    WRONG(wrong[1].name = str("1st"), "bad_label_name");
    WRONG(wrong[1].value = str("radio"), "bad_label_value");
    WRONG(wrong[1].value = str(long_value), "label_too_long");
    WRONG(wrong[1].identity = 1000, "unknown_label_target");
    WRONG(wrong[1].name = wrong[0].name, "duplicate_label");
    tables.cluster = 0;
    WRONG(wrong[1].scope = GBX_MMV_ABOUT_CLUSTER, "label_needs_cluster");
#undef WRONG
}

static void rules_about_the_file(void) {
    gbx_mmv_refusal_t refusal;
    gbx_mmv_tables_t tables = all_tables();
    tables.cluster = 4096;
    refused(&tables, "bad_cluster", GBX_MMV_SUBJECT_FILE, 0);
    tables = all_tables();
    tables.flags = 8;
    refused(&tables, "bad_flags", GBX_MMV_SUBJECT_FILE, 0);
    tables = all_tables();
    tables.metric_count = 0;
    refused(&tables, "no_metrics", GBX_MMV_SUBJECT_FILE, 0);
    tables = all_tables();
    tables.version = 1;
    refused(&tables, "version_too_low", GBX_MMV_SUBJECT_LABEL, 0);
    tables = all_tables();
    EXPECT(GBX_ERROR_REFUSED, gbx_mmv_init(&unused, other_region, sizeof other_region, &tables, 0, &refusal));
    CHECK(is(refusal.rule, "bad_generation"));
    EXPECT(GBX_ERROR_REFUSED, gbx_mmv_init(&unused, other_region, sizeof other_region - 16, &tables, generation(1), &refusal));
    CHECK(is(refusal.rule, "memory_too_small") && refusal.needed == sizeof other_region);
    EXPECT(GBX_ERROR_REFUSED, gbx_mmv_adopt(&unused, other_region, sizeof other_region, &tables, generation(2), &refusal));
    CHECK(is(refusal.rule, "different_layout"));
}

static void take_warning(void *context, const gbx_mmv_refusal_t *warning) {
    unsigned *seen = CAST(unsigned *, context);
    if (is(warning->rule, "large_serial")) {
        CHECK(warning->serial == 2048);
        *seen |= 1u;
    }
    if (is(warning->rule, "same_up_to_blank")) {
        CHECK(warning->number == 1 && is(warning->name, "core 1"));
        *seen |= 2u;
    }
}

static void warnings(void) {
    static const gbx_mmv_instance_t same[] = {GBX_MMV_INSTANCE(0, "core 0"), GBX_MMV_INSTANCE(1, "core 1")};
    static const gbx_mmv_indom_t large[] = {GBX_MMV_INDOM(2048, same, 0, "", "")};
    gbx_mmv_tables_t tables = all_tables();
    unsigned seen = 0;
    tables.indoms = large;
    OK(gbx_mmv_warnings(&tables, take_warning, &seen));
    CHECK(seen == 3u);
    EXPECT(GBX_ERROR_NULL, gbx_mmv_warnings(&tables, NULL, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_warnings(NULL, take_warning, &seen));
}

static void what_c_alone_can_get_wrong(void) {
    gbx_mmv_tables_t tables = all_tables();
    gbx_mmv_metric_t metric = metrics[0];
    gbx_mmv_label_t label = labels[0];
    gbx_mmv_indom_t indom = indoms[0];
    size_t size = 7;
    tables.version = 4;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_mmv_required_size(&tables, &size, NULL));
    tables = all_tables();
    tables.options = 2;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_mmv_required_size(&tables, &size, NULL));
    tables = all_tables();
    tables.labels = &label;
    label.scope = 3;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_mmv_required_size(&tables, &size, NULL));
    label.scope = GBX_MMV_ABOUT_ITEM;
    label.value.data = NULL;
    EXPECT(GBX_ERROR_NULL, gbx_mmv_required_size(&tables, &size, NULL));
    tables = all_tables();
    tables.indoms = &indom;
    indom.spares = 65536;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_mmv_required_size(&tables, &size, NULL));
    indom.instances = NULL;
    EXPECT(GBX_ERROR_NULL, gbx_mmv_required_size(&tables, &size, NULL));
    tables = all_tables();
    tables.metrics = &metric;
    tables.metric_count = 1;
    metric.name.data = NULL;
    EXPECT(GBX_ERROR_NULL, gbx_mmv_required_size(&tables, &size, NULL));
    metric.name.data = "x";
    metric.name.size = SIZE_MAX;
    EXPECT(GBX_ERROR_TOO_LONG, gbx_mmv_required_size(&tables, &size, NULL));
    tables.metrics = NULL;
    EXPECT(GBX_ERROR_NULL, gbx_mmv_required_size(&tables, &size, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_required_size(NULL, &size, NULL));
    tables = all_tables();
    EXPECT(GBX_ERROR_NULL, gbx_mmv_required_size(&tables, NULL, NULL));
    CHECK(size == 7);
    EXPECT(GBX_ERROR_NULL, gbx_mmv_init(NULL, region, sizeof region, &tables, generation(1), NULL));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_init(&unused, NULL, sizeof region, &tables, generation(1), NULL));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_init(&unused, region, sizeof region, NULL, 1, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_mmv_init(&unused, region + 1, sizeof region - 1, &tables, generation(1), NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_mmv_init(&unused, region, 63, &tables, generation(1), NULL));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_mmv_publish(&unused));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_publish(NULL));
}

static void handles_that_are_null_or_of_another_type(void) {
    struct mmv_handles none;
    gbx_mmv_value_t value;
    gbx_mmv_value_t i32_value;
    gbx_mmv_i32_t i32;
    gbx_mmv_u32_t u32;
    gbx_mmv_i64_t i64;
    gbx_mmv_u64_t u64;
    gbx_mmv_float_t f;
    gbx_mmv_double_t d;
    gbx_mmv_string_t s;
    gbx_mmv_elapsed_t e;
    uint64_t number = 7;
    size_t length = 0;
    char buffer[4];
    int32_t type = 0;
    memset(&none, 0, sizeof none);
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_find(&state, GBX_STR("nothing"), GBX_NO_STR, &value));
    CHECK(value.state == NULL && value.stamp == 0);
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_find(&state, GBX_STR("core.count"), GBX_NO_STR, &value));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_find(&state, GBX_STR("core.count"), GBX_STR("core7"), &value));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_value_at(&state, METRICS, 0, &value));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_value_at(&state, CORE_COUNT, 2, &value));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_find(&state, GBX_STR("alone.i32"), GBX_NO_STR, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_find(NULL, GBX_STR("alone.i32"), GBX_NO_STR, &value));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_mmv_find(&unused, GBX_STR("alone.i32"), GBX_NO_STR, &value));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_mmv_value_at(&unused, 0, 0, &value));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_value_type(value, &type));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_u64(value, &u64));
    CHECK(u64.cell == NULL);
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_u64_set(u64, 1));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_u64_inc(none.u64));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_u64_inc_shared(none.u64));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_u64_get(none.u64, &number));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_u64_set_unavailable(none.u64));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_call_u64_set(none.u64, 1));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_call_u32_add_shared(none.u32, 1));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_string_set(none.s, GBX_STR("x")));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_elapsed_start(none.e, 1));
    CHECK(number == 7);

    OK(gbx_mmv_find(&state, GBX_STR("alone.i32"), GBX_NO_STR, &i32_value));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_mmv_u32(i32_value, &u32));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_mmv_i64(i32_value, &i64));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_mmv_u64(i32_value, &u64));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_mmv_float(i32_value, &f));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_mmv_double(i32_value, &d));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_mmv_string(i32_value, &s));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_mmv_elapsed(i32_value, &e));
    OK(gbx_mmv_value_at(&state, U64, 0, &value));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_mmv_i32(value, &i32));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_u64(value, NULL));
    OK(gbx_mmv_u64(value, &u64));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_u64_get(u64, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_call_u64_get(u64, NULL));
    EXPECT(GBX_ERROR_UNSUPPORTED, gbx_mmv_u64_set_unavailable(u64));
    u64.cell += 1;
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_mmv_call_u64_add(u64, 1));
    value.stamp ^= 1u;
    if (value.stamp != 0) {
        EXPECT(GBX_ERROR_STALE_HANDLE, gbx_mmv_u64(value, &u64));
    }
    OK(gbx_mmv_value_at(&state, STRING, 0, &value));
    OK(gbx_mmv_string(value, &s));
    EXPECT(GBX_ERROR_TOO_LONG, gbx_mmv_string_set(s, GBX_STR("a\0b")));
    OK(gbx_mmv_string_set(s, GBX_STR("four")));
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_mmv_string_get(s, buffer, sizeof buffer, &length));
    CHECK(length == 4);
    EXPECT(GBX_ERROR_NULL, gbx_mmv_string_get(s, NULL, sizeof buffer, &length));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_string_get(s, buffer, sizeof buffer, NULL));
}

static void not_the_time_for_it(void) {
    gbx_mmv_refusal_t refusal;
    gbx_mmv_tables_t tables = all_tables();
    gbx_mmv_value_t value;
    gbx_mmv_elapsed_t e;
    uint64_t number = 7;
    uint32_t place = 7;
    const void *address = NULL;
    size_t size = 0;
    EXPECT(GBX_ERROR_WRONG_STATE, gbx_mmv_publish(&state));
    EXPECT(GBX_ERROR_WRONG_STATE, gbx_mmv_set_all_unavailable(&state));
    OK(gbx_mmv_value_at(&state, ELAPSED, 0, &value));
    OK(gbx_mmv_elapsed(value, &e));
    EXPECT(GBX_ERROR_WRONG_STATE, gbx_mmv_elapsed_end(e, 1));
    EXPECT(GBX_ERROR_WRONG_STATE, gbx_mmv_elapsed_open_since(e, &number));
    OK(gbx_mmv_elapsed_start(e, 1));
    EXPECT(GBX_ERROR_WRONG_STATE, gbx_mmv_elapsed_start(e, 2));
    EXPECT(GBX_ERROR_UNSUPPORTED, gbx_mmv_elapsed_set_unavailable(e));
    CHECK(number == 7);
    OK(gbx_mmv_lay_out(&unused, other_region, sizeof other_region, &tables, generation(1), NULL));
    EXPECT(GBX_ERROR_UNSUPPORTED, gbx_mmv_set_all_unavailable(&unused));
    EXPECT(GBX_ERROR_WRONG_STATE, gbx_mmv_move(&unused, region, sizeof region, &tables, generation(2), NULL));
    EXPECT(GBX_ERROR_WRONG_STATE, gbx_mmv_name_instance(&unused, 7, 20, GBX_STR("core2"), generation(2), &place, NULL));
    OK(gbx_mmv_publish(&unused));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_file(&unused, NULL, &size));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_file(&unused, &address, NULL));
    EXPECT(GBX_ERROR_REFUSED, gbx_mmv_move(&unused, other_region, sizeof other_region, &tables, generation(2), &refusal));
    CHECK(is(refusal.rule, "same_memory"));
    EXPECT(GBX_ERROR_REFUSED, gbx_mmv_name_instance(&unused, 7, 20, GBX_STR("core1"), generation(2), &place, &refusal));
    CHECK(is(refusal.rule, "duplicate_instance_name") && refusal.id == 20 && refusal.serial == 7);
    OK(gbx_mmv_name_instance(&unused, 7, 20, GBX_STR("core2"), generation(3), &place, NULL));
    EXPECT(GBX_ERROR_REFUSED, gbx_mmv_name_instance(&unused, 7, 21, GBX_STR("core3"), generation(4), &place, &refusal));
    CHECK(is(refusal.rule, "no_spare"));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_name_instance(&unused, 7, 21, GBX_STR("core3"), generation(4), NULL, NULL));
    OK(gbx_mmv_stop(&unused));
}

int main(void) {
    gbx_mmv_tables_t tables = all_tables();
    memset(other_region, 0xa5, sizeof other_region);
    OK(gbx_mmv_init(&state, region, sizeof region, &tables, generation(1), NULL));
    rules_about_metrics();
    rules_about_domains_and_instances();
    rules_about_labels();
    rules_about_the_file();
    warnings();
    what_c_alone_can_get_wrong();
    handles_that_are_null_or_of_another_type();
    not_the_time_for_it();
    return result("mmv_errors");
}
