/* Calls that a compiler must refuse, one for each number that WRONG can be. With 0 all is well. */
#include "glassbox.h"

GBX_REGION(memory, 1024);
static gbx_inspect_t state;

gbx_status_t calls(void);
gbx_status_t calls(void) {
    gbx_node_t node = GBX_ROOT;
    gbx_uint_t number;
    gbx_uint_array_t array;
    gbx_int_linear_histogram_t histogram;
    gbx_text_t text;
    gbx_any_t any;
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    gbx_inspect_create_uint(&state, node, GBX_STR("number"), 0, &number);
    gbx_inspect_create_uint_array(&state, node, GBX_STR("array"), 3, &array);
    gbx_inspect_create_int_linear_histogram(&state, node, GBX_STR("histogram"), 0, 1, 3, &histogram);
    gbx_inspect_create_text(&state, node, GBX_STR("text"), 8, &text);
    any = GBX_ANY(number);
#if WRONG == 1
    gbx_inspect_uint_add(&state, node, 1); /* A node is no number. */
#elif WRONG == 2
    gbx_inspect_create_uint(&state, number, GBX_STR("number"), 0, &number); /* A number has no children. */
#elif WRONG == 3
    gbx_inspect_create_uint(&state, node, "number", 0, &number); /* A literal says no length by itself. */
#elif WRONG == 4
    gbx_inspect_int_set(&state, number, 1); /* Unsigned is not signed. */
#elif WRONG == 5
    gbx_inspect_uint_array_add(&state, number, 0, 1); /* A number is no array. */
#elif WRONG == 6
    gbx_inspect_uint_array_add(&state, array, 1); /* Which slot? */
#elif WRONG == 7
    gbx_inspect_uint_linear_histogram_insert(&state, histogram, 1); /* Another kind of histogram. */
#elif WRONG == 8
    gbx_inspect_string_set(&state, text, GBX_STR("x")); /* A text of fixed capacity is no string. */
#elif WRONG == 9
    gbx_inspect_reparent(&state, number, node); /* One kind where any is wanted: GBX_ANY makes one. */
#elif WRONG == 10
    gbx_inspect_create_uint(&state, node, GBX_STR("number"), 0, &node); /* The output is of another kind. */
#elif WRONG == 11
    gbx_inspect_uint_add(state, number, 1); /* Not the address of the state. */
#elif WRONG == 12
    gbx_inspect_list_push(&state, NULL, NULL); /* Something is missing. */
#elif WRONG == 13
    gbx_inspect_delete_all(&state, &number, 1); /* Values of one kind. */
#elif WRONG == 14
    gbx_inspect_init(&state, memory, sizeof memory, &state); /* No configuration. */
#endif
    gbx_inspect_text_set(&state, text, GBX_STR("x"));
    gbx_inspect_uint_array_add(&state, array, 0, 1);
    gbx_inspect_int_linear_histogram_insert(&state, histogram, 1);
    return gbx_inspect_delete(&state, any);
}
