/* Tables of the tracepoints of orcsub. Generated from its definition file; do not edit. */
#include "ut_orcsub.h"

uint8_t gbx_trace_active_orcsub[2] = {
    0,
    0,
};

static const uint8_t gbx_trace_levels_orcsub[2] = {
    1,
    1,
};

static const uint8_t gbx_trace_types_orcsub[2] = {
    0,
    2,
};

static const char *const gbx_trace_parameters_orcsub[2] = {
    "i32",
    "",
};

static const uint16_t gbx_trace_group_orcsub_0[] = { 1, };
static const uint16_t gbx_trace_group_orcsub_1[] = { 0, };
static const uint16_t gbx_trace_group_orcsub_2[] = { 0, };
static const uint16_t gbx_trace_group_orcsub_3[] = { 0, };
static const uint16_t gbx_trace_group_orcsub_4[] = { 0, };

static const gbx_trace_group_t gbx_trace_groups_orcsub[] = {
    { GBX_STR_INIT("Entry"), gbx_trace_group_orcsub_0, 1u },
    { GBX_STR_INIT("Exit"), gbx_trace_group_orcsub_1, 0u },
    { GBX_STR_INIT("Event"), gbx_trace_group_orcsub_2, 1u },
    { GBX_STR_INIT("Exception"), gbx_trace_group_orcsub_3, 0u },
    { GBX_STR_INIT("Debug"), gbx_trace_group_orcsub_4, 0u },
};

const gbx_trace_component_t gbx_trace_component_orcsub = {
    GBX_STR_INIT("orcsub"),
    GBX_STR_INIT("orc"),
    GBX_STR_INIT("OrcTraceFormat.dat"),
    gbx_trace_active_orcsub,
    gbx_trace_levels_orcsub,
    gbx_trace_types_orcsub,
    gbx_trace_groups_orcsub,
    gbx_trace_parameters_orcsub,
    0,
    0,
    2u,
    5u,
    0
};
