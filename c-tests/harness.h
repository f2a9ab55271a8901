/* What the tests have in common. A test prints each thing that is wrong, goes on, and ends with status 1 if there was
 * any. All of them are C99 and C++11 at once. */
#ifndef GBX_TESTS_HARNESS_H
#define GBX_TESTS_HARNESS_H

#include "glassbox.h"

#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
#define CAST(type, value) static_cast<type>(value)
#else
#define CAST(type, value) ((type)(value))
#endif

static int failures;

/* Says where and what when a condition does not hold. */
#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)

/* Says what came instead when a call does not return the expected status. */
#define EXPECT(expected, call) expect((expected), (call), #call, __FILE__, __LINE__)
#define OK(call) EXPECT(GBX_OK, call)

static inline bool check(bool holds, const char *what, const char *file, int line) {
    if (!holds) {
        printf("%s:%d: this does not hold: %s\n", file, line, what);
        failures++;
    }
    return holds;
}

static inline bool expect(gbx_status_t expected, gbx_status_t status, const char *what, const char *file, int line) {
    if (status != expected) {
        printf("%s:%d: %s is expected, but %s came from %s\n", file, line, gbx_status_name(expected),
               gbx_status_name(status), what);
        failures++;
    }
    return status == expected;
}

/* A text of C as a text of Glassbox. */
static inline gbx_str_t str(const char *text) {
    gbx_str_t result;
    result.data = text;
    result.size = strlen(text);
    return result;
}

/* What the test ends with. */
static inline int result(const char *name) {
    if (failures > 0) {
        printf("%s: %d failed\n", name, failures);
    }
    return failures > 0 ? 1 : 0;
}

#endif
