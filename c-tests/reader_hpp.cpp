// The reading side of the C++ header: snapshots, trees, cursors, locations, links and selectors.
#include "glassbox.hpp"

#include "harness.h"

#include <string>
#include <type_traits>
#include <vector>

using namespace glassbox;

static_assert(std::is_trivially_copyable<Location>::value, "a location is a plain value");
static_assert(!std::is_copy_constructible<Tree<64>>::value, "cursors know where their tree is");

namespace {

GBX_REGION(region, 4096);
Inspector inspector;
Snapshot<sizeof region> snapshot;
Tree<sizeof region> tree;

// What a tree prints.
template <class AnyTree> std::string json(const AnyTree &of) {
    std::string text;
    OK(of.json([&text](const char *piece, std::size_t size) {
        text.append(piece, size);
        return true;
    }));
    return text;
}

template <class Read> std::string text_of(Read read) {
    char buffer[64];
    std::size_t length = 0;
    OK(read(buffer, sizeof buffer, length));
    return std::string(buffer, length);
}

Uint packets;
String mode;

void start() {
    OK(inspector.start(region));
    const NodeRef radio = inspector.root().record_node("radio");
    packets = radio.create_uint("packets", 7);
    mode = radio.create_string("mode", "listening");
    OK(radio.record_bytes("serial", std::string("\1\2")));
    UintArray channels = radio.create_uint_array("channels", 2);
    OK(channels.set(1, 11));
    OK(channels.record());
    StringArray peers = radio.create_string_array("peers", 1);
    OK(peers.set(0, "alpha"));
    OK(peers.record());
    IntLinearHistogram latency = radio.create_int_linear_histogram("latency", 5, 2, 1);
    OK(latency.insert(6));
    OK(latency.record());
}

void a_snapshot_becomes_a_tree() {
    gbx_inspect_tree_info_t info = gbx_inspect_tree_info_t();
    OK(snapshot.take(region));
    CHECK(snapshot.size() > 0 && snapshot.size() <= sizeof region && snapshot.attempts() == 1);
    OK(tree.read(snapshot));
    OK(tree.info(info));
    CHECK(info.generation == snapshot.generation() && info.version == 2 && info.size == snapshot.size());
    const std::string whole = json(tree);
    CHECK(whole.find("\"mode\":\"listening\"") != std::string::npos && whole.find("\"packets\":7") != std::string::npos);
    std::string text;
    OK(tree.text([&text](const char *piece, std::size_t size) {
        text.append(piece, size);
        return true;
    }));
    CHECK(text.find("root:\n  radio:\n") == 0);
    EXPECT(GBX_ERROR_STOPPED, tree.json([](const char *, std::size_t) { return false; }));
    Snapshot<16> small;
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, small.take(Live(region, sizeof region, 1)));
    CHECK(small.size() == 0);
    Tree<64> little;
    EXPECT(GBX_ERROR_SCRATCH_TOO_SMALL, little.read(snapshot));
}

void a_cursor_goes_through_the_tree() {
    gbx_inspect_step_t step = GBX_STEP_END;
    gbx_inspect_value_t value = gbx_inspect_value_t();
    gbx_inspect_number_t number = gbx_inspect_number_t();
    gbx_inspect_histogram_t histogram = gbx_inspect_histogram_t();
    std::string names;
    Cursor cursor;
    EXPECT(GBX_ERROR_NOT_INITIALISED, cursor.next(step));
    OK(snapshot.take(region));
    OK(tree.read(snapshot));
    OK(tree.walk(cursor));
    for (OK(cursor.next(step)); step != GBX_STEP_END; OK(cursor.next(step))) {
        if (step != GBX_STEP_LEAVE) {
            names += text_of([&](char *b, std::size_t c, std::size_t &l) { return cursor.name(b, c, l); }) + " ";
        }
    }
    CHECK(names == "root radio channels latency mode packets peers serial ");
    OK(tree.find("radio/mode", cursor));
    CHECK(text_of([&](char *b, std::size_t c, std::size_t &l) { return cursor.string(b, c, l); }) == "listening");
    OK(tree.find("radio/serial", cursor));
    CHECK(text_of([&](char *b, std::size_t c, std::size_t &l) { return cursor.bytes(b, c, l); }) == "\1\2");
    OK(tree.find("radio/channels", cursor));
    OK(cursor.value(value));
    CHECK(value.kind == GBX_KIND_UINT_ARRAY && value.length == 2);
    OK(cursor.slot(1, number));
    CHECK(number.as_uint == 11);
    OK(tree.find("radio/peers", cursor));
    CHECK(text_of([&](char *b, std::size_t c, std::size_t &l) { return cursor.slot_string(0, b, c, l); }) == "alpha");
    OK(tree.find("radio/latency", cursor));
    OK(cursor.histogram(histogram));
    CHECK(histogram.floor.as_int == 5 && histogram.step.as_int == 2);
    EXPECT(GBX_ERROR_NOT_FOUND, tree.find("radio/nothing", cursor));
}

void a_value_is_read_where_it_lies() {
    gbx_inspect_value_t value = gbx_inspect_value_t();
    gbx_inspect_number_t number = gbx_inspect_number_t();
    Cursor cursor;
    Location where_packets, where_mode, where_channels;
    EXPECT(GBX_ERROR_NOT_INITIALISED, where_packets.read(region, value));
    OK(snapshot.take(region));
    OK(tree.read(snapshot));
    OK(tree.find("radio/packets", cursor));
    OK(cursor.locate(where_packets));
    OK(tree.find("radio/mode", cursor));
    OK(cursor.locate(where_mode));
    OK(tree.find("radio/channels", cursor));
    OK(cursor.locate(where_channels));
    OK(packets.set(8));
    OK(mode.set("sending"));
    OK(where_packets.read(region, value));
    CHECK(value.kind == GBX_KIND_UINT && value.number.as_uint == 8);
    CHECK(text_of([&](char *b, std::size_t c, std::size_t &l) { return where_mode.read_bytes(region, b, c, l); }) ==
          "sending");
    OK(where_channels.read_slot(region, 1, number));
    CHECK(number.as_uint == 11);
    OK(packets.remove());
    EXPECT(GBX_ERROR_STALE_HANDLE, where_packets.read(region, value));
}

void a_tree_is_cut_down() {
    const gbx_str_t both[] = {GBX_STR("*:root/radio:mode"), GBX_STR("*:root/radio:serial")};
    OK(snapshot.take(region));
    OK(tree.read(snapshot));
    OK(tree.select(both));
    CHECK(json(tree) == "{\"root\":{\"radio\":{\"mode\":\"listening\",\"serial\":\"b64:AQI=\"}}}");
    OK(tree.select("*:root/radio:mode"));
    CHECK(json(tree) == "{\"root\":{\"radio\":{\"mode\":\"listening\"}}}");
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, tree.select("nothing of the kind"));
}

void links_are_followed_and_problems_told() {
    static Snapshot<1024> other;
    static Tree<8192> stitched;
    GBX_REGION(other_region, 1024);
    std::vector<std::string> problems;
    const auto note = [&problems](const gbx_inspect_problem_t &problem) {
        problems.push_back(std::string(problem.name.data, problem.name.size));
    };
    Inspector writer;
    OK(writer.start(other_region));
    OK(writer.root().record_uint("u", 1));
    OK(other.take(other_region));
    OK(inspector.start(region));
    OK(inspector.root().create_child_link("there", "other").record());
    OK(snapshot.take(region));
    const gbx_inspect_linked_file_t files[] = {{GBX_STR("other"), other.data(), other.size()}};
    const gbx_inspect_linked_file_t none[] = {{GBX_STR("another"), other.data(), other.size()}};
    EXPECT(GBX_ERROR_SCRATCH_TOO_SMALL, tree.stitch(snapshot, files));
    OK(stitched.stitch(snapshot, files));
    CHECK(json(stitched) == "{\"root\":{\"there\":{\"u\":1}}}");
    OK(stitched.stitch(snapshot, none, note, 0));
    CHECK(problems.size() == 1);

    // An odd generation: somebody is writing, or nobody is there any more.
    region[8] = static_cast<unsigned char>(region[8] | 1);
    problems.clear();
    EXPECT(GBX_ERROR_LOCKED, tree.read(region));
    OK(tree.read(region, note, GBX_INSPECT_RECOVER));
    CHECK(!problems.empty());
    EXPECT(GBX_ERROR_LOCKED, snapshot.take(Live(region, 2)));
}

}  // namespace

int main() {
    start();
    a_snapshot_becomes_a_tree();
    a_cursor_goes_through_the_tree();
    a_tree_is_cut_down();
    a_value_is_read_where_it_lies();
    OK(mode.keep() ? GBX_OK : GBX_ERROR_NO_HANDLE);
    links_are_followed_and_problems_told();
    return result("reader_hpp");
}
