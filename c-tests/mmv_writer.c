/* MMV files: laid out, published, updated through handles of every type, changed in place, moved, adopted, stopped; each
 * value as the reader finds it in the bytes. */
#include "mmv_tables.h"

GBX_REGION(region, SIZE_OF_ALL);
GBX_REGION(other_region, SIZE_OF_ALL);
static gbx_mmv_t state;

/* The value of a metric as a reader of the bytes sees it. */
static gbx_mmv_value_info_t read_of(const void *bytes, size_t size, gbx_str_t metric, gbx_str_t instance) {
    static gbx_mmv_image_t image;
    gbx_mmv_value_info_t info;
    memset(&info, 0, sizeof info);
    OK(gbx_mmv_image_read(&image, bytes, size, NULL, 0, 0));
    OK(gbx_mmv_image_find(&image, metric, instance, &info));
    return info;
}

static gbx_mmv_value_info_t read_value(gbx_str_t metric, gbx_str_t instance) {
    return read_of(region, sizeof region, metric, instance);
}

static void the_size_is_what_the_macro_says(void) {
    gbx_mmv_tables_t tables = all_tables();
    size_t size = 0;
    OK(gbx_mmv_required_size(&tables, &size, NULL));
    CHECK(size == SIZE_OF_ALL);
    tables.labels = NULL;
    tables.label_count = 0;
    OK(gbx_mmv_required_size(&tables, &size, NULL));
    CHECK(size == GBX_MMV_SIZE(1, 1, 3, 10, 14, 4, 3, 0));
    tables.version = 2;
    OK(gbx_mmv_required_size(&tables, &size, NULL));
    CHECK(size == GBX_MMV_SIZE(2, 1, 3, 10, 14, 4, 3, 0));
    tables.options = GBX_MMV_SINGLE_BUFFERED;
    OK(gbx_mmv_required_size(&tables, &size, NULL));
    CHECK(size == GBX_MMV_SIZE(2, 1, 3, 10, 14, 2, 3, 0));
    tables.version = 0;
    tables.options = 0;
    tables.metric_count = 1;
    tables.indom_count = 0;
    OK(gbx_mmv_required_size(&tables, &size, NULL));
    CHECK(size == GBX_MMV_SIZE(1, 0, 0, 1, 1, 0, 0, 0));
}

static void numbers_of_every_type(const struct mmv_handles *all) {
    int32_t i32 = 0;
    uint32_t u32 = 0;
    int64_t i64 = 0;
    uint64_t u64 = 0;
    float f = 0.0f;
    double d = 0.0;
    OK(gbx_mmv_i32_set(all->i32, INT32_MAX));
    OK(gbx_mmv_i32_inc(all->i32));
    OK(gbx_mmv_i32_add(all->i32, -2));
    OK(gbx_mmv_i32_add_shared(all->i32, -5));
    OK(gbx_mmv_i32_inc_shared(all->i32));
    OK(gbx_mmv_i32_get(all->i32, &i32));
    CHECK(i32 == INT32_MAX - 5);
    CHECK(read_value(GBX_STR("alone.i32"), GBX_NO_STR).number.i32_value == INT32_MAX - 5);

    OK(gbx_mmv_u32_set(all->u32, UINT32_MAX));
    OK(gbx_mmv_u32_inc(all->u32));
    OK(gbx_mmv_u32_add(all->u32, 5));
    OK(gbx_mmv_u32_add_shared(all->u32, 7));
    OK(gbx_mmv_u32_inc_shared(all->u32));
    OK(gbx_mmv_u32_get(all->u32, &u32));
    CHECK(u32 == 13);
    CHECK(read_value(GBX_STR("alone.u32"), GBX_NO_STR).number.u32_value == 13);

    OK(gbx_mmv_i64_set(all->i64, INT64_MAX));
    OK(gbx_mmv_i64_inc(all->i64));
    OK(gbx_mmv_i64_add(all->i64, -2));
    EXPECT(SHARED_64, gbx_mmv_i64_add_shared(all->i64, -9));
    EXPECT(SHARED_64, gbx_mmv_i64_inc_shared(all->i64));
    OK(gbx_mmv_i64_get(all->i64, &i64));
    CHECK(i64 == INT64_MAX - (SHARED_64 == GBX_OK ? 9 : 1));
    CHECK(read_value(GBX_STR("alone.i64"), GBX_NO_STR).number.i64_value == i64);

    OK(gbx_mmv_u64_set(all->u64, UINT64_MAX));
    OK(gbx_mmv_u64_inc(all->u64));
    OK(gbx_mmv_u64_add(all->u64, UINT64_C(1) << 33));
    EXPECT(SHARED_64, gbx_mmv_u64_add_shared(all->u64, 5));
    EXPECT(SHARED_64, gbx_mmv_u64_inc_shared(all->u64));
    OK(gbx_mmv_u64_get(all->u64, &u64));
    CHECK(u64 == (UINT64_C(1) << 33) + (SHARED_64 == GBX_OK ? 6 : 0));
    CHECK(read_value(GBX_STR("alone.u64"), GBX_NO_STR).number.u64_value == u64);

    OK(gbx_mmv_float_set(all->f, 0.5f));
    OK(gbx_mmv_float_inc(all->f));
    OK(gbx_mmv_float_add(all->f, 2.0f));
    OK(gbx_mmv_float_add_shared(all->f, -0.25f));
    OK(gbx_mmv_float_inc_shared(all->f));
    OK(gbx_mmv_float_get(all->f, &f));
    CHECK(f >= 4.25f && f <= 4.25f);
    f = read_value(GBX_STR("alone.float"), GBX_NO_STR).number.float_value;
    CHECK(f >= 4.25f && f <= 4.25f);

    OK(gbx_mmv_double_set(all->d, 0.5));
    OK(gbx_mmv_double_inc(all->d));
    OK(gbx_mmv_double_add(all->d, 2.0));
    EXPECT(SHARED_64, gbx_mmv_double_add_shared(all->d, -0.25));
    EXPECT(SHARED_64, gbx_mmv_double_inc_shared(all->d));
    OK(gbx_mmv_double_get(all->d, &d));
    CHECK(d >= (SHARED_64 == GBX_OK ? 4.25 : 3.5) && d <= (SHARED_64 == GBX_OK ? 4.25 : 3.5));
    d = read_value(GBX_STR("alone.double"), GBX_NO_STR).number.double_value;
    CHECK(d >= (SHARED_64 == GBX_OK ? 4.25 : 3.5) && d <= (SHARED_64 == GBX_OK ? 4.25 : 3.5));

    OK(gbx_mmv_u64_add(all->core1, 3));
    CHECK(read_value(GBX_STR("core.count"), GBX_STR("core1")).number.u64_value == 3);
    CHECK(read_value(GBX_STR("core.count"), GBX_STR("core0")).number.u64_value == 0);
}

/* What the inline functions do, done by calls, as on machines without 64-bit atomics. */
static void numbers_by_calls(const struct mmv_handles *all) {
    int32_t i32 = 0;
    uint32_t u32 = 0;
    int64_t i64 = 0;
    uint64_t u64 = 0;
    float f = 0.0f;
    double d = 0.0;
    OK(gbx_mmv_call_i32_set(all->i32, -7));
    OK(gbx_mmv_call_i32_add(all->i32, 2));
    OK(gbx_mmv_call_i32_add_shared(all->i32, 1));
    OK(gbx_mmv_call_i32_get(all->i32, &i32));
    CHECK(i32 == -4);
    OK(gbx_mmv_call_u32_set(all->u32, 7));
    OK(gbx_mmv_call_u32_add(all->u32, 2));
    OK(gbx_mmv_call_u32_add_shared(all->u32, 1));
    OK(gbx_mmv_call_u32_get(all->u32, &u32));
    CHECK(u32 == 10);
    OK(gbx_mmv_call_i64_set(all->i64, -7));
    OK(gbx_mmv_call_i64_add(all->i64, 2));
    OK(gbx_mmv_call_i64_get(all->i64, &i64));
    CHECK(i64 == -5);
    OK(gbx_mmv_call_u64_set(all->u64, 7));
    OK(gbx_mmv_call_u64_add(all->u64, 2));
    OK(gbx_mmv_call_u64_get(all->u64, &u64));
    CHECK(u64 == 9);
    OK(gbx_mmv_call_float_set(all->f, 7.0f));
    OK(gbx_mmv_call_float_add(all->f, 2.0f));
    OK(gbx_mmv_call_float_add_shared(all->f, 1.0f));
    OK(gbx_mmv_call_float_get(all->f, &f));
    CHECK(f >= 10.0f && f <= 10.0f);
    OK(gbx_mmv_call_double_set(all->d, 7.0));
    OK(gbx_mmv_call_double_add(all->d, 2.0));
    OK(gbx_mmv_call_double_get(all->d, &d));
    CHECK(d >= 9.0 && d <= 9.0);
#ifdef GBX_MMV_INLINE
    OK(gbx_mmv_call_i64_add_shared(all->i64, 1));
    OK(gbx_mmv_call_u64_add_shared(all->u64, 1));
    OK(gbx_mmv_call_double_add_shared(all->d, 1.0));
    OK(gbx_mmv_u64_get(all->u64, &u64));
    CHECK(u64 == 10);
#endif
}

static void texts_and_times(const struct mmv_handles *all) {
    char buffer[256];
    size_t length = 0;
    uint64_t time = 0;
    gbx_mmv_value_info_t info;
    OK(gbx_mmv_string_set(all->s, GBX_STR("one")));
    OK(gbx_mmv_string_set(all->s, GBX_STR("another one")));
    OK(gbx_mmv_string_get(all->s, buffer, sizeof buffer, &length));
    CHECK(length == 11 && strcmp(buffer, "another one") == 0);
    CHECK(is(read_value(GBX_STR("alone.string"), GBX_NO_STR).text, "another one"));

    OK(gbx_mmv_elapsed_set(all->e, 5));
    OK(gbx_mmv_elapsed_start(all->e, 1000));
    OK(gbx_mmv_elapsed_open_since(all->e, &time));
    CHECK(time == 1000);
    info = read_value(GBX_STR("alone.elapsed"), GBX_NO_STR);
    CHECK(info.open_since == 1000 && info.number.i64_value == 5);
    OK(gbx_mmv_elapsed_end(all->e, 1500));
    OK(gbx_mmv_elapsed_add(all->e, 1));
    OK(gbx_mmv_elapsed_get(all->e, &time));
    CHECK(time == 506);
    OK(gbx_mmv_elapsed_start(all->e, 2000));
    OK(gbx_mmv_elapsed_discard(all->e));
    info = read_value(GBX_STR("alone.elapsed"), GBX_NO_STR);
    CHECK(info.open_since == 0 && info.number.i64_value == 506);
}

static void a_spare_instance_gets_its_name(void) {
    gbx_mmv_value_t value;
    gbx_mmv_u64_t count;
    uint32_t number = 7;
    OK(gbx_mmv_name_instance(&state, 7, 20, GBX_STR("core2"), generation(3), &number, NULL));
    CHECK(number == 2);
    OK(gbx_mmv_value_at(&state, CORE_COUNT, number, &value));
    OK(gbx_mmv_u64(value, &count));
    OK(gbx_mmv_u64_set(count, 42));
    CHECK(read_value(GBX_STR("core.count"), GBX_STR("core2")).number.u64_value == 42);
}

static void a_move_carries_the_values_and_makes_handles_stale(const struct mmv_handles *all) {
    gbx_mmv_tables_t tables = all_tables();
    gbx_mmv_value_t value;
    gbx_mmv_u64_t u64;
    size_t size = 0;
    const void *address = NULL;
    uint64_t number = 0;
    tables.metric_count = CORE_STATE;
    OK(gbx_mmv_u64_set(all->u64, 77));
    OK(gbx_mmv_move(&state, other_region, sizeof other_region, &tables, generation(4), NULL));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_mmv_string_set(all->s, GBX_STR("lost")));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_mmv_elapsed_add(all->e, 1));
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_mmv_call_u64_add(all->u64, 1));
    OK(gbx_mmv_publish(&state));
    OK(gbx_mmv_file(&state, &address, &size));
    CHECK(address == other_region && size <= sizeof other_region);
    CHECK(read_of(other_region, size, GBX_STR("alone.u64"), GBX_NO_STR).number.u64_value == 77);
    CHECK(is(read_of(other_region, size, GBX_STR("alone.string"), GBX_NO_STR).text, "another one"));
    CHECK(read_of(other_region, size, GBX_STR("core.count"), GBX_STR("core1")).number.u64_value == 3);
    OK(gbx_mmv_find(&state, GBX_STR("alone.u64"), GBX_NO_STR, &value));
    OK(gbx_mmv_u64(value, &u64));
    OK(gbx_mmv_u64_get(u64, &number));
    CHECK(number == 77);
}

static void a_file_is_adopted_with_its_values(void) {
    static gbx_mmv_t next;
    gbx_mmv_tables_t tables = all_tables();
    tables.metric_count = CORE_STATE;
    tables.process = 99;
    OK(gbx_mmv_adopt(&next, other_region, sizeof other_region, &tables, generation(5), NULL));
    CHECK(read_of(other_region, sizeof other_region, GBX_STR("alone.u64"), GBX_NO_STR).number.u64_value == 77);
    OK(gbx_mmv_stop(&next));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_mmv_stop(&next));
}

static void values_that_are_not_available(void) {
    gbx_mmv_tables_t tables = all_tables();
    struct mmv_handles all;
    uint64_t u64 = 5;
    int32_t i32 = 0;
    double d = 0.0;
    tables.flags = GBX_MMV_SENTINEL;
    OK(gbx_mmv_lay_out(&state, region, sizeof region, &tables, generation(9), NULL));
    OK(gbx_mmv_set_all_unavailable(&state));
    OK(gbx_mmv_publish(&state));
    all = find_all(&state);
    EXPECT(GBX_ERROR_NOT_AVAILABLE, gbx_mmv_u64_get(all.u64, &u64));
    EXPECT(GBX_ERROR_NOT_AVAILABLE, gbx_mmv_call_u64_get(all.u64, &u64));
    EXPECT(GBX_ERROR_NOT_AVAILABLE, gbx_mmv_double_get(all.d, &d));
    EXPECT(GBX_ERROR_NOT_AVAILABLE, gbx_mmv_elapsed_get(all.e, &u64));
    CHECK(u64 == 5);
    CHECK(!read_value(GBX_STR("alone.u64"), GBX_NO_STR).is_available);
    CHECK(!read_value(GBX_STR("alone.string"), GBX_NO_STR).is_available);
    OK(gbx_mmv_u64_inc(all.u64));
    EXPECT(SHARED_64, gbx_mmv_u64_add_shared(all.u64, 2));
    OK(gbx_mmv_u64_get(all.u64, &u64));
    CHECK(u64 == (SHARED_64 == GBX_OK ? 3 : 1));
    /* A 32-bit -1 is a number, not what stands for none. */
    OK(gbx_mmv_i32_set(all.i32, -1));
    OK(gbx_mmv_i32_get(all.i32, &i32));
    CHECK(i32 == -1);
    OK(gbx_mmv_double_add(all.d, 2.0));
    OK(gbx_mmv_double_get(all.d, &d));
    CHECK(d >= 2.0 && d <= 2.0);
    OK(gbx_mmv_i32_set_unavailable(all.i32));
    OK(gbx_mmv_u32_set_unavailable(all.u32));
    OK(gbx_mmv_i64_set_unavailable(all.i64));
    OK(gbx_mmv_u64_set_unavailable(all.u64));
    OK(gbx_mmv_float_set_unavailable(all.f));
    OK(gbx_mmv_double_set_unavailable(all.d));
    OK(gbx_mmv_elapsed_set_unavailable(all.e));
    CHECK(!read_value(GBX_STR("alone.i32"), GBX_NO_STR).is_available);
    CHECK(!read_value(GBX_STR("alone.u32"), GBX_NO_STR).is_available);
    CHECK(!read_value(GBX_STR("alone.i64"), GBX_NO_STR).is_available);
    CHECK(!read_value(GBX_STR("alone.u64"), GBX_NO_STR).is_available);
    CHECK(!read_value(GBX_STR("alone.float"), GBX_NO_STR).is_available);
    CHECK(!read_value(GBX_STR("alone.double"), GBX_NO_STR).is_available);
    CHECK(!read_value(GBX_STR("alone.elapsed"), GBX_NO_STR).is_available);
}

static void types_and_file_names(void) {
    gbx_mmv_value_t value;
    gbx_mmv_value_t same;
    void *record = NULL;
    int32_t type = 99;
    bool answer = true;
    OK(gbx_mmv_value_at(&state, CORE_STATE, 1, &value));
    OK(gbx_mmv_value_type(value, &type));
    OK(gbx_mmv_value_record(value, &record));
    OK(gbx_mmv_value_of_record(&state, record, &same));
    CHECK(same.state == value.state && same.value == value.value && same.stamp == value.stamp);
    OK(gbx_mmv_value_at(&state, U64, 0, &value));
    OK(gbx_mmv_value_record(value, &record));
    CHECK(record == find_all(&state).u64.cell);
    EXPECT(GBX_ERROR_STALE_HANDLE, gbx_mmv_value_of_record(&state, region, &same));
    EXPECT(GBX_ERROR_NO_HANDLE, gbx_mmv_value_record(same, &record));
    CHECK(type == GBX_MMV_STRING);
    OK(gbx_mmv_is_file_name(GBX_STR("radio-1"), 0, &answer));
    CHECK(!answer);
    OK(gbx_mmv_is_file_name(GBX_STR("radio-1"), GBX_MMV_NO_PREFIX, &answer));
    CHECK(answer);
}

int main(void) {
    gbx_mmv_tables_t tables = all_tables();
    struct mmv_handles all;
    the_size_is_what_the_macro_says();
    OK(gbx_mmv_init(&state, region, sizeof region, &tables, generation(1), NULL));
    all = find_all(&state);
    numbers_of_every_type(&all);
    numbers_by_calls(&all);
    OK(gbx_mmv_u64_set(all.core1, 3));
    texts_and_times(&all);
    types_and_file_names();
    a_spare_instance_gets_its_name();
    a_move_carries_the_values_and_makes_handles_stale(&all);
    a_file_is_adopted_with_its_values();
    values_that_are_not_available();
    return result("mmv_writer");
}
