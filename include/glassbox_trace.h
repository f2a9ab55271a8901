/*
 * What the trace calls are made of that `glassbox trace generate` writes. Their headers include it; programs need not.
 *
 * A program defines GBX_TRACE_CONTEXT(thread), and GBX_TRACE_CURRENT() for calls without a thread: expressions that give
 * the context to trace through, a `gbx_trace_context_t *`. With NULL nothing is recorded. GBX_TRACE_OVERHEAD may be
 * defined before: points whose overhead is above it are compiled out.
 */
#ifndef GLASSBOX_TRACE_H
#define GLASSBOX_TRACE_H

#include "glassbox.h"

#ifndef GBX_TRACE_OVERHEAD
#define GBX_TRACE_OVERHEAD 1
#endif

/* Whether the active byte of a point says that it does anything. */
#if defined(__GNUC__)
#define GBX_TRACE_IS_ACTIVE(byte) (__atomic_load_n(&(byte), __ATOMIC_RELAXED) != 0)
#else
#define GBX_TRACE_IS_ACTIVE(byte) (*(const volatile uint8_t *)&(byte) != 0)
#endif

/* An argument as the type that its template asks for, whatever it is. */
#if defined(__cplusplus)
#define GBX_TRACE_CAST(type, value) type(value)
#else
#define GBX_TRACE_CAST(type, value) ((type)(value))
#endif

/* The text of an expression. */
#define GBX_TRACE_TEXT_OF(...) #__VA_ARGS__

typedef const char *gbx_trace_chars_t;

/* Numbers are little-endian on every machine. Each function says how many bytes it stored. */
static inline uint32_t gbx_trace_put8(uint8_t *to, uint8_t value) {
    to[0] = value;
    return 1;
}

static inline uint32_t gbx_trace_put16(uint8_t *to, uint16_t value) {
    to[0] = GBX_TRACE_CAST(uint8_t, value);
    to[1] = GBX_TRACE_CAST(uint8_t, value >> 8);
    return 2;
}

static inline uint32_t gbx_trace_put32(uint8_t *to, uint32_t value) {
    to[0] = GBX_TRACE_CAST(uint8_t, value);
    to[1] = GBX_TRACE_CAST(uint8_t, value >> 8);
    to[2] = GBX_TRACE_CAST(uint8_t, value >> 16);
    to[3] = GBX_TRACE_CAST(uint8_t, value >> 24);
    return 4;
}

static inline uint32_t gbx_trace_put64(uint8_t *to, uint64_t value) {
    gbx_trace_put32(to, GBX_TRACE_CAST(uint32_t, value));
    gbx_trace_put32(to + 4, GBX_TRACE_CAST(uint32_t, value >> 32));
    return 8;
}

static inline uint32_t gbx_trace_put_ptr(uint8_t *to, uintptr_t value) {
    return sizeof(value) == 8 ? gbx_trace_put64(to, GBX_TRACE_CAST(uint64_t, value))
                              : gbx_trace_put32(to, GBX_TRACE_CAST(uint32_t, value));
}

static inline uint32_t gbx_trace_put_f64(uint8_t *to, double value) {
    union {
        double number;
        uint64_t bits;
    } both;
    both.number = value;
    return gbx_trace_put64(to, both.bits);
}

static inline gbx_trace_parameter_t gbx_trace_bytes(const uint8_t *bytes, uint32_t length) {
    gbx_trace_parameter_t parameter;
    parameter.data = bytes;
    parameter.length = length;
    parameter.kind = GBX_TRACE_BYTES;
    return parameter;
}

static inline gbx_trace_parameter_t gbx_trace_text(const char *text) {
    gbx_trace_parameter_t parameter;
    parameter.data = text;
    parameter.length = 0;
    parameter.kind = GBX_TRACE_TEXT;
    return parameter;
}

static inline gbx_trace_parameter_t gbx_trace_counted(int64_t length, const char *text) {
    gbx_trace_parameter_t parameter;
    parameter.data = text;
    parameter.length = text == 0 || length < 0 ? 0 : length > 65535 ? 65535 : GBX_TRACE_CAST(uint32_t, length);
    parameter.kind = GBX_TRACE_COUNTED;
    return parameter;
}

#endif
