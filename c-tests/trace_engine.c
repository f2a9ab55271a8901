/* Tracepoints: generated macros, what is selected of them, what is recorded, and what the engine refuses. */
#include "harness.h"

static gbx_trace_context_t mine;
#define GBX_TRACE_CONTEXT(thread) (thread)
#define GBX_TRACE_CURRENT() (&mine)
#include "../core/tests/data/trace/generated/ut_orc.c"
#include "../core/tests/data/trace/generated/ut_orcaux.c"

#define RECORDS 3
GBX_REGION(region, GBX_TRACE_SIZE(RECORDS, 1024, 0));
static gbx_trace_t state;
static uint64_t now;

static uint64_t ticks(void *context) {
    (void)context;
    return now;
}

/* What the hooks were given. */
static char printed[2000];
static size_t printed_size;
static char events[200];
static unsigned char taken[8][1024];
static unsigned taken_count;
static bool is_full;

/* What happened when an option was set by the hook that has a line. */
static gbx_status_t set_inside;

static bool on_line(void *context, const char *data, size_t size) {
    (void)context;
    set_inside = gbx_trace_set(&state, GBX_STR("none"), NULL);
    if (size < sizeof printed - printed_size) {
        memcpy(printed + printed_size, data, size);
        printed_size += size;
        printed[printed_size] = 0;
    }
    return true;
}

static bool on_full(void *context, const void *record, size_t size) {
    (void)context;
    CHECK(size == 1024);
    if (is_full || taken_count == 8) {
        return false;
    }
    memcpy(taken[taken_count++], record, 1024);
    return true;
}

static void on_callback(void *context, gbx_str_t component, uint32_t id) {
    char text[40];
    (void)context;
    snprintf(text, sizeof text, "callback %.*s.%u;", CAST(int, component.size), component.data, CAST(unsigned, id));
    strcat(events, text);
    /* A tracepoint of the context that is inside is left out. */
    Trc_ORC_Plain(&mine);
}

static void on_snap(void *context) {
    (void)context;
    strcat(events, "snap;");
}

static void on_fatal(void *context) {
    (void)context;
    strcat(events, "fatal;");
}

static const gbx_trace_hooks_t hooks = {NULL, on_full, on_line, on_callback, on_snap, on_fatal};

static gbx_trace_config_t config(void) {
    gbx_trace_config_t config;
    memset(&config, 0, sizeof config);
    config.clock.ticks = ticks;
    config.clock.frequency = 1000000;
    config.hooks = &hooks;
    return config;
}

static void start_with(const gbx_trace_config_t *config) {
    gbx_trace_option_error_t error;
    size_t id;
    memset(&state, 0, sizeof state);
    memset(&mine, 0, sizeof mine);
    for (id = 0; id < sizeof gbx_trace_active_orc; id++) {
        gbx_trace_active_orc[id] = id == 9;
        gbx_trace_counters_orc[id] = 0;
    }
    now = 1000;
    printed_size = taken_count = 0;
    printed[0] = events[0] = 0;
    is_full = false;
    OK(gbx_trace_init(&state, region, sizeof region, config));
    OK(gbx_trace_register(&state, &gbx_trace_component_orc, &error));
    CHECK(error.name.size == 0);
    OK(gbx_trace_attach(&state, GBX_TRACE_THREAD(0), GBX_STR("main"), &mine));
}

static void start(void) {
    const gbx_trace_config_t usual = config();
    start_with(&usual);
}

static void end(void) {
    OK(gbx_trace_detach(&mine));
    OK(gbx_trace_deinit(&state));
}

static void set(const char *options) {
    gbx_trace_option_error_t error;
    if (!OK(gbx_trace_set(&state, str(options), &error))) {
        printf("%s: %.*s at %u\n", options, CAST(int, error.name.size), error.name.data, CAST(unsigned, error.offset));
    }
}

/* Whether some bytes lie in the region. */
static bool holds(const char *bytes, size_t size) {
    size_t at;
    for (at = 0; at + size <= sizeof region; at++) {
        if (memcmp(region + at, bytes, size) == 0) {
            return true;
        }
    }
    return false;
}

static gbx_trace_counts_t counts(void) {
    gbx_trace_counts_t counts;
    memset(&counts, 0xff, sizeof counts);
    OK(gbx_trace_counts(&mine, &counts));
    return counts;
}

static int evaluated;

static int evaluate(int value) {
    evaluated++;
    return value;
}

static void what_is_selected_is_recorded_and_nothing_else(void) {
    start();
    evaluated = 0;
    Trc_ORC_Fn_Entry(&mine, "alpha", evaluate(7));
    CHECK(evaluated == 0);
    set("maximal=orc.1");
    Trc_ORC_Fn_Entry(&mine, "alpha", evaluate(7));
    Trc_ORC_Fn_Exit(&mine, evaluate(8));
    CHECK(evaluated == 1);
    /* The id and 257, the time, the name behind its length, the text, the number, and the length of it all. */
    CHECK(holds("\0\1\2" "\xe8\3\0\0" "\3\0\0\0orc" "alpha\0" "\7\0\0\0" "\x19", 25));
    set("none");
    Trc_ORC_Fn_Entry(&mine, "alpha", evaluate(7));
    CHECK(evaluated == 1);
    CHECK(counts().lost == 0 && counts().clipped == 0);
    end();
}

static void lines_are_printed_and_hits_counted(void) {
    uint64_t hits = 0;
    start();
    set("print=orc:count=orc.30");
    Trc_ORC_StrP2(&mine, 1, 2, "bc", 1, "d", 4);
    Trc_ORC_Str(&mine, CAST(const char *, NULL));
    Trc_ORC_Plain(&mine);
    CHECK(strstr(printed, "orc.21") != NULL);
    CHECK(strstr(printed, "- a=1 b=<bc> c=<d> d=4\n") != NULL);
    CHECK(strstr(printed, "- s=<[Null Pointer]>\n") != NULL);
    CHECK(strstr(printed, "- plain\n") != NULL);
    OK(gbx_trace_hits(&gbx_trace_component_orc, 30, &hits));
    CHECK(hits == 1);
    EXPECT(GBX_ERROR_OUT_OF_RANGE, gbx_trace_hits(&gbx_trace_component_orc, 31, &hits));
    EXPECT(GBX_ERROR_OUT_OF_RANGE, gbx_trace_hits(&gbx_trace_component_orcaux, 0, &hits));
    EXPECT(GBX_ERROR_NULL, gbx_trace_hits(NULL, 0, &hits));
    EXPECT(GBX_ERROR_NULL, gbx_trace_hits(&gbx_trace_component_orc, 0, NULL));
    end();
}

static void triggers_and_assertions_call_back(void) {
    volatile int x = 1;
    start();
    set("maximal=orc.30:trigger=tpnid{orc.1,callback},tpnid{orc.2,snap}");
    Trc_ORC_Fn_Entry(&mine, "a", 1);
    Trc_ORC_Fn_Exit(&mine, 1);
    CHECK(strcmp(events, "callback orc.1;snap;") == 0);
    CHECK(counts().lost == 1);
    Trc_ORC_Assert(x + 1, x);
    CHECK(strcmp(events, "callback orc.1;snap;") == 0);
    Trc_ORC_Assert(x, x);
    CHECK(strcmp(events, "callback orc.1;snap;fatal;") == 0);
    CHECK(strstr(printed, "** ASSERTION FAILED **") != NULL);
    CHECK(strstr(printed, "trace_engine.c:") != NULL);
    set("nofatalassert");
    Trc_ORC_Assert(x, x);
    CHECK(strcmp(events, "callback orc.1;snap;fatal;") == 0);
    end();
}

static void a_context_can_be_suspended(void) {
    start();
    set("maximal=orc");
    OK(gbx_trace_suspend(&mine));
    Trc_ORC_Str(&mine, "while suspended");
    OK(gbx_trace_resume(&mine));
    Trc_ORC_Str(&mine, "when resumed");
    CHECK(!holds("while suspended", 15));
    CHECK(holds("when resumed", 12));
    end();
}

static void streams_hand_over_full_records_and_say_how_many_were_lost(void) {
    gbx_trace_config_t streaming = config();
    int i;
    streaming.flags = GBX_TRACE_STREAM;
    start_with(&streaming);
    set("external=orc");
    for (i = 0; i < 100; i++) {
        Trc_ORC_U64x2(&mine, 1, 2);
    }
    CHECK(taken_count == 3);
    is_full = true;
    for (i = 0; i < 100; i++) {
        Trc_ORC_U64x2(&mine, 1, 2);
    }
    CHECK(taken_count == 3);
    CHECK(counts().lost > 0);
    is_full = false;
    OK(gbx_trace_flush(&mine));
    CHECK(taken_count == 4);
    end();
}

static void what_survives_a_reset_is_gone_on_with(void) {
    const gbx_trace_config_t usual = config();
    gbx_trace_config_t other = usual;
    start();
    set("maximal=orc");
    Trc_ORC_Str(&mine, "of the boot before");
    /* A reset: nobody ends anything. */
    memset(&state, 0, sizeof state);
    memset(&mine, 0, sizeof mine);
    other.record_size = 512;
    EXPECT(GBX_ERROR_NOT_ADOPTABLE, gbx_trace_reopen(&state, region, sizeof region, &other));
    OK(gbx_trace_reopen(&state, region, sizeof region, &usual));
    OK(gbx_trace_attach(&state, GBX_TRACE_THREAD(1), GBX_STR("main"), &mine));
    Trc_ORC_Str(&mine, "of this boot");
    CHECK(holds("of the boot before", 18));
    CHECK(holds("of this boot", 12));
    end();
}

static void contexts_take_records_until_none_is_left(void) {
    gbx_trace_context_t others[RECORDS];
    gbx_trace_info_t info;
    uint32_t i;
    memset(others, 0, sizeof others);
    memset(&info, 0, sizeof info);
    start();
    OK(gbx_trace_info(&state, &info));
    CHECK(info.address == region && info.size == sizeof region && info.records == RECORDS);
    CHECK(info.record_size == 1024 && info.header_size + RECORDS * 1024 == sizeof region);
    EXPECT(GBX_ERROR_BAD_THREAD_ID, gbx_trace_attach(&state, RECORDS, GBX_STR("low"), &others[0]));
    EXPECT(GBX_ERROR_BAD_THREAD_ID, gbx_trace_attach(&state, GBX_TRACE_THREAD(0), GBX_STR("twice"), &others[0]));
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_trace_attach(&state, GBX_TRACE_THREAD(1), GBX_STR("\xff"), &others[0]));
    EXPECT(GBX_ERROR_NULL, gbx_trace_attach(&state, GBX_TRACE_THREAD(1), GBX_STR("x"), NULL));
    EXPECT(GBX_ERROR_NULL, gbx_trace_attach(NULL, GBX_TRACE_THREAD(1), GBX_STR("x"), &others[0]));
    for (i = 0; i + 1 < RECORDS; i++) {
        OK(gbx_trace_attach(&state, GBX_TRACE_THREAD(i + 1), GBX_STR("other"), &others[i]));
    }
    EXPECT(GBX_ERROR_NO_FREE_RECORD, gbx_trace_attach(&state, GBX_TRACE_THREAD(9), GBX_STR("x"), &others[i]));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_trace_suspend(&others[i]));
    OK(gbx_trace_detach(&others[0]));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_trace_detach(&others[0]));
    OK(gbx_trace_attach(&state, GBX_TRACE_THREAD(9), GBX_STR("x"), &others[i]));
    OK(gbx_trace_detach(&others[1]));
    OK(gbx_trace_detach(&others[i]));
    end();
}

static void what_cannot_be_is_refused_and_changes_nothing(void) {
    const gbx_str_t not_utf8 = GBX_STR("\xff");
    gbx_trace_config_t wrong = config();
    gbx_trace_option_error_t error;
    gbx_trace_component_t broken;
    gbx_trace_t other;
    int i;
    memset(&other, 0, sizeof other);

    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_trace_set(&other, GBX_STR("none"), NULL));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_trace_register(&other, &gbx_trace_component_orc, NULL));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_trace_deinit(&other));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_trace_end_start(&other));
    EXPECT(GBX_ERROR_NULL, gbx_trace_init(NULL, region, sizeof region, &wrong));
    EXPECT(GBX_ERROR_NULL, gbx_trace_init(&other, NULL, sizeof region, &wrong));
    EXPECT(GBX_ERROR_NULL, gbx_trace_init(&other, region, sizeof region, NULL));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_trace_init(&other, region + 1, sizeof region - 16, &wrong));
    EXPECT(GBX_ERROR_BAD_REGION, gbx_trace_init(&other, region, 512, &wrong));
    wrong.record_size = 255;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_trace_init(&other, region, sizeof region, &wrong));
    wrong = config();
    wrong.flags = 4;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_trace_init(&other, region, sizeof region, &wrong));
    wrong = config();
    wrong.clock.frequency = 0;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_trace_init(&other, region, sizeof region, &wrong));
    wrong = config();
    wrong.clock.ticks = NULL;
    EXPECT(GBX_ERROR_NULL, gbx_trace_init(&other, region, sizeof region, &wrong));
    wrong = config();
    wrong.flags = GBX_TRACE_STREAM;
    wrong.hooks = NULL;
    EXPECT(GBX_ERROR_NULL, gbx_trace_init(&other, region, sizeof region, &wrong));
    wrong = config();
    wrong.startup = not_utf8;
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_trace_init(&other, region, sizeof region, &wrong));

    start();
    EXPECT(GBX_ERROR_BAD_OPTION, gbx_trace_set(&state, GBX_STR("maximal=orc,orc.99"), &error));
    CHECK(error.name.size == strlen("id_out_of_range") && memcmp(error.name.data, "id_out_of_range", 15) == 0);
    CHECK(error.offset == 12 && error.message.size > 0);
    CHECK(gbx_trace_active_orc[0] == 0);
    EXPECT(GBX_ERROR_BAD_OPTION, gbx_trace_set(&state, GBX_STR("what"), NULL));
    EXPECT(GBX_ERROR_INVALID_UTF8, gbx_trace_set(&state, not_utf8, &error));
    OK(gbx_trace_set(&state, GBX_STR("buffers=2000"), NULL));
    OK(gbx_trace_end_start(&state));
    EXPECT(GBX_ERROR_BAD_OPTION, gbx_trace_set(&state, GBX_STR("buffers=2000"), &error));
    CHECK(memcmp(error.name.data, "not_at_run_time", 15) == 0);

    broken = gbx_trace_component_orc;
    broken.levels = NULL;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_trace_register(&state, &broken, NULL));
    broken = gbx_trace_component_orc;
    broken.name = not_utf8;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_trace_register(&state, &broken, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_trace_register(&state, NULL, NULL));
    for (i = 1; i < 16; i++) {
        OK(gbx_trace_register(&state, &gbx_trace_component_orcaux, NULL));
    }
    EXPECT(GBX_ERROR_TOO_MANY_COMPONENTS, gbx_trace_register(&state, &gbx_trace_component_orcaux, NULL));
    end();
    /* Neither with an engine that has ended, nor without a context. */
    gbx_trace_active_orc[30] = 2;
    Trc_ORC_Plain(&mine);
    Trc_ORC_Plain(CAST(gbx_trace_context_t *, NULL));
    Trc_ORCAUX_Line(&mine, 5);
}

static void what_was_selected_ahead_and_is_wrong_is_told(void) {
    const gbx_trace_config_t usual = config();
    gbx_trace_option_error_t error;
    memset(&state, 0, sizeof state);
    OK(gbx_trace_init(&state, region, sizeof region, &usual));
    OK(gbx_trace_set(&state, GBX_STR("maximal=orc.99,orc.1"), &error));
    CHECK(error.name.size == 0 && error.offset == 0);
    memset(gbx_trace_active_orc, 0, sizeof gbx_trace_active_orc);
    OK(gbx_trace_register(&state, &gbx_trace_component_orc, &error));
    CHECK(error.name.size == 15 && memcmp(error.name.data, "id_out_of_range", 15) == 0);
    CHECK(gbx_trace_active_orc[1] == 2);
    OK(gbx_trace_deinit(&state));
}

static void a_snapshot_is_a_copy_of_the_file(void) {
    static unsigned char copy[sizeof region];
    gbx_trace_snapshot_t snapshot;
    start();
    set("maximal=orc");
    Trc_ORC_Str(&mine, "copied");
    memset(&snapshot, 0, sizeof snapshot);
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_trace_snapshot(region, sizeof region, copy, 100, &snapshot));
    CHECK(snapshot.size == sizeof region);
    OK(gbx_trace_snapshot(region, sizeof region, copy, sizeof copy, &snapshot));
    CHECK(snapshot.size == sizeof region && snapshot.torn == 0);
    CHECK(memcmp(copy, region, sizeof region) == 0);
    EXPECT(GBX_ERROR_NULL, gbx_trace_snapshot(NULL, sizeof region, copy, sizeof copy, &snapshot));
    EXPECT(GBX_ERROR_NULL, gbx_trace_snapshot(region, sizeof region, copy, sizeof copy, NULL));
    end();
    memset(region, 0, 16);
    EXPECT(GBX_ERROR_BAD_MAGIC, gbx_trace_snapshot(region, sizeof region, copy, sizeof copy, &snapshot));
}

/* A lock that counts, and may refuse. */
static int acquired;
static int released;
static bool is_refused;

static bool acquire(void *context, size_t *key) {
    CHECK(context == &acquired);
    *key = 7;
    acquired += is_refused ? 0 : 1;
    return !is_refused;
}

static void release(void *context, size_t key) {
    CHECK(context == &acquired && key == 7);
    released++;
}

static void the_lock_is_taken_around_what_is_rare(void) {
    gbx_trace_config_t locked = config();
    gbx_trace_context_t other;
    int before;
    memset(&other, 0, sizeof other);
    locked.lock.context = &acquired;
    locked.lock.acquire = acquire;
    EXPECT(GBX_ERROR_NULL, gbx_trace_init(&state, region, sizeof region, &locked));
    locked.lock.release = release;
    locked.flags = GBX_TRACE_EXCEPTION_RING;
    start_with(&locked);
    set("maximal=orc");
    CHECK(acquired > 0 && acquired == released);

    before = acquired;
    Trc_ORC_Str(&mine, "recorded");
    CHECK(acquired == before);
    set("exception=orc.30:print=orc.18");
    before = acquired;
    Trc_ORC_Plain(&mine);
    CHECK(acquired == before + 1);
    Trc_ORC_Str(&mine, "printed");
    /* Once for the line, and for each of its pieces by the hook, which is inside already. */
    CHECK(acquired > before + 2 && acquired == released);
    CHECK(set_inside == GBX_ERROR_BUSY);
    CHECK(strstr(printed, "- s=<printed>\n") != NULL);

    is_refused = true;
    EXPECT(GBX_ERROR_BUSY, gbx_trace_set(&state, GBX_STR("none"), NULL));
    EXPECT(GBX_ERROR_BUSY, gbx_trace_end_start(&state));
    EXPECT(GBX_ERROR_BUSY, gbx_trace_register(&state, &gbx_trace_component_orcaux, NULL));
    EXPECT(GBX_ERROR_BUSY, gbx_trace_attach(&state, GBX_TRACE_THREAD(1), GBX_STR("x"), &other));
    Trc_ORC_Plain(&mine);
    CHECK(counts().lost == 1);
    is_refused = false;
    CHECK(acquired == released);
    end();
}

int main(void) {
    what_is_selected_is_recorded_and_nothing_else();
    lines_are_printed_and_hits_counted();
    triggers_and_assertions_call_back();
    a_context_can_be_suspended();
    streams_hand_over_full_records_and_say_how_many_were_lost();
    what_survives_a_reset_is_gone_on_with();
    contexts_take_records_until_none_is_left();
    what_cannot_be_is_refused_and_changes_nothing();
    what_was_selected_ahead_and_is_wrong_is_told();
    a_snapshot_is_a_copy_of_the_file();
    the_lock_is_taken_around_what_is_rare();
    return result("trace_engine");
}
