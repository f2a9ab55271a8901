/* Tables of the tracepoints of radio. Generated from its definition file; do not edit. */
#include "ut_radio.h"

uint8_t gbx_trace_active_radio[5] = {
    0,
    0,
    0,
    0,
    0,
};

static const uint8_t gbx_trace_levels_radio[5] = {
    1,
    3,
    3,
    5,
    1,
};

static const uint8_t gbx_trace_types_radio[5] = {
    0,
    2,
    4,
    0,
    1,
};

static const char *const gbx_trace_parameters_radio[5] = {
    "str",
    "i32",
    "i32",
    "i32,strn",
    "i32",
};

static const uint16_t gbx_trace_group_radio_0[] = { 1, };
static const uint16_t gbx_trace_group_radio_1[] = { 2, };
static const uint16_t gbx_trace_group_radio_2[] = { 0, 3, };
static const uint16_t gbx_trace_group_radio_3[] = { 4, };
static const uint16_t gbx_trace_group_radio_4[] = { 0, };
static const uint16_t gbx_trace_group_radio_5[] = { 3, 4, };

static const gbx_trace_group_t gbx_trace_groups_radio[] = {
    { GBX_STR_INIT("Entry"), gbx_trace_group_radio_0, 1u },
    { GBX_STR_INIT("Exit"), gbx_trace_group_radio_1, 1u },
    { GBX_STR_INIT("Event"), gbx_trace_group_radio_2, 2u },
    { GBX_STR_INIT("Exception"), gbx_trace_group_radio_3, 1u },
    { GBX_STR_INIT("Debug"), gbx_trace_group_radio_4, 0u },
    { GBX_STR_INIT("frames"), gbx_trace_group_radio_5, 2u },
};

const gbx_trace_component_t gbx_trace_component_radio = {
    GBX_STR_INIT("radio"),
    GBX_STR_INIT(""),
    GBX_STR_INIT("radio.dat"),
    gbx_trace_active_radio,
    gbx_trace_levels_radio,
    gbx_trace_types_radio,
    gbx_trace_groups_radio,
    gbx_trace_parameters_radio,
    0,
    0,
    5u,
    6u,
    0
};
