// Health, statistics, values that go together, and a lock, in C++.
#include "glassbox.hpp"

#include "save.h"

#include <mutex>

GBX_REGION(memory, 4096);
static glassbox::Inspector inspector;
static std::mutex mutex;

int main() {
    // Any thread may write: the mutex is taken for each operation.
    if (inspector.start(memory, glassbox::lock_of(mutex)) != GBX_OK) {
        return 1;
    }
    glassbox::Health health;
    glassbox::Stats stats;
    health.create(inspector.root(), 0);
    stats.create(inspector.root());
    health.unhealthy("no antenna");

    // Static values need no owner: they stay, and a reference to them is two words.
    const glassbox::UintRef packets = inspector.root().create_uint("packets", 0).keep();
    packets.add(1);

    glassbox::Status status = GBX_OK;
    glassbox::Node session = inspector.root().create_node("session", &status);
    if (status == GBX_OK) {
        glassbox::ValueList<2> values(inspector);
        values.add(session.create_string("peer", "10.0.0.1"));
        values.add(session.create_bool("encrypted", true));
    }  // Both are gone, at once.
    health.ok();
    stats.update();
    return save(inspector.state());
}
