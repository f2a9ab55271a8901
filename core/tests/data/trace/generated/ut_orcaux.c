/* Tables of the tracepoints of orcaux. Generated from its definition file; do not edit. */
#include "ut_orcaux.h"

uint8_t gbx_trace_active_orcaux[1] = {
    0,
};

static const uint8_t gbx_trace_levels_orcaux[1] = {
    1,
};

static const uint8_t gbx_trace_types_orcaux[1] = {
    0,
};

static const char *const gbx_trace_parameters_orcaux[1] = {
    "i32",
};

static const uint16_t gbx_trace_group_orcaux_0[] = { 0, };
static const uint16_t gbx_trace_group_orcaux_1[] = { 0, };
static const uint16_t gbx_trace_group_orcaux_2[] = { 0, };
static const uint16_t gbx_trace_group_orcaux_3[] = { 0, };
static const uint16_t gbx_trace_group_orcaux_4[] = { 0, };

static const gbx_trace_group_t gbx_trace_groups_orcaux[] = {
    { GBX_STR_INIT("Entry"), gbx_trace_group_orcaux_0, 0u },
    { GBX_STR_INIT("Exit"), gbx_trace_group_orcaux_1, 0u },
    { GBX_STR_INIT("Event"), gbx_trace_group_orcaux_2, 1u },
    { GBX_STR_INIT("Exception"), gbx_trace_group_orcaux_3, 0u },
    { GBX_STR_INIT("Debug"), gbx_trace_group_orcaux_4, 0u },
};

const gbx_trace_component_t gbx_trace_component_orcaux = {
    GBX_STR_INIT("orcaux"),
    GBX_STR_INIT(""),
    GBX_STR_INIT("OrcTraceFormat.dat"),
    gbx_trace_active_orcaux,
    gbx_trace_levels_orcaux,
    gbx_trace_types_orcaux,
    gbx_trace_groups_orcaux,
    gbx_trace_parameters_orcaux,
    0,
    0,
    1u,
    5u,
    1
};
