/* Text of fixed capacity, for control loops and interrupt handlers: it is set in place, in bounded time, and never
 * fails for want of space. */
#include "save.h"

GBX_REGION(memory, 1024);
static gbx_inspect_t state;
static gbx_text_t phase;
static gbx_uint_t rounds;

/* What may come in between on one core is refused while the writer is at work; it costs one round of news. */
static void on_timer(void) {
    gbx_inspect_text_set(&state, phase, GBX_STR("measuring"));
    gbx_inspect_uint_add(&state, rounds, 1);
    gbx_inspect_text_set(&state, phase, GBX_STR("waiting"));
}

int main(void) {
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_create_text(&state, GBX_ROOT, GBX_STR("phase"), 24, &phase);
    gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("rounds"), 0, &rounds);
    on_timer();
    return save(&state);
}
