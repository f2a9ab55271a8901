/* What generated trace files need of the C interface, as far as a test can stand in for it. */
#ifndef GLASSBOX_H
#define GLASSBOX_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gbx_trace_context gbx_trace_context_t;

#define GBX_TRACE_BYTES 0u
#define GBX_TRACE_TEXT 1u
#define GBX_TRACE_COUNTED 2u

typedef struct {
    const void *data;
    uint32_t length;
    uint32_t kind;
} gbx_trace_parameter_t;

typedef struct {
    const char *name;
    const uint16_t *members;
    uint32_t count;
} gbx_trace_group_t;

typedef struct {
    const char *name;
    const char *container;
    const char *catalog;
    uint8_t *active;
    const uint8_t *levels;
    const uint8_t *types;
    const gbx_trace_group_t *groups;
    const char *const *parameters;
    const char *const *templates;
    uint64_t *counters;
    uint32_t points;
    uint32_t group_count;
    uint8_t auxiliary;
} gbx_trace_component_t;

void gbx_trace_point(gbx_trace_context_t *context, const gbx_trace_component_t *component, uint32_t id,
                     const gbx_trace_parameter_t *parameters, uint32_t count);
void gbx_trace_assertion(gbx_trace_context_t *context, const gbx_trace_component_t *component, uint32_t id,
                         const char *file, uint32_t line, const char *expression);

#ifdef __cplusplus
}
#endif
#endif
