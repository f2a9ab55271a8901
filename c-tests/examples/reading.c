/* Reading: a copy of the memory that was true at one moment, a tree over it, and what can be done with a tree. The
 * writer knows nothing of it; it may be a thread, another core, or a process that shares the memory. */
#include "glassbox.h"

#include <stdio.h>

GBX_REGION(memory, 4096);
static gbx_inspect_t state;

static unsigned char copy[4096];
static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(4096) / 4];
static gbx_inspect_tree_t tree;

/* Any bytes give a tree; what is wrong with them is told here. */
static void on_problem(void *context, const gbx_inspect_problem_t *problem) {
    (void)context;
    printf("block %u: ", 0u + problem->block);
    fwrite(problem->message.data, 1, problem->message.size, stdout);
    printf("\n");
}

static bool print(void *context, const char *text, size_t size) {
    (void)context;
    return fwrite(text, 1, size, stdout) == size;
}

static void write_something(void) {
    gbx_node_t radio;
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_record_node(&state, GBX_ROOT, GBX_STR("radio"), &radio);
    gbx_inspect_record_uint(&state, radio, GBX_STR("packets"), 7);
    gbx_inspect_record_string(&state, radio, GBX_STR("mode"), GBX_STR("listening"));
}

/* One value, by its path. */
static void print_packets(void) {
    gbx_inspect_cursor_t cursor;
    gbx_inspect_value_t value;
    if (gbx_inspect_cursor_find(&cursor, &tree, GBX_STR("radio/packets")) == GBX_OK &&
        gbx_inspect_cursor_value(&cursor, &value) == GBX_OK && value.kind == GBX_KIND_UINT) {
        printf("packets: %llu\n", 0ull + value.number.as_uint);
    }
}

/* Every name, deeper and deeper. */
static void print_names(void) {
    gbx_inspect_cursor_t cursor;
    gbx_inspect_step_t step = GBX_STEP_END;
    char name[32];
    size_t length;
    int depth = 0;
    gbx_inspect_cursor_walk(&cursor, &tree);
    while (gbx_inspect_cursor_next(&cursor, &step) == GBX_OK && step != GBX_STEP_END) {
        if (step == GBX_STEP_LEAVE) {
            depth--;
        } else if (gbx_inspect_cursor_name(&cursor, name, sizeof name, &length) == GBX_OK) {
            printf("%*s", 2 * depth, "");
            fwrite(name, 1, length, stdout);
            printf("\n");
        }
        if (step == GBX_STEP_ENTER) {
            depth++;
        }
    }
}

int main(void) {
    const gbx_inspect_reading_t reading = {NULL, on_problem, 0, 0};
    const gbx_sink_t sink = {NULL, print};
    gbx_inspect_snapshot_t snapshot;
    write_something();
    if (gbx_inspect_snapshot(memory, sizeof memory, 0, copy, sizeof copy, &snapshot) != GBX_OK ||
        gbx_inspect_tree_read(&tree, copy, snapshot.size, scratch, sizeof scratch, &reading) != GBX_OK) {
        return 1;
    }
    print_packets();
    print_names();
    gbx_inspect_tree_json(&tree, &sink);
    printf("\n");
    return 0;
}
