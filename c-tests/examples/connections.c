/* Values that come and go together: one name for each connection, and one call when it is over. */
#include "save.h"

GBX_REGION(memory, 4096);
static gbx_inspect_t state;
static gbx_node_t open_ones, closed_ones;

/* What a connection shows. The node is the first of its values, and the one that moves. */
struct connection {
    gbx_any_t values[3];
    gbx_uint_t sent;
};

static void begin(struct connection *connection, gbx_str_t peer) {
    gbx_node_t node;
    gbx_string_t address;
    char name[24];
    gbx_str_t unique;
    unique.data = name;
    unique.size = 0;
    gbx_inspect_unique_name(&state, GBX_STR("connection-"), name, sizeof name, &unique.size);
    gbx_inspect_create_node(&state, open_ones, unique, &node);
    gbx_inspect_create_string(&state, node, GBX_STR("peer"), peer, &address);
    gbx_inspect_create_uint(&state, node, GBX_STR("sent"), 0, &connection->sent);
    connection->values[0] = GBX_ANY(node);
    connection->values[1] = GBX_ANY(address);
    connection->values[2] = GBX_ANY(connection->sent);
}

int main(void) {
    struct connection first, second;
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_record_node(&state, GBX_ROOT, GBX_STR("open"), &open_ones);
    gbx_inspect_record_node(&state, GBX_ROOT, GBX_STR("closed"), &closed_ones);
    begin(&first, GBX_STR("10.0.0.1"));
    begin(&second, GBX_STR("10.0.0.2"));
    gbx_inspect_uint_add(&state, second.sent, 1500);

    /* One is kept for a while, below another node; the other one goes, all of it at once. */
    gbx_inspect_reparent(&state, first.values[0], closed_ones);
    gbx_inspect_delete_all(&state, second.values, 3);
    return save(&state);
}
