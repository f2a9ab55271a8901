/* Tracepoints of orc. Generated from its definition file; do not edit. */
#ifndef UT_orc_H
#define UT_orc_H

#include "glassbox_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

extern uint8_t gbx_trace_active_orc[31];
extern const gbx_trace_component_t gbx_trace_component_orc;

static inline void gbx_trace_orc_0(gbx_trace_context_t *context)
{
    gbx_trace_point(context, &gbx_trace_component_orc, 0u, 0, 0);
}

static inline void gbx_trace_orc_1(gbx_trace_context_t *context, const char *a1, int32_t a2)
{
    gbx_trace_parameter_t parameters[2];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    parameters[0] = gbx_trace_text(a1);
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a2));
    parameters[1] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 1u, parameters, 2);
}

static inline void gbx_trace_orc_2(gbx_trace_context_t *context, int32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 2u, parameters, 1);
}

static inline void gbx_trace_orc_3(gbx_trace_context_t *context, int32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 3u, parameters, 1);
}

static inline void gbx_trace_orc_4(gbx_trace_context_t *context, int32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 4u, parameters, 1);
}

static inline void gbx_trace_orc_5(gbx_trace_context_t *context, int32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 5u, parameters, 1);
}

static inline void gbx_trace_orc_6(gbx_trace_context_t *context, uintptr_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put_ptr(bytes + used, GBX_TRACE_CAST(uintptr_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 6u, parameters, 1);
}

static inline void gbx_trace_orc_7(gbx_trace_context_t *context, uint32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 7u, parameters, 1);
}

static inline void gbx_trace_orc_8(gbx_trace_context_t *context, uint64_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put64(bytes + used, GBX_TRACE_CAST(uint64_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 8u, parameters, 1);
}

static inline void gbx_trace_orc_10(gbx_trace_context_t *context, int32_t a1, int32_t a2, uint32_t a3, uint32_t a4, uint32_t a5)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[40];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a2));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a3));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a4));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a5));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 10u, parameters, 1);
}

static inline void gbx_trace_orc_11(gbx_trace_context_t *context, int32_t a1, int32_t a2, int32_t a3, int32_t a4, uint32_t a5, uint32_t a6)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[48];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a2));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a3));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a4));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a5));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a6));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 11u, parameters, 1);
}

static inline void gbx_trace_orc_12(gbx_trace_context_t *context, int64_t a1, uint64_t a2, uint64_t a3, uint64_t a4)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[32];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put64(bytes + used, GBX_TRACE_CAST(uint64_t, a1));
    used += gbx_trace_put64(bytes + used, GBX_TRACE_CAST(uint64_t, a2));
    used += gbx_trace_put64(bytes + used, GBX_TRACE_CAST(uint64_t, a3));
    used += gbx_trace_put64(bytes + used, GBX_TRACE_CAST(uint64_t, a4));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 12u, parameters, 1);
}

static inline void gbx_trace_orc_13(gbx_trace_context_t *context, uintptr_t a1, intptr_t a2, uintptr_t a3)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[24];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put_ptr(bytes + used, GBX_TRACE_CAST(uintptr_t, a1));
    used += gbx_trace_put_ptr(bytes + used, GBX_TRACE_CAST(uintptr_t, a2));
    used += gbx_trace_put_ptr(bytes + used, GBX_TRACE_CAST(uintptr_t, a3));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 13u, parameters, 1);
}

static inline void gbx_trace_orc_14(gbx_trace_context_t *context, uintptr_t a1, uintptr_t a2)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[16];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put_ptr(bytes + used, GBX_TRACE_CAST(uintptr_t, a1));
    used += gbx_trace_put_ptr(bytes + used, GBX_TRACE_CAST(uintptr_t, a2));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 14u, parameters, 1);
}

static inline void gbx_trace_orc_15(gbx_trace_context_t *context, char a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put8(bytes + used, GBX_TRACE_CAST(uint8_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 15u, parameters, 1);
}

static inline void gbx_trace_orc_16(gbx_trace_context_t *context, int16_t a1, uint16_t a2, uint16_t a3)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[24];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put16(bytes + used, GBX_TRACE_CAST(uint16_t, a1));
    used += gbx_trace_put16(bytes + used, GBX_TRACE_CAST(uint16_t, a2));
    used += gbx_trace_put16(bytes + used, GBX_TRACE_CAST(uint16_t, a3));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 16u, parameters, 1);
}

static inline void gbx_trace_orc_17(gbx_trace_context_t *context, double a1, double a2, double a3)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[24];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put_f64(bytes + used, GBX_TRACE_CAST(double, a1));
    used += gbx_trace_put_f64(bytes + used, GBX_TRACE_CAST(double, a2));
    used += gbx_trace_put_f64(bytes + used, GBX_TRACE_CAST(double, a3));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 17u, parameters, 1);
}

static inline void gbx_trace_orc_18(gbx_trace_context_t *context, const char *a1)
{
    gbx_trace_parameter_t parameters[1];
    parameters[0] = gbx_trace_text(a1);
    gbx_trace_point(context, &gbx_trace_component_orc, 18u, parameters, 1);
}

static inline void gbx_trace_orc_19(gbx_trace_context_t *context, const char *a1, const char *a2, const char *a3)
{
    gbx_trace_parameter_t parameters[3];
    parameters[0] = gbx_trace_text(a1);
    parameters[1] = gbx_trace_text(a2);
    parameters[2] = gbx_trace_text(a3);
    gbx_trace_point(context, &gbx_trace_component_orc, 19u, parameters, 3);
}

static inline void gbx_trace_orc_20(gbx_trace_context_t *context, int64_t a1, const char *a2)
{
    gbx_trace_parameter_t parameters[1];
    parameters[0] = gbx_trace_counted(a1, a2);
    gbx_trace_point(context, &gbx_trace_component_orc, 20u, parameters, 1);
}

static inline void gbx_trace_orc_21(gbx_trace_context_t *context, int32_t a1, int64_t a2, const char *a3, int64_t a4, const char *a5, int32_t a6)
{
    gbx_trace_parameter_t parameters[4];
    uint8_t bytes[16];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    start = used;
    parameters[1] = gbx_trace_counted(a2, a3);
    parameters[2] = gbx_trace_counted(a4, a5);
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a6));
    parameters[3] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 21u, parameters, 4);
}

static inline void gbx_trace_orc_22(gbx_trace_context_t *context, int32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 22u, parameters, 1);
}

static inline void gbx_trace_orc_23(gbx_trace_context_t *context)
{
    gbx_trace_point(context, &gbx_trace_component_orc, 23u, 0, 0);
}

static inline void gbx_trace_orc_24(gbx_trace_context_t *context, const char *a1, uintptr_t a2, uint32_t a3, uint64_t a4, char a5, int16_t a6, double a7, uintptr_t a8, int64_t a9, const char *a10)
{
    gbx_trace_parameter_t parameters[3];
    uint8_t bytes[56];
    uint32_t used = 0, start = 0;
    parameters[0] = gbx_trace_text(a1);
    used += gbx_trace_put_ptr(bytes + used, GBX_TRACE_CAST(uintptr_t, a2));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a3));
    used += gbx_trace_put64(bytes + used, GBX_TRACE_CAST(uint64_t, a4));
    used += gbx_trace_put8(bytes + used, GBX_TRACE_CAST(uint8_t, a5));
    used += gbx_trace_put16(bytes + used, GBX_TRACE_CAST(uint16_t, a6));
    used += gbx_trace_put_f64(bytes + used, GBX_TRACE_CAST(double, a7));
    used += gbx_trace_put_ptr(bytes + used, GBX_TRACE_CAST(uintptr_t, a8));
    parameters[1] = gbx_trace_bytes(bytes + start, used - start);
    start = used;
    parameters[2] = gbx_trace_counted(a9, a10);
    gbx_trace_point(context, &gbx_trace_component_orc, 24u, parameters, 3);
}

static inline void gbx_trace_orc_26(gbx_trace_context_t *context, int32_t a1)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[8];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 26u, parameters, 1);
}

static inline void gbx_trace_orc_27(gbx_trace_context_t *context)
{
    gbx_trace_point(context, &gbx_trace_component_orc, 27u, 0, 0);
}

static inline void gbx_trace_orc_28(gbx_trace_context_t *context, uint32_t a1, uint32_t a2)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[16];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a1));
    used += gbx_trace_put32(bytes + used, GBX_TRACE_CAST(uint32_t, a2));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 28u, parameters, 1);
}

static inline void gbx_trace_orc_29(gbx_trace_context_t *context, uint64_t a1, uint64_t a2)
{
    gbx_trace_parameter_t parameters[1];
    uint8_t bytes[16];
    uint32_t used = 0, start = 0;
    used += gbx_trace_put64(bytes + used, GBX_TRACE_CAST(uint64_t, a1));
    used += gbx_trace_put64(bytes + used, GBX_TRACE_CAST(uint64_t, a2));
    parameters[0] = gbx_trace_bytes(bytes + start, used - start);
    gbx_trace_point(context, &gbx_trace_component_orc, 29u, parameters, 1);
}

static inline void gbx_trace_orc_30(gbx_trace_context_t *context)
{
    gbx_trace_point(context, &gbx_trace_component_orc, 30u, 0, 0);
}

#ifdef __cplusplus
}
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Init() \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[0])) { gbx_trace_orc_0(GBX_TRACE_CURRENT()); } } while (0)
#else
#define Trc_ORC_Init() do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Fn_Entry(thread, P1, P2) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[1])) { gbx_trace_orc_1(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(gbx_trace_chars_t, P1), GBX_TRACE_CAST(int32_t, P2)); } } while (0)
#else
#define Trc_ORC_Fn_Entry(thread, P1, P2) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Fn_Exit(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[2])) { gbx_trace_orc_2(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1)); } } while (0)
#else
#define Trc_ORC_Fn_Exit(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Exc(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[3])) { gbx_trace_orc_3(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1)); } } while (0)
#else
#define Trc_ORC_Exc(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_EntryExc(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[4])) { gbx_trace_orc_4(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1)); } } while (0)
#else
#define Trc_ORC_EntryExc(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_ExitExc(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[5])) { gbx_trace_orc_5(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1)); } } while (0)
#else
#define Trc_ORC_ExitExc(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Mem(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[6])) { gbx_trace_orc_6(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uintptr_t, P1)); } } while (0)
#else
#define Trc_ORC_Mem(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define TrcEnabled_Trc_ORC_Debug() GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[7])
#define Trc_ORC_Debug(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[7])) { gbx_trace_orc_7(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uint32_t, P1)); } } while (0)
#else
#define TrcEnabled_Trc_ORC_Debug() (0)
#define Trc_ORC_Debug(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Perf(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[8])) { gbx_trace_orc_8(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uint64_t, P1)); } } while (0)
#else
#define Trc_ORC_Perf(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Assert(P1, P2) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[9])) { if ((P1) != (P2)) { } else { gbx_trace_assertion(GBX_TRACE_CURRENT(), &gbx_trace_component_orc, 9u, __FILE__, __LINE__, GBX_TRACE_TEXT_OF((P1) != (P2))); } } } while (0)
#else
#define Trc_ORC_Assert(P1, P2) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Int(thread, P1, P2, P3, P4, P5) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[10])) { gbx_trace_orc_10(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1), GBX_TRACE_CAST(int32_t, P2), GBX_TRACE_CAST(uint32_t, P3), GBX_TRACE_CAST(uint32_t, P4), GBX_TRACE_CAST(uint32_t, P5)); } } while (0)
#else
#define Trc_ORC_Int(thread, P1, P2, P3, P4, P5) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_IntW(thread, P1, P2, P3, P4, P5, P6) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[11])) { gbx_trace_orc_11(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1), GBX_TRACE_CAST(int32_t, P2), GBX_TRACE_CAST(int32_t, P3), GBX_TRACE_CAST(int32_t, P4), GBX_TRACE_CAST(uint32_t, P5), GBX_TRACE_CAST(uint32_t, P6)); } } while (0)
#else
#define Trc_ORC_IntW(thread, P1, P2, P3, P4, P5, P6) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_I64(thread, P1, P2, P3, P4) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[12])) { gbx_trace_orc_12(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int64_t, P1), GBX_TRACE_CAST(uint64_t, P2), GBX_TRACE_CAST(uint64_t, P3), GBX_TRACE_CAST(uint64_t, P4)); } } while (0)
#else
#define Trc_ORC_I64(thread, P1, P2, P3, P4) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Size(thread, P1, P2, P3) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[13])) { gbx_trace_orc_13(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uintptr_t, P1), GBX_TRACE_CAST(intptr_t, P2), GBX_TRACE_CAST(uintptr_t, P3)); } } while (0)
#else
#define Trc_ORC_Size(thread, P1, P2, P3) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Ptr(thread, P1, P2) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[14])) { gbx_trace_orc_14(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uintptr_t, P1), GBX_TRACE_CAST(uintptr_t, P2)); } } while (0)
#else
#define Trc_ORC_Ptr(thread, P1, P2) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Char(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[15])) { gbx_trace_orc_15(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(char, P1)); } } while (0)
#else
#define Trc_ORC_Char(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Short(thread, P1, P2, P3) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[16])) { gbx_trace_orc_16(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int16_t, P1), GBX_TRACE_CAST(uint16_t, P2), GBX_TRACE_CAST(uint16_t, P3)); } } while (0)
#else
#define Trc_ORC_Short(thread, P1, P2, P3) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Dbl(thread, P1, P2, P3) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[17])) { gbx_trace_orc_17(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(double, P1), GBX_TRACE_CAST(double, P2), GBX_TRACE_CAST(double, P3)); } } while (0)
#else
#define Trc_ORC_Dbl(thread, P1, P2, P3) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Str(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[18])) { gbx_trace_orc_18(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(gbx_trace_chars_t, P1)); } } while (0)
#else
#define Trc_ORC_Str(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_StrW(thread, P1, P2, P3) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[19])) { gbx_trace_orc_19(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(gbx_trace_chars_t, P1), GBX_TRACE_CAST(gbx_trace_chars_t, P2), GBX_TRACE_CAST(gbx_trace_chars_t, P3)); } } while (0)
#else
#define Trc_ORC_StrW(thread, P1, P2, P3) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_StrP(thread, P1, P2) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[20])) { gbx_trace_orc_20(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int64_t, P1), GBX_TRACE_CAST(gbx_trace_chars_t, P2)); } } while (0)
#else
#define Trc_ORC_StrP(thread, P1, P2) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_StrP2(thread, P1, P2, P3, P4, P5, P6) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[21])) { gbx_trace_orc_21(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1), GBX_TRACE_CAST(int64_t, P2), GBX_TRACE_CAST(gbx_trace_chars_t, P3), GBX_TRACE_CAST(int64_t, P4), GBX_TRACE_CAST(gbx_trace_chars_t, P5), GBX_TRACE_CAST(int32_t, P6)); } } while (0)
#else
#define Trc_ORC_StrP2(thread, P1, P2, P3, P4, P5, P6) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Pct(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[22])) { gbx_trace_orc_22(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1)); } } while (0)
#else
#define Trc_ORC_Pct(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_PctOnly(thread) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[23])) { gbx_trace_orc_23(GBX_TRACE_CONTEXT(thread)); } } while (0)
#else
#define Trc_ORC_PctOnly(thread) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Many(thread, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[24])) { gbx_trace_orc_24(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(gbx_trace_chars_t, P1), GBX_TRACE_CAST(uintptr_t, P2), GBX_TRACE_CAST(uint32_t, P3), GBX_TRACE_CAST(uint64_t, P4), GBX_TRACE_CAST(char, P5), GBX_TRACE_CAST(int16_t, P6), GBX_TRACE_CAST(double, P7), GBX_TRACE_CAST(uintptr_t, P8), GBX_TRACE_CAST(int64_t, P9), GBX_TRACE_CAST(gbx_trace_chars_t, P10)); } } while (0)
#else
#define Trc_ORC_Many(thread, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 9
#define Trc_ORC_Hot(thread, P1) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[26])) { gbx_trace_orc_26(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(int32_t, P1)); } } while (0)
#else
#define Trc_ORC_Hot(thread, P1) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_NoLevel(thread) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[27])) { gbx_trace_orc_27(GBX_TRACE_CONTEXT(thread)); } } while (0)
#else
#define Trc_ORC_NoLevel(thread) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_U32x2(thread, P1, P2) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[28])) { gbx_trace_orc_28(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uint32_t, P1), GBX_TRACE_CAST(uint32_t, P2)); } } while (0)
#else
#define Trc_ORC_U32x2(thread, P1, P2) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_U64x2(thread, P1, P2) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[29])) { gbx_trace_orc_29(GBX_TRACE_CONTEXT(thread), GBX_TRACE_CAST(uint64_t, P1), GBX_TRACE_CAST(uint64_t, P2)); } } while (0)
#else
#define Trc_ORC_U64x2(thread, P1, P2) do { } while (0)
#endif

#if GBX_TRACE_OVERHEAD >= 1
#define Trc_ORC_Plain(thread) \
    do { if (GBX_TRACE_IS_ACTIVE(gbx_trace_active_orc[30])) { gbx_trace_orc_30(GBX_TRACE_CONTEXT(thread)); } } while (0)
#else
#define Trc_ORC_Plain(thread) do { } while (0)
#endif

#endif
