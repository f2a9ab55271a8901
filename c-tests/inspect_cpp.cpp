// The C interface from C++, as a C++ program would use it: with containers, function objects and threads.
#include "harness.h"

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

static_assert(!std::is_convertible<gbx_node_t, gbx_uint_t>::value, "a node is no number");
static_assert(!std::is_convertible<gbx_int_t, gbx_uint_t>::value, "a signed number is no unsigned one");
static_assert(std::is_trivially_copyable<gbx_node_t>::value, "a handle is a plain value");
static_assert(std::is_standard_layout<gbx_inspect_t>::value, "a state has the layout of C");
static_assert(std::is_same<std::underlying_type<gbx_status_t>::type, std::int32_t>::value, "a status has 32 bits");

namespace {

gbx_str_t view(const std::string &text) {
    return gbx_str_t{text.data(), text.size()};
}

// A lock out of a mutex of the standard library.
gbx_lock_t lock_of(std::mutex &mutex) {
    return gbx_lock_t{&mutex,
                      [](void *context, std::size_t *) {
                          static_cast<std::mutex *>(context)->lock();
                          return true;
                      },
                      [](void *context, std::size_t) { static_cast<std::mutex *>(context)->unlock(); }};
}

// The tree in some memory as JSON.
std::string json(const void *region, std::size_t size) {
    std::vector<unsigned char> copy(size);
    std::vector<std::uint32_t> scratch(gbx_inspect_scratch_size(size) / sizeof(std::uint32_t));
    gbx_inspect_snapshot_t snapshot{};
    gbx_inspect_tree_t tree{};
    std::string text;
    const gbx_sink_t sink{&text, [](void *context, const char *data, std::size_t length) {
                              static_cast<std::string *>(context)->append(data, length);
                              return true;
                          }};
    OK(gbx_inspect_snapshot(region, size, 0, copy.data(), copy.size(), &snapshot));
    OK(gbx_inspect_tree_read(&tree, copy.data(), snapshot.size, scratch.data(), scratch.size() * 4, nullptr));
    OK(gbx_inspect_tree_json(&tree, &sink));
    return text;
}

GBX_REGION(region, 16384);
gbx_inspect_t state;

void a_tree_of_standard_containers() {
    const std::vector<std::string> names{"alpha", "", "name with \"quotes\""};
    std::vector<gbx_double_t> values(names.size());
    gbx_node_t node{};
    OK(gbx_inspect_init(&state, region, sizeof region, nullptr));
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("node"), &node));
    for (std::size_t i = 0; i < names.size(); i++) {
        OK(gbx_inspect_create_double(&state, node, view(names[i]), static_cast<double>(i), &values[i]));
    }
    OK(gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("text"), view(std::string(100, 'x'))));
    CHECK(json(region, sizeof region) == "{\"root\":{\"text\":\"" + std::string(100, 'x') +
                                             "\",\"node\":{\"\":1.0,\"alpha\":0.0,\"name with \\\"quotes\\\"\":2.0}}}");
    for (const gbx_double_t &value : values) {
        OK(gbx_inspect_double_delete(&state, value));
    }
    CHECK(json(region, sizeof region) == "{\"root\":{\"text\":\"" + std::string(100, 'x') + "\",\"node\":{}}}");
    OK(gbx_inspect_deinit(&state));
}

void threads_with_a_mutex_of_the_standard_library() {
    constexpr std::uint64_t updates = 20000;
    std::mutex mutex;
    std::atomic<int> wrong{0};
    gbx_inspect_config_t config{};
    gbx_uint_t total{};
    std::uint64_t sum = 0;
    config.lock = lock_of(mutex);
    OK(gbx_inspect_init(&state, region, sizeof region, &config));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("total"), 0, &total));
    auto work = [&] {
        for (std::uint64_t i = 0; i < updates; i++) {
            wrong += gbx_inspect_uint_add(&state, total, 1) != GBX_OK;
        }
    };
    std::thread first(work);
    std::thread second(work);
    first.join();
    second.join();
    CHECK(wrong == 0);
    OK(gbx_inspect_uint_get(&state, total, &sum));
    CHECK(sum == 2 * updates);
    OK(gbx_inspect_deinit(&state));
}

}  // namespace

int main() {
    a_tree_of_standard_containers();
    threads_with_a_mutex_of_the_standard_library();
    return result("inspect_cpp");
}
