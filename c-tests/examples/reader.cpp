// Reading in C++: a snapshot, a tree, one value again and again, and what a selector chooses.
#include "glassbox.hpp"

#include <cstdio>

GBX_REGION(memory, 4096);
static glassbox::Inspector inspector;
static glassbox::Snapshot<4096> snapshot;
static glassbox::Tree<4096> tree;

static bool print(const char *text, size_t size) {
    return std::fwrite(text, 1, size, stdout) == size;
}

int main() {
    if (inspector.start(memory) != GBX_OK) {
        return 1;
    }
    glassbox::Node radio = inspector.root().create_node("radio");
    glassbox::Uint packets = radio.create_uint("packets", 7);
    radio.record_string("mode", "listening");

    // What was true at one moment. What is wrong with a file would be told to the function.
    const auto on_problem = [](const gbx_inspect_problem_t &problem) {
        std::fwrite(problem.message.data, 1, problem.message.size, stderr);
    };
    if (snapshot.take(memory) != GBX_OK || tree.read(snapshot, on_problem, 0) != GBX_OK) {
        return 1;
    }
    tree.json(print);
    std::puts("");

    // One value: found once, and then read where it lies.
    glassbox::Cursor cursor;
    glassbox::Location where;
    gbx_inspect_value_t value;
    if (tree.find("radio/packets", cursor) == GBX_OK && cursor.locate(where) == GBX_OK) {
        packets.add(1);
        if (where.read(memory, value) == GBX_OK) {
            std::printf("packets: %llu\n", 0ull + value.number.as_uint);
        }
    }

    tree.select("*:root/radio:m*");
    tree.text(print);
    return 0;
}
