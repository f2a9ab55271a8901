/* Tracepoints of orcaux. Generated from its definition file; do not edit. */
#ifndef UT_orcaux_H
#define UT_orcaux_H

#include "glassbox_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

extern uint8_t gbx_trace_active_orcaux[1];
extern const gbx_trace_component_t gbx_trace_component_orcaux;

static inline void gbx_trace_orcaux_0(gbx_trace_context_t *context, int32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orcaux, 0u, parameters, 1);
}

#ifdef __cplusplus
}
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORCAUX_Line(thread, P1) \
    do { if ((1)) { gbx_trace_orcaux_0(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1)); } } while (0)
#else
#define Trc_ORCAUX_Line(thread, P1) do { } while (0)
#endif

#endif
