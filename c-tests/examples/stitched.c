/* Several files as one tree: links are followed to the files that they name, and a selector cuts out what is wanted. */
#include "glassbox.h"

#include <stdio.h>

GBX_REGION(memory, 1024);
GBX_REGION(radio_memory, 1024);
static gbx_inspect_t state, radio_state;

static unsigned char copy[1024], radio_copy[1024];
static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(4096) / 4];
static gbx_inspect_tree_t tree;

static bool print(void *context, const char *text, size_t size) {
    (void)context;
    return fwrite(text, 1, size, stdout) == size;
}

/* A file that has a value and a link, and the file of a component, where the link leads. */
static void write_both(void) {
    gbx_link_t link;
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("firmware"), GBX_STR("4.2.1"));
    gbx_inspect_create_child_link(&state, GBX_ROOT, GBX_STR("radio"), GBX_STR("radio.inspect"), &link);
    gbx_inspect_record(&state, GBX_ANY(link));
    gbx_inspect_init(&radio_state, radio_memory, sizeof radio_memory, NULL);
    gbx_inspect_record_uint(&radio_state, GBX_ROOT, GBX_STR("packets"), 7);
    gbx_inspect_record_int(&radio_state, GBX_ROOT, GBX_STR("signal_dbm"), -71);
}

int main(void) {
    const gbx_sink_t sink = {NULL, print};
    const gbx_str_t selectors[] = {GBX_STR("*:root/radio:p*")};
    gbx_inspect_snapshot_t snapshot;
    gbx_inspect_linked_file_t file;
    write_both();
    file.identifier = GBX_STR("radio.inspect");
    file.image = radio_copy;
    if (gbx_inspect_snapshot(radio_memory, sizeof radio_memory, 0, radio_copy, sizeof radio_copy, &snapshot) != GBX_OK) {
        return 1;
    }
    file.size = snapshot.size;
    if (gbx_inspect_snapshot(memory, sizeof memory, 0, copy, sizeof copy, &snapshot) != GBX_OK ||
        gbx_inspect_tree_stitch(&tree, copy, snapshot.size, &file, 1, scratch, sizeof scratch, NULL, NULL) != GBX_OK) {
        return 1;
    }
    gbx_inspect_tree_text(&tree, &sink);
    gbx_inspect_tree_select(&tree, selectors, 1);
    gbx_inspect_tree_text(&tree, &sink);
    return 0;
}
