/* Arrays: numbers side by side, and strings that share their memory with all equal ones of the file. */
#include "save.h"

GBX_REGION(memory, 4096);
static gbx_inspect_t state;

enum core { CORE_0, CORE_1, CORES };

int main(void) {
    gbx_uint_array_t switches;
    gbx_string_array_t running;
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_create_uint_array(&state, GBX_ROOT, GBX_STR("context_switches"), CORES, &switches);
    gbx_inspect_create_string_array(&state, GBX_ROOT, GBX_STR("running"), CORES, &running);

    gbx_inspect_uint_array_add(&state, switches, CORE_0, 1);
    gbx_inspect_uint_array_add(&state, switches, CORE_1, 1);
    gbx_inspect_string_array_set(&state, running, CORE_0, GBX_STR("idle"));
    gbx_inspect_string_array_set(&state, running, CORE_1, GBX_STR("idle"));

    /* A slot that is not there is an error, and nothing changes. */
    return gbx_inspect_uint_array_add(&state, switches, CORES, 1) == GBX_OK ? 1 : save(&state);
}
