/* A bounded list: the newest events, each a node of its own. Readers never see one that is half filled. */
#include "save.h"

#include <string.h>

#define EVENTS 4

GBX_REGION(memory, 4096);
static gbx_inspect_t state;
static gbx_inspect_list_t events;
static gbx_node_t entries[EVENTS];

struct event {
    uint64_t at;
    const char *what;
    size_t size;
};

/* Fills an entry. What is recorded goes with it when its time has come. */
static bool fill(void *context, gbx_node_t entry) {
    struct event event;
    gbx_str_t what;
    memcpy(&event, context, sizeof event);
    what.data = event.what;
    what.size = event.size;
    return gbx_inspect_record_uint(&state, entry, GBX_STR("at"), event.at) == GBX_OK &&
           gbx_inspect_record_string(&state, entry, GBX_STR("what"), what) == GBX_OK;
}

int main(void) {
    struct event event = {0, "beacon", 6};
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_create_list(&state, GBX_ROOT, GBX_STR("events"), entries, EVENTS, &events);
    for (event.at = 0; event.at < 10; event.at++) {
        gbx_inspect_list_push(&state, &events, fill, &event);
    }
    return save(&state);
}
