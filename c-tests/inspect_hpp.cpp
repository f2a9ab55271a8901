// The C++ header: every class, what a reader sees of it, and what happens to values when their owners go.
#include "glassbox.hpp"

#include "shown.h"

#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 201703L
#include <string_view>
#endif

using namespace glassbox;

static_assert(!std::is_copy_constructible<Uint>::value, "an owner is not copied");
static_assert(!std::is_copy_assignable<Node>::value, "an owner is not copied");
static_assert(std::is_nothrow_move_constructible<Uint>::value, "an owner is moved");
static_assert(std::is_nothrow_move_assignable<Node>::value, "an owner is moved");
static_assert(std::is_trivially_copyable<UintRef>::value, "a reference is a plain value");
static_assert(std::is_trivially_destructible<NodeRef>::value, "a reference deletes nothing");
static_assert(std::is_trivially_destructible<Inspector>::value, "a static inspector asks for no destructor");
static_assert(!std::is_move_constructible<Inspector>::value, "its handles know where an inspector is");
static_assert(sizeof(Uint) == sizeof(gbx_inspect_t *) + sizeof(gbx_uint_t), "an owner is a pointer and a handle");
static_assert(sizeof(Inspector) == sizeof(gbx_inspect_t), "an inspector is the state of C");
static_assert(std::is_convertible<Uint &, UintRef>::value, "an owner is also a reference");
static_assert(!std::is_convertible<Node &, UintRef>::value, "a node is no number");

namespace {

GBX_REGION(region, 8192);
Inspector inspector;

#define SEEN(expected) shows(expected, inspector.state(), __FILE__, __LINE__)

void start() {
    OK(inspector.start(region));
}

std::uint64_t blocks_in_use() {
    gbx_inspect_counters_t counters = gbx_inspect_counters_t();
    OK(inspector.counters(counters));
    return counters.allocated_blocks - counters.deallocated_blocks;
}

std::uint64_t generation() {
    gbx_inspect_counters_t counters = gbx_inspect_counters_t();
    OK(inspector.counters(counters));
    return counters.generation;
}

void values_go_with_their_owners() {
    start();
    {
        Node radio = inspector.root().create_node("radio");
        Uint packets = radio.create_uint("packets", 0);
        OK(packets.add(3));
        OK(packets.subtract(1));
        OK(radio.record_string("firmware", "4.2.1"));
        SEEN("{\"radio\":{\"firmware\":\"4.2.1\",\"packets\":2}}");
        {
            Bool on = radio.create_bool("on", true);
            SEEN("{\"radio\":{\"firmware\":\"4.2.1\",\"on\":true,\"packets\":2}}");
        }
        SEEN("{\"radio\":{\"firmware\":\"4.2.1\",\"packets\":2}}");
    }
    SEEN("{}");
    CHECK(blocks_in_use() == 1);
}

void owners_are_moved() {
    start();
    Node node = inspector.root().create_node("node");
    Uint one = node.create_uint("one", 1);
    Uint two = node.create_uint("two", 2);
    CHECK(one && two);
    Uint moved = std::move(one);
    CHECK(!one && moved);
    EXPECT(GBX_ERROR_NO_HANDLE, one.set(5));
    SEEN("{\"node\":{\"one\":1,\"two\":2}}");
    moved = std::move(two);
    SEEN("{\"node\":{\"two\":2}}");
    OK(moved.remove());
    OK(moved.remove());
    SEEN("{\"node\":{}}");

    // What is recorded stays until its node goes; what is kept, too, and it can still be reached.
    OK(node.create_int("recorded", -1).record());
    const IntRef kept = node.create_int("kept", -2).keep();
    OK(kept.set(-3));
    SEEN("{\"node\":{\"kept\":-3,\"recorded\":-1}}");
    std::vector<Uint> many;
    for (std::uint64_t i = 0; i < 4; i++) {
        many.push_back(node.create_uint("many", i));
    }
    SEEN("{\"node\":{\"kept\":-3,\"many\":0,\"many\":1,\"many\":2,\"many\":3,\"recorded\":-1}}");
    many.clear();
    OK(node.delete_tree());
    EXPECT(GBX_ERROR_STALE_HANDLE, kept.set(1));
    EXPECT(GBX_ERROR_STALE_HANDLE, node.remove());
    CHECK(!node);
}

void a_creation_that_fails_gives_a_null_owner() {
    Status status = GBX_OK;
    start();
    {
        const Uint never;
        EXPECT(GBX_ERROR_NULL, never.add(1));
    }
    IntArray array = inspector.root().create_int_array("array", 0, &status);
    CHECK(status == GBX_ERROR_INVALID_ARGUMENT && !array);
    EXPECT(GBX_ERROR_NO_HANDLE, array.set(0, 1));
    Node none = Node();
    Node child = none.create_node("child", &status);
    CHECK(status == GBX_ERROR_NULL && !child);
    child = inspector.root().create_node(Str::of("\xff"), &status);
    CHECK(status == GBX_ERROR_INVALID_UTF8 && !child);
    EXPECT(GBX_ERROR_NO_HANDLE, child.create_uint("u", 1).set(2));
    child = inspector.root().create_node("child", &status);
    CHECK(status == GBX_OK && child);
    SEEN("{\"child\":{}}");
}

void numbers_strings_and_bytes() {
    const unsigned char raw[] = {5, 0xf1, 0xab};
    std::int64_t i = 0;
    std::uint64_t u = 0;
    double d = 0.0;
    bool b = false;
    char buffer[16];
    std::size_t length = 0;
    start();
    const NodeRef root = inspector.root();
    Int number = root.create_int("i", -5);
    Uint count = root.create_uint("u", 7);
    Double real = root.create_double("d", 1.5);
    Bool flag = root.create_bool("b", false);
    String string = root.create_string("s", "text");
    Bytes bytes = root.create_bytes("y", raw);
    OK(number.add(-1));
    OK(number.subtract(4));
    OK(real.add(0.5));
    OK(real.subtract(0.25));
    OK(flag.set(true));
    SEEN("{\"b\":true,\"d\":1.75,\"i\":-10,\"s\":\"text\",\"u\":7,\"y\":\"b64:BfGr\"}");
    OK(number.get(i));
    OK(count.get(u));
    OK(real.get(d));
    OK(flag.get(b));
    CHECK(i == -10 && u == 7 && d > 1.7 && d < 1.8 && b);
    OK(string.set("other"));
    OK(string.get(buffer, sizeof buffer, length));
    CHECK(std::string(buffer, length) == "other");
    EXPECT(GBX_ERROR_BUFFER_TOO_SMALL, string.get(buffer, 4, length));
    CHECK(length == 5);
    OK(bytes.set(raw, 1));
    OK(bytes.get(buffer, sizeof buffer, length));
    CHECK(length == 1 && buffer[0] == 5);
    OK(number.set(1));
    OK(count.set(2));
    OK(real.set(3.0));
    OK(count.name(buffer, sizeof buffer, length));
    CHECK(length == 1 && buffer[0] == 'u');
    SEEN("{\"b\":true,\"d\":3.0,\"i\":1,\"s\":\"other\",\"u\":2,\"y\":\"b64:BQ==\"}");
}

void texts_and_bytes_of_any_shape() {
    const std::string text = "a string of the standard library";
    const std::vector<unsigned char> bytes{1, 2, 3};
    const char *const pointer = "a pointer";
    start();
    const NodeRef root = inspector.root();
    String value = root.create_string(text, "literal");
    OK(value.set(text));
    OK(value.set(text.substr(0, 8)));
    OK(value.set(std::string("temporary")));
    SEEN("{\"a string of the standard library\":\"temporary\"}");
    OK(value.set(GBX_STR("of C")));
    OK(value.set(gbx_str_t{text.data(), 1}));
    SEEN("{\"a string of the standard library\":\"a\"}");
    OK(value.set(Str::of(pointer)));
    SEEN("{\"a string of the standard library\":\"a pointer\"}");
    OK(value.set(""));
    OK(value.set("zero\0inside"));
    SEEN("{\"a string of the standard library\":\"zero\\u0000inside\"}");
#if __cplusplus >= 201703L
    OK(value.set(std::string_view("a view").substr(2)));
    SEEN("{\"a string of the standard library\":\"view\"}");
#endif
    OK(value.remove());

    Bytes raw = root.create_bytes("raw", bytes);
    OK(raw.set(std::string("bytes")));
    SEEN("{\"raw\":\"b64:Ynl0ZXM=\"}");
    OK(raw.set({bytes.data(), 2}));
    SEEN("{\"raw\":\"b64:AQI=\"}");
    OK(raw.set({nullptr, 0}));
    SEEN("{\"raw\":\"b64:\"}");
}

void arrays() {
    std::int64_t i = 0;
    std::uint64_t u = 0;
    double d = 0.0;
    char buffer[8];
    std::size_t length = 0;
    start();
    const NodeRef root = inspector.root();
    IntArray ints = root.create_int_array("ints", 2);
    UintArray uints = root.create_uint_array("uints", 2);
    DoubleArray doubles = root.create_double_array("doubles", 2);
    StringArray strings = root.create_string_array("strings", 2);
    OK(ints.set(0, -5));
    OK(ints.add(0, 2));
    OK(ints.subtract(1, 7));
    OK(uints.set(1, 5));
    OK(uints.add(1, 1));
    OK(uints.subtract(1, 2));
    OK(doubles.set(0, 0.5));
    OK(doubles.add(0, 0.5));
    OK(doubles.subtract(1, 0.5));
    OK(strings.set(1, "one"));
    SEEN("{\"doubles\":[1.0,-0.5],\"ints\":[-3,-7],\"strings\":[\"\",\"one\"],\"uints\":[0,4]}");
    EXPECT(GBX_ERROR_OUT_OF_RANGE, ints.set(2, 1));
    OK(ints.get(0, i));
    OK(uints.get(1, u));
    OK(doubles.get(0, d));
    OK(strings.get(1, buffer, sizeof buffer, length));
    CHECK(i == -3 && u == 4 && d > 0.9 && d < 1.1 && length == 3);
}

void histograms() {
    start();
    const NodeRef root = inspector.root();
    IntLinearHistogram il = root.create_int_linear_histogram("il", -1, 1, 1);
    UintLinearHistogram ul = root.create_uint_linear_histogram("ul", 1, 1, 1);
    DoubleLinearHistogram dl = root.create_double_linear_histogram("dl", 0.0, 1.0, 1);
    IntExponentialHistogram ie = root.create_int_exponential_histogram("ie", -1, 1, 2, 1);
    UintExponentialHistogram ue = root.create_uint_exponential_histogram("ue", 1, 1, 2, 1);
    DoubleExponentialHistogram de = root.create_double_exponential_histogram("de", 0.0, 1.0, 2.0, 1);
    OK(il.insert(-1));
    OK(ul.insert(0));
    OK(ul.clear());
    OK(ul.insert(1));
    OK(dl.insert_multiple(0.5, 2));
    OK(ie.insert_multiple(-1, 3));
    OK(ue.insert(1));
    OK(de.insert(0.5));
    OK(de.insert(9.0));
    SEEN("{\"de\":{\"size\":3,\"floor\":0.0,\"initial_step\":1.0,\"step_multiplier\":2.0,\"counts\":[0.0,1.0,1.0]},"
         "\"dl\":{\"size\":3,\"floor\":0.0,\"step\":1.0,\"counts\":[2.0],\"indexes\":[1]},"
         "\"ie\":{\"size\":3,\"floor\":-1,\"initial_step\":1,\"step_multiplier\":2,\"counts\":[3],\"indexes\":[1]},"
         "\"il\":{\"size\":3,\"floor\":-1,\"step\":1,\"counts\":[1],\"indexes\":[1]},"
         "\"ue\":{\"size\":3,\"floor\":1,\"initial_step\":1,\"step_multiplier\":2,\"counts\":[1],\"indexes\":[1]},"
         "\"ul\":{\"size\":3,\"floor\":1,\"step\":1,\"counts\":[1],\"indexes\":[1]}}");
    OK(il.clear());
    OK(dl.clear());
    OK(ie.clear());
    OK(ue.clear());
    OK(de.clear());
}

void texts_of_fixed_capacity_and_links() {
    char buffer[16];
    std::size_t length = 0;
    start();
    const NodeRef root = inspector.root();
    Text text = root.create_text("step", 24);
    OK(text.set("waiting"));
    OK(text.set("up"));
    OK(text.get(buffer, sizeof buffer, length));
    CHECK(std::string(buffer, length) == "up");
    EXPECT(GBX_ERROR_OVER_CAPACITY, text.set("a text that is longer than that"));
    Link child = root.create_child_link("child", "child-0");
    Link other = root.create_inline_link("other", "other-1");
    OK(child.content(buffer, sizeof buffer, length));
    CHECK(std::string(buffer, length) == "child-0");
    SEEN("{\"step\":\"up\"}");
}

void a_transaction_lasts_as_long_as_its_scope() {
    start();
    Uint one = inspector.root().create_uint("one", 0);
    const std::uint64_t before = generation();
    {
        Transaction transaction(inspector);
        OK(transaction.status());
        OK(one.add(1));
        OK(one.add(1));
        CHECK(generation() == before);
    }
    CHECK(generation() == before + 2);
    Transaction transaction(inspector);
    OK(transaction.end());
    EXPECT(GBX_ERROR_NOT_IN_TRANSACTION, transaction.end());
    Inspector never;
    Transaction none(never);
    EXPECT(GBX_ERROR_NOT_INITIALISED, none.status());
}

void health_and_statistics() {
    start();
    {
        Health health;
        OK(health.create(inspector.root(), -7));
        OK(health.unhealthy("no antenna"));
        SEEN("{\"fuchsia.inspect.Health\":{\"message\":\"no antenna\",\"start_timestamp_nanos\":-7,"
             "\"status\":\"UNHEALTHY\"}}");
        Health moved = std::move(health);
        CHECK(!health && moved);
        OK(moved.set("RETRYING", "twice"));
        OK(moved.set("DRAINING"));
        SEEN("{\"fuchsia.inspect.Health\":{\"start_timestamp_nanos\":-7,\"status\":\"DRAINING\"}}");
        OK(moved.ok());
        health = std::move(moved);
        OK(health.ok());
    }
    SEEN("{}");
    {
        Stats stats;
        EXPECT(GBX_ERROR_NULL, stats.update());
        OK(stats.create(inspector.root()));
        Stats moved = std::move(stats);
        OK(moved.update());
        stats = std::move(moved);
        OK(stats.update());
        CHECK(blocks_in_use() > 9);
        OK(stats.remove());
        OK(stats.remove());
    }
    CHECK(blocks_in_use() == 1);
}

void a_bounded_list() {
    start();
    {
        BoundedList<2> list;
        EXPECT(GBX_ERROR_NULL, list.push([](NodeRef) { return GBX_OK; }));
        OK(list.create(inspector.root(), "log"));
        for (std::uint64_t number = 0; number < 3; number++) {
            OK(list.push([number](NodeRef entry) { return entry.record_uint("number", number); }));
        }
        SEEN("{\"log\":{\"1\":{\"number\":1},\"2\":{\"number\":2}}}");
        // An entry that cannot be filled is not there, and the reason is what the function gave.
        const auto refuse = [](NodeRef entry) { return entry.record_string("text", Str::of("\xff")); };
        EXPECT(GBX_ERROR_INVALID_UTF8, list.push(refuse));
        SEEN("{\"log\":{\"2\":{\"number\":2}}}");
    }
    SEEN("{}");
}

void a_value_list_goes_at_once() {
    start();
    Node node = inspector.root().create_node("connection");
    {
        ValueList<2> values(inspector);
        Uint third = node.create_uint("c", 3);
        OK(values.add(node.create_uint("a", 1)));
        OK(values.add(node.create_string("b", "two")));
        EXPECT(GBX_ERROR_OUT_OF_RANGE, values.add(std::move(third)));
        CHECK(third && values.size() == 2);
        EXPECT(GBX_ERROR_NO_HANDLE, values.add(Uint()));
        SEEN("{\"connection\":{\"a\":1,\"b\":\"two\",\"c\":3}}");
        const std::uint64_t before = generation();
        OK(values.clear());
        CHECK(generation() == before + 2 && values.size() == 0);
        OK(values.add(std::move(third)));
        ValueList<2> moved(std::move(values));
        CHECK(moved.size() == 1);
        Inspector other;
        ValueList<1> foreign(other);
        EXPECT(GBX_ERROR_FOREIGN_HANDLE, foreign.add(node.create_uint("d", 4)));
    }
    SEEN("{\"connection\":{}}");
}

void values_move_and_are_found() {
    start();
    Node a = inspector.root().create_node("a");
    Node b = inspector.root().create_node("b");
    Uint value = a.create_uint("value", 1);
    OK(value.reparent(b));
    OK(b.reparent(a));
    EXPECT(GBX_ERROR_WOULD_CYCLE, a.reparent(b));
    SEEN("{\"a\":{\"b\":{\"value\":1}}}");
    OK(b.reparent(inspector.root()));
    UintRef found;
    OK(b.find("value", found));
    OK(found.set(2));
    NodeRef node;
    OK(inspector.root().find("a", node));
    CHECK(node.handle().block == a.handle().block);
    EXPECT(GBX_ERROR_NOT_FOUND, b.find("other", found));
    CHECK(!found);
    char buffer[8];
    std::size_t length = 0;
    OK(inspector.unique_name("n-", buffer, sizeof buffer, length));
    CHECK(std::string(buffer, length) == "n-0");
}

// Finds a value of each kind below a node of a file that another inspector wrote.
void a_file_is_adopted() {
    static std::uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(sizeof region) / 4];
    gbx_inspect_adoption_t adoption = gbx_inspect_adoption_t();
    start();
    const NodeRef old = inspector.root().create_node("node").keep();
    OK(old.create_int("v", 1).record());
    OK(old.create_uint("v", 1).record());
    OK(old.create_double("v", 1.0).record());
    OK(old.create_bool("v", true).record());
    OK(old.create_string("v", "text").record());
    OK(old.record_bytes("v", std::string("raw")));
    OK(old.create_text("v", 8).record());
    OK(old.create_int_array("v", 1).record());
    OK(old.create_uint_array("v", 1).record());
    OK(old.create_double_array("v", 1).record());
    OK(old.create_string_array("v", 1).record());
    OK(old.create_int_linear_histogram("v", 0, 1, 1).record());
    OK(old.create_uint_linear_histogram("v", 0, 1, 1).record());
    OK(old.create_double_linear_histogram("v", 0.0, 1.0, 1).record());
    OK(old.create_int_exponential_histogram("v", 0, 1, 2, 1).record());
    OK(old.create_uint_exponential_histogram("v", 0, 1, 2, 1).record());
    OK(old.create_double_exponential_histogram("v", 0.0, 1.0, 2.0, 1).record());
    OK(old.create_child_link("v", "link-0").record());

    Inspector next;
    NodeRef node;
    IntRef i;
    UintRef u;
    DoubleRef d;
    BoolRef b;
    StringRef s;
    BytesRef y;
    TextRef t;
    IntArrayRef ia;
    UintArrayRef ua;
    DoubleArrayRef da;
    StringArrayRef sa;
    IntLinearHistogramRef il;
    UintLinearHistogramRef ul;
    DoubleLinearHistogramRef dl;
    IntExponentialHistogramRef ie;
    UintExponentialHistogramRef ue;
    DoubleExponentialHistogramRef de;
    LinkRef l;
    OK(next.adopt(region, scratch, adoption));
    CHECK(adoption.outcome == GBX_OUTCOME_WHOLE);
    OK(next.root().find("node", node));
    OK(node.find("v", i));
    OK(node.find("v", u));
    OK(node.find("v", d));
    OK(node.find("v", b));
    OK(node.find("v", s));
    OK(node.find("v", y));
    OK(node.find("v", t));
    OK(node.find("v", ia));
    OK(node.find("v", ua));
    OK(node.find("v", da));
    OK(node.find("v", sa));
    OK(node.find("v", il));
    OK(node.find("v", ul));
    OK(node.find("v", dl));
    OK(node.find("v", ie));
    OK(node.find("v", ue));
    OK(node.find("v", de));
    OK(node.find("v", l));
    OK(i.set(2));
    OK(t.set("fixed"));
    OK(dl.insert(0.5));
    OK(node.delete_tree());
    shows("{}", next.state(), __FILE__, __LINE__);

    region[0] = 0xff;
    OK(next.adopt_or_start(region, scratch, adoption));
    CHECK(adoption.outcome == GBX_OUTCOME_FRESH);
    EXPECT(GBX_ERROR_NOT_ADOPTABLE, (region[0] = 0xff, next.adopt(region, scratch, adoption)));
}

void copies_and_the_end() {
    static std::uint64_t copy[sizeof region / 8];
    const void *address = nullptr;
    std::size_t size = 0;
    start();
    Int number = inspector.root().create_int("n", 1);
    OK(inspector.frozen_copy(copy, sizeof copy, size));
    CHECK(std::string(shown(copy, size)) == "{\"root\":{\"n\":1}}");
    OK(inspector.file(address, size));
    CHECK(address == static_cast<const void *>(region));
    OK(inspector.freeze());
    EXPECT(GBX_ERROR_FROZEN, number.set(2));
    OK(number.keep() ? GBX_OK : GBX_ERROR_NO_HANDLE);
    OK(inspector.start(region));
    OK(inspector.stop());
    EXPECT(GBX_ERROR_NOT_INITIALISED, inspector.stop());
}

// A lock that is taken at once, and remembers what it was asked.
struct Mask {
    std::size_t held = 0;
    std::size_t lock() { return held++; }
    void unlock(std::size_t key) { held = key; }
};

struct Taken {
    bool try_lock() { return false; }
    void unlock() {}
};

void locks_of_any_shape() {
    std::mutex mutex;
    OK(inspector.start(region, lock_of(mutex)));
    Uint number = inspector.root().create_uint("n", 0);
    OK(number.add(1));
    CHECK(mutex.try_lock());
    mutex.unlock();
    (void)number.keep();

    Mask mask;
    OK(inspector.start(region, mask_of(mask)));
    OK(inspector.root().record_uint("n", 0));
    CHECK(mask.held == 0);

    Taken taken;
    OK(inspector.start(region, try_lock_of(taken)));
    EXPECT(GBX_ERROR_BUSY, inspector.root().record_uint("n", 0));

    gbx_inspect_config_t config = gbx_inspect_config_t();
    config.flags = GBX_INSPECT_NO_BOOK;
    OK(inspector.start(region, &config));
    OK(inspector.start(region, sizeof region, &config));
}

}  // namespace

int main() {
    values_go_with_their_owners();
    owners_are_moved();
    a_creation_that_fails_gives_a_null_owner();
    numbers_strings_and_bytes();
    texts_and_bytes_of_any_shape();
    arrays();
    histograms();
    texts_of_fixed_capacity_and_links();
    a_transaction_lasts_as_long_as_its_scope();
    health_and_statistics();
    a_bounded_list();
    a_value_list_goes_at_once();
    values_move_and_are_found();
    a_file_is_adopted();
    copies_and_the_end();
    locks_of_any_shape();
    return result("inspect_hpp");
}
