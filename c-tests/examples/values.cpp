// Arrays, histograms, bytes and texts of fixed capacity, in C++.
#include "glassbox.hpp"

#include "save.h"

GBX_REGION(memory, 4096);
static glassbox::Inspector inspector;

int main() {
    const unsigned char serial[] = {0x47, 0x42, 0x58, 0x01};
    if (inspector.start(memory) != GBX_OK) {
        return 1;
    }
    const glassbox::NodeRef root = inspector.root();
    root.record_bytes("serial", serial);

    // A slot that is not there is an error, and nothing changes.
    glassbox::UintArray switches = root.create_uint_array("context_switches", 2);
    switches.add(0, 1);
    if (switches.add(2, 1) == GBX_OK) {
        return save(inspector.state());
    }
    glassbox::StringArray running = root.create_string_array("running", 2);
    running.set(0, "idle");

    // 12 buckets of 10 degrees from -40 on; what is colder or hotter is counted as well.
    glassbox::IntLinearHistogram temperature = root.create_int_linear_histogram("temperature", -40, 10, 12);
    temperature.insert(-41);
    temperature.insert_multiple(21, 1000);

    // A control loop sets its text in place, in bounded time, and never lacks space.
    glassbox::Text phase = root.create_text("phase", 24);
    phase.set("measuring");
    phase.set("waiting");
    return save(inspector.state());
}
