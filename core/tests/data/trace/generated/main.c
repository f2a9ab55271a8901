/* Calls generated macros, and prints what reaches the engine. Compiles as C and as C++. */
#define GBX_TRACE_CONTEXT(thread) ((gbx_trace_context_t *)(thread))
#define GBX_TRACE_CURRENT() ((gbx_trace_context_t *)0)
#include "ut_orc.h"
#include "ut_orcaux.h"
#include <stdio.h>
#include <string.h>

static int evaluated;

static int evaluate(int value)
{
    evaluated++;
    return value;
}

void gbx_trace_point(gbx_trace_context_t *context, const gbx_trace_component_t *component, uint32_t id,
                     const gbx_trace_parameter_t *parameters, uint32_t count)
{
    uint32_t i, j;
    printf("%s.%u %d", component->name.data, (unsigned)id, context != 0);
    for (i = 0; i < count; i++) {
        const gbx_trace_parameter_t *parameter = &parameters[i];
        const uint8_t *bytes = (const uint8_t *)parameter->data;
        uint32_t length = parameter->length;
        if (parameter->kind == GBX_TRACE_TEXT) {
            printf(" text:%s", bytes == 0 ? "NULL" : (const char *)bytes);
            continue;
        }
        printf(parameter->kind == GBX_TRACE_COUNTED ? " counted:" : " bytes:");
        for (j = 0; j < length; j++) {
            printf("%02x", bytes[j]);
        }
    }
    printf("\n");
}

void gbx_trace_assertion(gbx_trace_context_t *context, const gbx_trace_component_t *component, uint32_t id,
                         const char *file, uint32_t line, const char *expression)
{
    printf("%s.%u %d assertion %s %s %s\n", component->name.data, (unsigned)id, context != 0,
           strstr(file, "main.c") != 0 ? "main.c" : "?", line > 0 ? "line" : "?", expression);
}

int main(void)
{
    int thread = 1, x = 1, y = 1;
    const unsigned char text[] = { 'u', 'c', 0 };
    size_t i;

    Trc_ORC_Fn_Entry(&thread, "quiet", evaluate(1));
    printf("evaluated %d\n", evaluated);
    for (i = 0; i < sizeof(gbx_trace_active_orc); i++) {
        gbx_trace_active_orc[i] = 2;
    }
    Trc_ORC_Init();
    Trc_ORC_Fn_Entry(&thread, "alpha", evaluate(-7));
    printf("evaluated %d\n", evaluated);
    Trc_ORC_Mem(&thread, &thread == 0 ? 0 : 0xbeef);
    Trc_ORC_Perf(&thread, 0x0102030405060708ull);
    Trc_ORC_Char(&thread, 'A');
    Trc_ORC_Short(&thread, -1, 65535, 0x1234);
    Trc_ORC_Dbl(&thread, 1.5, 2.5f, 0);
    Trc_ORC_Str(&thread, text);
    Trc_ORC_Str(&thread, 0);
    Trc_ORC_StrP(&thread, 3, "abcdef");
    Trc_ORC_StrP(&thread, -3, "abcdef");
    Trc_ORC_StrP2(&thread, 1, 2, "bc", 1, "d", 4);
    Trc_ORC_Many(&thread, "s", 0, 1, 2, 'c', 3, 4.0, 5, 2, "xy");
    Trc_ORC_Plain(&thread);
    Trc_ORC_Hot(&thread, evaluate(1));
    printf("evaluated %d enabled %d\n", evaluated, TrcEnabled_Trc_ORC_Debug());
    Trc_ORC_Assert(x + 1, y);
    Trc_ORC_Assert(x, y);
    Trc_ORCAUX_Line(&thread, 5);
    if (x)
        Trc_ORC_Plain(&thread);
    else
        Trc_ORC_Plain(&thread);
    printf("%s %s %u %u %d %s %s\n", gbx_trace_component_orc.name.data, gbx_trace_component_orc.catalog.data,
           (unsigned)gbx_trace_component_orc.points, (unsigned)gbx_trace_component_orc.group_count,
           gbx_trace_component_orcaux.auxiliary, gbx_trace_component_orc.parameters[24],
           gbx_trace_component_orc.templates[1].data);
    for (i = 0; i < gbx_trace_component_orc.group_count; i++) {
        printf("%s:%u ", gbx_trace_component_orc.groups[i].name.data, (unsigned)gbx_trace_component_orc.groups[i].count);
    }
    printf("\n");
    return 0;
}
