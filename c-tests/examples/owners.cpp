// A radio in C++: values that go with their owners.
#include "glassbox.hpp"

#include "save.h"

GBX_REGION(memory, 8192);
static glassbox::Inspector inspector;

namespace {

// A sensor that the radio hears. What it shows is in the tree for as long as it lives.
class Sensor {
public:
    Sensor(glassbox::NodeRef sensors, glassbox::Str name)
        : node_(sensors.create_node(name)), temperature_(node_.create_double("temperature", 0.0)),
          readings_(node_.create_uint("readings", 0)) {}

    void read(double temperature) {
        // Readers see both, or none.
        glassbox::Transaction transaction(inspector);
        temperature_.set(temperature);
        readings_.add(1);
    }

private:
    glassbox::Node node_;
    glassbox::Double temperature_;
    glassbox::Uint readings_;
};

class Radio {
public:
    explicit Radio(glassbox::NodeRef root)
        : node_(root.create_node("radio")), packets_(node_.create_uint("packets", 0)),
          sizes_(node_.create_uint_exponential_histogram("sizes", 0, 64, 2, 6)) {
        node_.record_string("firmware", "4.2.1");
        log_.create(node_, "log");
    }

    void receive(unsigned size) {
        packets_.add(1);
        sizes_.insert(size);
        log_.push([size](glassbox::NodeRef entry) { return entry.record_uint("size", size); });
    }

private:
    glassbox::Node node_;
    glassbox::Uint packets_;
    glassbox::UintExponentialHistogram sizes_;
    glassbox::BoundedList<4> log_;
};

}  // namespace

int main() {
    if (inspector.start(memory) != GBX_OK) {
        return 1;
    }
    Radio radio(inspector.root());
    radio.receive(120);
    radio.receive(1500);

    glassbox::Node sensors = inspector.root().create_node("sensors");
    Sensor kitchen(sensors, "kitchen");
    kitchen.read(21.5);
    {
        Sensor garden(sensors, "garden");
        garden.read(-3.0);
    }  // The garden is out of reach now, and out of the tree.
    return save(inspector.state());
}
