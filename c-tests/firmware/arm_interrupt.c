/* The main loop and an interrupt of a timer share one writer over the lock that masks interrupts. Both count, in values of
 * their own and in one that they share, until there were a million updates; none is lost. */
#define GBX_LOCK_PRIMASK
#include "glassbox_locks.h"

#include "../harness.h"
#include "board.h"

#define UPDATES 1000000u

GBX_REGION(region, 2048);
static gbx_inspect_t state;
static gbx_uint_t shared, ticks;
static volatile uint32_t interrupted;
static volatile uint32_t wrong;

void arm_systick_isr(void);
void arm_systick_isr(void) {
    wrong += gbx_inspect_uint_add(&state, shared, 1) != GBX_OK;
    wrong += gbx_inspect_uint_add(&state, ticks, 1) != GBX_OK;
    interrupted++;
}

int main(void) {
    gbx_inspect_config_t config;
    gbx_uint_t looped;
    uint64_t total = 0, of_interrupts = 0, of_loop = 0;
    uint32_t i;
    memset(&config, 0, sizeof config);
    config.lock = gbx_primask_lock();
    OK(gbx_inspect_init(&state, region, sizeof region, &config));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("shared"), 0, &shared));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("ticks"), 0, &ticks));
    OK(gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("looped"), 0, &looped));
    /* A number that no length of the loop divides, so that interrupts come everywhere. */
    board_start_timer(997);
    for (i = 0; i < UPDATES; i++) {
        wrong += gbx_inspect_uint_add(&state, shared, 1) != GBX_OK;
        wrong += gbx_inspect_uint_add(&state, looped, 1) != GBX_OK;
    }
    board_stop_timer();
    OK(gbx_inspect_uint_get(&state, shared, &total));
    OK(gbx_inspect_uint_get(&state, ticks, &of_interrupts));
    OK(gbx_inspect_uint_get(&state, looped, &of_loop));
    CHECK(wrong == 0);
    CHECK(interrupted > 1000);
    CHECK(of_interrupts == interrupted && of_loop == UPDATES);
    CHECK(total == of_interrupts + of_loop);
    return result("arm_interrupt");
}
