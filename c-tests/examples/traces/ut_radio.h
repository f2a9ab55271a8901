/* Tracepoints of radio. Generated from its definition file; do not edit. */
#ifndef UT_radio_H
#define UT_radio_H

#include "glassbox_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

extern uint8_t gbx_trace_active_radio[5];
extern const gbx_trace_component_t gbx_trace_component_radio;

static inline void gbx_trace_radio_0(gbx_trace_context_t *context, const char *a1)
{
    gbx_trace_parameter_t parameters[1];
    parameters[0] = gbx_trace_text(a1);
    gbx_trace_point(context, &gbx_trace_component_radio, 0u, parameters, 1);
}

static inline void gbx_trace_radio_1(gbx_trace_context_t *context, uint32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_radio, 1u, parameters, 1);
}

static inline void gbx_trace_radio_2(gbx_trace_context_t *context, int32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_radio, 2u, parameters, 1);
}

static inline void gbx_trace_radio_3(gbx_trace_context_t *context, uint32_t a1, int64_t a2, const char *a3)
{
    gbx_trace_parameter_t parameters[2];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    start = used;
    parameters[1] = gbx_trace_counted(a2, a3);
    gbx_trace_point(context, &gbx_trace_component_radio, 3u, parameters, 2);
}

static inline void gbx_trace_radio_4(gbx_trace_context_t *context, uint32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_radio, 4u, parameters, 1);
}

#ifdef __cplusplus
}
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_RADIO_Started(P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_radio[0])) { gbx_trace_radio_0(GBX_TRACE_CURRENT(), GBX_TRACE_CAST(gbx_trace_chars_t, P1)); } } while (0)
#else
#define Trc_RADIO_Started(P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_RADIO_Receive_Entry(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_radio[1])) { gbx_trace_radio_1(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uint32_t, P1)); } } while (0)
#else
#define Trc_RADIO_Receive_Entry(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_RADIO_Receive_Exit(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_radio[2])) { gbx_trace_radio_2(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1)); } } while (0)
#else
#define Trc_RADIO_Receive_Exit(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_RADIO_Frame(thread, P1, P2, P3) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_radio[3])) { gbx_trace_radio_3(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uint32_t, P1), GBX_TRACE_CAST(int64_t, P2), GBX_TRACE_CAST(gbx_trace_chars_t, P3)); } } while (0)
#else
#define Trc_RADIO_Frame(thread, P1, P2, P3) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_RADIO_TooLong(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_radio[4])) { gbx_trace_radio_4(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uint32_t, P1)); } } while (0)
#else
#define Trc_RADIO_TooLong(thread, P1) do { } while (0)
#endif

#endif
