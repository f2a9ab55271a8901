/* Expands every macro of the headers, in every language, and every lock of glassbox_locks.h. */

/* What FreeRTOS would bring, as far as the lock needs it. */
#define INC_FREERTOS_H
#define SEMAPHORE_H
#define pdTRUE 1
#define pdFALSE 0
#define portMAX_DELAY 0xffffffffu
typedef struct semaphore {
    int count;
} *SemaphoreHandle_t;
static int is_inside_interrupt;
static int xPortIsInsideInterrupt(void) {
    return is_inside_interrupt;
}
static int xSemaphoreTake(SemaphoreHandle_t semaphore, unsigned ticks) {
    if (semaphore->count == 0 || ticks != portMAX_DELAY) {
        return pdFALSE;
    }
    semaphore->count--;
    return pdTRUE;
}
static int xSemaphoreGive(SemaphoreHandle_t semaphore) {
    semaphore->count++;
    return pdTRUE;
}

#define GBX_LOCK_FREERTOS
#ifdef __unix__
#define GBX_LOCK_PTHREAD
#endif
#define GBX_LOCK_PRIMASK
#include "glassbox_locks.h"

#include "harness.h"

GBX_REGISTRY(3);
GBX_REGION(region, 1000);
GBX_REGION_IN(region_in_section, 4096, ".preserve.test");
static gbx_inspect_t state;

GBX_STATIC_ASSERT(sizeof region == 1008, a_region_is_rounded_up_to_16);
GBX_STATIC_ASSERT(sizeof region_in_section == 4096, a_region_has_the_size_that_was_asked_for);
GBX_STATIC_ASSERT(GBX_TRACE_SIZE(3, 1000, 5) == 3392, a_trace_region_has_room_for_its_records);
GBX_STATIC_ASSERT(GBX_TRACE_THREAD(2) == 0x1002, threads_are_numbered_from_0x1000);
GBX_STATIC_ASSERT(GBX_ALIGNMENT(uint32_t) == 4, alignment_is_told);

struct aligned {
    char first;
    GBX_ALIGNED(32) char second;
};
GBX_STATIC_ASSERT(offsetof(struct aligned, second) == 32, alignment_is_obeyed);

#if defined(GBX_POINTERS_64) == defined(GBX_POINTERS_32)
#error "a pointer has 64 or 32 bits"
#endif
#ifdef GBX_POINTERS_64
GBX_STATIC_ASSERT(sizeof(void *) == 8, pointers_have_64_bits);
#else
GBX_STATIC_ASSERT(sizeof(void *) == 4, pointers_have_32_bits);
#endif

static bool is_aligned(const void *pointer) {
    unsigned char bytes[sizeof(uintptr_t)];
    /* The address, without a cast that one of the languages would not like. */
    uintptr_t address;
    memcpy(bytes, &pointer, sizeof bytes);
    memcpy(&address, bytes, sizeof address);
    return address % 16 == 0;
}

static void versions(void) {
    char text[32];
    CHECK(gbx_version() == GBX_VERSION);
    snprintf(text, sizeof text, "%d.%d.%d", GBX_VERSION_MAJOR, GBX_VERSION_MINOR, GBX_VERSION_PATCH);
    CHECK(strcmp(text, GBX_VERSION_STRING) == 0);
    CHECK(GBX_VERSION == GBX_VERSION_MAJOR * 10000 + GBX_VERSION_MINOR * 100 + GBX_VERSION_PATCH);
}

static void values_of_structs(void) {
    static const char letters[] = "radio";
    const gbx_str_t radio = GBX_STR("radio");
    const gbx_str_t empty = GBX_STR("");
    const gbx_str_t with_zero = GBX_STR("a\0b");
    const gbx_node_t root = GBX_ROOT;
    const gbx_str_t literal = GBX_LITERAL(gbx_str_t){letters, 2};
    CHECK(radio.size == 5 && memcmp(radio.data, letters, 5) == 0);
    CHECK(empty.size == 0);
    CHECK(with_zero.size == 3);
    CHECK(root.block == 0 && root.check == 1);
    CHECK(literal.size == 2 && literal.data == letters);
    CHECK(GBX_ANY(root).block == root.block && GBX_ANY(root).check == root.check);
}

static void regions_and_sizes(void) {
    gbx_inspect_config_t config;
    CHECK(is_aligned(region) && is_aligned(region_in_section));
    OK(gbx_inspect_init(&state, region_in_section, sizeof region_in_section, NULL));
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    CHECK(GBX_INSPECT_BOOK_SIZE(4096, 0) == 4096 / 8 + 4096 / 32 + 64);
    CHECK(GBX_INSPECT_BOOK_SIZE(4096, 256) == 4096 / 8 + 1024 + 64);
    CHECK(GBX_INSPECT_SCRATCH_SIZE(4096) == 2048);
    CHECK(sizeof(gbx_inspect_t) == GBX_INSPECT_STATE_WORDS * 8);
    CHECK(sizeof(gbx_inspect_tree_t) == GBX_INSPECT_TREE_WORDS * 8);
    CHECK(sizeof(gbx_inspect_cursor_t) == GBX_INSPECT_CURSOR_WORDS * 8);
    CHECK(sizeof(gbx_inspect_list_t) == GBX_INSPECT_LIST_WORDS * 8);
    CHECK(sizeof(gbx_inspect_location_t) == GBX_INSPECT_LOCATION_WORDS * 8);
    CHECK(sizeof(gbx_trace_t) == GBX_TRACE_STATE_WORDS * 8);
    CHECK(sizeof(gbx_trace_context_t) == GBX_TRACE_CONTEXT_WORDS * 8);
    CHECK((GBX_TRACE_STREAM | GBX_TRACE_EXCEPTION_RING) == 3);
    CHECK(GBX_TRACE_BYTES + GBX_TRACE_TEXT + GBX_TRACE_COUNTED == 3);
    CHECK(GBX_INSPECT_STATISTICS == 8);
    CHECK(GBX_INSPECT_MOST_SELECTORS == 16);

    memset(&config, 0, sizeof config);
    config.flags = GBX_INSPECT_NO_SERIALS | GBX_INSPECT_NO_SHARING | GBX_INSPECT_NO_BOOK;
    OK(gbx_inspect_init(&state, region, sizeof region, &config));
    CHECK((GBX_INSPECT_RECOVER | GBX_INSPECT_BLOCK_ORDER) == 3);
}

/* Counts up under the lock that it is given. */
static void count_under(gbx_lock_t lock, gbx_status_t expected) {
    gbx_inspect_config_t config;
    gbx_uint_t count;
    uint64_t value = 0;
    memset(&config, 0, sizeof config);
    config.lock = lock;
    OK(gbx_inspect_init(&state, region, sizeof region, &config));
    EXPECT(expected, gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("count"), 1, &count));
    if (expected == GBX_OK) {
        OK(gbx_inspect_uint_add(&state, count, 1));
        OK(gbx_inspect_uint_get(&state, count, &value));
        CHECK(value == 2);
    }
}

static void locks(void) {
    static struct semaphore semaphore = {1};
    count_under(gbx_freertos_lock(&semaphore), GBX_OK);
    CHECK(semaphore.count == 1);
    is_inside_interrupt = 1;
    count_under(gbx_freertos_lock(&semaphore), GBX_ERROR_BUSY);
    is_inside_interrupt = 0;
    semaphore.count = 0;
    count_under(gbx_freertos_lock(&semaphore), GBX_ERROR_BUSY);
    CHECK(GBX_LOCK_CONTEXT(struct semaphore *, gbx_freertos_lock(&semaphore).context) == &semaphore);
}

#ifdef GBX_LOCK_PTHREAD
static void lock_of_threads(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    count_under(gbx_pthread_lock(&mutex), GBX_OK);
    CHECK(pthread_mutex_trylock(&mutex) == 0);
    CHECK(pthread_mutex_unlock(&mutex) == 0);
}
#endif

/* Only a core that has the register, and lets the program at it, can say what it does. */
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
static void lock_of_a_core(void) {
    uint32_t mask;
    count_under(gbx_primask_lock(), GBX_OK);
    __asm__ volatile("mrs %0, primask" : "=r"(mask));
    CHECK(mask == 0);
}
#endif

static const gbx_str_t constant_text = GBX_STR_INIT("radio");
static const gbx_mmv_instance_t cores[] = {GBX_MMV_INSTANCE(0, "core0"), GBX_MMV_INSTANCE(1, "core1")};
static const gbx_mmv_indom_t indoms[] = {GBX_MMV_INDOM(1, cores, 2, "cores", "")};
static const gbx_mmv_metric_t metrics[] = {
    GBX_MMV_METRIC("load", 1, GBX_MMV_DOUBLE, GBX_MMV_INSTANT, GBX_MMV_NONE, 1, "load of each core", ""),
};
static const gbx_mmv_label_t labels[] = {GBX_MMV_LABEL(GBX_MMV_ABOUT_ITEM, 1, -1, "source", "\"timer\"", false)};
GBX_STATIC_ASSERT(GBX_MMV_SIZE(1, 0, 0, 1, 1, 0, 0, 0) == 224, the_smallest_file_is_208_bytes_and_the_order_of_its_name);

static void tables_of_metrics(void) {
    CHECK(constant_text.size == 5 && GBX_NO_STR.data == NULL && GBX_COUNT(cores) == 2);
    CHECK(cores[1].id == 1 && cores[1].name.size == 5);
    CHECK(indoms[0].instances == cores && indoms[0].instance_count == 2 && indoms[0].spares == 2);
    CHECK(metrics[0].type_code == GBX_MMV_DOUBLE && metrics[0].indom == 1 && metrics[0].short_help.size == 17);
    CHECK(labels[0].scope == GBX_MMV_ABOUT_ITEM && labels[0].value.size == 7);
    CHECK(GBX_MMV_STRINGS(1, 2, 3, 4, 5) == 13 && GBX_MMV_STRINGS(2, 2, 3, 4, 5) == 18);
    CHECK(GBX_MMV_NONE == 0 && GBX_MMV_COUNT == 0x00100000u && GBX_MMV_KIBIBYTES == 0x10010000u);
    CHECK(GBX_MMV_BYTES == 0x10000000u && GBX_MMV_MEBIBYTES == 0x10020000u && GBX_MMV_MICROSECONDS == 0x01001000u);
    CHECK(GBX_MMV_NANOSECONDS == 0x01000000u && GBX_MMV_MILLISECONDS == 0x01002000u && GBX_MMV_SECONDS == 0x01003000u);
    CHECK(GBX_MMV_UNITS(1, -1, 0, GBX_MMV_SPACE_MEBIBYTE, GBX_MMV_TIME_SECOND, 0) == 0x1f023000u);
    CHECK(GBX_MMV_UNITS(-1, -8, 7, GBX_MMV_SPACE_YOBIBYTE, GBX_MMV_TIME_HOUR, -8) == 0xf8785800u);
    CHECK(GBX_MMV_SPACE_BYTE == 0 && GBX_MMV_SPACE_KIBIBYTE == 1 && GBX_MMV_SPACE_GIBIBYTE == 3);
    CHECK(GBX_MMV_SPACE_TEBIBYTE == 4 && GBX_MMV_SPACE_PEBIBYTE == 5 && GBX_MMV_SPACE_EXBIBYTE == 6);
    CHECK(GBX_MMV_SPACE_ZEBIBYTE == 7 && GBX_MMV_NIBBLE(-1) == 15);
    CHECK(GBX_MMV_TIME_NANOSECOND == 0 && GBX_MMV_TIME_MICROSECOND == 1 && GBX_MMV_TIME_MILLISECOND == 2);
    CHECK(GBX_MMV_TIME_MINUTE == 4 && sizeof(gbx_mmv_t) == GBX_MMV_STATE_WORDS * 8);
    CHECK(sizeof(gbx_mmv_image_t) == GBX_MMV_IMAGE_WORDS * 8 && GBX_MMV_RECOVER == 1 && GBX_MMV_SINGLE_BUFFERED == 1);
    CHECK((GBX_MMV_NO_PREFIX | GBX_MMV_PROCESS | GBX_MMV_SENTINEL) == 7);
#if defined(__x86_64__) && !defined(GBX_MMV_INLINE)
#error "updates are inline on this machine"
#endif
}

static void names_of_statuses(void) {
    CHECK(strcmp(gbx_status_name(GBX_OK), "GBX_OK") == 0);
    CHECK(strcmp(gbx_status_name(GBX_ERROR_FULL), "GBX_ERROR_FULL") == 0);
    CHECK(strcmp(gbx_status_name(1), "GBX_ERROR_UNKNOWN") == 0);
}

static void table_of_regions(void) {
    const uint32_t formats[] = {GBX_FORMAT_INSPECT, GBX_FORMAT_MMV, GBX_FORMAT_TRACE};
    size_t i;
    CHECK(GBX_REGISTRY_NAME == sizeof gbx_registry.slot[0].name && sizeof gbx_registry.slot == 3 * sizeof(gbx_registry_slot_t));
    for (i = 0; i < 3; i++) {
        OK(gbx_registry_add(&gbx_registry.head, GBX_STR("region"), formats[i], &formats[i], 1));
    }
    EXPECT(GBX_ERROR_FULL, gbx_registry_add(&gbx_registry.head, GBX_STR("region"), GBX_FORMAT_TRACE, region, 1));
}

int main(void) {
    table_of_regions();
    versions();
    values_of_structs();
    regions_and_sizes();
    locks();
#ifdef GBX_LOCK_PTHREAD
    lock_of_threads();
#endif
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
    lock_of_a_core();
#endif
    tables_of_metrics();
    names_of_statuses();
    return result("macros");
}
