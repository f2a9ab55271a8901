/* What a reader sees of a writer's file: for tests that say what the tree must be. */
#ifndef GBX_TESTS_SHOWN_H
#define GBX_TESTS_SHOWN_H

#include "harness.h"

#define SHOWN_MAXIMUM 16384u

/* Checks that the file of a state has no problem, and that its root is this as JSON. */
#define SHOWS(expected, state) shows((expected), (state), __FILE__, __LINE__)

static inline bool shown_take(void *context, const char *data, size_t size) {
    char *text = CAST(char *, context);
    size_t length = strlen(text);
    if (size >= SHOWN_MAXIMUM - length) {
        return false;
    }
    memcpy(text + length, data, size);
    text[length + size] = '\0';
    return true;
}

static inline void shown_problem(void *context, const gbx_inspect_problem_t *problem) {
    (void)context;
    printf("block %u: %.*s\n", CAST(unsigned, problem->block), CAST(int, problem->name.size), problem->name.data);
    failures++;
}

/* The canonical JSON of a file at rest, in a buffer that the next call uses again. */
static inline const char *shown(const void *file, size_t size) {
    static uint64_t copy[SHOWN_MAXIMUM / 8];
    static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(SHOWN_MAXIMUM) / 4];
    static gbx_inspect_tree_t tree;
    static char json[SHOWN_MAXIMUM];
    gbx_inspect_reading_t reading;
    gbx_inspect_snapshot_t snapshot;
    gbx_sink_t sink;

    json[0] = '\0';
    memset(&reading, 0, sizeof reading);
    reading.on_problem = shown_problem;
    sink.context = json;
    sink.write = shown_take;
    OK(gbx_inspect_snapshot(file, size, 1, copy, sizeof copy, &snapshot));
    OK(gbx_inspect_tree_read(&tree, copy, snapshot.size, scratch, sizeof scratch, &reading));
    OK(gbx_inspect_tree_json(&tree, &sink));
    return json;
}

static inline void shows(const char *expected, gbx_inspect_t *state, const char *path, int line) {
    const void *file = NULL;
    const char *json;
    size_t size = 0, length = strlen(expected);
    OK(gbx_inspect_file(state, &file, &size));
    json = shown(file, size);
    if (strncmp(json, "{\"root\":", 8) != 0 || strncmp(json + 8, expected, length) != 0 ||
        strcmp(json + 8 + length, "}") != 0) {
        printf("%s:%d: expected {\"root\":%s}\nbut found %s\n", path, line, expected, json);
        failures++;
    }
}

#endif
