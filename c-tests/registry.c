/* The table of regions: what is listed, what is refused, and what a reader of the memory finds. */
#include "harness.h"

GBX_REGISTRY(2);
GBX_REGION(first, 64);
GBX_REGION(second, 128);

#define LISTED(slot_, name_, address_, size_, format_) \
    CHECK(gbx_registry.slot[slot_].state == 1 && gbx_registry.slot[slot_].size == (size_) && \
          gbx_registry.slot[slot_].format == (format_) && is_at(gbx_registry.slot[slot_].address, (address_)) && \
          memcmp(gbx_registry.slot[slot_].name, name_, sizeof name_) == 0)

/* The numbers are looked at as bytes: a cast from a pointer is not the same in all languages. */
static bool is_at(size_t address, const void *memory) {
    return memcmp(&address, &memory, sizeof address) == 0;
}

static gbx_status_t add(const char *name, uint32_t format, const void *address, size_t size) {
    return gbx_registry_add(&gbx_registry.head, str(name), format, address, size);
}

static void regions_are_listed(void) {
    OK(add("first", GBX_FORMAT_INSPECT, first, sizeof first));
    OK(add("a name that has 24 bytes", GBX_FORMAT_MMV, second, sizeof second));
    LISTED(0, "first\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", first, 64, 1);
    CHECK(memcmp(gbx_registry.slot[1].name, "a name that has 24 bytes", GBX_REGISTRY_NAME) == 0);
    EXPECT(GBX_ERROR_FULL, add("third", GBX_FORMAT_INSPECT, &gbx_registry, 1));

    OK(gbx_registry_remove(&gbx_registry.head, first));
    CHECK(gbx_registry.slot[0].state == 0);
    EXPECT(GBX_ERROR_NOT_FOUND, gbx_registry_remove(&gbx_registry.head, first));
    OK(add("again", GBX_FORMAT_TRACE, first, sizeof first));
    LISTED(0, "again\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", first, 64, 3);
    OK(add("anew", GBX_FORMAT_INSPECT, first, 32));
    LISTED(0, "anew\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", first, 32, 1);
    OK(gbx_registry_remove(&gbx_registry.head, second));
}

static void what_is_wrong_is_refused(void) {
    static const char bad[] = "\xff";
    gbx_registry_t other = gbx_registry.head;
    EXPECT(GBX_ERROR_NULL, gbx_registry_add(NULL, GBX_STR("x"), GBX_FORMAT_INSPECT, second, sizeof second));
    EXPECT(GBX_ERROR_NULL, gbx_registry_remove(NULL, second));
    EXPECT(GBX_ERROR_NULL, add("x", GBX_FORMAT_INSPECT, NULL, 1));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, add("x", 0, second, sizeof second));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, add("x", 4, second, sizeof second));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, add("", GBX_FORMAT_INSPECT, second, sizeof second));
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, add("x", GBX_FORMAT_INSPECT, second, 0));
    EXPECT(GBX_ERROR_TOO_LONG, add("a name that has 25 bytes.", GBX_FORMAT_INSPECT, second, sizeof second));
    EXPECT(GBX_ERROR_INVALID_UTF8, add(bad, GBX_FORMAT_INSPECT, second, sizeof second));
    other.version = 2;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_registry_add(&other, GBX_STR("x"), GBX_FORMAT_INSPECT, second, 1));
    other.version = 1;
    other.magic[0] = 'g';
    EXPECT(GBX_ERROR_INVALID_ARGUMENT, gbx_registry_remove(&other, second));
    CHECK(gbx_registry.slot[0].state == 1 && gbx_registry.slot[1].state == 0);
}

int main(void) {
    CHECK(memcmp(&gbx_registry, "GBXTABLE", 8) == 0);
    CHECK(sizeof gbx_registry == 16 + 2 * sizeof(gbx_registry_slot_t));
    regions_are_listed();
    what_is_wrong_is_refused();
    return result("registry");
}
