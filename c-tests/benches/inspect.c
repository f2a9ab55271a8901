/* What it costs to write an Inspect file from C, beside a locked increment in the same run. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#define GBX_LOCK_PTHREAD
#include "glassbox_locks.h"

#include "measure.h"

GBX_REGION(region, 262144);
static gbx_inspect_t state;
static gbx_uint_t uint_handle;
static gbx_double_t double_handle;
static gbx_string_t string_handle;
static gbx_text_t text_handle;
static gbx_uint_array_t array_handle;
static gbx_string_array_t strings_handle;
static gbx_int_linear_histogram_t linear_handle;
static gbx_int_exponential_histogram_t exponential_handle;
static gbx_inspect_list_t list;
static gbx_node_t entries[8];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void add_to_uint(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_uint_add(&state, uint_handle, 1);
    }
}

static void set_uint(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_uint_set(&state, uint_handle, count);
    }
}

static void add_to_double(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_double_add(&state, double_handle, 0.5);
    }
}

static void set_string(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_string_set(&state, string_handle, count % 2 == 0 ? GBX_STR("one1") : GBX_STR("two2"));
    }
}

static void create_and_delete(uint64_t count) {
    while (count-- > 0) {
        gbx_uint_t made;
        gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("known"), 1, &made);
        gbx_inspect_uint_delete(&state, made);
    }
}

static void add_to_slot(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_uint_array_add(&state, array_handle, (size_t)(count % 32), 1);
    }
}

static void set_string_slot(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_string_array_set(&state, strings_handle, 7, count % 2 == 0 ? GBX_STR("one1") : GBX_STR("two2"));
    }
}

static void insert_linear(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_int_linear_histogram_insert(&state, linear_handle, 165);
    }
}

static void insert_exponential(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_int_exponential_histogram_insert(&state, exponential_handle, 65000);
    }
}

static void set_text(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_text_set(&state, text_handle, count % 2 == 0 ? GBX_STR("aaaa") : GBX_STR("bbbb"));
    }
}

static bool fill(void *context, gbx_node_t entry) {
    (void)context;
    return gbx_inspect_record_uint(&state, entry, GBX_STR("at"), 17) == GBX_OK &&
           gbx_inspect_record_int(&state, entry, GBX_STR("rssi"), -70) == GBX_OK &&
           gbx_inspect_record_bool(&state, entry, GBX_STR("retry"), true) == GBX_OK;
}

static void push(uint64_t count) {
    while (count-- > 0) {
        gbx_inspect_list_push(&state, &list, fill, NULL);
    }
}

/* The variant of an operation. */
#define WITH_LOCK 1

static const struct operation operations[] = {
    {"add to a uint from C", add_to_uint, 0, 0.9, NULL, NULL},
    {"set a uint from C", set_uint, 0, 0.9, NULL, NULL},
    {"add to a double from C", add_to_double, 0, 0.9, NULL, NULL},
    {"set a string to 4 bytes from C, both texts known", set_string, 0, 0, NULL, NULL},
    {"create and delete a uint from C, name known", create_and_delete, 0, 0, NULL, NULL},
    {"add to a slot of an array from C", add_to_slot, 0, 0, NULL, NULL},
    {"insert into a linear histogram of 32 buckets from C", insert_linear, 0, 0, NULL, NULL},
    {"insert into an exponential histogram of 32 buckets from C", insert_exponential, 0, 0, NULL, NULL},
    {"set a text of fixed capacity to 4 bytes from C", set_text, 0, 0, NULL, NULL},
    {"set a slot of a string array from C, texts known", set_string_slot, 0, 0, NULL, NULL},
    {"push a node with 3 values to a bounded list from C", push, 0, 0, NULL, NULL},
    {"add to a uint from C, with a pthread mutex", add_to_uint, 1, 0, NULL, NULL},
};

/* Makes a tree in which the names and texts of the operations are in use. */
static void prepare(const struct operation *operation) {
    gbx_inspect_config_t config;
    memset(&config, 0, sizeof config);
    if (operation->variant == WITH_LOCK) {
        config.lock = gbx_pthread_lock(&mutex);
    }
    gbx_inspect_init(&state, region, sizeof region, &config);
    gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("known"), GBX_STR("one1"));
    gbx_inspect_record_string(&state, GBX_ROOT, GBX_STR("known"), GBX_STR("two2"));
    gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("string"), GBX_STR("one1"), &string_handle);
    gbx_inspect_create_double(&state, GBX_ROOT, GBX_STR("double"), 0.0, &double_handle);
    gbx_inspect_create_text(&state, GBX_ROOT, GBX_STR("text"), 24, &text_handle);
    gbx_inspect_create_uint_array(&state, GBX_ROOT, GBX_STR("array"), 32, &array_handle);
    gbx_inspect_create_string_array(&state, GBX_ROOT, GBX_STR("strings"), 32, &strings_handle);
    gbx_inspect_create_int_linear_histogram(&state, GBX_ROOT, GBX_STR("linear"), 0, 10, 32, &linear_handle);
    gbx_inspect_create_int_exponential_histogram(&state, GBX_ROOT, GBX_STR("exponential"), 0, 1, 2, 32,
                                                 &exponential_handle);
    gbx_inspect_create_list(&state, GBX_ROOT, GBX_STR("list"), entries, 8, &list);
    if (gbx_inspect_create_uint(&state, GBX_ROOT, GBX_STR("uint"), 0, &uint_handle) != GBX_OK) {
        fprintf(stderr, "the tree cannot be made\n");
        exit(1);
    }
}

int main(int argc, char **argv) {
    return measure_all(operations, sizeof operations / sizeof *operations, argc, argv);
}
