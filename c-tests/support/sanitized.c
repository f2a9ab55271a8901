/* What an archive that was compiled for a sanitizer needs beside the runtime of the C compiler's sanitizer.
 *
 * Newer compilers call copies under names of the sanitizer's own; the runtime knows them by their usual names. And code
 * that watches every access keeps paths to a panic that are gone in the real archive, so its function exists here. */
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memset(void *to, int byte, size_t size);
void glassbox_panic_is_linked(void);

void *__tsan_memcpy(void *to, const void *from, size_t size) {
    return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size) {
    return memmove(to, from, size);
}

void *__tsan_memset(void *to, int byte, size_t size) {
    return memset(to, byte, size);
}

void glassbox_panic_is_linked(void) {
    abort();
}

#ifdef __cplusplus
}
#endif
