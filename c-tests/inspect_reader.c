/* Reading from C: a snapshot of live memory, a tree over it, a walk with a cursor, look-ups, problems, selectors, JSON and
 * text. */
#include "harness.h"

GBX_REGION(region, 4096);
static gbx_inspect_t state;
static gbx_inspect_tree_t tree;
static gbx_inspect_cursor_t cursor;
static unsigned char copy[4096];
static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(sizeof copy) / 4];

/* A sink that joins what it is given, and stops when it is full. */
struct text {
    char bytes[1024];
    size_t size;
    size_t room;
};

static bool take(void *context, const char *data, size_t size) {
    struct text *text = CAST(struct text *, context);
    if (size > text->room - text->size) {
        return false;
    }
    memcpy(text->bytes + text->size, data, size);
    text->size += size;
    return true;
}

static gbx_sink_t sink_to(struct text *text) {
    gbx_sink_t sink;
    text->size = 0;
    text->room = sizeof text->bytes;
    sink.context = text;
    sink.write = take;
    return sink;
}

static bool is(const char *data, size_t size, const char *expected) {
    if (size == strlen(expected) && memcmp(data, expected, size) == 0) {
        return true;
    }
    printf("expected: %s\nfound:    %.*s\n", expected, CAST(int, size), data);
    return false;
}

static void build(void) {
    static const unsigned char raw[] = {5, 0xf1, 0xab};
    gbx_node_t radio, sensor;
    OK(gbx_inspect_init(&state, region, sizeof region, NULL));
    OK(gbx_inspect_record_node(&state, GBX_ROOT, GBX_STR("radio"), &radio));
    OK(gbx_inspect_record_uint(&state, radio, GBX_STR("packets"), UINT64_MAX));
    OK(gbx_inspect_record_int(&state, radio, GBX_STR("offset"), -5));
    OK(gbx_inspect_record_double(&state, radio, GBX_STR("load"), 0.5));
    OK(gbx_inspect_record_bool(&state, radio, GBX_STR("on"), true));
    OK(gbx_inspect_record_string(&state, radio, GBX_STR("mode"), GBX_STR("listening on channel 11, quietly")));
    OK(gbx_inspect_record_bytes(&state, radio, GBX_STR("raw"), raw, sizeof raw));
    OK(gbx_inspect_record_node(&state, radio, GBX_STR("sensor"), &sensor));
    OK(gbx_inspect_record_node(&state, GBX_ROOT, GBX_STR("on"), &sensor));
}

static const char json[] = "{\"root\":{\"on\":{},\"radio\":{\"load\":0.5,\"mode\":\"listening on channel 11, quietly\","
                           "\"offset\":-5,\"on\":true,\"packets\":18446744073709551615,\"raw\":\"b64:BfGr\","
                           "\"sensor\":{}}}}";
static const char text[] = "root:\n"
                           "  on:\n"
                           "  radio:\n"
                           "    load = 0.500000\n"
                           "    mode = listening on channel 11, quietly\n"
                           "    offset = -5\n"
                           "    on = true\n"
                           "    packets = 18446744073709551615\n"
                           "    raw = Binary:\n"
                           "      05 f1 ab\n"
                           "    sensor:\n";

static void a_snapshot_becomes_a_tree_and_is_printed(void) {
    gbx_inspect_snapshot_t snapshot;
    gbx_inspect_tree_info_t info;
    struct text printed;
    gbx_sink_t sink = sink_to(&printed);

    OK(gbx_inspect_snapshot(region, sizeof region, 0, copy, sizeof copy, &snapshot));
    CHECK(snapshot.attempts == 1);
    CHECK(snapshot.generation == 18);
    CHECK(memcmp(copy, region, snapshot.size) == 0);
    CHECK(gbx_inspect_scratch_size(snapshot.size) <= sizeof scratch);
    OK(gbx_inspect_tree_read(&tree, copy, snapshot.size, scratch, sizeof scratch, NULL));
    OK(gbx_inspect_tree_info(&tree, &info));
    CHECK(info.version == 2);
    CHECK(info.generation == 18);
    CHECK(info.size == snapshot.size);
    CHECK(!info.is_frozen);
    CHECK(!info.was_locked);

    OK(gbx_inspect_tree_json(&tree, &sink));
    CHECK(is(printed.bytes, printed.size, json));
    sink = sink_to(&printed);
    OK(gbx_inspect_tree_text(&tree, &sink));
    CHECK(is(printed.bytes, printed.size, text));

    /* A sink that has enough stops the printing. */
    sink = sink_to(&printed);
    printed.room = 10;
    EXPECT(GBX_ERROR_STOPPED, gbx_inspect_tree_json(&tree, &sink));
    EXPECT(GBX_ERROR_STOPPED, gbx_inspect_tree_text(&tree, &sink));
}

/* Walks over the tree, and writes down what it sees. */
static void a_cursor_walks_over_nodes_and_properties(void) {
    static const char expected[] = "+root +on -on +radio load mode offset on packets raw +sensor -sensor -radio -root ";
    char seen[sizeof expected + 40];
    size_t size = 0, length;
    gbx_inspect_step_t step = GBX_STEP_END;
    gbx_inspect_value_t value;

    OK(gbx_inspect_cursor_walk(&cursor, &tree));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_inspect_cursor_value(&cursor, &value));
    for (;;) {
        OK(gbx_inspect_cursor_next(&cursor, &step));
        if (step == GBX_STEP_END || size > sizeof expected) {
            break;
        }
        if (step != GBX_STEP_PROPERTY) {
            seen[size++] = step == GBX_STEP_ENTER ? '+' : '-';
        }
        OK(gbx_inspect_cursor_name(&cursor, seen + size, sizeof seen - size, &length));
        size += length;
        seen[size++] = ' ';
        OK(gbx_inspect_cursor_value(&cursor, &value));
        CHECK((value.kind == GBX_KIND_NODE) == (step != GBX_STEP_PROPERTY));
    }
    CHECK(is(seen, size, expected));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_inspect_cursor_value(&cursor, &value));
    OK(gbx_inspect_cursor_next(&cursor, &step));
    CHECK(step == GBX_STEP_END);
}

/* Puts the cursor on what is below the node radio. */
static gbx_status_t find(const char *name) {
    char path[40];
    snprintf(path, sizeof path, "radio/%s", name);
    return gbx_inspect_cursor_find(&cursor, &tree, str(path));
}

static void values_are_found_by_their_path(void) {
    gbx_inspect_value_t value;
    gbx_inspect_step_t step = GBX_STEP_END;
    char buffer[40];
    size_t length = 0;

    OK(find("packets"));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    CHECK(value.kind == GBX_KIND_UINT && value.number.as_uint == UINT64_MAX && value.block != 0);
    OK(find("offset"));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    CHECK(value.kind == GBX_KIND_INT && value.number.as_int == -5);
    OK(find("load"));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    CHECK(value.kind == GBX_KIND_DOUBLE && value.number.as_double > 0.49 && value.number.as_double < 0.51);
    OK(find("on"));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    CHECK(value.kind == GBX_KIND_BOOL && value.number.as_bool);
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_cursor_string(&cursor, buffer, sizeof buffer, &length));
    EXPECT(GBX_ERROR_WRONG_KIND, gbx_inspect_cursor_bytes(&cursor, buffer, sizeof buffer, &length));
    OK(gbx_inspect_cursor_next(&cursor, &step));
    CHECK(step == GBX_STEP_END);

    OK(find("mode"));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    CHECK(value.kind == GBX_KIND_STRING && value.length == 32);
    OK(gbx_inspect_cursor_string(&cursor, buffer, sizeof buffer, &length));
    CHECK(is(buffer, length, "listening on channel 11, quietly"));
    length = 0;
    memset(buffer, 'x', sizeof buffer);
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_cursor_string(&cursor, buffer, 31, &length));
    CHECK(length == 32 && buffer[0] == 'x');

    OK(find("raw"));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    CHECK(value.kind == GBX_KIND_BYTES && value.length == 3);
    OK(gbx_inspect_cursor_bytes(&cursor, buffer, sizeof buffer, &length));
    CHECK(length == 3 && memcmp(buffer, "\005\361\253", 3) == 0);

    /* A node that was looked up can be walked over. */
    OK(find("sensor"));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    CHECK(value.kind == GBX_KIND_NODE);
    OK(gbx_inspect_cursor_next(&cursor, &step));
    CHECK(step == GBX_STEP_LEAVE);

    /* The root is at the end of the empty path. */
    OK(gbx_inspect_cursor_find(&cursor, &tree, GBX_STR("")));
    OK(gbx_inspect_cursor_name(&cursor, buffer, sizeof buffer, &length));
    CHECK(is(buffer, length, "root"));

    EXPECT(GBX_ERROR_NOT_FOUND, find("pickets"));
    /* Nothing lies behind a property. */
    EXPECT(GBX_ERROR_NOT_FOUND, find("on/on"));
}

/* What the problem function has been told. */
struct problems {
    int count;
    bool is_loss;
    uint32_t block;
    char name[32];
};

static void note(void *context, const gbx_inspect_problem_t *problem) {
    struct problems *problems = CAST(struct problems *, context);
    problems->count++;
    problems->is_loss = problem->is_loss;
    problems->block = problem->block;
    CHECK(problem->message.size > 0);
    CHECK(problem->file.size == 0);
    if (problem->name.size < sizeof problems->name) {
        memcpy(problems->name, problem->name.data, problem->name.size);
        problems->name[problem->name.size] = '\0';
    }
}

/* The block of what the cursor finds. */
static uint32_t block_of(const char *name) {
    gbx_inspect_value_t value;
    value.block = 0;
    OK(find(name));
    OK(gbx_inspect_cursor_value(&cursor, &value));
    return value.block;
}

static void problems_are_told_and_the_rest_is_read(void) {
    gbx_inspect_reading_t reading;
    gbx_inspect_snapshot_t snapshot;
    struct problems problems;
    char buffer[40];
    size_t length = 0;
    uint32_t block;
    unsigned index;

    memset(&reading, 0, sizeof reading);
    memset(&problems, 0, sizeof problems);
    reading.on_problem = note;
    reading.context = &problems;
    OK(gbx_inspect_tree_read(&tree, copy, sizeof copy, scratch, sizeof scratch, &reading));
    CHECK(problems.count == 0);

    /* A name that points out of the file. */
    block = block_of("on");
    memset(copy + 16 * block + 5, 0xff, 3);
    OK(gbx_inspect_tree_read(&tree, copy, sizeof copy, scratch, sizeof scratch, &reading));
    CHECK(problems.count == 1 && problems.is_loss && problems.block == block);
    CHECK(strcmp(problems.name, "name_missing") == 0);
    EXPECT(GBX_ERROR_NOT_FOUND, find("on"));

    /* A text that is no UTF-8: its first byte becomes a character of three. */
    OK(gbx_inspect_snapshot(region, sizeof region, 0, copy, sizeof copy, &snapshot));
    block = block_of("mode");
    index = copy[16 * block + 12] | CAST(unsigned, copy[16 * block + 13]) << 8;
    copy[16 * index + 12] = 0xff;
    OK(gbx_inspect_tree_read(&tree, copy, sizeof copy, scratch, sizeof scratch, &reading));
    CHECK(problems.count == 2 && problems.block == index);
    CHECK(strcmp(problems.name, "invalid_utf8") == 0);
    OK(find("mode"));
    OK(gbx_inspect_cursor_string(&cursor, buffer, sizeof buffer, &length));
    CHECK(is(buffer, length, "\357\277\275istening on channel 11, quietly"));

    /* A bit that must be zero: only a note. */
    OK(gbx_inspect_snapshot(region, sizeof region, 0, copy, sizeof copy, &snapshot));
    copy[16 * block] = CAST(unsigned char, copy[16 * block] | 0x10);
    OK(gbx_inspect_tree_read(&tree, copy, sizeof copy, scratch, sizeof scratch, &reading));
    CHECK(problems.count == 3 && !problems.is_loss && problems.block == block);
    CHECK(strcmp(problems.name, "reserved_bits") == 0);

    /* Nobody has to listen. */
    OK(gbx_inspect_tree_read(&tree, copy, sizeof copy, scratch, sizeof scratch, NULL));
}

/* Whether the properties of the node radio come in the order of their blocks. */
static bool blocks_rise(void) {
    gbx_inspect_step_t step = GBX_STEP_END;
    gbx_inspect_value_t value;
    uint32_t last = 0;
    int properties = 0;

    OK(gbx_inspect_cursor_find(&cursor, &tree, GBX_STR("radio")));
    for (;;) {
        OK(gbx_inspect_cursor_next(&cursor, &step));
        if (step != GBX_STEP_PROPERTY) {
            return properties == 6;
        }
        OK(gbx_inspect_cursor_value(&cursor, &value));
        if (value.block <= last) {
            return false;
        }
        last = value.block;
        properties++;
    }
}

static void a_file_that_is_being_written_is_locked_or_recovered(void) {
    gbx_inspect_snapshot_t snapshot;
    gbx_inspect_reading_t reading;
    gbx_inspect_tree_info_t info;
    struct problems problems;
    size_t length = 0;

    OK(gbx_inspect_begin_transaction(&state));
    EXPECT(GBX_ERROR_LOCKED, gbx_inspect_snapshot(region, sizeof region, 3, copy, sizeof copy, &snapshot));
    OK(gbx_inspect_copy_unlocked(region, sizeof region, copy, sizeof copy, &length));
    OK(gbx_inspect_end_transaction(&state));

    EXPECT(GBX_ERROR_LOCKED, gbx_inspect_tree_read(&tree, copy, length, scratch, sizeof scratch, NULL));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_tree_info(&tree, &info));

    memset(&reading, 0, sizeof reading);
    memset(&problems, 0, sizeof problems);
    reading.on_problem = note;
    reading.context = &problems;
    reading.flags = GBX_INSPECT_RECOVER | GBX_INSPECT_BLOCK_ORDER;
    OK(gbx_inspect_tree_read(&tree, copy, length, scratch, sizeof scratch, &reading));
    CHECK(problems.count == 1 && strcmp(problems.name, "recovered_locked") == 0);
    OK(gbx_inspect_tree_info(&tree, &info));
    CHECK(info.was_locked);
    CHECK(blocks_rise());

    /* Half of a file, too. */
    EXPECT(GBX_ERROR_TRUNCATED, gbx_inspect_tree_read(&tree, region, length / 2, scratch, sizeof scratch, NULL));
    OK(gbx_inspect_tree_read(&tree, region, length / 2, scratch, sizeof scratch, &reading));
    CHECK(problems.count >= 2);
}

static void sizes_that_are_needed_are_told(void) {
    gbx_inspect_snapshot_t snapshot;
    gbx_inspect_counters_t counters;
    size_t length = 0;

    OK(gbx_inspect_counters(&state, &counters));
    snapshot.size = 0;
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_snapshot(region, sizeof region, 0, copy, 64, &snapshot));
    CHECK(snapshot.size == counters.current_size);
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, gbx_inspect_copy_unlocked(region, sizeof region, NULL, 0, &length));
    CHECK(length == counters.current_size);
    EXPECT(GBX_ERROR_SCRATCH_TOO_SMALL,
           gbx_inspect_tree_read(&tree, region, length, scratch, gbx_inspect_scratch_size(length) - 4, NULL));
    OK(gbx_inspect_tree_read(&tree, region, length, scratch, gbx_inspect_scratch_size(length), NULL));
    CHECK(GBX_INSPECT_SCRATCH_SIZE(4096) == gbx_inspect_scratch_size(4096));
    CHECK(GBX_INSPECT_SCRATCH_SIZE(100) == gbx_inspect_scratch_size(100));
}

/* Reads the file anew. */
static void read_anew(void) {
    gbx_inspect_snapshot_t snapshot;
    OK(gbx_inspect_snapshot(region, sizeof region, 0, copy, sizeof copy, &snapshot));
    OK(gbx_inspect_tree_read(&tree, copy, snapshot.size, scratch, sizeof scratch, NULL));
}

static bool shows(const char *expected) {
    struct text printed;
    gbx_sink_t sink = sink_to(&printed);
    return OK(gbx_inspect_tree_json(&tree, &sink)) && is(printed.bytes, printed.size, expected);
}

static void selectors_cut_a_tree_down(void) {
    const gbx_str_t numbers[] = {GBX_STR("*:root/radio:off*"), GBX_STR("*:root/radio:load")};
    const gbx_str_t nothing[] = {GBX_STR("*:root/television")};
    const gbx_str_t broken[] = {GBX_STR("root")};
    gbx_str_t many[GBX_INSPECT_MOST_SELECTORS + 1];
    size_t i;
    for (i = 0; i < GBX_INSPECT_MOST_SELECTORS + 1; i++) {
        many[i] = GBX_STR("*:root/on");
    }
    read_anew();
    OK(gbx_inspect_tree_select(&tree, many, GBX_INSPECT_MOST_SELECTORS));
    CHECK(shows("{\"root\":{\"on\":{}}}"));
    read_anew();
    OK(gbx_inspect_tree_select(&tree, numbers, 2));
    CHECK(shows("{\"root\":{\"radio\":{\"load\":0.5,\"offset\":-5}}}"));
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_inspect_tree_select(&tree, nothing, 1));
    CHECK(shows("{\"root\":{}}"));
    read_anew();
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_tree_select(&tree, broken, 1));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_tree_select(&tree, many, GBX_INSPECT_MOST_SELECTORS + 1));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_inspect_tree_select(&tree, many, 0));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_select(&tree, NULL, 1));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_select(NULL, numbers, 1));
}

int main(void) {
    build();
    a_snapshot_becomes_a_tree_and_is_printed();
    a_cursor_walks_over_nodes_and_properties();
    values_are_found_by_their_path();
    problems_are_told_and_the_rest_is_read();
    a_file_that_is_being_written_is_locked_or_recovered();
    sizes_that_are_needed_are_told();
    selectors_cut_a_tree_down();
    OK(gbx_inspect_deinit(&state));
    return result("inspect_reader");
}
