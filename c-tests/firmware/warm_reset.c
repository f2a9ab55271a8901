/* A firmware whose state survives a reset: the region lies where the start-up code clears nothing. After a reset the file is
 * adopted, what the last boot had written is kept under `previous`, that of the boot before goes, and a new `boot` begins. Here
 * the board is reset a hundred times, every third time in the middle of a section, and the file does not grow. */
#include "../harness.h"
#include "board.h"

#define BOOTS 100u

GBX_REGION_IN(memory, 2048, ".preserve");
static gbx_inspect_t state;

/* Makes what was `boot` the only thing under `previous`, and gives the number that it had. */
static uint64_t keep_previous(void) {
    gbx_node_t boot, previous;
    gbx_uint_t number;
    uint64_t value = 0;
    if (gbx_inspect_find_node(&state, GBX_ROOT, GBX_STR("previous"), &previous) == GBX_OK) {
        OK(gbx_inspect_node_delete_tree(&state, previous));
    }
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("previous"), &previous));
    OK(gbx_inspect_find_node(&state, GBX_ROOT, GBX_STR("boot"), &boot));
    OK(gbx_inspect_find_uint(&state, boot, GBX_STR("number"), &number));
    OK(gbx_inspect_uint_get(&state, number, &value));
    OK(gbx_inspect_reparent(&state, GBX_ANY(boot), previous));
    return value;
}

/* The file must have the same size from the third boot on: then there was a previous boot, and one before it. */
static void check_size(uint64_t number) {
    gbx_inspect_counters_t counters;
    gbx_uint_t size;
    uint64_t before = 0;
    OK(gbx_inspect_counters(&state, &counters));
    if (number == 3) {
        OK(gbx_inspect_record_uint(&state, GBX_ROOT, GBX_STR("size"), counters.current_size));
    } else if (number > 3) {
        OK(gbx_inspect_find_uint(&state, GBX_ROOT, GBX_STR("size"), &size));
        OK(gbx_inspect_uint_get(&state, size, &before));
        CHECK(counters.current_size == before);
    }
}

int main(void) {
    static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(sizeof memory) / 4];
    gbx_inspect_adoption_t adoption;
    gbx_node_t boot;
    gbx_uint_t work;
    uint64_t number = 1;
    OK(gbx_inspect_adopt_or_start(&state, memory, sizeof memory, NULL, scratch, sizeof scratch, &adoption));
    if (adoption.outcome != GBX_OUTCOME_FRESH) {
        number = keep_previous() + 1;
        CHECK(adoption.outcome == ((number - 1) % 3 == 0 ? GBX_OUTCOME_CLOSED : GBX_OUTCOME_WHOLE));
    }
    OK(gbx_inspect_create_node(&state, GBX_ROOT, GBX_STR("boot"), &boot));
    OK(gbx_inspect_record_uint(&state, boot, GBX_STR("number"), number));
    OK(gbx_inspect_record_string(&state, boot, GBX_STR("reason"), GBX_STR("a reset that the program asked for")));
    OK(gbx_inspect_create_uint(&state, boot, GBX_STR("work"), 0, &work));
    check_size(number);
    if (failures > 0) {
        printf("in boot %u\n", CAST(unsigned, number));
        return result("warm_reset");
    }
    if (number == BOOTS) {
        printf("%u boots\n", CAST(unsigned, number));
        return 0;
    }
    OK(gbx_inspect_uint_add(&state, work, number));
    if (number % 3 == 0) {
        OK(gbx_inspect_begin_transaction(&state));
        OK(gbx_inspect_uint_add(&state, work, 1));
    }
    board_reset();
}
