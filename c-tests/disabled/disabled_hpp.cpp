// The C++ header over a library that is switched off: nothing fails, nothing is there, nothing is linked.
#include "glassbox.hpp"

#include "../harness.h"

GBX_REGION(region, 1024);
static glassbox::Inspector inspector;

int main() {
    glassbox::Status status = GBX_ERROR_FULL;
    OK(inspector.start(region));
    glassbox::Node node = inspector.root().create_node("node", &status);
    OK(status);
    CHECK(!node);
    glassbox::Uint number = node.create_uint("number", 7);
    uint64_t value = 7;
    OK(number.add(1));
    OK(number.get(value));
    CHECK(value == 0);
    OK(node.create_int_array("array", 3).record());
    {
        glassbox::Transaction transaction(inspector);
        OK(transaction.status());
    }
    glassbox::Health health;
    OK(health.create(node, 1));
    OK(health.ok());
    glassbox::BoundedList<2> list;
    OK(list.create(node, "list"));
    OK(list.push([](glassbox::NodeRef) { return GBX_ERROR_FULL; }));
    glassbox::ValueList<1> values(inspector);
    OK(values.add(node.create_uint("a", 1)));
    OK(values.add(node.create_uint("b", 2)));
    CHECK(values.size() == 0);
    OK(values.clear());
    glassbox::UintRef found;
    OK(node.find("number", found));
    CHECK(!found && region[0] == 0);
    static glassbox::Snapshot<1024> snapshot;
    static glassbox::Tree<1024> tree;
    glassbox::Cursor cursor;
    glassbox::Location location;
    gbx_inspect_value_t read = gbx_inspect_value_t();
    OK(snapshot.take(region));
    CHECK(snapshot.size() == 0);
    OK(tree.read(snapshot));
    OK(tree.select("*:root/node"));
    OK(tree.find("node/number", cursor));
    OK(cursor.locate(location));
    OK(location.read(region, read));
    OK(tree.json([](const char *, size_t) { return false; }));
    return result("disabled_hpp");
}
