/*
 * Glassbox, switched off: what glassbox.h includes in place of its declarations when GBX_DISABLE is defined.
 *
 * Made by `cargo xtask header`; a change by hand is lost.
 *
 * No library is needed to link. Each function looks at its arguments' types and at nothing else, sets its outputs to
 * zero (a handle to the null handle), and returns GBX_OK; callbacks are not called. The memory given to it is not
 * touched.
 */

#ifndef GBX_DISABLE
#define GBX_DISABLE
#endif

#ifndef GLASSBOX_H
/* It includes this file at its place. */
#include "glassbox.h"
#elif !defined(GLASSBOX_DISABLED_H)
#define GLASSBOX_DISABLED_H

#ifdef __cplusplus
#define GBX_CLEAR(type, place) ((place) != NULL ? (void)(*(place) = type()) : (void)0)
#else
#define GBX_CLEAR(type, place) ((place) != NULL ? (void)(*(place) = (type){0}) : (void)0)
#endif

static inline const char *gbx_status_name(int32_t status) {
    (void)status;
    return "GBX_OK";
}

static inline uint32_t gbx_version(void) {
    return GBX_VERSION;
}

static inline gbx_status_t gbx_registry_add(
    gbx_registry_t *registry,
    gbx_str_t name,
    uint32_t format,
    const void *address,
    size_t size) {
    (void)registry;
    (void)name;
    (void)format;
    (void)address;
    (void)size;
    return GBX_OK;
}

static inline gbx_status_t gbx_registry_remove(gbx_registry_t *registry, const void *address) {
    (void)registry;
    (void)address;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_init(
    gbx_inspect_t *state,
    void *region,
    size_t size,
    const gbx_inspect_config_t *config) {
    (void)state;
    (void)region;
    (void)size;
    (void)config;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_deinit(gbx_inspect_t *state) {
    (void)state;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_begin_transaction(gbx_inspect_t *state) {
    (void)state;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_end_transaction(gbx_inspect_t *state) {
    (void)state;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_counters(gbx_inspect_t *state, gbx_inspect_counters_t *counters) {
    (void)state;
    GBX_CLEAR(gbx_inspect_counters_t, counters);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_file(gbx_inspect_t *state, const void **address, size_t *size) {
    (void)state;
    if (address != NULL) {
        *address = NULL;
    }
    GBX_CLEAR(size_t, size);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_node(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_node_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_node_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_record_node(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_node_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_node_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_node_delete(gbx_inspect_t *state, gbx_node_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_node_delete_tree(gbx_inspect_t *state, gbx_node_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_int(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    int64_t value,
    gbx_int_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    GBX_CLEAR(gbx_int_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_record_int(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    int64_t value) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_set(gbx_inspect_t *state, gbx_int_t handle, int64_t value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_add(gbx_inspect_t *state, gbx_int_t handle, int64_t by) {
    (void)state;
    (void)handle;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_subtract(gbx_inspect_t *state, gbx_int_t handle, int64_t by) {
    (void)state;
    (void)handle;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_get(gbx_inspect_t *state, gbx_int_t handle, int64_t *value) {
    (void)state;
    (void)handle;
    GBX_CLEAR(int64_t, value);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_delete(gbx_inspect_t *state, gbx_int_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_uint(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    uint64_t value,
    gbx_uint_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    GBX_CLEAR(gbx_uint_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_record_uint(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    uint64_t value) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_set(gbx_inspect_t *state, gbx_uint_t handle, uint64_t value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_add(gbx_inspect_t *state, gbx_uint_t handle, uint64_t by) {
    (void)state;
    (void)handle;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_subtract(gbx_inspect_t *state, gbx_uint_t handle, uint64_t by) {
    (void)state;
    (void)handle;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_get(gbx_inspect_t *state, gbx_uint_t handle, uint64_t *value) {
    (void)state;
    (void)handle;
    GBX_CLEAR(uint64_t, value);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_delete(gbx_inspect_t *state, gbx_uint_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_double(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    double value,
    gbx_double_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    GBX_CLEAR(gbx_double_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_record_double(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    double value) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_set(gbx_inspect_t *state, gbx_double_t handle, double value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_add(gbx_inspect_t *state, gbx_double_t handle, double by) {
    (void)state;
    (void)handle;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_subtract(gbx_inspect_t *state, gbx_double_t handle, double by) {
    (void)state;
    (void)handle;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_get(gbx_inspect_t *state, gbx_double_t handle, double *value) {
    (void)state;
    (void)handle;
    GBX_CLEAR(double, value);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_delete(gbx_inspect_t *state, gbx_double_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_bool(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    bool value,
    gbx_bool_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    GBX_CLEAR(gbx_bool_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_record_bool(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    bool value) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_bool_set(gbx_inspect_t *state, gbx_bool_t handle, bool value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_bool_get(gbx_inspect_t *state, gbx_bool_t handle, bool *value) {
    (void)state;
    (void)handle;
    GBX_CLEAR(bool, value);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_bool_delete(gbx_inspect_t *state, gbx_bool_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_string(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_str_t value,
    gbx_string_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    GBX_CLEAR(gbx_string_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_record_string(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_str_t value) {
    (void)state;
    (void)parent;
    (void)name;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_string_set(gbx_inspect_t *state, gbx_string_t handle, gbx_str_t value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_string_get(
    gbx_inspect_t *state,
    gbx_string_t handle,
    char *buffer,
    size_t capacity,
    size_t *length) {
    (void)state;
    (void)handle;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_string_delete(gbx_inspect_t *state, gbx_string_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_bytes(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    const void *data,
    size_t size,
    gbx_bytes_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)data;
    (void)size;
    GBX_CLEAR(gbx_bytes_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_record_bytes(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    const void *data,
    size_t size) {
    (void)state;
    (void)parent;
    (void)name;
    (void)data;
    (void)size;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_bytes_set(
    gbx_inspect_t *state,
    gbx_bytes_t handle,
    const void *data,
    size_t size) {
    (void)state;
    (void)handle;
    (void)data;
    (void)size;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_bytes_get(
    gbx_inspect_t *state,
    gbx_bytes_t handle,
    void *buffer,
    size_t capacity,
    size_t *length) {
    (void)state;
    (void)handle;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_bytes_delete(gbx_inspect_t *state, gbx_bytes_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_text(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    size_t capacity,
    gbx_text_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)capacity;
    GBX_CLEAR(gbx_text_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_text_set(gbx_inspect_t *state, gbx_text_t handle, gbx_str_t value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_text_get(
    gbx_inspect_t *state,
    gbx_text_t handle,
    char *buffer,
    size_t capacity,
    size_t *length) {
    (void)state;
    (void)handle;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_text_delete(gbx_inspect_t *state, gbx_text_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_int_array(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    size_t slots,
    gbx_int_array_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)slots;
    GBX_CLEAR(gbx_int_array_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_array_set(
    gbx_inspect_t *state,
    gbx_int_array_t handle,
    size_t index,
    int64_t value) {
    (void)state;
    (void)handle;
    (void)index;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_array_add(
    gbx_inspect_t *state,
    gbx_int_array_t handle,
    size_t index,
    int64_t by) {
    (void)state;
    (void)handle;
    (void)index;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_array_subtract(
    gbx_inspect_t *state,
    gbx_int_array_t handle,
    size_t index,
    int64_t by) {
    (void)state;
    (void)handle;
    (void)index;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_array_get(
    gbx_inspect_t *state,
    gbx_int_array_t handle,
    size_t index,
    int64_t *value) {
    (void)state;
    (void)handle;
    (void)index;
    GBX_CLEAR(int64_t, value);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_array_delete(gbx_inspect_t *state, gbx_int_array_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_uint_array(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    size_t slots,
    gbx_uint_array_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)slots;
    GBX_CLEAR(gbx_uint_array_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_array_set(
    gbx_inspect_t *state,
    gbx_uint_array_t handle,
    size_t index,
    uint64_t value) {
    (void)state;
    (void)handle;
    (void)index;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_array_add(
    gbx_inspect_t *state,
    gbx_uint_array_t handle,
    size_t index,
    uint64_t by) {
    (void)state;
    (void)handle;
    (void)index;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_array_subtract(
    gbx_inspect_t *state,
    gbx_uint_array_t handle,
    size_t index,
    uint64_t by) {
    (void)state;
    (void)handle;
    (void)index;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_array_get(
    gbx_inspect_t *state,
    gbx_uint_array_t handle,
    size_t index,
    uint64_t *value) {
    (void)state;
    (void)handle;
    (void)index;
    GBX_CLEAR(uint64_t, value);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_array_delete(gbx_inspect_t *state, gbx_uint_array_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_double_array(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    size_t slots,
    gbx_double_array_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)slots;
    GBX_CLEAR(gbx_double_array_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_array_set(
    gbx_inspect_t *state,
    gbx_double_array_t handle,
    size_t index,
    double value) {
    (void)state;
    (void)handle;
    (void)index;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_array_add(
    gbx_inspect_t *state,
    gbx_double_array_t handle,
    size_t index,
    double by) {
    (void)state;
    (void)handle;
    (void)index;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_array_subtract(
    gbx_inspect_t *state,
    gbx_double_array_t handle,
    size_t index,
    double by) {
    (void)state;
    (void)handle;
    (void)index;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_array_get(
    gbx_inspect_t *state,
    gbx_double_array_t handle,
    size_t index,
    double *value) {
    (void)state;
    (void)handle;
    (void)index;
    GBX_CLEAR(double, value);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_array_delete(gbx_inspect_t *state, gbx_double_array_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_string_array(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    size_t slots,
    gbx_string_array_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)slots;
    GBX_CLEAR(gbx_string_array_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_string_array_set(
    gbx_inspect_t *state,
    gbx_string_array_t handle,
    size_t index,
    gbx_str_t value) {
    (void)state;
    (void)handle;
    (void)index;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_string_array_get(
    gbx_inspect_t *state,
    gbx_string_array_t handle,
    size_t index,
    char *buffer,
    size_t capacity,
    size_t *length) {
    (void)state;
    (void)handle;
    (void)index;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_string_array_delete(gbx_inspect_t *state, gbx_string_array_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_int_linear_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    int64_t floor,
    int64_t step,
    size_t buckets,
    gbx_int_linear_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)floor;
    (void)step;
    (void)buckets;
    GBX_CLEAR(gbx_int_linear_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_linear_histogram_insert(
    gbx_inspect_t *state,
    gbx_int_linear_histogram_t handle,
    int64_t value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_linear_histogram_insert_multiple(
    gbx_inspect_t *state,
    gbx_int_linear_histogram_t handle,
    int64_t value,
    uint64_t times) {
    (void)state;
    (void)handle;
    (void)value;
    (void)times;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_linear_histogram_clear(
    gbx_inspect_t *state,
    gbx_int_linear_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_linear_histogram_delete(
    gbx_inspect_t *state,
    gbx_int_linear_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_uint_linear_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    uint64_t floor,
    uint64_t step,
    size_t buckets,
    gbx_uint_linear_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)floor;
    (void)step;
    (void)buckets;
    GBX_CLEAR(gbx_uint_linear_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_linear_histogram_insert(
    gbx_inspect_t *state,
    gbx_uint_linear_histogram_t handle,
    uint64_t value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_linear_histogram_insert_multiple(
    gbx_inspect_t *state,
    gbx_uint_linear_histogram_t handle,
    uint64_t value,
    uint64_t times) {
    (void)state;
    (void)handle;
    (void)value;
    (void)times;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_linear_histogram_clear(
    gbx_inspect_t *state,
    gbx_uint_linear_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_linear_histogram_delete(
    gbx_inspect_t *state,
    gbx_uint_linear_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_double_linear_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    double floor,
    double step,
    size_t buckets,
    gbx_double_linear_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)floor;
    (void)step;
    (void)buckets;
    GBX_CLEAR(gbx_double_linear_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_linear_histogram_insert(
    gbx_inspect_t *state,
    gbx_double_linear_histogram_t handle,
    double value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_linear_histogram_insert_multiple(
    gbx_inspect_t *state,
    gbx_double_linear_histogram_t handle,
    double value,
    uint64_t times) {
    (void)state;
    (void)handle;
    (void)value;
    (void)times;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_linear_histogram_clear(
    gbx_inspect_t *state,
    gbx_double_linear_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_linear_histogram_delete(
    gbx_inspect_t *state,
    gbx_double_linear_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_int_exponential_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    int64_t floor,
    int64_t initial,
    int64_t multiplier,
    size_t buckets,
    gbx_int_exponential_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)floor;
    (void)initial;
    (void)multiplier;
    (void)buckets;
    GBX_CLEAR(gbx_int_exponential_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_exponential_histogram_insert(
    gbx_inspect_t *state,
    gbx_int_exponential_histogram_t handle,
    int64_t value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_exponential_histogram_insert_multiple(
    gbx_inspect_t *state,
    gbx_int_exponential_histogram_t handle,
    int64_t value,
    uint64_t times) {
    (void)state;
    (void)handle;
    (void)value;
    (void)times;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_exponential_histogram_clear(
    gbx_inspect_t *state,
    gbx_int_exponential_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_int_exponential_histogram_delete(
    gbx_inspect_t *state,
    gbx_int_exponential_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_uint_exponential_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    uint64_t floor,
    uint64_t initial,
    uint64_t multiplier,
    size_t buckets,
    gbx_uint_exponential_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)floor;
    (void)initial;
    (void)multiplier;
    (void)buckets;
    GBX_CLEAR(gbx_uint_exponential_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_exponential_histogram_insert(
    gbx_inspect_t *state,
    gbx_uint_exponential_histogram_t handle,
    uint64_t value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_exponential_histogram_insert_multiple(
    gbx_inspect_t *state,
    gbx_uint_exponential_histogram_t handle,
    uint64_t value,
    uint64_t times) {
    (void)state;
    (void)handle;
    (void)value;
    (void)times;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_exponential_histogram_clear(
    gbx_inspect_t *state,
    gbx_uint_exponential_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_uint_exponential_histogram_delete(
    gbx_inspect_t *state,
    gbx_uint_exponential_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_double_exponential_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    double floor,
    double initial,
    double multiplier,
    size_t buckets,
    gbx_double_exponential_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)floor;
    (void)initial;
    (void)multiplier;
    (void)buckets;
    GBX_CLEAR(gbx_double_exponential_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_exponential_histogram_insert(
    gbx_inspect_t *state,
    gbx_double_exponential_histogram_t handle,
    double value) {
    (void)state;
    (void)handle;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_exponential_histogram_insert_multiple(
    gbx_inspect_t *state,
    gbx_double_exponential_histogram_t handle,
    double value,
    uint64_t times) {
    (void)state;
    (void)handle;
    (void)value;
    (void)times;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_exponential_histogram_clear(
    gbx_inspect_t *state,
    gbx_double_exponential_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_double_exponential_histogram_delete(
    gbx_inspect_t *state,
    gbx_double_exponential_histogram_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_child_link(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_str_t content,
    gbx_link_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)content;
    GBX_CLEAR(gbx_link_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_inline_link(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_str_t content,
    gbx_link_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    (void)content;
    GBX_CLEAR(gbx_link_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_link_content(
    gbx_inspect_t *state,
    gbx_link_t handle,
    char *buffer,
    size_t capacity,
    size_t *length) {
    (void)state;
    (void)handle;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_link_delete(gbx_inspect_t *state, gbx_link_t handle) {
    (void)state;
    (void)handle;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_record(gbx_inspect_t *state, gbx_any_t value) {
    (void)state;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_reparent(gbx_inspect_t *state, gbx_any_t value, gbx_node_t parent) {
    (void)state;
    (void)value;
    (void)parent;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_name(
    gbx_inspect_t *state,
    gbx_any_t value,
    char *buffer,
    size_t capacity,
    size_t *length) {
    (void)state;
    (void)value;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_delete(gbx_inspect_t *state, gbx_any_t value) {
    (void)state;
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_delete_all(gbx_inspect_t *state, gbx_any_t *values, size_t count) {
    (void)state;
    (void)values;
    (void)count;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_unique_name(
    gbx_inspect_t *state,
    gbx_str_t prefix,
    char *buffer,
    size_t capacity,
    size_t *length) {
    (void)state;
    (void)prefix;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_health(
    gbx_inspect_t *state,
    gbx_node_t parent,
    int64_t now,
    gbx_inspect_health_t *health) {
    (void)state;
    (void)parent;
    (void)now;
    GBX_CLEAR(gbx_inspect_health_t, health);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_health_ok(gbx_inspect_t *state, gbx_inspect_health_t *health) {
    (void)state;
    GBX_CLEAR(gbx_inspect_health_t, health);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_health_unhealthy(
    gbx_inspect_t *state,
    gbx_inspect_health_t *health,
    gbx_str_t message) {
    (void)state;
    GBX_CLEAR(gbx_inspect_health_t, health);
    (void)message;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_health_set(
    gbx_inspect_t *state,
    gbx_inspect_health_t *health,
    gbx_str_t status,
    gbx_str_t message) {
    (void)state;
    GBX_CLEAR(gbx_inspect_health_t, health);
    (void)status;
    (void)message;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_health_delete(gbx_inspect_t *state, gbx_inspect_health_t *health) {
    (void)state;
    GBX_CLEAR(gbx_inspect_health_t, health);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_stats(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_inspect_stats_t *stats) {
    (void)state;
    (void)parent;
    GBX_CLEAR(gbx_inspect_stats_t, stats);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_stats_update(gbx_inspect_t *state, const gbx_inspect_stats_t *stats) {
    (void)state;
    (void)stats;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_stats_delete(gbx_inspect_t *state, gbx_inspect_stats_t *stats) {
    (void)state;
    GBX_CLEAR(gbx_inspect_stats_t, stats);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_create_list(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_node_t *entries,
    size_t capacity,
    gbx_inspect_list_t *list) {
    (void)state;
    (void)parent;
    (void)name;
    (void)entries;
    (void)capacity;
    GBX_CLEAR(gbx_inspect_list_t, list);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_list_push(
    gbx_inspect_t *state,
    gbx_inspect_list_t *list,
    gbx_inspect_fill_t fill,
    void *context) {
    (void)state;
    GBX_CLEAR(gbx_inspect_list_t, list);
    (void)fill;
    (void)context;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_list_delete(gbx_inspect_t *state, gbx_inspect_list_t *list) {
    (void)state;
    GBX_CLEAR(gbx_inspect_list_t, list);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_node(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_node_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_node_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_int(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_int_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_int_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_uint(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_uint_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_uint_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_double(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_double_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_double_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_bool(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_bool_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_bool_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_string(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_string_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_string_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_bytes(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_bytes_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_bytes_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_int_array(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_int_array_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_int_array_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_uint_array(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_uint_array_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_uint_array_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_double_array(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_double_array_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_double_array_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_string_array(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_string_array_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_string_array_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_int_linear_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_int_linear_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_int_linear_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_uint_linear_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_uint_linear_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_uint_linear_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_double_linear_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_double_linear_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_double_linear_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_int_exponential_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_int_exponential_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_int_exponential_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_uint_exponential_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_uint_exponential_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_uint_exponential_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_double_exponential_histogram(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_double_exponential_histogram_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_double_exponential_histogram_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_text(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_text_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_text_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_find_link(
    gbx_inspect_t *state,
    gbx_node_t parent,
    gbx_str_t name,
    gbx_link_t *out) {
    (void)state;
    (void)parent;
    (void)name;
    GBX_CLEAR(gbx_link_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_frozen_copy(
    gbx_inspect_t *state,
    void *buffer,
    size_t capacity,
    size_t *length) {
    (void)state;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_freeze(gbx_inspect_t *state) {
    (void)state;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_adopt(
    gbx_inspect_t *state,
    void *region,
    size_t size,
    const gbx_inspect_config_t *config,
    void *scratch,
    size_t scratch_size,
    gbx_inspect_adoption_t *adoption) {
    (void)state;
    (void)region;
    (void)size;
    (void)config;
    (void)scratch;
    (void)scratch_size;
    GBX_CLEAR(gbx_inspect_adoption_t, adoption);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_adopt_or_start(
    gbx_inspect_t *state,
    void *region,
    size_t size,
    const gbx_inspect_config_t *config,
    void *scratch,
    size_t scratch_size,
    gbx_inspect_adoption_t *adoption) {
    (void)state;
    (void)region;
    (void)size;
    (void)config;
    (void)scratch;
    (void)scratch_size;
    GBX_CLEAR(gbx_inspect_adoption_t, adoption);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_snapshot(
    const void *region,
    size_t size,
    uint32_t attempts,
    void *buffer,
    size_t capacity,
    gbx_inspect_snapshot_t *snapshot) {
    (void)region;
    (void)size;
    (void)attempts;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(gbx_inspect_snapshot_t, snapshot);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_copy_unlocked(
    const void *region,
    size_t size,
    void *buffer,
    size_t capacity,
    size_t *length) {
    (void)region;
    (void)size;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline size_t gbx_inspect_scratch_size(size_t image_size) {
    (void)image_size;
    return 0;
}

static inline gbx_status_t gbx_inspect_tree_read(
    gbx_inspect_tree_t *tree,
    const void *image,
    size_t size,
    void *scratch,
    size_t scratch_size,
    const gbx_inspect_reading_t *reading) {
    GBX_CLEAR(gbx_inspect_tree_t, tree);
    (void)image;
    (void)size;
    (void)scratch;
    (void)scratch_size;
    (void)reading;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_tree_stitch(
    gbx_inspect_tree_t *tree,
    const void *image,
    size_t size,
    const gbx_inspect_linked_file_t *files,
    size_t count,
    void *scratch,
    size_t scratch_size,
    const gbx_inspect_reading_t *reading,
    size_t *needed) {
    GBX_CLEAR(gbx_inspect_tree_t, tree);
    (void)image;
    (void)size;
    (void)files;
    (void)count;
    (void)scratch;
    (void)scratch_size;
    (void)reading;
    GBX_CLEAR(size_t, needed);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_tree_select(gbx_inspect_tree_t *tree, const gbx_str_t *selectors, size_t count) {
    GBX_CLEAR(gbx_inspect_tree_t, tree);
    (void)selectors;
    (void)count;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_tree_info(const gbx_inspect_tree_t *tree, gbx_inspect_tree_info_t *info) {
    (void)tree;
    GBX_CLEAR(gbx_inspect_tree_info_t, info);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_tree_json(const gbx_inspect_tree_t *tree, const gbx_sink_t *sink) {
    (void)tree;
    (void)sink;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_tree_text(const gbx_inspect_tree_t *tree, const gbx_sink_t *sink) {
    (void)tree;
    (void)sink;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_walk(gbx_inspect_cursor_t *cursor, const gbx_inspect_tree_t *tree) {
    GBX_CLEAR(gbx_inspect_cursor_t, cursor);
    (void)tree;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_find(
    gbx_inspect_cursor_t *cursor,
    const gbx_inspect_tree_t *tree,
    gbx_str_t path) {
    GBX_CLEAR(gbx_inspect_cursor_t, cursor);
    (void)tree;
    (void)path;
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_next(gbx_inspect_cursor_t *cursor, gbx_inspect_step_t *step) {
    GBX_CLEAR(gbx_inspect_cursor_t, cursor);
    GBX_CLEAR(gbx_inspect_step_t, step);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_name(
    const gbx_inspect_cursor_t *cursor,
    char *buffer,
    size_t capacity,
    size_t *length) {
    (void)cursor;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_value(const gbx_inspect_cursor_t *cursor, gbx_inspect_value_t *value) {
    (void)cursor;
    GBX_CLEAR(gbx_inspect_value_t, value);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_string(
    const gbx_inspect_cursor_t *cursor,
    char *buffer,
    size_t capacity,
    size_t *length) {
    (void)cursor;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_bytes(
    const gbx_inspect_cursor_t *cursor,
    void *buffer,
    size_t capacity,
    size_t *length) {
    (void)cursor;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_slot(
    const gbx_inspect_cursor_t *cursor,
    size_t index,
    gbx_inspect_number_t *number) {
    (void)cursor;
    (void)index;
    GBX_CLEAR(gbx_inspect_number_t, number);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_slot_string(
    const gbx_inspect_cursor_t *cursor,
    size_t index,
    char *buffer,
    size_t capacity,
    size_t *length) {
    (void)cursor;
    (void)index;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_histogram(
    const gbx_inspect_cursor_t *cursor,
    gbx_inspect_histogram_t *histogram) {
    (void)cursor;
    GBX_CLEAR(gbx_inspect_histogram_t, histogram);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_cursor_locate(
    const gbx_inspect_cursor_t *cursor,
    gbx_inspect_location_t *location) {
    (void)cursor;
    GBX_CLEAR(gbx_inspect_location_t, location);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_location_read(
    const gbx_inspect_location_t *location,
    const void *region,
    size_t size,
    uint32_t attempts,
    gbx_inspect_value_t *value) {
    (void)location;
    (void)region;
    (void)size;
    (void)attempts;
    GBX_CLEAR(gbx_inspect_value_t, value);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_location_read_slot(
    const gbx_inspect_location_t *location,
    const void *region,
    size_t size,
    uint32_t attempts,
    uint32_t slot,
    gbx_inspect_number_t *number) {
    (void)location;
    (void)region;
    (void)size;
    (void)attempts;
    (void)slot;
    GBX_CLEAR(gbx_inspect_number_t, number);
    return GBX_OK;
}

static inline gbx_status_t gbx_inspect_location_read_bytes(
    const gbx_inspect_location_t *location,
    const void *region,
    size_t size,
    uint32_t attempts,
    void *buffer,
    size_t capacity,
    size_t *length) {
    (void)location;
    (void)region;
    (void)size;
    (void)attempts;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_init(
    gbx_trace_t *state,
    void *region,
    size_t size,
    const gbx_trace_config_t *config) {
    (void)state;
    (void)region;
    (void)size;
    (void)config;
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_reopen(
    gbx_trace_t *state,
    void *region,
    size_t size,
    const gbx_trace_config_t *config) {
    (void)state;
    (void)region;
    (void)size;
    (void)config;
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_deinit(gbx_trace_t *state) {
    (void)state;
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_register(
    const gbx_trace_t *state,
    const gbx_trace_component_t *component,
    gbx_trace_option_error_t *error) {
    (void)state;
    (void)component;
    GBX_CLEAR(gbx_trace_option_error_t, error);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_set(const gbx_trace_t *state, gbx_str_t options, gbx_trace_option_error_t *error) {
    (void)state;
    (void)options;
    GBX_CLEAR(gbx_trace_option_error_t, error);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_end_start(const gbx_trace_t *state) {
    (void)state;
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_info(const gbx_trace_t *state, gbx_trace_info_t *info) {
    (void)state;
    GBX_CLEAR(gbx_trace_info_t, info);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_attach(
    const gbx_trace_t *state,
    uint64_t thread,
    gbx_str_t name,
    gbx_trace_context_t *context) {
    (void)state;
    (void)thread;
    (void)name;
    GBX_CLEAR(gbx_trace_context_t, context);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_detach(gbx_trace_context_t *context) {
    GBX_CLEAR(gbx_trace_context_t, context);
    return GBX_OK;
}

static inline void gbx_trace_point(
    gbx_trace_context_t *context,
    const gbx_trace_component_t *component,
    uint32_t id,
    const gbx_trace_parameter_t *parameters,
    uint32_t count) {
    (void)context;
    (void)component;
    (void)id;
    (void)parameters;
    (void)count;
}

static inline void gbx_trace_assertion(
    gbx_trace_context_t *context,
    const gbx_trace_component_t *component,
    uint32_t id,
    const char *file,
    uint32_t line,
    const char *expression) {
    (void)context;
    (void)component;
    (void)id;
    (void)file;
    (void)line;
    (void)expression;
}

static inline gbx_status_t gbx_trace_suspend(gbx_trace_context_t *context) {
    GBX_CLEAR(gbx_trace_context_t, context);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_resume(gbx_trace_context_t *context) {
    GBX_CLEAR(gbx_trace_context_t, context);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_flush(gbx_trace_context_t *context) {
    GBX_CLEAR(gbx_trace_context_t, context);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_counts(gbx_trace_context_t *context, gbx_trace_counts_t *counts) {
    GBX_CLEAR(gbx_trace_context_t, context);
    GBX_CLEAR(gbx_trace_counts_t, counts);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_hits(const gbx_trace_component_t *component, uint32_t id, uint64_t *hits) {
    (void)component;
    (void)id;
    GBX_CLEAR(uint64_t, hits);
    return GBX_OK;
}

static inline gbx_status_t gbx_trace_snapshot(
    const void *region,
    size_t size,
    void *buffer,
    size_t capacity,
    gbx_trace_snapshot_t *snapshot) {
    (void)region;
    (void)size;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(gbx_trace_snapshot_t, snapshot);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_warnings(
    const gbx_mmv_tables_t *tables,
    gbx_mmv_warning_function_t on_warning,
    void *context) {
    (void)tables;
    (void)on_warning;
    (void)context;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_required_size(
    const gbx_mmv_tables_t *tables,
    size_t *size,
    gbx_mmv_refusal_t *refusal) {
    (void)tables;
    GBX_CLEAR(size_t, size);
    GBX_CLEAR(gbx_mmv_refusal_t, refusal);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_lay_out(
    gbx_mmv_t *state,
    void *region,
    size_t size,
    const gbx_mmv_tables_t *tables,
    uint64_t generation,
    gbx_mmv_refusal_t *refusal) {
    (void)state;
    (void)region;
    (void)size;
    (void)tables;
    (void)generation;
    GBX_CLEAR(gbx_mmv_refusal_t, refusal);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_init(
    gbx_mmv_t *state,
    void *region,
    size_t size,
    const gbx_mmv_tables_t *tables,
    uint64_t generation,
    gbx_mmv_refusal_t *refusal) {
    (void)state;
    (void)region;
    (void)size;
    (void)tables;
    (void)generation;
    GBX_CLEAR(gbx_mmv_refusal_t, refusal);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_adopt(
    gbx_mmv_t *state,
    void *region,
    size_t size,
    const gbx_mmv_tables_t *tables,
    uint64_t generation,
    gbx_mmv_refusal_t *refusal) {
    (void)state;
    (void)region;
    (void)size;
    (void)tables;
    (void)generation;
    GBX_CLEAR(gbx_mmv_refusal_t, refusal);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_set_all_unavailable(const gbx_mmv_t *state) {
    (void)state;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_publish(gbx_mmv_t *state) {
    (void)state;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_move(
    gbx_mmv_t *state,
    void *region,
    size_t size,
    const gbx_mmv_tables_t *tables,
    uint64_t generation,
    gbx_mmv_refusal_t *refusal) {
    (void)state;
    (void)region;
    (void)size;
    (void)tables;
    (void)generation;
    GBX_CLEAR(gbx_mmv_refusal_t, refusal);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_name_instance(
    const gbx_mmv_t *state,
    uint32_t serial,
    int32_t id,
    gbx_str_t name,
    uint64_t generation,
    uint32_t *number,
    gbx_mmv_refusal_t *refusal) {
    (void)state;
    (void)serial;
    (void)id;
    (void)name;
    (void)generation;
    GBX_CLEAR(uint32_t, number);
    GBX_CLEAR(gbx_mmv_refusal_t, refusal);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_file(const gbx_mmv_t *state, const void **address, size_t *size) {
    (void)state;
    if (address != NULL) {
        *address = NULL;
    }
    GBX_CLEAR(size_t, size);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_stop(gbx_mmv_t *state) {
    (void)state;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_is_file_name(gbx_str_t name, uint32_t flags, bool *answer) {
    (void)name;
    (void)flags;
    GBX_CLEAR(bool, answer);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_find(
    const gbx_mmv_t *state,
    gbx_str_t metric,
    gbx_str_t instance,
    gbx_mmv_value_t *out) {
    (void)state;
    (void)metric;
    (void)instance;
    GBX_CLEAR(gbx_mmv_value_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_value_at(
    const gbx_mmv_t *state,
    uint32_t metric,
    uint32_t instance,
    gbx_mmv_value_t *out) {
    (void)state;
    (void)metric;
    (void)instance;
    GBX_CLEAR(gbx_mmv_value_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_value_record(gbx_mmv_value_t value, void **out) {
    (void)value;
    if (out != NULL) {
        *out = NULL;
    }
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_value_of_record(const gbx_mmv_t *state, const void *record, gbx_mmv_value_t *out) {
    (void)state;
    (void)record;
    GBX_CLEAR(gbx_mmv_value_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_value_type(gbx_mmv_value_t value, int32_t *out) {
    (void)value;
    GBX_CLEAR(int32_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_i32(gbx_mmv_value_t value, gbx_mmv_i32_t *out) {
    (void)value;
    GBX_CLEAR(gbx_mmv_i32_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_i32_set(gbx_mmv_i32_t value, int32_t number) {
    (void)value;
    (void)number;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_i32_add(gbx_mmv_i32_t value, int32_t by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_i32_add_shared(gbx_mmv_i32_t value, int32_t by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_i32_get(gbx_mmv_i32_t value, int32_t *out) {
    (void)value;
    GBX_CLEAR(int32_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_i32_set_unavailable(gbx_mmv_i32_t value) {
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_u32(gbx_mmv_value_t value, gbx_mmv_u32_t *out) {
    (void)value;
    GBX_CLEAR(gbx_mmv_u32_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_u32_set(gbx_mmv_u32_t value, uint32_t number) {
    (void)value;
    (void)number;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_u32_add(gbx_mmv_u32_t value, uint32_t by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_u32_add_shared(gbx_mmv_u32_t value, uint32_t by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_u32_get(gbx_mmv_u32_t value, uint32_t *out) {
    (void)value;
    GBX_CLEAR(uint32_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_u32_set_unavailable(gbx_mmv_u32_t value) {
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_i64(gbx_mmv_value_t value, gbx_mmv_i64_t *out) {
    (void)value;
    GBX_CLEAR(gbx_mmv_i64_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_i64_set(gbx_mmv_i64_t value, int64_t number) {
    (void)value;
    (void)number;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_i64_add(gbx_mmv_i64_t value, int64_t by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_i64_add_shared(gbx_mmv_i64_t value, int64_t by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_i64_get(gbx_mmv_i64_t value, int64_t *out) {
    (void)value;
    GBX_CLEAR(int64_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_i64_set_unavailable(gbx_mmv_i64_t value) {
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_u64(gbx_mmv_value_t value, gbx_mmv_u64_t *out) {
    (void)value;
    GBX_CLEAR(gbx_mmv_u64_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_u64_set(gbx_mmv_u64_t value, uint64_t number) {
    (void)value;
    (void)number;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_u64_add(gbx_mmv_u64_t value, uint64_t by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_u64_add_shared(gbx_mmv_u64_t value, uint64_t by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_u64_get(gbx_mmv_u64_t value, uint64_t *out) {
    (void)value;
    GBX_CLEAR(uint64_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_u64_set_unavailable(gbx_mmv_u64_t value) {
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_float(gbx_mmv_value_t value, gbx_mmv_float_t *out) {
    (void)value;
    GBX_CLEAR(gbx_mmv_float_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_float_set(gbx_mmv_float_t value, float number) {
    (void)value;
    (void)number;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_float_add(gbx_mmv_float_t value, float by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_float_add_shared(gbx_mmv_float_t value, float by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_float_get(gbx_mmv_float_t value, float *out) {
    (void)value;
    GBX_CLEAR(float, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_float_set_unavailable(gbx_mmv_float_t value) {
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_double(gbx_mmv_value_t value, gbx_mmv_double_t *out) {
    (void)value;
    GBX_CLEAR(gbx_mmv_double_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_double_set(gbx_mmv_double_t value, double number) {
    (void)value;
    (void)number;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_double_add(gbx_mmv_double_t value, double by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_double_add_shared(gbx_mmv_double_t value, double by) {
    (void)value;
    (void)by;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_call_double_get(gbx_mmv_double_t value, double *out) {
    (void)value;
    GBX_CLEAR(double, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_double_set_unavailable(gbx_mmv_double_t value) {
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_string(gbx_mmv_value_t value, gbx_mmv_string_t *out) {
    (void)value;
    GBX_CLEAR(gbx_mmv_string_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_string_set(gbx_mmv_string_t value, gbx_str_t new_text) {
    (void)value;
    (void)new_text;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_string_get(gbx_mmv_string_t value, char *buffer, size_t capacity, size_t *length) {
    (void)value;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(size_t, length);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_elapsed(gbx_mmv_value_t value, gbx_mmv_elapsed_t *out) {
    (void)value;
    GBX_CLEAR(gbx_mmv_elapsed_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_elapsed_start(gbx_mmv_elapsed_t value, uint64_t now) {
    (void)value;
    (void)now;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_elapsed_end(gbx_mmv_elapsed_t value, uint64_t now) {
    (void)value;
    (void)now;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_elapsed_discard(gbx_mmv_elapsed_t value) {
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_elapsed_set(gbx_mmv_elapsed_t value, uint64_t microseconds) {
    (void)value;
    (void)microseconds;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_elapsed_add(gbx_mmv_elapsed_t value, uint64_t microseconds) {
    (void)value;
    (void)microseconds;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_elapsed_get(gbx_mmv_elapsed_t value, uint64_t *out) {
    (void)value;
    GBX_CLEAR(uint64_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_elapsed_open_since(gbx_mmv_elapsed_t value, uint64_t *out) {
    (void)value;
    GBX_CLEAR(uint64_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_elapsed_set_unavailable(gbx_mmv_elapsed_t value) {
    (void)value;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_snapshot(
    const void *region,
    size_t size,
    uint32_t attempts,
    void *buffer,
    size_t capacity,
    gbx_mmv_snapshot_t *snapshot) {
    (void)region;
    (void)size;
    (void)attempts;
    (void)buffer;
    (void)capacity;
    GBX_CLEAR(gbx_mmv_snapshot_t, snapshot);
    return GBX_OK;
}

static inline size_t gbx_mmv_scratch_size(size_t image_size) {
    (void)image_size;
    return 0;
}

static inline gbx_status_t gbx_mmv_image_read(
    gbx_mmv_image_t *image,
    const void *bytes,
    size_t size,
    void *scratch,
    size_t scratch_size,
    uint32_t flags) {
    GBX_CLEAR(gbx_mmv_image_t, image);
    (void)bytes;
    (void)size;
    (void)scratch;
    (void)scratch_size;
    (void)flags;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_info(const gbx_mmv_image_t *image, gbx_mmv_image_info_t *info) {
    (void)image;
    GBX_CLEAR(gbx_mmv_image_info_t, info);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_check(
    const gbx_mmv_image_t *image,
    gbx_mmv_problem_function_t on_problem,
    void *context) {
    (void)image;
    (void)on_problem;
    (void)context;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_json(const gbx_mmv_image_t *image, const gbx_sink_t *sink) {
    (void)image;
    (void)sink;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_text(const gbx_mmv_image_t *image, gbx_str_t prefix, const gbx_sink_t *sink) {
    (void)image;
    (void)prefix;
    (void)sink;
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_metric(
    const gbx_mmv_image_t *image,
    uint32_t number,
    gbx_mmv_metric_info_t *out) {
    (void)image;
    (void)number;
    GBX_CLEAR(gbx_mmv_metric_info_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_indom(
    const gbx_mmv_image_t *image,
    uint32_t number,
    gbx_mmv_indom_info_t *out) {
    (void)image;
    (void)number;
    GBX_CLEAR(gbx_mmv_indom_info_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_instance(
    const gbx_mmv_image_t *image,
    uint32_t indom,
    uint32_t number,
    gbx_mmv_instance_info_t *out) {
    (void)image;
    (void)indom;
    (void)number;
    GBX_CLEAR(gbx_mmv_instance_info_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_label(
    const gbx_mmv_image_t *image,
    uint32_t number,
    gbx_mmv_label_info_t *out) {
    (void)image;
    (void)number;
    GBX_CLEAR(gbx_mmv_label_info_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_value(
    const gbx_mmv_image_t *image,
    uint32_t number,
    gbx_mmv_value_info_t *out) {
    (void)image;
    (void)number;
    GBX_CLEAR(gbx_mmv_value_info_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_value_count(const gbx_mmv_image_t *image, uint32_t *out) {
    (void)image;
    GBX_CLEAR(uint32_t, out);
    return GBX_OK;
}

static inline gbx_status_t gbx_mmv_image_find(
    const gbx_mmv_image_t *image,
    gbx_str_t metric,
    gbx_str_t instance,
    gbx_mmv_value_info_t *out) {
    (void)image;
    (void)metric;
    (void)instance;
    GBX_CLEAR(gbx_mmv_value_info_t, out);
    return GBX_OK;
}

#undef GBX_CLEAR

#endif
