/* A warm restart: memory that survives a reset, and a new writer that goes on with the file in it. */
#include "save.h"

/* In a linker script of firmware this section is neither loaded nor cleared:
 *     .noinit (NOLOAD) : { KEEP(*(.noinit)) } > RAM */
GBX_REGION_IN(memory, 4096, ".noinit.glassbox");
static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(4096) / 4];
static gbx_inspect_t state;

static void start(void) {
    gbx_inspect_adoption_t adoption;
    gbx_uint_t boots;
    if (gbx_inspect_adopt_or_start(&state, memory, sizeof memory, NULL, scratch, sizeof scratch, &adoption) != GBX_OK) {
        return;
    }
    switch (adoption.outcome) {
    case GBX_OUTCOME_WHOLE: /* All of it is as it was. */
    case GBX_OUTCOME_CLOSED: /* The reset came in the middle of an update, which may be half done. */
        break;
    case GBX_OUTCOME_FRESH: /* There was no file that can be trusted; `problem` says why. */
    default:
        gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("lost"), adoption.problem);
        gbx_inspect_record_uint(&state, GBX_ROOT, GBX_STR("boots"), 0);
        break;
    }
    /* The handles of before the reset are gone: values are found by their names. */
    if (gbx_inspect_find_uint(&state, GBX_ROOT, GBX_STR("boots"), &boots) == GBX_OK) {
        gbx_inspect_uint_add(&state, boots, 1);
    }
}

int main(void) {
    start();
    start();
    return save(&state);
}
