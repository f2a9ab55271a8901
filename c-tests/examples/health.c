/* Health and statistics: what every reader of Inspect files looks for first, in nodes of known names. */
#include "save.h"

GBX_REGION(memory, 4096);
static gbx_inspect_t state;
static gbx_inspect_health_t health;
static gbx_inspect_stats_t stats;

/* Nanoseconds since the program was started, from a clock that the program has. */
static int64_t now(void) {
    return 0;
}

static bool antenna_is_there(void) {
    return false;
}

int main(void) {
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_create_health(&state, GBX_ROOT, now(), &health);
    gbx_inspect_create_stats(&state, GBX_ROOT, &stats);

    if (antenna_is_there()) {
        gbx_inspect_health_ok(&state, &health);
    } else {
        gbx_inspect_health_unhealthy(&state, &health, GBX_STR("no antenna"));
    }

    /* The statistics are those of the last update: once a minute, or before a copy is taken. */
    gbx_inspect_stats_update(&state, &stats);
    return save(&state);
}
