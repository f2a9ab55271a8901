/* MMV files as the reader delivers them: every kind of record, problems, views, snapshots, and files that are none. */
#include "mmv_tables.h"

GBX_REGION(region, SIZE_OF_ALL);
static gbx_mmv_t state;
static gbx_mmv_image_t image;
static uint32_t scratch[SIZE_OF_ALL / 16 + SIZE_OF_ALL / 32];
static unsigned char copy[SIZE_OF_ALL];

static void records(void) {
    gbx_mmv_image_info_t info;
    gbx_mmv_metric_info_t metric;
    gbx_mmv_indom_info_t indom;
    gbx_mmv_instance_info_t instance;
    gbx_mmv_label_info_t label;
    gbx_mmv_value_info_t value;
    uint32_t count = 0;
    OK(gbx_mmv_image_info(&image, &info));
    CHECK(info.generation == generation(1) && info.version == 3 && info.flags == 0 && info.process == 0 && info.cluster == 321);
    CHECK(!info.is_in_flux);
    OK(gbx_mmv_image_metric(&image, U32, &metric));
    CHECK(is(metric.name, "alone.u32") && is(metric.short_help, "a count") && is(metric.long_help, "all about it"));
    CHECK(metric.item == 1 && metric.type_code == GBX_MMV_U32 && metric.semantics == GBX_MMV_COUNTER);
    CHECK(metric.units == GBX_MMV_COUNT && metric.indom == 0);
    OK(gbx_mmv_image_metric(&image, CORE_COUNT, &metric));
    CHECK(metric.indom == 7 && metric.short_help.data == NULL);
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_image_metric(&image, METRICS, &metric));
    OK(gbx_mmv_image_indom(&image, 0, &indom));
    CHECK(indom.serial == 7 && indom.instance_count == 2 && is(indom.short_help, "the cores"));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_image_indom(&image, 1, &indom));
    OK(gbx_mmv_image_instance(&image, 0, 1, &instance));
    CHECK(instance.id == 10 && is(instance.name, "core1"));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_image_instance(&image, 0, 2, &instance));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_image_instance(&image, 1, 0, &instance));
    OK(gbx_mmv_image_label(&image, 0, &label));
    CHECK(is(label.payload, "{\"source\":\"radio\"}") && label.scope == GBX_MMV_ABOUT_ITEM && label.identity == 3);
    CHECK(label.is_optional && label.instance == -1);
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_image_label(&image, 1, &label));
    OK(gbx_mmv_image_value_count(&image, &count));
    CHECK(count == 12 || count == 14);
    OK(gbx_mmv_image_value(&image, 9, &value));
    CHECK(value.metric == CORE_COUNT && is(value.instance_name, "core1") && value.instance_id == 10);
    CHECK(value.type_code == GBX_MMV_U64 && value.is_available && value.number.u64_value == 0);
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_image_value(&image, 99, &value));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_image_find(&image, GBX_STR("nothing"), GBX_NO_STR, &value));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_image_find(&image, GBX_STR("core.count"), GBX_NO_STR, &value));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_mmv_image_find(&image, GBX_STR("core.count"), GBX_STR("core7"), &value));
}

static void count_problem(void *context, const gbx_mmv_problem_t *problem) {
    size_t *count = CAST(size_t *, context);
    CHECK(problem->name.size > 0 && problem->message.size > 0 && problem->offset < sizeof copy);
    CHECK(is(problem->name, "bad_cluster") && problem->is_loss);
    *count += 1;
}

static bool take(void *context, const char *data, size_t size) {
    size_t *length = CAST(size_t *, context);
    (void)data;
    *length += size;
    return *length < 100000;
}

static bool refuse(void *context, const char *data, size_t size) {
    (void)context;
    (void)data;
    (void)size;
    return false;
}

static void views_and_problems(void) {
    static gbx_mmv_image_t none;
    size_t length = 0;
    size_t problems = 0;
    gbx_sink_t sink;
    uint32_t cluster = 4096;
    sink.context = &length;
    sink.write = take;
    OK(gbx_mmv_image_json(&image, &sink));
    CHECK(length > 1000);
    length = 0;
    OK(gbx_mmv_image_text(&image, GBX_STR("mmv.test."), &sink));
    CHECK(length > 1000);
    sink.write = refuse;
    EXPECT(GBX_ERROR_STOPPED, gbx_mmv_image_json(&image, &sink));
    EXPECT(GBX_ERROR_STOPPED, gbx_mmv_image_text(&image, GBX_STR(""), &sink));
    sink.write = NULL;
    EXPECT(GBX_ERROR_NULL, gbx_mmv_image_json(&image, &sink));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_image_json(&image, NULL));
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_mmv_image_text(&image, GBX_STR("\xff"), &sink));
    OK(gbx_mmv_image_check(&image, count_problem, &problems));
    CHECK(problems == 0);
    EXPECT(GBX_ERROR_NULL, gbx_mmv_image_check(&image, NULL, NULL));
    memcpy(copy, region, sizeof copy);
    memcpy(copy + 36, &cluster, 4);
    OK(gbx_mmv_image_read(&image, copy, sizeof copy, scratch, sizeof scratch, 0));
    OK(gbx_mmv_image_check(&image, count_problem, &problems));
    CHECK(problems == 1);
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_mmv_image_check(&none, count_problem, &problems));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_image_check(NULL, count_problem, &problems));
}

static void files_that_cannot_be_read(void) {
    gbx_mmv_image_info_t info;
    memcpy(copy, region, sizeof copy);
    EXPECT(GBX_ERROR_NULL, gbx_mmv_image_read(NULL, copy, sizeof copy, NULL, 0, 0));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_image_read(&image, NULL, sizeof copy, NULL, 0, 0));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_mmv_image_read(&image, copy, sizeof copy, NULL, 0, 2));
    EXPECT(GBX_ERROR_SCRATCH_TOO_SMALL, gbx_mmv_image_read(&image, copy, sizeof copy, scratch, 40, 0));
    EXPECT(GBX_ERROR_TOO_SHORT, gbx_mmv_image_read(&image, copy, 39, NULL, 0, 0));
    EXPECT(GBX_ERROR_TOC_OUTSIDE_FILE, gbx_mmv_image_read(&image, copy, 60, NULL, 0, 0));
    copy[16] ^= 1;
    EXPECT(GBX_ERROR_IN_FLUX, gbx_mmv_image_read(&image, copy, sizeof copy, NULL, 0, 0));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_mmv_image_info(&image, &info));
    OK(gbx_mmv_image_read(&image, copy, sizeof copy, NULL, 0, GBX_MMV_RECOVER));
    OK(gbx_mmv_image_info(&image, &info));
    CHECK(info.is_in_flux);
    copy[4] = 9;
    EXPECT(GBX_ERROR_UNSUPPORTED_VERSION, gbx_mmv_image_read(&image, copy, sizeof copy, NULL, 0, 0));
    copy[0] = 'X';
    EXPECT(GBX_ERROR_BAD_MAGIC, gbx_mmv_image_read(&image, copy, sizeof copy, NULL, 0, 0));
    CHECK(gbx_mmv_scratch_size(sizeof copy) <= sizeof scratch);
}

static void snapshots(void) {
    gbx_mmv_snapshot_t snapshot;
    gbx_mmv_value_info_t value;
    memset(&snapshot, 0, sizeof snapshot);
    OK(gbx_mmv_snapshot(region, sizeof region, 0, copy, sizeof copy, &snapshot));
    CHECK(snapshot.size == sizeof region && snapshot.attempts == 1 && snapshot.unsettled == 0);
    OK(gbx_mmv_image_read(&image, copy, snapshot.size, scratch, sizeof scratch, 0));
    OK(gbx_mmv_image_find(&image, GBX_STR("core.count"), GBX_STR("core0"), &value));
    snapshot.size = 0;
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_mmv_snapshot(region, sizeof region, 1, copy, 100, &snapshot));
    CHECK(snapshot.size == sizeof region);
    EXPECT(GBX_ERROR_NULL, gbx_mmv_snapshot(NULL, sizeof region, 1, copy, sizeof copy, &snapshot));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_snapshot(region, sizeof region, 1, NULL, sizeof copy, &snapshot));
    EXPECT(GBX_ERROR_NULL, gbx_mmv_snapshot(region, sizeof region, 1, copy, sizeof copy, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_mmv_snapshot(region + 1, sizeof region - 1, 1, copy, sizeof copy, &snapshot));
    OK(gbx_mmv_stop(&state));
    EXPECT(GBX_ERROR_IN_FLUX, gbx_mmv_snapshot(region, sizeof region, 3, copy, sizeof copy, &snapshot));
}

int main(void) {
    gbx_mmv_tables_t tables = all_tables();
    OK(gbx_mmv_init(&state, region, sizeof region, &tables, generation(1), NULL));
    OK(gbx_mmv_image_read(&image, region, sizeof region, NULL, 0, 0));
    records();
    OK(gbx_mmv_image_read(&image, region, sizeof region, scratch, sizeof scratch, 0));
    records();
    views_and_problems();
    files_that_cannot_be_read();
    snapshots();
    return result("mmv_reader");
}
