/* One value, again and again: it is found once, and then read where it lies, in constant time, while its writer runs. */
#include "glassbox.h"

#include <stdio.h>

GBX_REGION(memory, 4096);
static gbx_inspect_t state;

/* Looks for the value in a copy. This is done once. */
static gbx_status_t find(const char *path, size_t length, gbx_inspect_location_t *location) {
    static unsigned char copy[4096];
    static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(4096) / 4];
    static gbx_inspect_tree_t tree;
    gbx_inspect_snapshot_t snapshot;
    gbx_inspect_cursor_t cursor;
    gbx_str_t text;
    gbx_status_t status = gbx_inspect_snapshot(memory, sizeof memory, 0, copy, sizeof copy, &snapshot);
    if (status == GBX_OK) {
        status = gbx_inspect_tree_read(&tree, copy, snapshot.size, scratch, sizeof scratch, NULL);
    }
    if (status == GBX_OK) {
        text.data = path;
        text.size = length;
        status = gbx_inspect_cursor_find(&cursor, &tree, text);
    }
    return status == GBX_OK ? gbx_inspect_cursor_locate(&cursor, location) : status;
}

int main(void) {
    static const char path[] = "radio/packets";
    gbx_inspect_location_t location;
    gbx_inspect_value_t value;
    gbx_node_t radio;
    gbx_uint_t packets;
    int i;
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("radio"), &radio);
    gbx_inspect_create_uint(&state, radio, GBX_STR("packets"), 0, &packets);
    if (find(path, sizeof path - 1, &location) != GBX_OK) {
        return 1;
    }
    for (i = 0; i < 3; i++) {
        gbx_inspect_uint_add(&state, packets, 100);
        if (gbx_inspect_location_read(&location, memory, sizeof memory, 0, &value) == GBX_OK) {
            printf("%llu\n", 0ull + value.number.as_uint);
        }
    }

    /* A value that is gone is not mistaken for what comes after it. */
    gbx_inspect_node_delete_tree(&state, radio);
    gbx_inspect_record_uint(&state, GBX_ROOT, GBX_STR("other"), 1);
    printf("%s\n", gbx_status_name(gbx_inspect_location_read(&location, memory, sizeof memory, 0, &value)));
    return 0;
}
