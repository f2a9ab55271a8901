/* Tracepoints of radio. Generated from its definition file; do not edit. */
#ifndef UT_radio_H
#define UT_radio_H

#include <stdint.h>
#include "glassbox.h"

/* Points whose overhead is above this are compiled out. */
#ifndef GBX_TRACE_OVERHEAD
#define GBX_TRACE_OVERHEAD 1
#endif

#ifndef GBX_TRACE_GENERATED
#define GBX_TRACE_GENERATED
#if defined(__GNUC__)
#define GBX_TRACE_IS_ACTIVE(byte) (__atomic_load_n(&(byte), __ATOMIC_RELAXED) != 0)
#else
#define GBX_TRACE_IS_ACTIVE(byte) (*(const volatile uint8_t *)&(byte) != 0)
#endif
#if defined(__cplusplus)
#define GBX_TRACE_CAST(type, value) type(value)
#else
#define GBX_TRACE_CAST(type, value) ((type)(value))
#endif
#define GBX_TRACE_TEXT_OF(...) #__VA_ARGS__

typedef const char *gbx_trace_chars_t;

/* Numbers are little-endian on every machine. Each function says how many bytes it stored. */
static inline uint32_t gbx_trace_put8(uint8_t *to, uint8_t value)
{
    to[0] = value;
    return 1;
}

static inline uint32_t gbx_trace_put16(uint8_t *to, uint16_t value)
{
    to[0] = GBX_TRACE_CAST(uint8_t, value);
    to[1] = GBX_TRACE_CAST(uint8_t, value >> 8);
    return 2;
}

static inline uint32_t gbx_trace_put32(uint8_t *to, uint32_t value)
{
    to[0] = GBX_TRACE_CAST(uint8_t, value);
    to[1] = GBX_TRACE_CAST(uint8_t, value >> 8);
    to[2] = GBX_TRACE_CAST(uint8_t, value >> 16);
    to[3] = GBX_TRACE_CAST(uint8_t, value >> 24);
    return 4;
}

static inline uint32_t gbx_trace_put64(uint8_t *to, uint64_t value)
{
    gbx_trace_put32(to, GBX_TRACE_CAST(uint32_t, value));
    gbx_trace_put32(to + 4, GBX_TRACE_CAST(uint32_t, value >> 32));
    return 8;
}

static inline uint32_t gbx_trace_put_ptr(uint8_t *to, uintptr_t value)
{
    return sizeof(value) == 8 ? gbx_trace_put64(to, GBX_TRACE_CAST(uint64_t, value)) : gbx_trace_put32(to, GBX_TRACE_CAST(uint32_t, value));
}

static inline uint32_t gbx_trace_put_f64(uint8_t *to, double value)
{
    union { double number; uint64_t bits; } both;
    both.number = value;
    return gbx_trace_put64(to, both.bits);
}

static inline gbx_trace_parameter_t gbx_trace_bytes(const uint8_t *bytes, uint32_t length)
{
    gbx_trace_parameter_t parameter;
    parameter.data = bytes;
    parameter.length = length;
    parameter.kind = GBX_TRACE_BYTES;
    return parameter;
}

static inline gbx_trace_parameter_t gbx_trace_text(const char *text)
{
    gbx_trace_parameter_t parameter;
    parameter.data = text;
    parameter.length = 0;
    parameter.kind = GBX_TRACE_TEXT;
    return parameter;
}

static inline gbx_trace_parameter_t gbx_trace_counted(int64_t length, const char *text)
{
    gbx_trace_parameter_t parameter;
    parameter.data = text;
    parameter.length = text == 0 || length < 0 ? 0 : length > 65535 ? 65535 : GBX_TRACE_CAST(uint32_t, length);
    parameter.kind = GBX_TRACE_COUNTED;
    return parameter;
}
#endif

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
