// Unique names, values that move, links and frozen copies, in C++.
#include "glassbox.hpp"

#include <cstdio>

GBX_REGION(memory, 4096);
static glassbox::Inspector inspector;

// A connection, below a node of a name that no other one has had.
static glassbox::Node connection(glassbox::NodeRef parent) {
    char buffer[24];
    size_t length = 0;
    inspector.unique_name("connection-", buffer, sizeof buffer, length);
    return parent.create_node(gbx_str_t{buffer, length});
}

int main() {
    static unsigned char copy[4096];
    size_t size = 0;
    if (inspector.start(memory) != GBX_OK) {
        return 1;
    }
    const glassbox::NodeRef open = inspector.root().record_node("open");
    const glassbox::NodeRef closed = inspector.root().record_node("closed");
    glassbox::Node first = connection(open);
    glassbox::Node second = connection(open);
    first.reparent(closed);  // With all that is below it.

    // The root of radio.inspect is shown as a node `radio` by whoever has both files.
    glassbox::Link radio = inspector.root().create_child_link("radio", "radio.inspect");
    radio.record();

    // What the state was at this moment, while the writer goes on.
    inspector.frozen_copy(copy, sizeof copy, size);
    second.remove();
    inspector.freeze();
    return std::fwrite(copy, 1, size, stdout) == size ? 0 : 1;
}
