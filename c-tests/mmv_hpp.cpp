// Metrics from C++: a class for each type, which refuses the values of all others.
#include "mmv_tables.h"

#include "glassbox_mmv.hpp"

#include <type_traits>

using namespace glassbox;

static_assert(!std::is_convertible<gbx_mmv_value_t, MetricU64>::value, "which type it has is said");
static_assert(!std::is_constructible<MetricU32, MetricU64>::value, "one type is no other");
static_assert(!std::is_copy_constructible<Metrics>::value, "a file has one writer");

GBX_REGION(region, SIZE_OF_ALL);

template <class Metric, class Number> static void a_number(const Metrics &all, const char *name, Number one) {
    Number number = Number();
    Status status = GBX_ERROR_NULL;
    const Metric metric(all.find(Str::of(name)), &status);
    OK(status);
    CHECK(bool(metric));
    OK(metric.set(one));
    OK(metric.inc());
    OK(metric.add(one));
    OK(metric.get(number));
    CHECK(!(number < one + one + one) && !(number > one + one + one));
    const Status shared = metric.add_shared(one);
    CHECK(shared == metric.inc_shared() && (shared == GBX_OK || sizeof(Number) == 8));
    OK(metric.set_unavailable());
    EXPECT(GBX_ERROR_NOT_AVAILABLE, metric.get(number));
}

static void texts_and_times(const Metrics &all) {
    const MetricString text(all.find("core.state", "core1"));
    const MetricElapsed elapsed(all.at(ELAPSED));
    char buffer[8];
    size_t length = 0;
    uint64_t time = 0;
    CHECK(bool(text) && bool(elapsed));
    OK(text.set("busy"));
    OK(text.get(buffer, sizeof buffer, length));
    CHECK(length == 4 && strcmp(buffer, "busy") == 0);
    OK(elapsed.set(10));
    OK(elapsed.start(100));
    OK(elapsed.open_since(time));
    CHECK(time == 100);
    OK(elapsed.end(105));
    OK(elapsed.add(1));
    OK(elapsed.start(200));
    OK(elapsed.discard());
    OK(elapsed.get(time));
    CHECK(time == 16);
    OK(elapsed.set_unavailable());
}

static void what_is_wrong_is_null(const Metrics &all) {
    Status status = GBX_OK;
    uint64_t number = 7;
    const MetricU64 none;
    EXPECT(GBX_ERROR_NO_HANDLE, none.inc());
    const MetricU64 missing(all.find("nothing", &status));
    EXPECT(GBX_ERROR_NOT_FOUND, status);
    EXPECT(GBX_ERROR_NO_HANDLE, missing.get(number));
    const MetricU64 other(all.find("alone.i32"), &status);
    EXPECT(GBX_ERROR_WRONG_KIND, status);
    CHECK(!other && number == 7);
    EXPECT(GBX_ERROR_NO_HANDLE, other.set(1));
    EXPECT(GBX_ERROR_NO_HANDLE, MetricString(all.at(U64)).set("text"));
    EXPECT(GBX_ERROR_NO_HANDLE, MetricElapsed().start(1));
}

int main() {
    gbx_mmv_tables_t tables = all_tables();
    tables.flags = GBX_MMV_SENTINEL;
    {
        Metrics all;
        OK(all.start(region, tables, generation(1)));
        a_number<MetricI32, int32_t>(all, "alone.i32", 1);
        a_number<MetricU32, uint32_t>(all, "alone.u32", 1);
        a_number<MetricI64, int64_t>(all, "alone.i64", 1);
        a_number<MetricU64, uint64_t>(all, "alone.u64", 1);
        a_number<MetricFloat, float>(all, "alone.float", 1.0f);
        a_number<MetricDouble, double>(all, "alone.double", 1.0);
        texts_and_times(all);
        what_is_wrong_is_null(all);
    }
    Metrics next;
    EXPECT(GBX_ERROR_REFUSED, next.adopt(region, tables, generation(2)));
    OK(next.lay_out(region, tables, generation(3)));
    OK(next.publish());
    OK(next.stop());
    return result("mmv_hpp");
}
