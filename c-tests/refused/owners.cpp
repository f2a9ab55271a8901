// Uses of the C++ header that a compiler must refuse, one for each number that WRONG can be. With 0 all is well.
#include "glassbox.hpp"

GBX_REGION(memory, 1024);
static glassbox::Inspector inspector;

glassbox::Status calls();
glassbox::Status calls() {
    inspector.start(memory);
    glassbox::Node node = inspector.root().create_node("node");
    glassbox::Uint number = node.create_uint("number", 0);
    glassbox::UintRef reference = number;
    glassbox::String string = node.create_string("string", "text");
    glassbox::Bytes bytes = node.create_bytes("bytes", {nullptr, 0});
    char buffer[8] = "text";
#if WRONG == 1
    glassbox::Uint copy = number;  // An owner cannot be copied.
#elif WRONG == 2
    number = reference;  // A reference owns nothing.
#elif WRONG == 3
    node.find("number", number);  // An owner would delete what it finds.
#elif WRONG == 4
    string.set(buffer);  // How much of a buffer is text?
#elif WRONG == 5
    string.set(1);  // A number is no text.
#elif WRONG == 6
    bytes.set("text");  // With or without the zero?
#elif WRONG == 7
    number.set("text");  // A text is no number.
#elif WRONG == 8
    node.set(1);  // A node has no value.
#elif WRONG == 9
    number.create_uint("child", 0);  // A number has no children.
#elif WRONG == 10
    node.create_uint("lost", 0);  // It would be deleted at once.
#elif WRONG == 11
    number.reparent(number);  // A number is no parent.
#elif WRONG == 12
    glassbox::Inspector other(inspector);  // There is one writer of a file.
#elif WRONG == 13
    glassbox::BoundedList<2> list;
    list.push([](glassbox::NodeRef) {});  // Whether it was filled, must be said.
#elif WRONG == 14
    glassbox::ValueList<2> values(inspector);
    values.add(number);  // It is handed over: std::move.
#elif WRONG == 15
    static glassbox::Tree<64> tree, copied(tree);  // Cursors know where it is.
#elif WRONG == 16
    static glassbox::Tree<64> tree;
    tree.read("a file");  // With or without the zero?
#elif WRONG == 17
    static glassbox::Tree<64> tree;
    glassbox::Cursor cursor;
    cursor.walk(tree);  // It is the tree that puts a cursor somewhere.
#elif WRONG == 18
    static glassbox::Tree<64> tree;
    tree.json([](const char *, size_t) {});  // Whether to go on, must be said.
#endif
    string.set(gbx_str_t{buffer, 4});
    bytes.set({buffer, 4});
    return reference.set(1);
}
