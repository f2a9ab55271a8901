/* How the examples show what they have made: they write the file to standard output, for the tool to print.
 *
 *     bounded_list > it.inspect && glassbox show it.inspect */
#ifndef GBX_EXAMPLES_SAVE_H
#define GBX_EXAMPLES_SAVE_H

#include "glassbox.h"

#include <stdio.h>

/* Gives what main is to end with. */
static inline int save(gbx_inspect_t *state) {
    const void *file = NULL;
    size_t size = 0;
    const gbx_status_t status = gbx_inspect_file(state, &file, &size);
    if (status != GBX_OK) {
        fprintf(stderr, "%s\n", gbx_status_name(status));
        return 1;
    }
    return size == 0 || fwrite(file, size, 1, stdout) == 1 ? 0 : 1;
}

#endif
