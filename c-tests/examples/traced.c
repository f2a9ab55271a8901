/* Tracepoints: calls at any rate, of which those are recorded that are selected at the moment. The calls are made from
 * traces/radio.tdf by `glassbox trace generate`. What is selected changes while the program runs. */
#include "glassbox.h"

#include <stdio.h>

/* What this thread traces through. A program with threads has one for each, for example in thread-local memory. */
static gbx_trace_context_t here;
#define GBX_TRACE_CONTEXT(thread) (thread)
#define GBX_TRACE_CURRENT() (&here)
#include "traces/ut_radio.h"
/* The tables. A larger program compiles this file beside its own. */
#include "traces/ut_radio.c"

GBX_REGION(memory, GBX_TRACE_SIZE(1, 1024, 0)); /* one record, that is one thread, of 1024 bytes */
static gbx_trace_t engine;

/* A clock that needs no hardware. */
static uint64_t now;
static uint64_t microseconds(void *context) {
    (void)context;
    now += 250;
    return now;
}

static int receive(unsigned channel, unsigned size) {
    Trc_RADIO_Receive_Entry(&here, channel);
    if (size > 64) {
        Trc_RADIO_TooLong(&here, size);
        Trc_RADIO_Receive_Exit(&here, -1);
        return -1;
    }
    Trc_RADIO_Frame(&here, size, 6, "beacon");
    Trc_RADIO_Receive_Exit(&here, size);
    return 0;
}

int main(void) {
    static gbx_trace_config_t config; /* all zero, which is right for what is not set */
    config.clock.ticks = microseconds;
    config.clock.frequency = 1000000;
    config.wall_clock = UINT64_C(1767276642000); /* milliseconds since 1970 at the start */
    if (gbx_trace_init(&engine, memory, sizeof memory, &config) != GBX_OK) {
        return 1;
    }
    gbx_trace_register(&engine, &gbx_trace_component_radio, NULL);
    gbx_trace_attach(&engine, GBX_TRACE_THREAD(0), GBX_STR("main"), &here);

    /* Nothing is selected yet: this is a load and a branch. */
    Trc_RADIO_Started("1.9");

    gbx_trace_set(&engine, GBX_STR("maximal=radio"), NULL);
    Trc_RADIO_Started("2.0");
    receive(11, 48);

    /* Only what is serious. */
    gbx_trace_set(&engine, GBX_STR("none:maximal=radio{level1}"), NULL);
    receive(12, 48);
    receive(12, 200);

    gbx_trace_detach(&here);
    /* The region is a trace file at every moment, also in the dump of a program that died. */
    return fwrite(memory, sizeof memory, 1, stdout) == 1 ? 0 : 1;
}
