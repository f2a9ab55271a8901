// A warm restart in C++: the file is adopted, and values are found by their names.
#include "glassbox.hpp"

#include "save.h"

GBX_REGION_IN(memory, 4096, ".noinit.glassbox");
static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(4096) / 4];
static glassbox::Inspector inspector;

static void start() {
    gbx_inspect_adoption_t adoption = gbx_inspect_adoption_t();
    if (inspector.adopt_or_start(memory, scratch, adoption) != GBX_OK) {
        return;
    }
    if (adoption.outcome == GBX_OUTCOME_FRESH) {
        inspector.root().record_string("lost", adoption.problem);
        inspector.root().record_uint("boots", 0);
    }
    glassbox::UintRef boots;
    if (inspector.root().find("boots", boots) == GBX_OK) {
        boots.add(1);
    }
}

int main() {
    start();
    start();
    return save(inspector.state());
}
