/* Links: one file that stands for many. Each component writes a file of its own, and one file names them. Who reads has
 * all of them, and puts the trees together.
 *
 *     links             writes the file that names the others
 *     links COMPONENT   writes the file of a component */
#include "save.h"

#include <string.h>

GBX_REGION(memory, 4096);
static gbx_inspect_t state;

static void show_all(void) {
    gbx_link_t radio, common;
    char name[24];
    gbx_str_t content;

    /* The root of radio.inspect is shown as a node `radio`. */
    gbx_inspect_create_child_link(&state, GBX_ROOT, GBX_STR("radio"), GBX_STR("radio.inspect"), &radio);
    gbx_inspect_record(&state, GBX_ANY(radio));

    /* What is in the root of the other file is shown as if it were here. Its name is one that nobody has used. */
    content.data = name;
    content.size = 0;
    gbx_inspect_unique_name(&state, GBX_STR("common-"), name, sizeof name, &content.size);
    gbx_inspect_create_inline_link(&state, GBX_ROOT, GBX_STR("common"), content, &common);
    gbx_inspect_record(&state, GBX_ANY(common));
}

static void show_component(const char *name) {
    gbx_str_t text;
    text.data = name;
    text.size = strlen(name);
    gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("component"), text);
}

int main(int count, char **arguments) {
    gbx_inspect_init(&state, memory, sizeof memory, NULL);
    if (count < 2) {
        show_all();
    } else {
        show_component(arguments[1]);
    }
    return save(&state);
}
