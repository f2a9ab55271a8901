/* The model of the validator: what must be in the file, and the comparison with what the scan finds there. */
#ifndef GBX_TESTS_MODEL_H
#define GBX_TESTS_MODEL_H

#include "scan.h"

#include <stdlib.h>

GBX_REGION(region, 16384);
GBX_REGION(book, GBX_INSPECT_BOOK_SIZE(16384, 256));
static gbx_inspect_t state;
static const char *trial;
static unsigned step;

/* ---- The model: values by the numbers that the trials give them. */

enum { VALUES = 64, SLOTS = 12, ALL_LINES = 8192, NO_PARENT = 0 };

enum kind {
    NOTHING,
    A_NODE,
    AN_INT,
    A_UINT,
    A_DOUBLE,
    A_BOOL,
    A_STRING,
    A_BYTES,
    AN_ARRAY,
    A_LINK
};

/* A number of one of three types. */
union number {
    int64_t i;
    uint64_t u;
    double d;
};

struct value {
    enum kind kind;
    unsigned parent;
    gbx_any_t handle;
    char name[24];
    union number number;
    /* Of strings, bytes and links; the caller keeps it. */
    const char *text;
    size_t length;
    /* Of arrays. */
    enum type entry;
    unsigned format;
    size_t slots;
    union number slot[SLOTS];
    char texts[SLOTS][24];
};

static struct value values[VALUES];

/* The handle of a value, as one of the type that a function wants. */
#define HANDLE(type, id) type##_of((id))
#define DEFINE_HANDLE(type)                      \
    static inline type type##_of(unsigned id) {  \
        type handle;                             \
        handle.block = values[id].handle.block;  \
        handle.check = values[id].handle.check;  \
        return handle;                           \
    }
DEFINE_HANDLE(gbx_int_t)
DEFINE_HANDLE(gbx_uint_t)
DEFINE_HANDLE(gbx_double_t)
DEFINE_HANDLE(gbx_bool_t)
DEFINE_HANDLE(gbx_string_t)
DEFINE_HANDLE(gbx_bytes_t)
DEFINE_HANDLE(gbx_int_array_t)
DEFINE_HANDLE(gbx_uint_array_t)
DEFINE_HANDLE(gbx_double_array_t)
DEFINE_HANDLE(gbx_string_array_t)
DEFINE_HANDLE(gbx_int_linear_histogram_t)
DEFINE_HANDLE(gbx_uint_linear_histogram_t)
DEFINE_HANDLE(gbx_double_linear_histogram_t)
DEFINE_HANDLE(gbx_int_exponential_histogram_t)
DEFINE_HANDLE(gbx_uint_exponential_histogram_t)
DEFINE_HANDLE(gbx_double_exponential_histogram_t)

static gbx_node_t node_of(unsigned id) {
    gbx_node_t handle = GBX_ROOT;
    if (id != NO_PARENT) {
        handle.block = values[id].handle.block;
        handle.check = values[id].handle.check;
    }
    return handle;
}

/* A new value of the model. */
static struct value *model(unsigned id, unsigned parent, enum kind kind, const char *name) {
    struct value *value = &values[id];
    memset(value, 0, sizeof *value);
    value->kind = kind;
    value->parent = parent;
    strcpy(value->name, name);
    return value;
}

/* Remembers the handle of what was created. */
#define CREATED(id, made) (values[id].handle = GBX_ANY(made))

/* ---- Comparing: each value that hangs from the root, in the scan and in the model, written down in one line. */

struct lines {
    size_t count;
    const char *line[VALUES];
    size_t size;
    char text[ALL_LINES + 1];
};

static struct lines expected, found;
static struct scan scan;

static int in_order(const void *one, const void *other) {
    const char *lines[2];
    memcpy(&lines[0], one, sizeof lines[0]);
    memcpy(&lines[1], other, sizeof lines[1]);
    return strcmp(lines[0], lines[1]);
}

/* Begins the next line. */
static void begin_line(struct lines *lines) {
    lines->line[lines->count++] = &lines->text[lines->size];
    lines->text[lines->size] = '\0';
}

/* Ends the line that was begun last. */
static void end_line(struct lines *lines) {
    if (CHECK(lines->size < ALL_LINES)) {
        lines->size++;
    }
}

static void append_bytes(struct lines *lines, const char *bytes, size_t size) {
    if (CHECK(size < ALL_LINES - lines->size)) {
        memcpy(&lines->text[lines->size], bytes, size);
        lines->size += size;
        lines->text[lines->size] = '\0';
    }
}

static void append(struct lines *lines, const char *text) {
    append_bytes(lines, text, strlen(text));
}

static void append_number(struct lines *lines, enum type type, union number number) {
    char text[40];
    if (type == INT) {
        snprintf(text, sizeof text, " %lld", CAST(long long, number.i));
    } else if (type == UINT) {
        snprintf(text, sizeof text, " %llu", CAST(unsigned long long, number.u));
    } else {
        snprintf(text, sizeof text, " %a", number.d);
    }
    append(lines, text);
}

static void append_digits(struct lines *lines, const char *bytes, size_t length) {
    char digits[4];
    size_t i;
    for (i = 0; i < length; i++) {
        snprintf(digits, sizeof digits, "%02x", CAST(unsigned, CAST(unsigned char, bytes[i])));
        append(lines, digits);
    }
}

/* Whether a value of the model hangs from the root. */
static bool is_in_model(unsigned id) {
    while (values[id].kind != NOTHING && values[id].parent != NO_PARENT) {
        id = values[id].parent;
        if (values[id].kind != A_NODE) {
            return false;
        }
    }
    return values[id].kind != NOTHING;
}

/* The names from the root to a value of the model. */
static void append_path(struct lines *lines, unsigned id) {
    unsigned path[VALUES];
    size_t depth = 0;
    for (; id != NO_PARENT; id = values[id].parent) {
        path[depth++] = id;
    }
    while (depth > 0) {
        append(lines, "/");
        append(lines, values[path[--depth]].name);
    }
}

static void expect_lines(void) {
    unsigned id;
    size_t slot;
    expected.count = expected.size = 0;
    for (id = 1; id < VALUES; id++) {
        const struct value *value = &values[id];
        if (!is_in_model(id)) {
            continue;
        }
        begin_line(&expected);
        append_path(&expected, id);
        switch (value->kind) {
        case A_NODE:
            append(&expected, " node");
            break;
        case AN_INT:
            append_number(&expected, INT, value->number);
            break;
        case A_UINT:
            append_number(&expected, UINT, value->number);
            break;
        case A_DOUBLE:
            append_number(&expected, DOUBLE, value->number);
            break;
        case A_BOOL:
            append(&expected, value->number.u != 0 ? " true" : " false");
            break;
        case A_STRING:
            append(&expected, " text ");
            append(&expected, value->text);
            break;
        case A_BYTES:
            append(&expected, " bytes ");
            append_digits(&expected, value->text, value->length);
            break;
        case A_LINK:
            append(&expected, value->format == 0 ? " child " : " inline ");
            append(&expected, value->text);
            break;
        case AN_ARRAY:
            append(&expected, value->format == 0 ? " array" : value->format == 1 ? " linear" : " exponential");
            for (slot = 0; slot < value->slots; slot++) {
                if (value->entry == STRING_REFERENCE) {
                    append(&expected, " ");
                    append(&expected, value->texts[slot]);
                } else {
                    append_number(&expected, value->entry, value->slot[slot]);
                }
            }
            break;
        case NOTHING:
        default:
            break;
        }
        end_line(&expected);
    }
}

static void append_text(struct lines *lines, uint64_t index) {
    static unsigned char text[16 * SCAN_UNITS];
    const uint32_t length = index == 0 ? 0 : text_of(&scan, CAST(uint32_t, index), text);
    append_bytes(lines, CAST(const char *, CAST(const void *, text)), length);
}

static union number number_at(uint32_t offset) {
    union number number;
    number.u = scan_number(&scan, offset, 8);
    return number;
}

static void find_lines(void) {
    uint32_t index, at, path[VALUES], slot;
    found.count = found.size = 0;
    for (index = 1; index < scan.units; index++) {
        const uint64_t payload = payload_of(&scan, index);
        size_t depth = 0;
        if (!scan.is_in_tree[index] || !is_value(type_of(&scan, index))) {
            continue;
        }
        if (!scan_check(found.count < VALUES, index, "more values than anybody has made")) {
            return;
        }
        begin_line(&found);
        for (at = index; at != 0 && depth < VALUES; at = parent_of(&scan, at)) {
            path[depth++] = at;
        }
        while (depth > 0) {
            append(&found, "/");
            append_text(&found, name_of(&scan, path[--depth]));
        }
        switch (type_of(&scan, index)) {
        case NODE:
            append(&found, " node");
            break;
        case INT:
        case UINT:
        case DOUBLE:
            append_number(&found, type_of(&scan, index), number_at(16 * index + 8));
            break;
        case BOOL:
            append(&found, payload != 0 ? " true" : " false");
            break;
        case BUFFER:
            append(&found, bits(payload, 60, 63) == 2 ? " text " : " bytes ");
            if (bits(payload, 60, 63) == 2) {
                append_text(&found, bits(payload, 32, 59));
            } else if (payload << 32 != 0) {
                /* The bytes of the trials fit into one extent. */
                append_digits(&found, CAST(const char *, CAST(const void *, scan.file + 16 * bits(payload, 32, 59) + 8)),
                             CAST(size_t, bits(payload, 0, 31)));
            }
            break;
        case LINK:
            append(&found, bits(payload, 60, 63) == 0 ? " child " : " inline ");
            append_text(&found, bits(payload, 0, 19));
            break;
        case ARRAY:
            append(&found, bits(payload, 4, 7) == 0 ? " array" : bits(payload, 4, 7) == 1 ? " linear" : " exponential");
            for (slot = 0; slot < bits(payload, 8, 15); slot++) {
                if (bits(payload, 0, 3) == STRING_REFERENCE) {
                    append(&found, " ");
                    append_text(&found, scan_number(&scan, 16 * index + 16 + 4 * slot, 4));
                } else {
                    append_number(&found, CAST(enum type, bits(payload, 0, 3)), number_at(16 * index + 16 + 8 * slot));
                }
            }
            break;
        default:
            break;
        }
        end_line(&found);
    }
}

/* Scans the file and compares it with the model. */
static void verify(void) {
    const int before = failures;
    const void *file = NULL;
    size_t size = 0, i;
    step++;
    OK(gbx_inspect_file(&state, &file, &size));
    scan_file(&scan, file, size);
    expect_lines();
    find_lines();
    qsort(expected.line, expected.count, sizeof expected.line[0], in_order);
    qsort(found.line, found.count, sizeof found.line[0], in_order);
    CHECK(found.count == expected.count);
    for (i = 0; i < found.count && i < expected.count; i++) {
        if (strcmp(found.line[i], expected.line[i]) != 0) {
            printf("expected: %.200s\nfound:    %.200s\n", expected.line[i], found.line[i]);
            failures++;
        }
    }
    if (failures != before) {
        printf("in step %u of trial %s\n", step, trial);
    }
}

/* Checks what the blocks of a type amount to. */
static void check_metrics(const struct metrics *metrics, unsigned count, unsigned headers, unsigned data,
                          unsigned total) {
    if (metrics->count != count || metrics->header_bytes != headers || metrics->data_bytes != data ||
        metrics->total_bytes != total) {
        printf("in step %u of trial %s: %u blocks, %u bytes of headers, %u of data, %u in all\n", step, trial,
               metrics->count, metrics->header_bytes, metrics->data_bytes, metrics->total_bytes);
        failures++;
    }
}

/* A writer whose book lies elsewhere, so that the file is the whole region. */
static void begin(const char *name) {
    gbx_inspect_config_t config;
    memset(&config, 0, sizeof config);
    config.book = book;
    config.book_size = sizeof book;
    memset(values, 0, sizeof values);
    OK(gbx_inspect_init(&state, region, sizeof region, &config));
    trial = name;
    step = 0;
    verify();
}

#endif
