/*
 * Glassbox: the state and the metrics of a program, visible in plain memory that the program owns.
 *
 * Made from the Rust code by `cargo xtask header`; a change by hand is lost.
 *
 * Functions return a gbx_status_t, GBX_OK (0) when it was done. Outputs come last. After an error nothing has changed:
 * neither in the file nor in an output, but for a handle that was to be created, which becomes the null handle. All
 * functions refuse the null handle, so an unchecked creation harms nobody. A NULL pointer is an error, never undefined;
 * other pointers must point to what their type says until the function returns. Nothing is allocated, and no function
 * calls anything but the program's own lock and callbacks, memcpy, memmove, memset and memcmp.
 *
 * Each function says who may call it, how long it takes, and what errors it has.
 *
 * Context. "writer": every thread and interrupt that the state's lock covers; without a lock, one context, and what
 * interrupts it is refused with GBX_ERROR_BUSY. "any": everybody at any time.
 *
 * Time. "constant": some tens of instructions. "short": constant but for a name's length, and for steps whose number
 * the size of the region bounds to a few dozen. Where it is more, it is said. Waiting for the lock comes on top.
 *
 * Errors "of the state": GBX_ERROR_NULL, GBX_ERROR_INVALID_ARGUMENT (misaligned), GBX_ERROR_NOT_INITIALISED,
 * GBX_ERROR_BUSY, GBX_ERROR_FROZEN. "of the handle": GBX_ERROR_NO_HANDLE, GBX_ERROR_WRONG_KIND,
 * GBX_ERROR_FOREIGN_HANDLE, GBX_ERROR_STALE_HANDLE. "of the tree", "of the image", "of the cursor": GBX_ERROR_NULL,
 * GBX_ERROR_INVALID_ARGUMENT (misaligned), GBX_ERROR_NOT_INITIALISED (not read, not put anywhere), for a cursor also
 * GBX_ERROR_NOT_FOUND (it has not come to anything). "of a creation": those of the state and of the parent's handle,
 * GBX_ERROR_NULL (the output, a text), GBX_ERROR_INVALID_UTF8, GBX_ERROR_TOO_LONG, GBX_ERROR_FULL.
 *
 * What the functions do to a file is in these sections of the description of the Inspect format: nodes 9, strings 5, bytes
 * 6, arrays 7, histograms 7.1 to 7.3, links 8 and 13.6, snapshots and locations 11.2, freezing and adopting 12, trees and
 * problems 13, numbers 14.2, transactions 14.4, statistics 14.5, health 14.6, bounded lists 14.7, JSON 15.2, text 15.3,
 * selectors 15.4.
 */

#ifndef GLASSBOX_H
#define GLASSBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header. gbx_version() gives that of the library in the form of GBX_VERSION. */
#define GBX_VERSION_MAJOR 0
#define GBX_VERSION_MINOR 1
#define GBX_VERSION_PATCH 0
#define GBX_VERSION (GBX_VERSION_MAJOR * 10000u + GBX_VERSION_MINOR * 100u + GBX_VERSION_PATCH)
#define GBX_VERSION_STRING "0.1.0"

/* How many bits a pointer has. */
#if UINTPTR_MAX > 0xffffffffu
#define GBX_POINTERS_64
#else
#define GBX_POINTERS_32
#endif

/* What each language says in its own way: alignment, assertions, and a value of a struct. */
#if defined(__cplusplus)
#define GBX_ALIGNED(bytes) alignas(bytes)
#define GBX_ALIGNMENT(type) alignof(type)
#define GBX_STATIC_ASSERT(condition, name) static_assert(condition, #name)
#define GBX_LITERAL(type) type
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L
#define GBX_ALIGNED(bytes) alignas(bytes)
#define GBX_ALIGNMENT(type) alignof(type)
#define GBX_STATIC_ASSERT(condition, name) static_assert(condition, #name)
#define GBX_LITERAL(type) (type)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define GBX_ALIGNED(bytes) _Alignas(bytes)
#define GBX_ALIGNMENT(type) _Alignof(type)
#define GBX_STATIC_ASSERT(condition, name) _Static_assert(condition, #name)
#define GBX_LITERAL(type) (type)
#else
#define GBX_ALIGNED(bytes) __attribute__((aligned(bytes)))
#define GBX_ALIGNMENT(type) offsetof(struct { char first; type second; }, second)
#define GBX_STATIC_ASSERT(condition, name) typedef char gbx_assert_##name[(condition) ? 1 : -1]
#define GBX_LITERAL(type) (type)
#endif

/* Defines a static region of `size` bytes, rounded up to a multiple of 16, and aligned as every region must be:
 *     GBX_REGION(memory, 4096);
 *     gbx_inspect_init(&state, memory, sizeof memory, NULL); */
#define GBX_REGION(name, size) GBX_ALIGNED(16) static unsigned char name[((size) + 15u) / 16u * 16u]

/* The same in a section of the linker script, for memory that survives a reset or that others share. */
#define GBX_REGION_IN(name, size, section_name) \
    GBX_ALIGNED(16) static unsigned char name[((size) + 15u) / 16u * 16u] __attribute__((section(section_name), used))

/* Defines the table in which a program lists its regions, so that they are found in a dump of its memory, as the global
 * variable gbx_registry, with so many slots. Once in a program, outside of functions:
 *     GBX_REGISTRY(8);
 *     gbx_registry_add(&gbx_registry.head, GBX_STR("state"), GBX_FORMAT_INSPECT, memory, sizeof memory); */
#ifdef GBX_DISABLE
#define GBX_REGISTRY(slots) \
    struct gbx_registry_table { gbx_registry_t head; } gbx_registry
#else
#define GBX_REGISTRY(slots) \
    struct gbx_registry_table { gbx_registry_t head; gbx_registry_slot_t slot[slots]; } gbx_registry = { \
        {{'G', 'B', 'X', 'T', 'A', 'B', 'L', 'E'}, 1u, sizeof(void *), 0u, (slots)}, \
        {{{0u, 0u, 0u, 0u, 0u, 0u}, 0u, 0u, 0u, 0u}}}
#endif

/* A literal as a text: GBX_STR("radio"). A zero inside is part of it. */
#define GBX_STR(literal) (GBX_LITERAL(gbx_str_t){"" literal, sizeof("" literal) - 1u})

/* The node that every tree hangs from. */
#define GBX_ROOT (GBX_LITERAL(gbx_node_t){0u, 1u})

/* A handle of any kind, for what can be done to all kinds: gbx_inspect_delete(&state, GBX_ANY(packets)). The argument is
 * evaluated twice. */
#define GBX_ANY(handle) (GBX_LITERAL(gbx_any_t){(handle).block, (handle).check})

/* Enough bytes for a book in memory of its own: for a region of `size` bytes, and so many string slots or 0. */
#define GBX_INSPECT_BOOK_SIZE(size, slots) ((size) / 8u + ((slots) != 0u ? (slots) * 4u : (size) / 32u) + 64u)

/* The size of the scratch memory, in bytes, for the tree of a file of at most so many bytes:
 *     static uint32_t scratch[GBX_INSPECT_SCRATCH_SIZE(4096) / 4]; */
#define GBX_INSPECT_SCRATCH_SIZE(size) ((size) / 16u * 8u)

/* The same literal where a constant table is initialised: static const gbx_str_t name = GBX_STR_INIT("radio"). */
#define GBX_STR_INIT(literal) {"" literal, sizeof("" literal) - 1u}

/* No text at all, not even an empty one: an instance where there is none. */
#define GBX_NO_STR (GBX_LITERAL(gbx_str_t){NULL, 0u})

/* The number of entries of an array. */
#define GBX_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Entries of constant tables of MMV declarations; names, help and values of labels are literals:
 *     static const gbx_mmv_instance_t cores[] = {GBX_MMV_INSTANCE(0, "core0"), GBX_MMV_INSTANCE(1, "core1")};
 *     static const gbx_mmv_indom_t indoms[] = {GBX_MMV_INDOM(1, cores, 0, "cores", "")};
 *     static const gbx_mmv_metric_t metrics[] = {
 *         GBX_MMV_METRIC("load", 1, GBX_MMV_DOUBLE, GBX_MMV_INSTANT, GBX_MMV_NONE, 1, "load of each core", "")};
 *     static const gbx_mmv_label_t labels[] = {
 *         GBX_MMV_LABEL(GBX_MMV_ABOUT_ITEM, 1, -1, "source", "\\"timer\\"", false)}; */
#define GBX_MMV_METRIC(name, item, type, semantics, units, indom, short_help, long_help) \
    {GBX_STR_INIT(name), (item), (type), (semantics), (units), (indom), GBX_STR_INIT(short_help), GBX_STR_INIT(long_help)}
#define GBX_MMV_INSTANCE(id, name) {GBX_STR_INIT(name), (id)}
#define GBX_MMV_INDOM(serial, instances, spares, short_help, long_help) \
    {(instances), GBX_COUNT(instances), (serial), (spares), GBX_STR_INIT(short_help), GBX_STR_INIT(long_help)}
#define GBX_MMV_LABEL(scope, identity, instance, name, value, is_optional) \
    {GBX_STR_INIT(name), GBX_STR_INIT(value), (scope), (identity), (instance), (is_optional)}

/* Units: exponents of space, time and count, -8 to 7, and the scale of each: GBX_MMV_SPACE_..., GBX_MMV_TIME_..., and a power
 * of ten, -8 to 7. Mebibytes a second are GBX_MMV_UNITS(1, -1, 0, GBX_MMV_SPACE_MEBIBYTE, GBX_MMV_TIME_SECOND, 0). */
#define GBX_MMV_UNITS(space, time, count, space_scale, time_scale, count_scale) \
    (GBX_MMV_NIBBLE(space) << 28 | GBX_MMV_NIBBLE(time) << 24 | GBX_MMV_NIBBLE(count) << 20 | \
     GBX_MMV_NIBBLE(space_scale) << 16 | GBX_MMV_NIBBLE(time_scale) << 12 | GBX_MMV_NIBBLE(count_scale) << 8)
#define GBX_MMV_NIBBLE(number) (GBX_LITERAL(uint32_t)(number) & 15u)
#define GBX_MMV_SPACE_BYTE 0
#define GBX_MMV_SPACE_KIBIBYTE 1
#define GBX_MMV_SPACE_MEBIBYTE 2
#define GBX_MMV_SPACE_GIBIBYTE 3
#define GBX_MMV_SPACE_TEBIBYTE 4
#define GBX_MMV_SPACE_PEBIBYTE 5
#define GBX_MMV_SPACE_EXBIBYTE 6
#define GBX_MMV_SPACE_ZEBIBYTE 7
#define GBX_MMV_SPACE_YOBIBYTE 8
#define GBX_MMV_TIME_NANOSECOND 0
#define GBX_MMV_TIME_MICROSECOND 1
#define GBX_MMV_TIME_MILLISECOND 2
#define GBX_MMV_TIME_SECOND 3
#define GBX_MMV_TIME_MINUTE 4
#define GBX_MMV_TIME_HOUR 5
#define GBX_MMV_NONE GBX_MMV_UNITS(0, 0, 0, 0, 0, 0)
#define GBX_MMV_COUNT GBX_MMV_UNITS(0, 0, 1, 0, 0, 0)
#define GBX_MMV_BYTES GBX_MMV_UNITS(1, 0, 0, GBX_MMV_SPACE_BYTE, 0, 0)
#define GBX_MMV_KIBIBYTES GBX_MMV_UNITS(1, 0, 0, GBX_MMV_SPACE_KIBIBYTE, 0, 0)
#define GBX_MMV_MEBIBYTES GBX_MMV_UNITS(1, 0, 0, GBX_MMV_SPACE_MEBIBYTE, 0, 0)
#define GBX_MMV_NANOSECONDS GBX_MMV_UNITS(0, 1, 0, 0, GBX_MMV_TIME_NANOSECOND, 0)
#define GBX_MMV_MICROSECONDS GBX_MMV_UNITS(0, 1, 0, 0, GBX_MMV_TIME_MICROSECOND, 0)
#define GBX_MMV_MILLISECONDS GBX_MMV_UNITS(0, 1, 0, 0, GBX_MMV_TIME_MILLISECOND, 0)
#define GBX_MMV_SECONDS GBX_MMV_UNITS(0, 1, 0, 0, GBX_MMV_TIME_SECOND, 0)

/* The bytes of memory that an MMV file needs, for GBX_REGION: of version 1, 2 or 3, with so many instance domains, instances
 * (spare ones included, over all domains), metrics, values (one for a metric without instances, one for each instance
 * otherwise), values that are texts among those, help texts, and labels. It is what gbx_mmv_required_size says; with
 * GBX_MMV_SINGLE_BUFFERED that is 256 bytes less for each value that is a text. */
#define GBX_MMV_SIZE(version, indoms, instances, metrics, values, string_values, texts, labels) \
    ((40u + 16u * (2u + ((indoms) > 0 ? 2u : 0u) + ((labels) > 0 ? 1u : 0u) + \
                   (GBX_MMV_STRINGS(version, instances, metrics, string_values, texts) > 0 ? 1u : 0u)) + \
      sizeof(char) * 32u * (indoms) + sizeof(char) * ((version) > 1 ? 24u : 80u) * (instances) + \
      sizeof(char) * ((version) > 1 ? 48u : 104u) * (metrics) + sizeof(char) * 32u * (values) + \
      256u * (GBX_MMV_STRINGS(version, instances, metrics, string_values, texts) + (labels)) + \
      (((metrics) + sizeof(char) * (instances)) * ((instances) > 0xffff ? 4u : 2u) + 7u) / 8u * 8u + 15u) / \
     16u * 16u)
#define GBX_MMV_STRINGS(version, instances, metrics, string_values, texts) \
    (sizeof(char) * (texts) + 2u * (string_values) + ((version) > 1 ? (instances) + sizeof(char) * (metrics) : 0u))

/* Whether updates of numbers in MMV files are inline. */
#if !defined(GBX_DISABLE) && defined(__GCC_ATOMIC_LLONG_LOCK_FREE) && defined(__BYTE_ORDER__)
#if __GCC_ATOMIC_LLONG_LOCK_FREE == 2
#define GBX_MMV_INLINE
#endif
#endif

/* The size of a trace region with so many records (one for each context, and one for exceptions) of `record_size` bytes,
 * and `texts` bytes of startup and trace options in its header:
 *     GBX_REGION(memory, GBX_TRACE_SIZE(4, 1024, 0)); */
#define GBX_TRACE_SIZE(records, record_size, texts) \
    ((((record_size) + 63u) / 64u * 64u * (records) + 264u + (texts) + 8u * (records) + 63u) / 64u * 64u)

/* The number of a thread where the system has none of its own: firmware counts its contexts 0, 1, 2. */
#define GBX_TRACE_THREAD(context) (UINT64_C(0x1000) + (context))

/**
 * The longest name of a region, in bytes.
 */
#define GBX_REGISTRY_NAME 24

/**
 * For `format`: the region is an Inspect file.
 */
#define GBX_FORMAT_INSPECT 1

/**
 * For `format`: the region is an MMV file.
 */
#define GBX_FORMAT_MMV 2

/**
 * For `format`: the region is a trace.
 */
#define GBX_FORMAT_TRACE 3

#if defined(GBX_POINTERS_64)
/**
 * The size of a state, in words of 64 bits.
 */
#define GBX_INSPECT_STATE_WORDS 32
#endif

#if !defined(GBX_POINTERS_64)
/**
 * The size of a state, in words of 64 bits.
 */
#define GBX_INSPECT_STATE_WORDS 24
#endif

/**
 * For `flags` of the configuration: no serial numbers, which take 2 bytes for each 16 bytes of file. A stale handle is
 * then noticed only when its block is of another type by now, and deleting a node deletes all that is below it.
 */
#define GBX_INSPECT_NO_SERIALS 1

/**
 * For `flags` of the configuration: equal texts are not shared.
 */
#define GBX_INSPECT_NO_SHARING 2

/**
 * For `flags` of the configuration: no book at all. As the two others together; the file can grow to the whole region.
 */
#define GBX_INSPECT_NO_BOOK 4

/**
 * The number of statistics.
 */
#define GBX_INSPECT_STATISTICS 8

#if defined(GBX_POINTERS_64)
/**
 * The size of a list, in words of 64 bits.
 */
#define GBX_INSPECT_LIST_WORDS 6
#endif

#if !defined(GBX_POINTERS_64)
/**
 * The size of a list, in words of 64 bits.
 */
#define GBX_INSPECT_LIST_WORDS 5
#endif

#if defined(GBX_POINTERS_64)
/**
 * The size of a tree, in words of 64 bits.
 */
#define GBX_INSPECT_TREE_WORDS 16
#endif

#if !defined(GBX_POINTERS_64)
/**
 * The size of a tree, in words of 64 bits.
 */
#define GBX_INSPECT_TREE_WORDS 12
#endif

/**
 * For `flags` of how a file is read: read on although its writer is in the middle of something, or bytes are missing
 * at the end. Both are problems then and no errors.
 */
#define GBX_INSPECT_RECOVER 1

/**
 * For `flags` of how a file is read: the properties and child nodes of a node come in the order of their blocks, which
 * saves sorting them by name.
 */
#define GBX_INSPECT_BLOCK_ORDER 2

/**
 * The selectors that a tree can be cut down to at once.
 */
#define GBX_INSPECT_MOST_SELECTORS 16

/**
 * The size of a cursor, in words of 64 bits.
 */
#define GBX_INSPECT_CURSOR_WORDS 10

/**
 * The size of a location, in words of 64 bits.
 */
#define GBX_INSPECT_LOCATION_WORDS 4

#if defined(GBX_POINTERS_64)
/**
 * The size of an engine, in words of 64 bits.
 */
#define GBX_TRACE_STATE_WORDS 400
#endif

#if !defined(GBX_POINTERS_64)
/**
 * The size of an engine, in words of 64 bits.
 */
#define GBX_TRACE_STATE_WORDS 336
#endif

/**
 * For `flags` of the configuration: each context hands full records over, instead of writing one round and round.
 */
#define GBX_TRACE_STREAM 1

/**
 * For `flags` of the configuration: one more record, which all contexts share for exceptions.
 */
#define GBX_TRACE_EXCEPTION_RING 2

#if defined(GBX_POINTERS_64)
/**
 * The size of a context, in words of 64 bits.
 */
#define GBX_TRACE_CONTEXT_WORDS 16
#endif

#if !defined(GBX_POINTERS_64)
/**
 * The size of a context, in words of 64 bits.
 */
#define GBX_TRACE_CONTEXT_WORDS 14
#endif

/**
 * A parameter is the bytes of one or more numbers, little-endian and packed.
 */
#define GBX_TRACE_BYTES 0

/**
 * A parameter is a text that ends with a zero; `length` is not looked at. NULL is recorded as `[Null Pointer]`.
 */
#define GBX_TRACE_TEXT 1

/**
 * A parameter is a text of `length` bytes, at most 65,535.
 */
#define GBX_TRACE_COUNTED 2

/**
 * For `flags` of a file: export as `mmv.NAME` instead of `mmv.FILE.NAME`.
 */
#define GBX_MMV_NO_PREFIX 1

/**
 * For `flags` of a file: export only while the process exists whose number is in the file.
 */
#define GBX_MMV_PROCESS 2

/**
 * For `flags` of a file: values can be "not available".
 */
#define GBX_MMV_SENTINEL 4

/**
 * For `options` of a file: text values have one block each instead of two, which saves 256 bytes. While a text is set,
 * a reader may then see its beginning and the end of the old one.
 */
#define GBX_MMV_SINGLE_BUFFERED 1

/**
 * The size of a state, in words of 64 bits.
 */
#define GBX_MMV_STATE_WORDS 32

/**
 * The size of an image, in words of 64 bits.
 */
#define GBX_MMV_IMAGE_WORDS 32

/**
 * For `flags` of how an MMV file is read: read on although its writer is at work on its metadata, or died at it. It is a
 * problem then and no error.
 */
#define GBX_MMV_RECOVER 1

/**
 * What became of a call: 0 when it was done, a negative number that says why not otherwise.
 *
 * The numbers are for ever: none is changed or used again. After an error nothing has changed, unless the function
 * says otherwise.
 */
enum gbx_status_t
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It was done.
     */
    GBX_OK = 0,
    /**
     * A pointer is NULL that must not be.
     */
    GBX_ERROR_NULL = -1,
    /**
     * The state was not initialised, or not successfully, or it was given up.
     */
    GBX_ERROR_NOT_INITIALISED = -2,
    /**
     * The writer is at work in the calling context already, or the lock said that it cannot be taken here.
     */
    GBX_ERROR_BUSY = -3,
    /**
     * The region has no space left for it. Give it more memory, or delete something.
     */
    GBX_ERROR_FULL = -4,
    /**
     * A text or byte string is longer than 2^32 - 1 bytes, or than half of the address space.
     */
    GBX_ERROR_TOO_LONG = -5,
    /**
     * A text is not UTF-8.
     */
    GBX_ERROR_INVALID_UTF8 = -6,
    /**
     * An argument makes no sense here, or a pointer is not aligned for its type.
     */
    GBX_ERROR_INVALID_ARGUMENT = -7,
    /**
     * The handle is the null handle: its creation failed, or it was never created.
     */
    GBX_ERROR_NO_HANDLE = -8,
    /**
     * The handle is to a value of another kind.
     */
    GBX_ERROR_WRONG_KIND = -9,
    /**
     * The handle was made by another writer.
     */
    GBX_ERROR_FOREIGN_HANDLE = -10,
    /**
     * The value of the handle was deleted.
     */
    GBX_ERROR_STALE_HANDLE = -11,
    /**
     * The file is frozen; nothing in it changes any more.
     */
    GBX_ERROR_FROZEN = -12,
    /**
     * This cannot be done inside a transaction.
     */
    GBX_ERROR_IN_TRANSACTION = -13,
    /**
     * A transaction was ended that was not begun.
     */
    GBX_ERROR_NOT_IN_TRANSACTION = -14,
    /**
     * The memory cannot serve: it is misaligned, too small or too large.
     */
    GBX_ERROR_BAD_REGION = -15,
    /**
     * The caller's buffer is too small; the size that is needed was given.
     */
    GBX_ERROR_BUFFER_TOO_SMALL = -16,
    /**
     * The caller's scratch memory is too small; the size that is needed was given.
     */
    GBX_ERROR_SCRATCH_TOO_SMALL = -17,
    /**
     * The file is inside a section that did not end: it is being written, or its writer is gone.
     */
    GBX_ERROR_LOCKED = -18,
    /**
     * The file changed during every attempt to read it.
     */
    GBX_ERROR_CONTENDED = -19,
    /**
     * An array of more slots than the format can hold.
     */
    GBX_ERROR_TOO_MANY_SLOTS = -20,
    /**
     * There is no slot of that index.
     */
    GBX_ERROR_OUT_OF_RANGE = -21,
    /**
     * The text is longer than its fixed capacity.
     */
    GBX_ERROR_OVER_CAPACITY = -22,
    /**
     * No block that a link can name is left for its content.
     */
    GBX_ERROR_LINK_CONTENT_TOO_FAR = -23,
    /**
     * The node would hang below itself.
     */
    GBX_ERROR_WOULD_CYCLE = -24,
    /**
     * The region does not hold a file that a writer can take over.
     */
    GBX_ERROR_NOT_ADOPTABLE = -25,
    /**
     * The file is shorter than its header.
     */
    GBX_ERROR_TOO_SHORT = -26,
    /**
     * The bytes are no file of this format.
     */
    GBX_ERROR_BAD_MAGIC = -27,
    /**
     * The file has a version of the format that is not known.
     */
    GBX_ERROR_UNSUPPORTED_VERSION = -28,
    /**
     * Bytes are missing at the end of the file.
     */
    GBX_ERROR_TRUNCATED = -29,
    /**
     * Nothing of that name is there.
     */
    GBX_ERROR_NOT_FOUND = -30,
    /**
     * A function of the program's said that it is enough: a sink, or one that fills an entry.
     */
    GBX_ERROR_STOPPED = -31,
    /**
     * The declarations, or what was to be made of them, break a rule; the refusal names it.
     */
    GBX_ERROR_REFUSED = -32,
    /**
     * The machine has no atomic operations of that width, or the file was not declared so that it could be.
     */
    GBX_ERROR_UNSUPPORTED = -33,
    /**
     * The writer of the file is at work on its metadata, or died at it.
     */
    GBX_ERROR_IN_FLUX = -34,
    /**
     * The file's table of contents reaches beyond its end.
     */
    GBX_ERROR_TOC_OUTSIDE_FILE = -35,
    /**
     * The value is not available.
     */
    GBX_ERROR_NOT_AVAILABLE = -36,
    /**
     * It is not the time for this: the file is published already or not yet, an interval is open already or none is.
     */
    GBX_ERROR_WRONG_STATE = -37,
    /**
     * A string of options has something wrong in it; what and where was put out.
     */
    GBX_ERROR_BAD_OPTION = -38,
    /**
     * A thread's number is no larger than the number of records, or 2^63 or more, or another thread's.
     */
    GBX_ERROR_BAD_THREAD_ID = -39,
    /**
     * All records of the trace region are in use.
     */
    GBX_ERROR_NO_FREE_RECORD = -40,
    /**
     * The engine has no room for another component.
     */
    GBX_ERROR_TOO_MANY_COMPONENTS = -41,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gbx_status_t gbx_status_t;
#else
typedef int32_t gbx_status_t;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What became of a file that was to be adopted.
 */
enum gbx_inspect_outcome_t
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It was adopted, as its writer left it.
     */
    GBX_OUTCOME_WHOLE = 0,
    /**
     * Its writer died inside a section. Nothing else was wrong, so the section was closed and the file adopted; what
     * the section changed may be half done.
     */
    GBX_OUTCOME_CLOSED = 1,
    /**
     * It could not be adopted; an empty file was written in its place.
     */
    GBX_OUTCOME_FRESH = 2,
    /**
     * It could not be adopted, and is as it was. The status says more.
     */
    GBX_OUTCOME_REFUSED = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gbx_inspect_outcome_t gbx_inspect_outcome_t;
#else
typedef int32_t gbx_inspect_outcome_t;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Where a walk has come to.
 */
enum gbx_inspect_step_t
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * There is nothing more.
     */
    GBX_STEP_END = 0,
    /**
     * A node begins: its properties follow, then its child nodes.
     */
    GBX_STEP_ENTER = 1,
    /**
     * A property.
     */
    GBX_STEP_PROPERTY = 2,
    /**
     * A node ends.
     */
    GBX_STEP_LEAVE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gbx_inspect_step_t gbx_inspect_step_t;
#else
typedef int32_t gbx_inspect_step_t;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What kind of value stands at a place.
 */
enum gbx_inspect_kind_t
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A node.
     */
    GBX_KIND_NODE = 0,
    /**
     * A signed integer.
     */
    GBX_KIND_INT = 1,
    /**
     * An unsigned integer.
     */
    GBX_KIND_UINT = 2,
    /**
     * A floating-point number.
     */
    GBX_KIND_DOUBLE = 3,
    /**
     * True or false.
     */
    GBX_KIND_BOOL = 4,
    /**
     * A text.
     */
    GBX_KIND_STRING = 5,
    /**
     * Bytes.
     */
    GBX_KIND_BYTES = 6,
    /**
     * An array of signed integers.
     */
    GBX_KIND_INT_ARRAY = 7,
    /**
     * An array of unsigned integers.
     */
    GBX_KIND_UINT_ARRAY = 8,
    /**
     * An array of floating-point numbers.
     */
    GBX_KIND_DOUBLE_ARRAY = 9,
    /**
     * An array of texts.
     */
    GBX_KIND_STRING_ARRAY = 10,
    /**
     * A linear histogram of signed integers.
     */
    GBX_KIND_INT_LINEAR = 11,
    /**
     * A linear histogram of unsigned integers.
     */
    GBX_KIND_UINT_LINEAR = 12,
    /**
     * A linear histogram of floating-point numbers.
     */
    GBX_KIND_DOUBLE_LINEAR = 13,
    /**
     * An exponential histogram of signed integers.
     */
    GBX_KIND_INT_EXPONENTIAL = 14,
    /**
     * An exponential histogram of unsigned integers.
     */
    GBX_KIND_UINT_EXPONENTIAL = 15,
    /**
     * An exponential histogram of floating-point numbers.
     */
    GBX_KIND_DOUBLE_EXPONENTIAL = 16,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gbx_inspect_kind_t gbx_inspect_kind_t;
#else
typedef int32_t gbx_inspect_kind_t;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a refusal or a warning is about.
 */
enum gbx_mmv_subject_t
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The file as a whole.
     */
    GBX_MMV_SUBJECT_FILE = 0,
    /**
     * A metric.
     */
    GBX_MMV_SUBJECT_METRIC = 1,
    /**
     * An instance domain.
     */
    GBX_MMV_SUBJECT_INDOM = 2,
    /**
     * An instance.
     */
    GBX_MMV_SUBJECT_INSTANCE = 3,
    /**
     * A label.
     */
    GBX_MMV_SUBJECT_LABEL = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gbx_mmv_subject_t gbx_mmv_subject_t;
#else
typedef int32_t gbx_mmv_subject_t;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a label is about.
 */
enum gbx_mmv_scope_t
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * An instance domain.
     */
    GBX_MMV_ABOUT_INDOM = 4,
    /**
     * The whole file.
     */
    GBX_MMV_ABOUT_CLUSTER = 8,
    /**
     * A metric.
     */
    GBX_MMV_ABOUT_ITEM = 16,
    /**
     * One instance of an instance domain.
     */
    GBX_MMV_ABOUT_INSTANCE = 32,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gbx_mmv_scope_t gbx_mmv_scope_t;
#else
typedef int32_t gbx_mmv_scope_t;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The type of a metric's values.
 */
enum gbx_mmv_type_t
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The metric never has a value.
     */
    GBX_MMV_NOSUPPORT = -1,
    /**
     * 32 bits, signed.
     */
    GBX_MMV_I32 = 0,
    /**
     * 32 bits, unsigned.
     */
    GBX_MMV_U32 = 1,
    /**
     * 64 bits, signed.
     */
    GBX_MMV_I64 = 2,
    /**
     * 64 bits, unsigned.
     */
    GBX_MMV_U64 = 3,
    /**
     * 32 bits, IEEE 754.
     */
    GBX_MMV_FLOAT = 4,
    /**
     * 64 bits, IEEE 754.
     */
    GBX_MMV_DOUBLE = 5,
    /**
     * Text of at most 255 bytes.
     */
    GBX_MMV_STRING = 6,
    /**
     * Microseconds spent in intervals: a counter in `GBX_MMV_MICROSECONDS`.
     */
    GBX_MMV_ELAPSED = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gbx_mmv_type_t gbx_mmv_type_t;
#else
typedef int32_t gbx_mmv_type_t;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a metric's values change.
 */
enum gbx_mmv_semantics_t
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * They only grow, and wrap around.
     */
    GBX_MMV_COUNTER = 1,
    /**
     * They go up and down.
     */
    GBX_MMV_INSTANT = 3,
    /**
     * They change seldom, and stay what they are in between.
     */
    GBX_MMV_DISCRETE = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gbx_mmv_semantics_t gbx_mmv_semantics_t;
#else
typedef int32_t gbx_mmv_semantics_t;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a table begins with, before its slots. `GBX_REGISTRY` fills it in.
 */
typedef struct {
    /**
     * What a table is found by.
     */
    uint8_t magic[8];
    /**
     * The version of the layout.
     */
    uint16_t version;
    /**
     * The size of a pointer.
     */
    uint8_t pointer_size;
    /**
     * Zero.
     */
    uint8_t reserved;
    /**
     * How many slots there are.
     */
    uint32_t slots;
} gbx_registry_t;

/**
 * A text that the caller owns: `size` bytes of UTF-8 at `data`, without a terminating zero. `data` may be NULL when
 * `size` is 0. `GBX_STR("literal")` makes one.
 */
typedef struct {
    /**
     * The first byte.
     */
    const char *data;
    /**
     * The number of bytes.
     */
    size_t size;
} gbx_str_t;

/**
 * A writer of one Inspect file. The caller owns it: a static, a member, anything that lives as long as it is used. Its
 * contents are the library's, it must not be copied or moved, and it must be all zero or initialised when it is first
 * given to a function other than `gbx_inspect_init`.
 */
typedef struct {
    /**
     * The library's.
     */
    uint64_t opaque[GBX_INSPECT_STATE_WORDS];
} gbx_inspect_t;

/**
 * Takes a lock. Gives true when it holds it, and false when it cannot be taken in the calling context; then the
 * function that needed it returns `GBX_ERROR_BUSY`. What it puts into `key`, for example the interrupt mask that it
 * found, is given back to the release.
 */
typedef bool (*gbx_lock_acquire_t)(void *context, size_t *key);

/**
 * Gives a lock back, with the key that the acquire put out.
 */
typedef void (*gbx_lock_release_t)(void *context, size_t key);

/**
 * A lock between the contexts that use one writer. All zero means that there is none: one context at a time uses the
 * writer, and a call from an interrupt in between is refused with `GBX_ERROR_BUSY`. `glassbox_locks.h` has examples.
 *
 * Both functions are called by every function that takes the state, so they must not block an interrupt that may not
 * be blocked. They must not use the state. The lock must order memory, as locks of operating systems do.
 */
typedef struct {
    /**
     * Given to both functions.
     */
    void *context;
    /**
     * Takes the lock.
     */
    gbx_lock_acquire_t acquire;
    /**
     * Gives it back.
     */
    gbx_lock_release_t release;
} gbx_lock_t;

/**
 * How a writer is to work. All zero is right for most programs that have one context that writes.
 *
 * The writer's *book* is what it must remember that the format has no room for: which texts there are, which handles
 * are stale, which values were recorded.
 */
typedef struct {
    /**
     * The lock; all zero for none.
     */
    gbx_lock_t lock;
    /**
     * Memory for the book, aligned to 8 bytes, in use for as long as the state is. NULL puts the book at the end of
     * the region (one of less than 512 bytes has none).
     */
    void *book;
    /**
     * The size of `book` in bytes.
     */
    size_t book_size;
    /**
     * The number of texts that the book has room for, at 4 bytes each; texts beyond are stored, but not shared. 0 is
     * one for each 128 bytes of region. Rounded down to a power of two.
     */
    uint32_t string_slots;
    /**
     * `GBX_INSPECT_NO_...`, joined by `|`.
     */
    uint32_t flags;
} gbx_inspect_config_t;

/**
 * What a writer has counted.
 */
typedef struct {
    /**
     * The generation of the file: the even number that the last section ended with.
     */
    uint64_t generation;
    /**
     * The size of the file now, in bytes.
     */
    uint64_t current_size;
    /**
     * The size that the file can grow to, in bytes.
     */
    uint64_t maximum_size;
    /**
     * Blocks that were ever allocated, the header included.
     */
    uint64_t allocated_blocks;
    /**
     * Blocks that were ever freed.
     */
    uint64_t deallocated_blocks;
    /**
     * Operations that failed for want of space.
     */
    uint64_t failed_allocations;
    /**
     * Updates of numbers, arrays and histograms that could not be done, whether somebody looked at the status or not.
     * It stays at 2^32 - 1.
     */
    uint64_t dropped_updates;
} gbx_inspect_counters_t;

/**
 * A handle to a node. `GBX_ROOT` is the one that every tree hangs from.
 *
 * Handles of every kind are plain numbers: copying one copies nothing, losing one deletes nothing. All zero is the
 * null handle, on which every function fails with `GBX_ERROR_NO_HANDLE`. A handle of a deleted value and one of
 * another writer are noticed.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_node_t;

/**
 * A handle to a signed integer of 64 bits.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_int_t;

/**
 * A handle to an unsigned integer of 64 bits.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_uint_t;

/**
 * A handle to a floating-point number of 64 bits.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_double_t;

/**
 * A handle to a value that is true or false.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_bool_t;

/**
 * A handle to a text. Equal texts of one file share their memory.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_string_t;

/**
 * A handle to bytes.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_bytes_t;

/**
 * A handle to a text of fixed capacity. Unlike a string it has memory of its own, which is made at once: setting it
 * allocates nothing.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_text_t;

/**
 * A handle to an array of signed integers.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_int_array_t;

/**
 * A handle to an array of unsigned integers.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_uint_array_t;

/**
 * A handle to an array of floating-point numbers.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_double_array_t;

/**
 * A handle to an array of strings.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_string_array_t;

/**
 * A handle to a histogram of signed integers, with buckets of one width.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_int_linear_histogram_t;

/**
 * A handle to a histogram of unsigned integers, with buckets of one width.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_uint_linear_histogram_t;

/**
 * A handle to a histogram of floating-point numbers, with buckets of one width.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_double_linear_histogram_t;

/**
 * A handle to a histogram of signed integers, with buckets that grow by a factor.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_int_exponential_histogram_t;

/**
 * A handle to a histogram of unsigned integers, with buckets that grow by a factor.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_uint_exponential_histogram_t;

/**
 * A handle to a histogram of floating-point numbers, with buckets that grow by a factor.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_double_exponential_histogram_t;

/**
 * A handle to a link.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_link_t;

/**
 * A handle to a value of any kind: `GBX_ANY(handle)` makes one of any other handle, which stays good beside it.
 */
typedef struct {
    /**
     * The value's block in the file.
     */
    uint32_t block;
    /**
     * Tells this value from others that had or will have the block.
     */
    uint32_t check;
} gbx_any_t;

/**
 * A health node, `fuchsia.inspect.Health`. The caller owns it; all zero is none. The state's lock covers it, and there
 * must not be two of one node, since a message comes and goes.
 */
typedef struct {
    /**
     * The node.
     */
    gbx_node_t node;
    /**
     * When it was created.
     */
    gbx_int_t start;
    /**
     * The status.
     */
    gbx_string_t status;
    /**
     * The message, or the null handle while there is none.
     */
    gbx_string_t message;
} gbx_inspect_health_t;

/**
 * A statistics node, `fuchsia.inspect.Stats`. The caller owns it; all zero is none.
 */
typedef struct {
    /**
     * The node.
     */
    gbx_node_t node;
    /**
     * `current_size`, `maximum_size`, `utilization_per_ten_k`, `total_dynamic_children` (links), `allocated_blocks`,
     * `deallocated_blocks`, `failed_allocations`, `dropped_updates`.
     */
    gbx_uint_t properties[GBX_INSPECT_STATISTICS];
} gbx_inspect_stats_t;

/**
 * A node that keeps its newest entries. The caller owns it, and its contents are the library's. The state's lock covers
 * it. It must not be copied or moved, and it must be all zero or created when it is first given to a function other
 * than `gbx_inspect_create_list`.
 */
typedef struct {
    /**
     * The library's.
     */
    uint64_t opaque[GBX_INSPECT_LIST_WORDS];
} gbx_inspect_list_t;

/**
 * Creates values below the node of a new entry. `gbx_inspect_record_...` is right for them, since they go with the
 * entry. Gives true to keep the entry, and false to take it out again.
 */
typedef bool (*gbx_inspect_fill_t)(void *context, gbx_node_t entry);

/**
 * What became of a file that was to be adopted, and why. The texts live for ever.
 */
typedef struct {
    /**
     * What became of it.
     */
    gbx_inspect_outcome_t outcome;
    /**
     * The block of the first problem; 0 when it is the file as a whole, or when there is none.
     */
    uint32_t block;
    /**
     * The name of the first problem, as the reader names it, or `frozen`, `older`, `too_large`, `misplaced`. Empty when
     * there is none.
     */
    gbx_str_t problem;
    /**
     * The size of the scratch memory, in bytes, that was missing; 0 when it was large enough.
     */
    size_t scratch_size;
} gbx_inspect_adoption_t;

/**
 * A copy of a live file, and when it was true.
 */
typedef struct {
    /**
     * The generation at which all of it was true.
     */
    uint64_t generation;
    /**
     * Its size in bytes.
     */
    size_t size;
    /**
     * How often the copy was begun.
     */
    uint32_t attempts;
} gbx_inspect_snapshot_t;

/**
 * The tree of a file. The caller owns it, its contents are the library's, and it must not be copied or moved. The
 * bytes and the scratch memory that it was made of must stay as they are for as long as it is used.
 */
typedef struct {
    /**
     * The library's.
     */
    uint64_t opaque[GBX_INSPECT_TREE_WORDS];
} gbx_inspect_tree_t;

/**
 * Something that is wrong in a file. The texts live for ever, but for `file`.
 */
typedef struct {
    /**
     * What it is, in one word of lower case: `name_missing`. The words are for ever.
     */
    gbx_str_t name;
    /**
     * What is wrong and what became of it, for people.
     */
    gbx_str_t message;
    /**
     * The identifier of the linked file that it is in; empty for the file that is read.
     */
    gbx_str_t file;
    /**
     * The block that it was found at.
     */
    uint32_t block;
    /**
     * Whether something was lost. False for a mere note.
     */
    bool is_loss;
} gbx_inspect_problem_t;

/**
 * Takes a problem, as soon as it is found. Their order means nothing. The problem is gone when the function returns.
 */
typedef void (*gbx_inspect_problem_function_t)(void *context, const gbx_inspect_problem_t *problem);

/**
 * How a file is to be read. All zero is right for most.
 */
typedef struct {
    /**
     * Given to the function.
     */
    void *context;
    /**
     * Takes the problems; NULL when nobody wants to know.
     */
    gbx_inspect_problem_function_t on_problem;
    /**
     * `GBX_INSPECT_RECOVER` and `GBX_INSPECT_BLOCK_ORDER`, joined by `|`.
     */
    uint32_t flags;
    /**
     * How many times a file may be put in place of a link, at most; 0 means 4096 times. What is linked beyond is left
     * out, and told as the problem `link_limit`.
     */
    uint32_t link_limit;
} gbx_inspect_reading_t;

/**
 * A file that links may lead to.
 */
typedef struct {
    /**
     * What links call it.
     */
    gbx_str_t identifier;
    /**
     * Its bytes, aligned in any way, which nobody changes.
     */
    const void *image;
    /**
     * The number of bytes.
     */
    size_t size;
} gbx_inspect_linked_file_t;

/**
 * What a file says about itself.
 */
typedef struct {
    /**
     * The generation.
     */
    uint64_t generation;
    /**
     * The size of the file in bytes.
     */
    size_t size;
    /**
     * The version of the format, 1 or 2.
     */
    uint32_t version;
    /**
     * Whether nobody will change it any more.
     */
    bool is_frozen;
    /**
     * Whether it was read with `GBX_INSPECT_RECOVER` although its writer was in the middle of something.
     */
    bool was_locked;
} gbx_inspect_tree_info_t;

/**
 * Takes a piece of output, which is whole characters of UTF-8. Gives true to go on, and false to stop, for example
 * because the disk is full.
 */
typedef bool (*gbx_sink_write_t)(void *context, const char *data, size_t size);

/**
 * Where output goes.
 */
typedef struct {
    /**
     * Given to the function.
     */
    void *context;
    /**
     * Takes a piece of output.
     */
    gbx_sink_write_t write;
} gbx_sink_t;

/**
 * A place in a tree. The caller owns it, and its contents are the library's. It is good for as long as its tree is,
 * which must not be read anew meanwhile.
 */
typedef struct {
    /**
     * The library's.
     */
    uint64_t opaque[GBX_INSPECT_CURSOR_WORDS];
} gbx_inspect_cursor_t;

/**
 * A number, of the kind that its value says.
 */
typedef union {
    /**
     * Of a signed integer.
     */
    int64_t as_int;
    /**
     * Of an unsigned integer.
     */
    uint64_t as_uint;
    /**
     * Of a floating-point number.
     */
    double as_double;
    /**
     * Of true or false.
     */
    bool as_bool;
} gbx_inspect_number_t;

/**
 * What stands at a place.
 */
typedef struct {
    /**
     * The value, where it is one number or true or false; zero otherwise.
     */
    gbx_inspect_number_t number;
    /**
     * What it is.
     */
    gbx_inspect_kind_t kind;
    /**
     * Its block in the file; 0 for the root.
     */
    uint32_t block;
    /**
     * The bytes of a text or of bytes, the slots of an array, the counts of a histogram; 0 otherwise.
     */
    size_t length;
} gbx_inspect_value_t;

/**
 * How the buckets of a histogram lie. The counts are its slots: underflow, one for each bucket, overflow.
 */
typedef struct {
    /**
     * Where the first bucket begins.
     */
    gbx_inspect_number_t floor;
    /**
     * The width of each bucket, or of the first one of an exponential histogram.
     */
    gbx_inspect_number_t step;
    /**
     * The factor by which bounds grow in an exponential histogram; zero otherwise.
     */
    gbx_inspect_number_t multiplier;
} gbx_inspect_histogram_t;

/**
 * Where a value lies in a file, and by what to know it again. The caller owns it, and its contents are the library's;
 * it may be copied. It is good for as long as the value is not deleted, however much else is written.
 */
typedef struct {
    /**
     * The library's.
     */
    uint64_t opaque[GBX_INSPECT_LOCATION_WORDS];
} gbx_inspect_location_t;

/**
 * A trace engine: for up to 16 components, and up to 16 items that are selected ahead of them. The caller owns it. Its
 * contents are the library's, it must not be copied or moved, and it must be all zero or initialised when it is first
 * given to a function other than `gbx_trace_init` and `gbx_trace_reopen`.
 */
typedef struct {
    /**
     * The library's.
     */
    uint64_t opaque[GBX_TRACE_STATE_WORDS];
} gbx_trace_t;

/**
 * Gives the count of a clock that never goes back. Called inside of each entry, by every context.
 */
typedef uint64_t (*gbx_trace_ticks_t)(void *context);

/**
 * A monotonic clock.
 */
typedef struct {
    /**
     * Given to the function.
     */
    void *context;
    /**
     * Gives the count.
     */
    gbx_trace_ticks_t ticks;
    /**
     * Counts in a second.
     */
    uint64_t frequency;
} gbx_trace_clock_t;

/**
 * What the program does for an engine. Each function may be NULL. Any context may call them, inside of a tracepoint; a
 * tracepoint of the same context is left out meanwhile, and counted as lost.
 */
typedef struct {
    /**
     * Given to each function.
     */
    void *context;
    /**
     * Takes a full record of a stream, which lies in the region and is not written until the function returns. False
     * when it cannot: then the record is lost, and the next one says so.
     */
    bool (*full)(void *context, const void *record, size_t size);
    /**
     * Takes a piece of a line that is printed; lines end with LF. Called under the engine's lock, so it must not trace
     * through another context, and not use the engine.
     */
    gbx_sink_write_t line;
    /**
     * A trigger with the action `callback` fired.
     */
    void (*callback)(void *context, gbx_str_t component, uint32_t id);
    /**
     * A trigger with the action `snap` fired: the records may be copied now.
     */
    void (*snap)(void *context);
    /**
     * An assertion failed, and that is fatal.
     */
    void (*fatal)(void *context);
} gbx_trace_hooks_t;

/**
 * How an engine is to work. All zero but for the clock is right for many programs.
 */
typedef struct {
    /**
     * The lock around what is rare: options, registrations, triggers, printed lines, exceptions. All zero when one
     * context does all that.
     */
    gbx_lock_t lock;
    /**
     * The clock. It must be there.
     */
    gbx_trace_clock_t clock;
    /**
     * Milliseconds since 1970 now; 0 when nobody knows.
     */
    uint64_t wall_clock;
    /**
     * What the program does for the engine; in use for as long as the engine is. NULL for nothing.
     */
    const gbx_trace_hooks_t *hooks;
    /**
     * The options that the program was started with, LF between them, for the header of the file.
     */
    gbx_str_t startup;
    /**
     * The trace options, as typed, for the header of the file. `gbx_trace_set` is what applies them.
     */
    gbx_str_t options;
    /**
     * Bytes in the record of a context, at least 256; 0 is 1024. Rounded up to a multiple of 64.
     */
    uint32_t record_size;
    /**
     * `GBX_TRACE_STREAM`, `GBX_TRACE_EXCEPTION_RING`, joined by `|`.
     */
    uint32_t flags;
    /**
     * The family of processors, as a number of the format; 0 for unknown.
     */
    int32_t architecture;
    /**
     * The number of processors.
     */
    int32_t processors;
    /**
     * The processor itself, as a number of the format; 0 for unknown.
     */
    int32_t subtype;
} gbx_trace_config_t;

/**
 * A group of tracepoints of one component.
 */
typedef struct {
    /**
     * The name; its case does not matter.
     */
    gbx_str_t name;
    /**
     * The ids of its members.
     */
    const uint16_t *members;
    /**
     * Their number.
     */
    uint32_t count;
} gbx_trace_group_t;

/**
 * What a program's trace calls know of themselves. `glassbox trace generate` writes one for each definition file, as
 * a constant. Each table has an entry for each point.
 */
typedef struct {
    /**
     * The name; its case does not matter to a selection.
     */
    gbx_str_t name;
    /**
     * The component that this one reports inside; empty for none.
     */
    gbx_str_t container;
    /**
     * The file name of the catalog that prints its entries.
     */
    gbx_str_t catalog;
    /**
     * What each point does; 0 for nothing. The program looks here before it evaluates an argument.
     */
    uint8_t *active;
    /**
     * The level up to which each point is selected.
     */
    const uint8_t *levels;
    /**
     * What each point marks.
     */
    const uint8_t *types;
    /**
     * The groups.
     */
    const gbx_trace_group_t *groups;
    /**
     * The kinds of each point's parameters, for people and tools. NULL when nobody needs them.
     */
    const char *const *parameters;
    /**
     * The template of each point, its two flags first. NULL when only a catalog has them.
     */
    const gbx_str_t *templates;
    /**
     * How often each point was reached; `gbx_trace_hits` reads it. NULL when nobody counts.
     */
    uint64_t *counters;
    /**
     * The number of points.
     */
    uint32_t points;
    /**
     * The number of groups.
     */
    uint32_t group_count;
    /**
     * Not 0 when it cannot be selected: its points are always recorded when called.
     */
    uint8_t auxiliary;
} gbx_trace_component_t;

/**
 * What is wrong with a string of options, and where.
 */
typedef struct {
    /**
     * The name, as it stands in reports: `"unknown_option"`. Empty when nothing is wrong.
     */
    gbx_str_t name;
    /**
     * What was expected, for people.
     */
    gbx_str_t message;
    /**
     * Where, in bytes from the beginning of the string.
     */
    size_t offset;
} gbx_trace_option_error_t;

/**
 * How a region is divided.
 */
typedef struct {
    /**
     * The first byte of the region: it is a trace file at every moment.
     */
    const void *address;
    /**
     * Its size in bytes.
     */
    size_t size;
    /**
     * Bytes of the header. A stream's file is the header, then each record that was handed over.
     */
    size_t header_size;
    /**
     * Bytes in a record.
     */
    size_t record_size;
    /**
     * The number of records, that for exceptions included.
     */
    uint32_t records;
} gbx_trace_info_t;

/**
 * The trace of one thread, interrupt or core. The caller owns it. Its contents are the library's, it must not be copied
 * or moved, and it must be all zero or attached when it is first given to a function other than `gbx_trace_attach`.
 *
 * Contexts of different cores should not share a cache line: each entry changes its context.
 */
typedef struct {
    /**
     * The library's.
     */
    uint64_t opaque[GBX_TRACE_CONTEXT_WORDS];
} gbx_trace_context_t;

/**
 * What a tracepoint hands over. Generated code fills it in.
 */
typedef struct {
    /**
     * The bytes.
     */
    const void *data;
    /**
     * Their number.
     */
    uint32_t length;
    /**
     * `GBX_TRACE_BYTES`, `GBX_TRACE_TEXT` or `GBX_TRACE_COUNTED`.
     */
    uint32_t kind;
} gbx_trace_parameter_t;

/**
 * What a context could not record, since it was attached.
 */
typedef struct {
    /**
     * Entries that were left out: inside of a hook, too large for the record, in a record that nobody took, or for a
     * lock that was taken.
     */
    uint32_t lost;
    /**
     * Entries of which a text was shortened.
     */
    uint32_t clipped;
} gbx_trace_counts_t;

/**
 * What a copy of a trace region is like.
 */
typedef struct {
    /**
     * Its size in bytes.
     */
    size_t size;
    /**
     * Records that changed during each of 100 attempts to copy them. A reader says of them that they are torn.
     */
    uint32_t torn;
} gbx_trace_snapshot_t;

/**
 * A metric to be declared; `GBX_MMV_METRIC` makes one.
 */
typedef struct {
    /**
     * Parts separated by dots, each a letter followed by letters, digits or `_`; 255 bytes at most. 64 bytes or more
     * make a file of version 2.
     */
    gbx_str_t name;
    /**
     * The number in its file: 0 to 1023 and unique.
     */
    uint32_t item;
    /**
     * A `gbx_mmv_type_t`.
     */
    int32_t type_code;
    /**
     * A `gbx_mmv_semantics_t`.
     */
    int32_t semantics;
    /**
     * What `GBX_MMV_UNITS` makes.
     */
    uint32_t units;
    /**
     * The serial of the instance domain for whose instances it has values; 0 for a single value.
     */
    uint32_t indom;
    /**
     * One line of help, at most 255 bytes; empty for none.
     */
    gbx_str_t short_help;
    /**
     * All of the help, at most 255 bytes; empty for none.
     */
    gbx_str_t long_help;
} gbx_mmv_metric_t;

/**
 * An instance to be declared, one member of a domain; `GBX_MMV_INSTANCE` makes one.
 */
typedef struct {
    /**
     * 1 to 255 bytes and unique in the domain. 64 bytes or more make a file of version 2. Tools of PCP look names up to
     * the first blank only, so names should differ before it.
     */
    gbx_str_t name;
    /**
     * Any number but -1, unique in the domain.
     */
    int32_t id;
} gbx_mmv_instance_t;

/**
 * An instance domain to be declared, the things that a metric has values for; `GBX_MMV_INDOM` makes one.
 */
typedef struct {
    /**
     * The instances.
     */
    const gbx_mmv_instance_t *instances;
    /**
     * How many they are.
     */
    size_t instance_count;
    /**
     * 1 to 4194303 and unique. Above 2047, serials may collide with those of other files.
     */
    uint32_t serial;
    /**
     * Room for so many instances that get their names later; at most 65535.
     */
    uint32_t spares;
    /**
     * One line of help, at most 255 bytes; empty for none.
     */
    gbx_str_t short_help;
    /**
     * All of the help, at most 255 bytes; empty for none.
     */
    gbx_str_t long_help;
} gbx_mmv_indom_t;

/**
 * A label to be declared; `GBX_MMV_LABEL` makes one.
 */
typedef struct {
    /**
     * A letter followed by letters, digits or `_`.
     */
    gbx_str_t name;
    /**
     * JSON: a text with its quotes, a number, `true`. Name and value, with braces, quotes and colon, have 243 bytes at
     * most.
     */
    gbx_str_t value;
    /**
     * A `gbx_mmv_scope_t`.
     */
    int32_t scope;
    /**
     * The item of the metric, or the serial of the instance domain. Not looked at for the whole file.
     */
    uint32_t identity;
    /**
     * The number of the instance. Looked at for an instance only.
     */
    int32_t instance;
    /**
     * Whether the identity of the metric does not depend on it.
     */
    bool is_optional;
} gbx_mmv_label_t;

/**
 * All declarations of a file. They are looked at while it is laid out, and not any more then.
 */
typedef struct {
    /**
     * The metrics; at least one, and 1023 at most.
     */
    const gbx_mmv_metric_t *metrics;
    /**
     * How many they are.
     */
    size_t metric_count;
    /**
     * The instance domains, 1023 at most.
     */
    const gbx_mmv_indom_t *indoms;
    /**
     * How many they are.
     */
    size_t indom_count;
    /**
     * The labels, 255 at most. They make a file of version 3.
     */
    const gbx_mmv_label_t *labels;
    /**
     * How many they are.
     */
    size_t label_count;
    /**
     * The number of the file, 0 to 4095. With 0 PCP chooses one, which may be another's.
     */
    uint32_t cluster;
    /**
     * `GBX_MMV_NO_PREFIX`, `GBX_MMV_PROCESS` and `GBX_MMV_SENTINEL`, joined by `|`.
     */
    uint32_t flags;
    /**
     * The number of the writing process, or 0.
     */
    int32_t process;
    /**
     * The version of the file, 1 to 3; 0 for the lowest that can hold it.
     */
    uint32_t version;
    /**
     * `GBX_MMV_SINGLE_BUFFERED`, or 0.
     */
    uint32_t options;
} gbx_mmv_tables_t;

/**
 * A rule that the declarations break, and where.
 */
typedef struct {
    /**
     * The rule in one word of lower case: `duplicate_item`. The words are for ever, and so are their bytes.
     */
    gbx_str_t rule;
    /**
     * The rule for people. Its bytes are for ever.
     */
    gbx_str_t message;
    /**
     * The name of the metric, instance or label: the bytes of the declaration.
     */
    gbx_str_t name;
    /**
     * What breaks it.
     */
    gbx_mmv_subject_t subject;
    /**
     * Its place in its table, from 0.
     */
    uint32_t number;
    /**
     * For an instance domain and an instance: the serial of the domain.
     */
    uint32_t serial;
    /**
     * For an instance: its number.
     */
    int32_t id;
    /**
     * For `memory_too_small`: the bytes that are needed. For `version_too_low`: the lowest version that can hold it.
     */
    size_t needed;
} gbx_mmv_refusal_t;

/**
 * Takes a warning. It is gone when the function returns.
 */
typedef void (*gbx_mmv_warning_function_t)(void *context, const gbx_mmv_refusal_t *warning);

/**
 * A writer of one MMV file. The caller owns it: a static, a member, anything that lives as long as it is used. Its
 * contents are the library's, it must not be copied or moved, and it must be all zero or initialised when it is first
 * given to a function other than `gbx_mmv_init`, `gbx_mmv_lay_out` and `gbx_mmv_adopt`.
 *
 * Functions that take it as `const` change nothing in it, so that any number of contexts may call them at once. The
 * others are for one context, while no other uses the state.
 */
typedef struct {
    /**
     * The library's.
     */
    uint64_t opaque[GBX_MMV_STATE_WORDS];
} gbx_mmv_t;

/**
 * Which value of which file is meant, whatever its type. All zero is the null handle, which all functions refuse.
 */
typedef struct {
    /**
     * The writer.
     */
    const gbx_mmv_t *state;
    /**
     * The library's.
     */
    uint32_t value;
    /**
     * The library's.
     */
    uint32_t stamp;
} gbx_mmv_value_t;

/**
 * A value that is an `int32_t`. All zero is the null handle. It is good for as long as its file keeps its layout.
 */
typedef struct {
    /**
     * Where the number lies.
     */
    uint64_t *cell;
    /**
     * The writer.
     */
    const gbx_mmv_t *state;
    /**
     * 1 when the value can be "not available", 0 otherwise.
     */
    uint32_t has_sentinel;
} gbx_mmv_i32_t;

/**
 * A value that is a `uint32_t`. All zero is the null handle. It is good for as long as its file keeps its layout.
 */
typedef struct {
    /**
     * Where the number lies.
     */
    uint64_t *cell;
    /**
     * The writer.
     */
    const gbx_mmv_t *state;
    /**
     * 1 when the value can be "not available", 0 otherwise.
     */
    uint32_t has_sentinel;
} gbx_mmv_u32_t;

/**
 * A value that is an `int64_t`. All zero is the null handle. It is good for as long as its file keeps its layout.
 */
typedef struct {
    /**
     * Where the number lies.
     */
    uint64_t *cell;
    /**
     * The writer.
     */
    const gbx_mmv_t *state;
    /**
     * 1 when the value can be "not available", 0 otherwise.
     */
    uint32_t has_sentinel;
} gbx_mmv_i64_t;

/**
 * A value that is a `uint64_t`. All zero is the null handle. It is good for as long as its file keeps its layout.
 */
typedef struct {
    /**
     * Where the number lies.
     */
    uint64_t *cell;
    /**
     * The writer.
     */
    const gbx_mmv_t *state;
    /**
     * 1 when the value can be "not available", 0 otherwise.
     */
    uint32_t has_sentinel;
} gbx_mmv_u64_t;

/**
 * A value that is a `float`. All zero is the null handle. It is good for as long as its file keeps its layout.
 */
typedef struct {
    /**
     * Where the number lies.
     */
    uint64_t *cell;
    /**
     * The writer.
     */
    const gbx_mmv_t *state;
    /**
     * 1 when the value can be "not available", 0 otherwise.
     */
    uint32_t has_sentinel;
} gbx_mmv_float_t;

/**
 * A value that is a `double`. All zero is the null handle. It is good for as long as its file keeps its layout.
 */
typedef struct {
    /**
     * Where the number lies.
     */
    uint64_t *cell;
    /**
     * The writer.
     */
    const gbx_mmv_t *state;
    /**
     * 1 when the value can be "not available", 0 otherwise.
     */
    uint32_t has_sentinel;
} gbx_mmv_double_t;

/**
 * A value that is a text. All zero is the null handle.
 */
typedef struct {
    /**
     * The writer.
     */
    const gbx_mmv_t *state;
    /**
     * The library's.
     */
    uint32_t value;
    /**
     * The library's.
     */
    uint32_t stamp;
} gbx_mmv_string_t;

/**
 * A value that is an elapsed time. All zero is the null handle. Times are microseconds since 1970, from whatever clock
 * the program has; readers add the interval that is open by theirs.
 */
typedef struct {
    /**
     * The writer.
     */
    const gbx_mmv_t *state;
    /**
     * The library's.
     */
    uint32_t value;
    /**
     * The library's.
     */
    uint32_t stamp;
} gbx_mmv_elapsed_t;

/**
 * A copy of a live MMV file.
 */
typedef struct {
    /**
     * Its size in bytes.
     */
    size_t size;
    /**
     * The number of texts and elapsed times that never stood still: they may be mixed of two.
     */
    size_t unsettled;
    /**
     * How often the copy was begun.
     */
    uint32_t attempts;
} gbx_mmv_snapshot_t;

/**
 * An MMV file that is read. The caller owns it, its contents are the library's, and it must not be copied or moved. The
 * bytes that it was made of must stay as they are for as long as it is used.
 */
typedef struct {
    /**
     * The library's.
     */
    uint64_t opaque[GBX_MMV_IMAGE_WORDS];
} gbx_mmv_image_t;

/**
 * What an MMV file says about itself.
 */
typedef struct {
    /**
     * The generation.
     */
    uint64_t generation;
    /**
     * The version, 1 to 3.
     */
    uint32_t version;
    /**
     * `GBX_MMV_NO_PREFIX` and the like; unknown ones too.
     */
    uint32_t flags;
    /**
     * The number of the process that wrote it.
     */
    int32_t process;
    /**
     * The cluster, meant to be 0 to 4095.
     */
    int32_t cluster;
    /**
     * Whether the machine that wrote it stores the highest byte of a number first.
     */
    bool is_big_endian;
    /**
     * Whether it was read with `GBX_MMV_RECOVER` although its generations do not match.
     */
    bool is_in_flux;
} gbx_mmv_image_info_t;

/**
 * Something that is wrong in an MMV file. The texts live for ever.
 */
typedef struct {
    /**
     * What it is, in one word of lower case: `missing_value`. The words are for ever.
     */
    gbx_str_t name;
    /**
     * What is wrong and what became of it, for people.
     */
    gbx_str_t message;
    /**
     * The offset of the record that is wrong, in bytes.
     */
    size_t offset;
    /**
     * Whether something was lost. False for a mere note.
     */
    bool is_loss;
} gbx_mmv_problem_t;

/**
 * Takes a problem. Their order means nothing. The problem is gone when the function returns.
 */
typedef void (*gbx_mmv_problem_function_t)(void *context, const gbx_mmv_problem_t *problem);

/**
 * A metric of an MMV file. A text that is not there has NULL for its data. The bytes are those of the file.
 */
typedef struct {
    /**
     * The name.
     */
    gbx_str_t name;
    /**
     * One line of help.
     */
    gbx_str_t short_help;
    /**
     * All of the help.
     */
    gbx_str_t long_help;
    /**
     * The number in its file.
     */
    uint32_t item;
    /**
     * A `gbx_mmv_type_t`, or whatever the file says.
     */
    int32_t type_code;
    /**
     * A `gbx_mmv_semantics_t`, or whatever the file says.
     */
    int32_t semantics;
    /**
     * The units, as `GBX_MMV_UNITS` makes them.
     */
    uint32_t units;
    /**
     * The serial of the instance domain; 0 for a single value.
     */
    uint32_t indom;
} gbx_mmv_metric_info_t;

/**
 * An instance domain of an MMV file.
 */
typedef struct {
    /**
     * One line of help.
     */
    gbx_str_t short_help;
    /**
     * All of the help.
     */
    gbx_str_t long_help;
    /**
     * The serial.
     */
    uint32_t serial;
    /**
     * The number of its instances.
     */
    uint32_t instance_count;
} gbx_mmv_indom_info_t;

/**
 * An instance of an MMV file.
 */
typedef struct {
    /**
     * The name.
     */
    gbx_str_t name;
    /**
     * The number.
     */
    int32_t id;
} gbx_mmv_instance_info_t;

/**
 * A label of an MMV file.
 */
typedef struct {
    /**
     * A JSON object, braces included.
     */
    gbx_str_t payload;
    /**
     * What it is about.
     */
    gbx_mmv_scope_t scope;
    /**
     * The cluster, item or serial, by the scope.
     */
    uint32_t identity;
    /**
     * The instance, when it is about one.
     */
    int32_t instance;
    /**
     * Whether the identity of the metric does not depend on it.
     */
    bool is_optional;
} gbx_mmv_label_info_t;

/**
 * A number of a value. Which member it is says the type.
 */
typedef union {
    /**
     * `GBX_MMV_I32`.
     */
    int32_t i32_value;
    /**
     * `GBX_MMV_U32`.
     */
    uint32_t u32_value;
    /**
     * `GBX_MMV_I64`, and `GBX_MMV_ELAPSED`: microseconds in the intervals that have ended.
     */
    int64_t i64_value;
    /**
     * `GBX_MMV_U64`.
     */
    uint64_t u64_value;
    /**
     * `GBX_MMV_FLOAT`.
     */
    float float_value;
    /**
     * `GBX_MMV_DOUBLE`.
     */
    double double_value;
} gbx_mmv_number_t;

/**
 * A value of an MMV file.
 */
typedef struct {
    /**
     * The number.
     */
    gbx_mmv_number_t number;
    /**
     * For `GBX_MMV_ELAPSED`: when the interval that is open began, in microseconds since 1970; 0 when none is.
     */
    uint64_t open_since;
    /**
     * For `GBX_MMV_STRING`: the text.
     */
    gbx_str_t text;
    /**
     * The name of the instance; NULL for a metric without instances.
     */
    gbx_str_t instance_name;
    /**
     * The number of the instance; -1 for a metric without instances.
     */
    int32_t instance_id;
    /**
     * The place of its metric in the file, from 0.
     */
    uint32_t metric;
    /**
     * A `gbx_mmv_type_t`. Of no other value is anything delivered.
     */
    int32_t type_code;
    /**
     * Whether there is a value. If not, nothing of it is looked at.
     */
    bool is_available;
} gbx_mmv_value_info_t;

/**
 * A place for one region in a table.
 */
typedef struct {
    /**
     * The name, filled up with zeros.
     */
    uint32_t name[6];
    /**
     * Where the region is.
     */
    size_t address;
    /**
     * How many bytes it has.
     */
    size_t size;
    /**
     * Its format.
     */
    uint32_t format;
    /**
     * 1 while the slot is in use.
     */
    uint32_t state;
} gbx_registry_slot_t;

#ifdef GBX_DISABLE
#include "glassbox_disabled.h"
#else

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The name of a status as it is written in this header, for messages: `"GBX_ERROR_FULL"`. For a number that is no
 * status, `"GBX_ERROR_UNKNOWN"`. Never NULL; the text lives for ever.
 *
 * Context: any. Time: constant.
 */
const char *gbx_status_name(int32_t status);

/**
 * The version of the library that is linked, in the form of `GBX_VERSION`: a program whose header is of the same
 * version finds them equal.
 *
 * Context: any. Time: constant.
 */
uint32_t gbx_version(void);

/**
 * Lists the region of `size` bytes at `address` under a name of 1 to `GBX_REGISTRY_NAME` bytes, so that it is found in a
 * dump of the memory. `registry` is `&gbx_registry.head`. A region that is listed already is listed anew.
 *
 * Context: one at a time. Time: that of looking at all slots. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT`
 * (no table, no format, no byte, no name), `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG` (the name),
 * `GBX_ERROR_FULL` (no slot is left).
 */
gbx_status_t gbx_registry_add(gbx_registry_t *registry,
                              gbx_str_t name,
                              uint32_t format,
                              const void *address,
                              size_t size);

/**
 * Takes the region at `address` out of the table.
 *
 * Context: one at a time. Time: that of looking at all slots. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (no
 * table), `GBX_ERROR_NOT_FOUND` (the region is not listed).
 */
gbx_status_t gbx_registry_remove(gbx_registry_t *registry,
                                 const void *address);

/**
 * Writes a valid, empty file to the start of `region`, whatever was there, and makes `state` its writer.
 *
 * `region` is aligned to 8 bytes and has 64 bytes to 128 MiB; `GBX_REGION` defines one. Until `gbx_inspect_deinit` the
 * program must not write to it, and read it through this library only; other programs read it as they like. `config`
 * may be NULL, which is as good as all zero. Handles that an earlier writer of this region made are foreign to the new
 * one.
 *
 * Context: one, before any other is given `state` or `region`. Time: that of clearing the book, 1/9 of the region at
 * most. Errors: `GBX_ERROR_NULL` (`state`, `region`, or one function of the lock), `GBX_ERROR_INVALID_ARGUMENT` (an
 * unknown flag, a misaligned pointer), `GBX_ERROR_BAD_REGION` (`region` or the book: misaligned or of a bad size),
 * `GBX_ERROR_BUFFER_TOO_SMALL` (the book; `GBX_INSPECT_BOOK_SIZE` is enough). After an error, `state` is as it was.
 */
gbx_status_t gbx_inspect_init(gbx_inspect_t *state, void *region, size_t size, const gbx_inspect_config_t *config);

/**
 * Ends the work of a writer. The file stays as it is, readable; `state` is as if never initialised, and its memory and
 * the region are the caller's again.
 *
 * Context: one, after all others are done with `state`. Time: constant. Errors: of the state.
 */
gbx_status_t gbx_inspect_deinit(gbx_inspect_t *state);

/**
 * Begins a transaction: until it ends, readers see nothing of what is done. Transactions nest; a long one keeps
 * readers out. The lock is not held in between: what other contexts do meanwhile joins the transaction.
 *
 * Context: writer. Time: constant. Errors: of the state.
 */
gbx_status_t gbx_inspect_begin_transaction(gbx_inspect_t *state);

/**
 * Ends a transaction; with the outermost one, readers see all of it.
 *
 * Context: writer. Time: constant. Errors: of the state, `GBX_ERROR_NOT_IN_TRANSACTION`.
 */
gbx_status_t gbx_inspect_end_transaction(gbx_inspect_t *state);

/**
 * What the writer has counted so far.
 *
 * Context: writer. Time: constant. Errors: of the state, `GBX_ERROR_NULL` (`counters`).
 */
gbx_status_t gbx_inspect_counters(gbx_inspect_t *state, gbx_inspect_counters_t *counters);

/**
 * Where the file is, for a debugger, a crash dump or a reader in the same program: the start of the region, and the
 * size of the file now in bytes.
 *
 * Context: writer. Time: constant. Errors: of the state, `GBX_ERROR_NULL` (`address`, `size`).
 */
gbx_status_t gbx_inspect_file(gbx_inspect_t *state, const void **address, size_t *size);

/**
 * Creates a node below `parent`.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_create_node(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_node_t *out);

/**
 * Creates a node that stays until `parent` is deleted, and goes with it and with what was recorded below it. Its
 * handle is for creating what is below it.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_record_node(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_node_t *out);

/**
 * Deletes a node, and what was recorded below it. Values below it that still have a handle are in no tree any more,
 * but stay usable until they are deleted. Where the writer's book keeps no serial numbers, all that is below the node
 * is deleted.
 *
 * Context: writer. Time: short; with children, that of a look at all blocks of the file, for each level that goes.
 * Errors: of the state, of the handle, `GBX_ERROR_INVALID_ARGUMENT` (the root).
 */
gbx_status_t gbx_inspect_node_delete(gbx_inspect_t *state, gbx_node_t handle);

/**
 * Deletes a node and all that is below it; readers see all of it go at once. Handles to it are stale then.
 *
 * Context: writer. Time: as `gbx_inspect_node_delete`. Errors: as there.
 */
gbx_status_t gbx_inspect_node_delete_tree(gbx_inspect_t *state, gbx_node_t handle);

/**
 * Creates a signed integer below `parent`.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_create_int(gbx_inspect_t *state,
                                    gbx_node_t parent,
                                    gbx_str_t name,
                                    int64_t value,
                                    gbx_int_t *out);

/**
 * Creates a signed integer that stays until `parent` is deleted, and goes with it.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_record_int(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, int64_t value);

/**
 * Sets a signed integer.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_set(gbx_inspect_t *state, gbx_int_t handle, int64_t value);

/**
 * Adds to a signed integer. It stays at the ends of its type instead of wrapping.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_add(gbx_inspect_t *state, gbx_int_t handle, int64_t by);

/**
 * Subtracts from a signed integer. It stays at the ends of its type instead of wrapping.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_subtract(gbx_inspect_t *state, gbx_int_t handle, int64_t by);

/**
 * Reads a signed integer back.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`value`).
 */
gbx_status_t gbx_inspect_int_get(gbx_inspect_t *state, gbx_int_t handle, int64_t *value);

/**
 * Deletes a signed integer. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_delete(gbx_inspect_t *state, gbx_int_t handle);

/**
 * Creates an unsigned integer below `parent`.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_create_uint(gbx_inspect_t *state,
                                     gbx_node_t parent,
                                     gbx_str_t name,
                                     uint64_t value,
                                     gbx_uint_t *out);

/**
 * Creates an unsigned integer that stays until `parent` is deleted, and goes with it.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_record_uint(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, uint64_t value);

/**
 * Sets an unsigned integer.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_set(gbx_inspect_t *state, gbx_uint_t handle, uint64_t value);

/**
 * Adds to an unsigned integer. It stays at 2^64 - 1 instead of wrapping.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_add(gbx_inspect_t *state, gbx_uint_t handle, uint64_t by);

/**
 * Subtracts from an unsigned integer. It stays at 0 instead of wrapping.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_subtract(gbx_inspect_t *state, gbx_uint_t handle, uint64_t by);

/**
 * Reads an unsigned integer back.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`value`).
 */
gbx_status_t gbx_inspect_uint_get(gbx_inspect_t *state, gbx_uint_t handle, uint64_t *value);

/**
 * Deletes an unsigned integer. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_delete(gbx_inspect_t *state, gbx_uint_t handle);

/**
 * Creates a floating-point number below `parent`.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_create_double(gbx_inspect_t *state,
                                       gbx_node_t parent,
                                       gbx_str_t name,
                                       double value,
                                       gbx_double_t *out);

/**
 * Creates a floating-point number that stays until `parent` is deleted, and goes with it.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_record_double(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, double value);

/**
 * Sets a floating-point number.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_set(gbx_inspect_t *state, gbx_double_t handle, double value);

/**
 * Adds to a floating-point number.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_add(gbx_inspect_t *state, gbx_double_t handle, double by);

/**
 * Subtracts from a floating-point number.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_subtract(gbx_inspect_t *state, gbx_double_t handle, double by);

/**
 * Reads a floating-point number back.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`value`).
 */
gbx_status_t gbx_inspect_double_get(gbx_inspect_t *state, gbx_double_t handle, double *value);

/**
 * Deletes a floating-point number. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_delete(gbx_inspect_t *state, gbx_double_t handle);

/**
 * Creates a value that is true or false below `parent`.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_create_bool(gbx_inspect_t *state,
                                     gbx_node_t parent,
                                     gbx_str_t name,
                                     bool value,
                                     gbx_bool_t *out);

/**
 * Creates a value that is true or false that stays until `parent` is deleted, and goes with it.
 *
 * Context: writer. Time: short. Errors: of a creation.
 */
gbx_status_t gbx_inspect_record_bool(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, bool value);

/**
 * Sets a value that is true or false.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_bool_set(gbx_inspect_t *state, gbx_bool_t handle, bool value);

/**
 * Reads a value that is true or false back.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`value`).
 */
gbx_status_t gbx_inspect_bool_get(gbx_inspect_t *state, gbx_bool_t handle, bool *value);

/**
 * Deletes a value that is true or false. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_bool_delete(gbx_inspect_t *state, gbx_bool_t handle);

/**
 * Creates a string below `parent`.
 *
 * Context: writer. Time: that of its length. Errors: of a creation.
 */
gbx_status_t gbx_inspect_create_string(gbx_inspect_t *state,
                                       gbx_node_t parent,
                                       gbx_str_t name,
                                       gbx_str_t value,
                                       gbx_string_t *out);

/**
 * Creates a string that stays until `parent` is deleted, and goes with it.
 *
 * Context: writer. Time: that of its length. Errors: of a creation.
 */
gbx_status_t gbx_inspect_record_string(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_str_t value);

/**
 * Sets a string, whole or not at all. Old and new text exist side by side for a moment.
 *
 * Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_INVALID_UTF8`,
 * `GBX_ERROR_TOO_LONG`, `GBX_ERROR_FULL`.
 */
gbx_status_t gbx_inspect_string_set(gbx_inspect_t *state, gbx_string_t handle, gbx_str_t value);

/**
 * Copies a string into `buffer`, without a terminating zero, and puts the length into `length`. When `capacity` bytes
 * are too few, `length` becomes what is needed, and `buffer` is left alone. `buffer` may be NULL when `capacity` is 0.
 *
 * Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`buffer`,
 * `length`), `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_inspect_string_get(gbx_inspect_t *state,
                                    gbx_string_t handle,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length);

/**
 * Deletes a string. The handle is stale then.
 *
 * Context: writer. Time: that of its length. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_string_delete(gbx_inspect_t *state, gbx_string_t handle);

/**
 * Creates bytes below `parent`. `data` may be NULL when `size` is 0.
 *
 * Context: writer. Time: that of its length. Errors: of a creation.
 */
gbx_status_t gbx_inspect_create_bytes(gbx_inspect_t *state,
                                      gbx_node_t parent,
                                      gbx_str_t name,
                                      const void *data,
                                      size_t size,
                                      gbx_bytes_t *out);

/**
 * Creates bytes that stay until `parent` is deleted, and go with it.
 *
 * Context: writer. Time: that of its length. Errors: of a creation.
 */
gbx_status_t gbx_inspect_record_bytes(gbx_inspect_t *state,
                                      gbx_node_t parent,
                                      gbx_str_t name,
                                      const void *data,
                                      size_t size);

/**
 * Sets bytes, whole or not at all. Old and new bytes exist side by side for a moment. `data` may be NULL when `size`
 * is 0.
 *
 * Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_TOO_LONG`,
 * `GBX_ERROR_FULL`.
 */
gbx_status_t gbx_inspect_bytes_set(gbx_inspect_t *state, gbx_bytes_t handle, const void *data, size_t size);

/**
 * Copies bytes into `buffer`, and puts the length into `length`. When `capacity` bytes are too few,
 * `length` becomes what is needed, and `buffer` is left alone. `buffer` may be NULL when `capacity` is 0.
 *
 * Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`buffer`,
 * `length`), `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_inspect_bytes_get(gbx_inspect_t *state,
                                   gbx_bytes_t handle,
                                   void *buffer,
                                   size_t capacity,
                                   size_t *length);

/**
 * Deletes bytes. The handle is stale then.
 *
 * Context: writer. Time: that of its length. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_bytes_delete(gbx_inspect_t *state, gbx_bytes_t handle);

/**
 * Creates an empty text below `parent` that can be set to up to `capacity` bytes. What its last block holds beyond
 * `capacity` can be used as well: a capacity of 8, 24, 56, 120, 248, 504, 1016 or a multiple of 2040 bytes is exact.
 *
 * Context: writer. Time: short; that of clearing the capacity. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no
 * capacity).
 */
gbx_status_t gbx_inspect_create_text(gbx_inspect_t *state,
                                     gbx_node_t parent,
                                     gbx_str_t name,
                                     size_t capacity,
                                     gbx_text_t *out);

/**
 * Sets a text of fixed capacity, in place.
 *
 * Context: writer. Time: that of the longer one of the old and the new text. Errors: of the state, of the handle,
 * `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_OVER_CAPACITY`.
 */
gbx_status_t gbx_inspect_text_set(gbx_inspect_t *state, gbx_text_t handle, gbx_str_t value);

/**
 * Copies a text of fixed capacity into `buffer`, as `gbx_inspect_string_get` does.
 *
 * Context: writer. Time: that of its length. Errors: as there.
 */
gbx_status_t gbx_inspect_text_get(gbx_inspect_t *state,
                                  gbx_text_t handle,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

/**
 * Deletes a text of fixed capacity. The handle is stale then.
 *
 * Context: writer. Time: that of its capacity. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_text_delete(gbx_inspect_t *state, gbx_text_t handle);

/**
 * Creates an array of signed integers below `parent`, all zero. It has 1 to 254 slots.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no slots),
 * `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_int_array(gbx_inspect_t *state,
                                          gbx_node_t parent,
                                          gbx_str_t name,
                                          size_t slots,
                                          gbx_int_array_t *out);

/**
 * Sets a signed integer of an array. Slots count from 0.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_int_array_set(gbx_inspect_t *state, gbx_int_array_t handle, size_t index, int64_t value);

/**
 * Adds to a signed integer of an array. It stays at the ends of its type instead of wrapping.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_int_array_add(gbx_inspect_t *state, gbx_int_array_t handle, size_t index, int64_t by);

/**
 * Subtracts from a signed integer of an array. It stays at the ends of its type instead of wrapping.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_int_array_subtract(gbx_inspect_t *state, gbx_int_array_t handle, size_t index, int64_t by);

/**
 * Reads a signed integer of an array back.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`, `GBX_ERROR_NULL`
 * (`value`).
 */
gbx_status_t gbx_inspect_int_array_get(gbx_inspect_t *state, gbx_int_array_t handle, size_t index, int64_t *value);

/**
 * Deletes an array of signed integers. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_array_delete(gbx_inspect_t *state, gbx_int_array_t handle);

/**
 * Creates an array of unsigned integers below `parent`, all zero. It has 1 to 254 slots.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no slots),
 * `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_uint_array(gbx_inspect_t *state,
                                           gbx_node_t parent,
                                           gbx_str_t name,
                                           size_t slots,
                                           gbx_uint_array_t *out);

/**
 * Sets an unsigned integer of an array. Slots count from 0.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_uint_array_set(gbx_inspect_t *state, gbx_uint_array_t handle, size_t index, uint64_t value);

/**
 * Adds to an unsigned integer of an array. It stays at 2^64 - 1 instead of wrapping.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_uint_array_add(gbx_inspect_t *state, gbx_uint_array_t handle, size_t index, uint64_t by);

/**
 * Subtracts from an unsigned integer of an array. It stays at 0 instead of wrapping.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_uint_array_subtract(gbx_inspect_t *state, gbx_uint_array_t handle, size_t index, uint64_t by);

/**
 * Reads an unsigned integer of an array back.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`, `GBX_ERROR_NULL`
 * (`value`).
 */
gbx_status_t gbx_inspect_uint_array_get(gbx_inspect_t *state, gbx_uint_array_t handle, size_t index, uint64_t *value);

/**
 * Deletes an array of unsigned integers. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_array_delete(gbx_inspect_t *state, gbx_uint_array_t handle);

/**
 * Creates an array of floating-point numbers below `parent`, all zero. It has 1 to 254 slots.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no slots),
 * `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_double_array(gbx_inspect_t *state,
                                             gbx_node_t parent,
                                             gbx_str_t name,
                                             size_t slots,
                                             gbx_double_array_t *out);

/**
 * Sets a floating-point number of an array. Slots count from 0.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_double_array_set(gbx_inspect_t *state, gbx_double_array_t handle, size_t index, double value);

/**
 * Adds to a floating-point number of an array.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_double_array_add(gbx_inspect_t *state, gbx_double_array_t handle, size_t index, double by);

/**
 * Subtracts from a floating-point number of an array.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_double_array_subtract(gbx_inspect_t *state,
                                               gbx_double_array_t handle,
                                               size_t index,
                                               double by);

/**
 * Reads a floating-point number of an array back.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`, `GBX_ERROR_NULL`
 * (`value`).
 */
gbx_status_t gbx_inspect_double_array_get(gbx_inspect_t *state, gbx_double_array_t handle, size_t index, double *value);

/**
 * Deletes an array of floating-point numbers. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_array_delete(gbx_inspect_t *state, gbx_double_array_t handle);

/**
 * Creates an array of strings below `parent`, all empty. It has 1 to 255 slots.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no slots),
 * `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_string_array(gbx_inspect_t *state,
                                             gbx_node_t parent,
                                             gbx_str_t name,
                                             size_t slots,
                                             gbx_string_array_t *out);

/**
 * Sets a string of an array, whole or not at all. Slots count from 0. The empty text clears a slot, and takes no
 * memory.
 *
 * Context: writer. Time: that of its length. Errors: of the state, of the handle, `GBX_ERROR_OUT_OF_RANGE`,
 * `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG`, `GBX_ERROR_FULL`.
 */
gbx_status_t gbx_inspect_string_array_set(gbx_inspect_t *state,
                                          gbx_string_array_t handle,
                                          size_t index,
                                          gbx_str_t value);

/**
 * Copies a string of an array into `buffer`, as `gbx_inspect_string_get` does.
 *
 * Context: writer. Time: that of its length. Errors: as there, and `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_string_array_get(gbx_inspect_t *state,
                                          gbx_string_array_t handle,
                                          size_t index,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *length);

/**
 * Deletes an array of strings. The handle is stale then.
 *
 * Context: writer. Time: that of its slots. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_string_array_delete(gbx_inspect_t *state, gbx_string_array_t handle);

/**
 * Creates a histogram of signed integers below `parent`: the first of 1 to 250 buckets begins at `floor`, and each is
 * `step` wide. What is below and above the buckets is counted too.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no bucket, a step that is not
 * above zero), `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_int_linear_histogram(gbx_inspect_t *state,
                                                     gbx_node_t parent,
                                                     gbx_str_t name,
                                                     int64_t floor,
                                                     int64_t step,
                                                     size_t buckets,
                                                     gbx_int_linear_histogram_t *out);

/**
 * Counts a signed integer.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_linear_histogram_insert(gbx_inspect_t *state,
                                                     gbx_int_linear_histogram_t handle,
                                                     int64_t value);

/**
 * Counts a signed integer `times` times. Counts stay at the end of their type.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_linear_histogram_insert_multiple(gbx_inspect_t *state,
                                                              gbx_int_linear_histogram_t handle,
                                                              int64_t value,
                                                              uint64_t times);

/**
 * Sets all counts to zero. The parameters stay.
 *
 * Context: writer. Time: that of its buckets. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_linear_histogram_clear(gbx_inspect_t *state, gbx_int_linear_histogram_t handle);

/**
 * Deletes a histogram. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_linear_histogram_delete(gbx_inspect_t *state, gbx_int_linear_histogram_t handle);

/**
 * Creates a histogram of unsigned integers below `parent`: the first of 1 to 250 buckets begins at `floor`, and each
 * is `step` wide. What is below and above the buckets is counted too.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no bucket, a step that is not
 * above zero), `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_uint_linear_histogram(gbx_inspect_t *state,
                                                      gbx_node_t parent,
                                                      gbx_str_t name,
                                                      uint64_t floor,
                                                      uint64_t step,
                                                      size_t buckets,
                                                      gbx_uint_linear_histogram_t *out);

/**
 * Counts an unsigned integer.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_linear_histogram_insert(gbx_inspect_t *state,
                                                      gbx_uint_linear_histogram_t handle,
                                                      uint64_t value);

/**
 * Counts an unsigned integer `times` times. Counts stay at the end of their type.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_linear_histogram_insert_multiple(gbx_inspect_t *state,
                                                               gbx_uint_linear_histogram_t handle,
                                                               uint64_t value,
                                                               uint64_t times);

/**
 * Sets all counts to zero. The parameters stay.
 *
 * Context: writer. Time: that of its buckets. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_linear_histogram_clear(gbx_inspect_t *state, gbx_uint_linear_histogram_t handle);

/**
 * Deletes a histogram. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_linear_histogram_delete(gbx_inspect_t *state, gbx_uint_linear_histogram_t handle);

/**
 * Creates a histogram of floating-point numbers below `parent`: the first of 1 to 250 buckets begins at `floor`, and
 * each is `step` wide. What is below and above the buckets is counted too.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no bucket, a step that is not
 * above zero, or a number that is not finite), `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_double_linear_histogram(gbx_inspect_t *state,
                                                        gbx_node_t parent,
                                                        gbx_str_t name,
                                                        double floor,
                                                        double step,
                                                        size_t buckets,
                                                        gbx_double_linear_histogram_t *out);

/**
 * Counts a floating-point number. NaN is below all buckets.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_linear_histogram_insert(gbx_inspect_t *state,
                                                        gbx_double_linear_histogram_t handle,
                                                        double value);

/**
 * Counts a floating-point number `times` times.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_linear_histogram_insert_multiple(gbx_inspect_t *state,
                                                                 gbx_double_linear_histogram_t handle,
                                                                 double value,
                                                                 uint64_t times);

/**
 * Sets all counts to zero. The parameters stay.
 *
 * Context: writer. Time: that of its buckets. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_linear_histogram_clear(gbx_inspect_t *state, gbx_double_linear_histogram_t handle);

/**
 * Deletes a histogram. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_linear_histogram_delete(gbx_inspect_t *state, gbx_double_linear_histogram_t handle);

/**
 * Creates a histogram of signed integers below `parent`: the first of 1 to 249 buckets goes from `floor` to `floor +
 * initial`, and each next one ends `multiplier` times as far from the floor. What is below and above the buckets is
 * counted too.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no bucket, an initial step that
 * is not above zero, a multiplier that is not above one), `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_int_exponential_histogram(gbx_inspect_t *state,
                                                          gbx_node_t parent,
                                                          gbx_str_t name,
                                                          int64_t floor,
                                                          int64_t initial,
                                                          int64_t multiplier,
                                                          size_t buckets,
                                                          gbx_int_exponential_histogram_t *out);

/**
 * Counts a signed integer.
 *
 * Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_exponential_histogram_insert(gbx_inspect_t *state,
                                                          gbx_int_exponential_histogram_t handle,
                                                          int64_t value);

/**
 * Counts a signed integer `times` times. Counts stay at the end of their type.
 *
 * Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_exponential_histogram_insert_multiple(gbx_inspect_t *state,
                                                                   gbx_int_exponential_histogram_t handle,
                                                                   int64_t value,
                                                                   uint64_t times);

/**
 * Sets all counts to zero. The parameters stay.
 *
 * Context: writer. Time: that of its buckets. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_exponential_histogram_clear(gbx_inspect_t *state, gbx_int_exponential_histogram_t handle);

/**
 * Deletes a histogram. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_int_exponential_histogram_delete(gbx_inspect_t *state, gbx_int_exponential_histogram_t handle);

/**
 * Creates a histogram of unsigned integers below `parent`: the first of 1 to 249 buckets goes from `floor` to `floor +
 * initial`, and each next one ends `multiplier` times as far from the floor. What is below and above the buckets is
 * counted too.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no bucket, an initial step that
 * is not above zero, a multiplier that is not above one), `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_uint_exponential_histogram(gbx_inspect_t *state,
                                                           gbx_node_t parent,
                                                           gbx_str_t name,
                                                           uint64_t floor,
                                                           uint64_t initial,
                                                           uint64_t multiplier,
                                                           size_t buckets,
                                                           gbx_uint_exponential_histogram_t *out);

/**
 * Counts an unsigned integer.
 *
 * Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_exponential_histogram_insert(gbx_inspect_t *state,
                                                           gbx_uint_exponential_histogram_t handle,
                                                           uint64_t value);

/**
 * Counts an unsigned integer `times` times. Counts stay at the end of their type.
 *
 * Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_exponential_histogram_insert_multiple(gbx_inspect_t *state,
                                                                    gbx_uint_exponential_histogram_t handle,
                                                                    uint64_t value,
                                                                    uint64_t times);

/**
 * Sets all counts to zero. The parameters stay.
 *
 * Context: writer. Time: that of its buckets. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_exponential_histogram_clear(gbx_inspect_t *state,
                                                          gbx_uint_exponential_histogram_t handle);

/**
 * Deletes a histogram. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_uint_exponential_histogram_delete(gbx_inspect_t *state,
                                                           gbx_uint_exponential_histogram_t handle);

/**
 * Creates a histogram of floating-point numbers below `parent`: the first of 1 to 249 buckets goes from `floor` to
 * `floor + initial`, and each next one ends `multiplier` times as far from the floor. What is below and above the
 * buckets is counted too.
 *
 * Context: writer. Time: short. Errors: of a creation, `GBX_ERROR_INVALID_ARGUMENT` (no bucket, an initial step that
 * is not above zero, a multiplier that is not above one, or a number that is not finite), `GBX_ERROR_TOO_MANY_SLOTS`.
 */
gbx_status_t gbx_inspect_create_double_exponential_histogram(gbx_inspect_t *state,
                                                             gbx_node_t parent,
                                                             gbx_str_t name,
                                                             double floor,
                                                             double initial,
                                                             double multiplier,
                                                             size_t buckets,
                                                             gbx_double_exponential_histogram_t *out);

/**
 * Counts a floating-point number. NaN is below all buckets.
 *
 * Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_exponential_histogram_insert(gbx_inspect_t *state,
                                                             gbx_double_exponential_histogram_t handle,
                                                             double value);

/**
 * Counts a floating-point number `times` times.
 *
 * Context: writer. Time: constant: at most eight steps to find the bucket. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_exponential_histogram_insert_multiple(gbx_inspect_t *state,
                                                                      gbx_double_exponential_histogram_t handle,
                                                                      double value,
                                                                      uint64_t times);

/**
 * Sets all counts to zero. The parameters stay.
 *
 * Context: writer. Time: that of its buckets. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_exponential_histogram_clear(gbx_inspect_t *state,
                                                            gbx_double_exponential_histogram_t handle);

/**
 * Deletes a histogram. The handle is stale then.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_double_exponential_histogram_delete(gbx_inspect_t *state,
                                                             gbx_double_exponential_histogram_t handle);

/**
 * Creates a link below `parent` to the file with the identifier `content`. Its root is shown as a node of this name.
 * Who reads finds the file, or says that it is missing.
 *
 * Context: writer. Time: that of its length. Errors: of a creation, `GBX_ERROR_LINK_CONTENT_TOO_FAR`.
 */
gbx_status_t gbx_inspect_create_child_link(gbx_inspect_t *state,
                                           gbx_node_t parent,
                                           gbx_str_t name,
                                           gbx_str_t content,
                                           gbx_link_t *out);

/**
 * Creates a link below `parent` to the file with the identifier `content`. What is in its root is shown as if it were
 * in `parent`; the name is not shown. Who reads finds the file, or says that it is missing.
 *
 * Context: writer. Time: that of its length. Errors: of a creation, `GBX_ERROR_LINK_CONTENT_TOO_FAR`.
 */
gbx_status_t gbx_inspect_create_inline_link(gbx_inspect_t *state,
                                            gbx_node_t parent,
                                            gbx_str_t name,
                                            gbx_str_t content,
                                            gbx_link_t *out);

/**
 * Copies the identifier of the file of a link into `buffer`, as `gbx_inspect_string_get` does.
 *
 * Context: writer. Time: that of its length. Errors: as there.
 */
gbx_status_t gbx_inspect_link_content(gbx_inspect_t *state,
                                      gbx_link_t handle,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *length);

/**
 * Deletes a link. The handle is stale then.
 *
 * Context: writer. Time: that of its length. Errors: of the state, of the handle.
 */
gbx_status_t gbx_inspect_link_delete(gbx_inspect_t *state, gbx_link_t handle);

/**
 * Gives up the handle to a value: it stays until its node is deleted, and goes with it. The `gbx_inspect_record_...`
 * functions do the same at once.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_INVALID_ARGUMENT` (the root).
 */
gbx_status_t gbx_inspect_record(gbx_inspect_t *state, gbx_any_t value);

/**
 * Moves a value, with all that is below it, to another node.
 *
 * Context: writer. Time: that of a walk from `parent` up to the root. Errors: of the state, of both handles,
 * `GBX_ERROR_WOULD_CYCLE` (`parent` is the value itself or below it), `GBX_ERROR_INVALID_ARGUMENT` (the root).
 */
gbx_status_t gbx_inspect_reparent(gbx_inspect_t *state, gbx_any_t value, gbx_node_t parent);

/**
 * Copies the name of a value into `buffer`, as `gbx_inspect_string_get` copies a string.
 *
 * Context: writer. Time: that of its length. Errors: as there, and `GBX_ERROR_INVALID_ARGUMENT` (the root).
 */
gbx_status_t gbx_inspect_name(gbx_inspect_t *state, gbx_any_t value, char *buffer, size_t capacity, size_t *length);

/**
 * Deletes a value of any kind, as the function for its kind does.
 *
 * Context: writer. Time and errors: as there.
 */
gbx_status_t gbx_inspect_delete(gbx_inspect_t *state, gbx_any_t value);

/**
 * Deletes `count` values that belong together; readers see all of them go at once. Their handles in `values` become
 * null. Null handles, and values that are gone already, are passed over. `values` may be NULL when `count` is 0.
 *
 * Context: writer. Time: that of deleting each. Errors: of the state, `GBX_ERROR_NULL` (`values`).
 */
gbx_status_t gbx_inspect_delete_all(gbx_inspect_t *state, gbx_any_t *values, size_t count);

/**
 * Puts `prefix` and the next number of the writer's counter, from 0, into `buffer`, without a terminating zero: a name
 * that no value had from it before. When `capacity` bytes are too few, `length` becomes what is needed, and the number
 * is not used up.
 *
 * Context: writer. Time: that of its length. Errors: of the state, `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_UTF8`,
 * `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_inspect_unique_name(gbx_inspect_t *state,
                                     gbx_str_t prefix,
                                     char *buffer,
                                     size_t capacity,
                                     size_t *length);

/**
 * Creates the node `fuchsia.inspect.Health` below `parent`, with the status `STARTING_UP`. `now` is the time in
 * nanoseconds, of a clock of the program's.
 *
 * Context: writer. Time: short. Errors: of a creation; `health` becomes all zero then.
 */
gbx_status_t gbx_inspect_create_health(gbx_inspect_t *state,
                                       gbx_node_t parent,
                                       int64_t now,
                                       gbx_inspect_health_t *health);

/**
 * Sets the status to `OK`, and deletes the message.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`health`), `GBX_ERROR_FULL`.
 */
gbx_status_t gbx_inspect_health_ok(gbx_inspect_t *state, gbx_inspect_health_t *health);

/**
 * Sets the status to `UNHEALTHY`, and the message to the reason; readers see both or none.
 *
 * Context: writer. Time: that of the message's length. Errors: as `gbx_inspect_health_set`.
 */
gbx_status_t gbx_inspect_health_unhealthy(gbx_inspect_t *state, gbx_inspect_health_t *health, gbx_str_t message);

/**
 * Sets the status to a text of the program's, and the message; readers see both or none. A message whose `data` is NULL
 * is none.
 *
 * Context: writer. Time: that of their length. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`health`,
 * `status`), `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG`, `GBX_ERROR_FULL`.
 */
gbx_status_t gbx_inspect_health_set(gbx_inspect_t *state,
                                    gbx_inspect_health_t *health,
                                    gbx_str_t status,
                                    gbx_str_t message);

/**
 * Deletes a health node; `health` becomes all zero.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`health`).
 */
gbx_status_t gbx_inspect_health_delete(gbx_inspect_t *state, gbx_inspect_health_t *health);

/**
 * Creates the node `fuchsia.inspect.Stats` below `parent`, with all its properties.
 *
 * Context: writer. Time: short. Errors: of a creation; `stats` becomes all zero then.
 */
gbx_status_t gbx_inspect_create_stats(gbx_inspect_t *state, gbx_node_t parent, gbx_inspect_stats_t *stats);

/**
 * Brings a statistics node up to date; readers see all of it or nothing.
 *
 * Context: writer. Time: constant. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`stats`).
 */
gbx_status_t gbx_inspect_stats_update(gbx_inspect_t *state, const gbx_inspect_stats_t *stats);

/**
 * Deletes a statistics node; `stats` becomes all zero.
 *
 * Context: writer. Time: short. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`stats`).
 */
gbx_status_t gbx_inspect_stats_delete(gbx_inspect_t *state, gbx_inspect_stats_t *stats);

/**
 * Creates a node below `parent` that keeps its `capacity` newest entries. `entries` has room for as many handles, and
 * is the library's for as long as the list is in use.
 *
 * Context: writer. Time: short; that of clearing `entries`. Errors: of a creation, `GBX_ERROR_NULL` (`entries`, `list`),
 * `GBX_ERROR_INVALID_ARGUMENT` (no capacity); `list` is one that was never created then.
 */
gbx_status_t gbx_inspect_create_list(gbx_inspect_t *state,
                                     gbx_node_t parent,
                                     gbx_str_t name,
                                     gbx_node_t *entries,
                                     size_t capacity,
                                     gbx_inspect_list_t *list);

/**
 * Appends an entry to a list: a node named with the next number of a counter, from 0. When the list is full the oldest
 * entry goes first. `fill` is called with `context` and the new node. Readers see nothing until it has returned: making
 * room, creating and filling are one transaction.
 *
 * The lock is not held while `fill` runs: what other contexts do meanwhile joins the transaction. Only this list is
 * closed to them.
 *
 * Context: writer. Time: that of deleting the oldest entry, and of `fill`. Errors: of the state, of the handle,
 * `GBX_ERROR_NULL` (`list`, `fill`), `GBX_ERROR_NOT_INITIALISED` (`list` was not created), `GBX_ERROR_BUSY` (an entry of
 * this list is being filled), `GBX_ERROR_FULL`, `GBX_ERROR_STOPPED` (`fill` gave false). After an error there is no new
 * entry, but the oldest one may have gone.
 */
gbx_status_t gbx_inspect_list_push(gbx_inspect_t *state,
                                   gbx_inspect_list_t *list,
                                   gbx_inspect_fill_t fill,
                                   void *context);

/**
 * Deletes a list with all its entries; `list` is one that was never created then, and `entries` the caller's again.
 *
 * Context: writer. Time: as `gbx_inspect_node_delete_tree`. Errors: of the state, of the handle, `GBX_ERROR_NULL`
 * (`list`), `GBX_ERROR_NOT_INITIALISED` (it was not created).
 */
gbx_status_t gbx_inspect_list_delete(gbx_inspect_t *state, gbx_inspect_list_t *list);

/**
 * Finds a node that is called `name`, directly below `parent`. Among several it takes the one in the first block.
 *
 * Context: writer. Time: a look at each block of the file. Errors: of the state, of the parent's handle,
 * `GBX_ERROR_NULL` (`out`, `name`), `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_NOT_FOUND`; `out` becomes the null handle
 * then.
 */
gbx_status_t gbx_inspect_find_node(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_node_t *out);

/**
 * Finds a signed integer that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_int(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_int_t *out);

/**
 * Finds an unsigned integer that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_uint(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_uint_t *out);

/**
 * Finds a floating-point number that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_double(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_double_t *out);

/**
 * Finds a value that is true or false that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_bool(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_bool_t *out);

/**
 * Finds a string that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_string(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_string_t *out);

/**
 * Finds bytes that are called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_bytes(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_bytes_t *out);

/**
 * Finds an array of signed integers that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_int_array(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_int_array_t *out);

/**
 * Finds an array of unsigned integers that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_uint_array(gbx_inspect_t *state,
                                         gbx_node_t parent,
                                         gbx_str_t name,
                                         gbx_uint_array_t *out);

/**
 * Finds an array of floating-point numbers that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_double_array(gbx_inspect_t *state,
                                           gbx_node_t parent,
                                           gbx_str_t name,
                                           gbx_double_array_t *out);

/**
 * Finds an array of strings that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_string_array(gbx_inspect_t *state,
                                           gbx_node_t parent,
                                           gbx_str_t name,
                                           gbx_string_array_t *out);

/**
 * Finds a histogram of signed integers, with buckets of one width, that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_int_linear_histogram(gbx_inspect_t *state,
                                                   gbx_node_t parent,
                                                   gbx_str_t name,
                                                   gbx_int_linear_histogram_t *out);

/**
 * Finds a histogram of unsigned integers, with buckets of one width, that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_uint_linear_histogram(gbx_inspect_t *state,
                                                    gbx_node_t parent,
                                                    gbx_str_t name,
                                                    gbx_uint_linear_histogram_t *out);

/**
 * Finds a histogram of floating-point numbers, with buckets of one width, that is called `name`, directly below
 * `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_double_linear_histogram(gbx_inspect_t *state,
                                                      gbx_node_t parent,
                                                      gbx_str_t name,
                                                      gbx_double_linear_histogram_t *out);

/**
 * Finds a histogram of signed integers, with buckets that grow by a factor, that is called `name`, directly below
 * `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_int_exponential_histogram(gbx_inspect_t *state,
                                                        gbx_node_t parent,
                                                        gbx_str_t name,
                                                        gbx_int_exponential_histogram_t *out);

/**
 * Finds a histogram of unsigned integers, with buckets that grow by a factor, that is called `name`, directly below
 * `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_uint_exponential_histogram(gbx_inspect_t *state,
                                                         gbx_node_t parent,
                                                         gbx_str_t name,
                                                         gbx_uint_exponential_histogram_t *out);

/**
 * Finds a histogram of floating-point numbers, with buckets that grow by a factor, that is called `name`, directly
 * below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_double_exponential_histogram(gbx_inspect_t *state,
                                                           gbx_node_t parent,
                                                           gbx_str_t name,
                                                           gbx_double_exponential_histogram_t *out);

/**
 * Finds a text of fixed capacity that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_text(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_text_t *out);

/**
 * Finds a link that is called `name`, directly below `parent`.
 *
 * Context, time and errors: as `gbx_inspect_find_node`.
 */
gbx_status_t gbx_inspect_find_link(gbx_inspect_t *state, gbx_node_t parent, gbx_str_t name, gbx_link_t *out);

/**
 * Copies the file into `buffer`, and puts its size into `length`. The copy says that it is frozen; the file itself goes
 * on. When `capacity` bytes are too few, `length` becomes what is needed, and `buffer` is left alone.
 *
 * Context: writer. Time: that of the copy. Errors: of the state, `GBX_ERROR_NULL`, `GBX_ERROR_IN_TRANSACTION`,
 * `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_inspect_frozen_copy(gbx_inspect_t *state, void *buffer, size_t capacity, size_t *length);

/**
 * Freezes the file for good. Every later operation fails with `GBX_ERROR_FROZEN`.
 *
 * Context: writer. Time: constant. Errors: of the state, `GBX_ERROR_IN_TRANSACTION`.
 */
gbx_status_t gbx_inspect_freeze(gbx_inspect_t *state);

/**
 * Takes over the file in `region`, with all that is in its tree, and makes `state` its writer. All values count as
 * recorded; `gbx_inspect_find_...` gives handles to them. The file is first read as a reader would: if anything is
 * wrong with it, it is refused, and not a byte of it changes.
 *
 * `region` and `config` are as for `gbx_inspect_init`, with the same book. `scratch` is aligned to 4 bytes, and
 * `GBX_INSPECT_SCRATCH_SIZE` says its size; it is the caller's again when the function returns. `adoption` is also put
 * out when the status is `GBX_ERROR_NOT_ADOPTABLE`, and says why, or `GBX_ERROR_SCRATCH_TOO_SMALL`.
 *
 * Context: one, before any other is given `state` or `region`. Time: that of some looks at each block of the file.
 * Errors: as `gbx_inspect_init`, `GBX_ERROR_NULL` (`scratch`, `adoption`), `GBX_ERROR_SCRATCH_TOO_SMALL`,
 * `GBX_ERROR_NOT_ADOPTABLE`. After an error, `state` is as it was.
 */
gbx_status_t gbx_inspect_adopt(gbx_inspect_t *state,
                               void *region,
                               size_t size,
                               const gbx_inspect_config_t *config,
                               void *scratch,
                               size_t scratch_size,
                               gbx_inspect_adoption_t *adoption);

/**
 * As `gbx_inspect_adopt`, for a program that goes on in any case: a file whose writer died inside a section, and that
 * has no other fault, is adopted too; where nothing can be adopted, an empty file is written as by `gbx_inspect_init`.
 * `adoption` says which. Who wants to keep the old file copies it out first.
 *
 * Context and time: as there. Errors: as there, but for `GBX_ERROR_NOT_ADOPTABLE`.
 */
gbx_status_t gbx_inspect_adopt_or_start(gbx_inspect_t *state,
                                        void *region,
                                        size_t size,
                                        const gbx_inspect_config_t *config,
                                        void *scratch,
                                        size_t scratch_size,
                                        gbx_inspect_adoption_t *adoption);

/**
 * Copies the file in `region` to `buffer`, all of it as it was at one moment, while its writer runs.
 *
 * `region` may be longer than the file, and be mapped for reading only. It is aligned to 8 bytes and has 64 of them at
 * least. When the file changes meanwhile the copy is begun again, `attempts` times in all; 0 means 1024 times. When
 * `capacity` bytes are too few, `snapshot->size` becomes what is needed.
 *
 * Context: any. Time: that of `attempts` copies. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_BAD_REGION`,
 * `GBX_ERROR_BUFFER_TOO_SMALL`, `GBX_ERROR_LOCKED` (it was never at rest: its writer is in a long transaction or
 * dead), `GBX_ERROR_CONTENDED` (it changed every time), `GBX_ERROR_TOO_SHORT`, `GBX_ERROR_BAD_MAGIC`,
 * `GBX_ERROR_UNSUPPORTED_VERSION`, `GBX_ERROR_TRUNCATED`.
 */
gbx_status_t gbx_inspect_snapshot(const void *region,
                                  size_t size,
                                  uint32_t attempts,
                                  void *buffer,
                                  size_t capacity,
                                  gbx_inspect_snapshot_t *snapshot);

/**
 * Copies the file in `region` to `buffer` although its writer may be in the middle of something, to be read with
 * `GBX_INSPECT_RECOVER`. Puts out the size of the copy, or what is needed when `capacity` bytes are too few.
 *
 * Context: any. Time: that of the copy. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_BAD_REGION`,
 * `GBX_ERROR_BUFFER_TOO_SMALL`, `GBX_ERROR_TOO_SHORT`, `GBX_ERROR_BAD_MAGIC`, `GBX_ERROR_UNSUPPORTED_VERSION`.
 */
gbx_status_t gbx_inspect_copy_unlocked(const void *region, size_t size, void *buffer, size_t capacity, size_t *length);

/**
 * The size of the scratch memory, in bytes, that a tree over a file of so many bytes takes. `GBX_INSPECT_SCRATCH_SIZE`
 * is the same for arrays.
 *
 * Context: any. Time: constant.
 */
size_t gbx_inspect_scratch_size(size_t image_size);

/**
 * Reads a file: bytes that nobody changes, such as a snapshot, aligned in any way. Any bytes will do; what is wrong
 * with them is told to `reading->on_problem`, and what can be trusted is in the tree.
 *
 * `scratch` is for the index, `gbx_inspect_scratch_size(size)` bytes aligned to 4. `reading` may be NULL, which is as
 * good as all zero. After an error, `tree` is no tree.
 *
 * Context: any, each with a tree of its own. Time: that of a look at all bytes of the file, and of sorting the names.
 * Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (an unknown flag, a misaligned pointer),
 * `GBX_ERROR_SCRATCH_TOO_SMALL`, `GBX_ERROR_TOO_SHORT`, `GBX_ERROR_BAD_MAGIC`, `GBX_ERROR_UNSUPPORTED_VERSION`,
 * `GBX_ERROR_LOCKED`, `GBX_ERROR_TRUNCATED`.
 */
gbx_status_t gbx_inspect_tree_read(gbx_inspect_tree_t *tree,
                                   const void *image,
                                   size_t size,
                                   void *scratch,
                                   size_t scratch_size,
                                   const gbx_inspect_reading_t *reading);

/**
 * Reads a file and, in place of its links, the files that they lead to: those of `count` files whose identifiers the
 * links name. All of them must stay as they are for as long as the tree is used, and so must the texts of the
 * identifiers.
 *
 * The scratch memory takes `gbx_inspect_scratch_size` of each file, 64 bytes for each of `files`, and more for each
 * time that a file is put in place of a link. When it is too small, `needed`, if it is not NULL, becomes what to try
 * next.
 *
 * Context: any, each with a tree of its own. Time: that of a look at all bytes of the files, of sorting the names, and
 * of copying the outline of a file each time it is linked to. Errors: as `gbx_inspect_tree_read`,
 * `GBX_ERROR_INVALID_UTF8`. What is wrong with a link or a linked file is a problem, not an error.
 */
gbx_status_t gbx_inspect_tree_stitch(gbx_inspect_tree_t *tree,
                                     const void *image,
                                     size_t size,
                                     const gbx_inspect_linked_file_t *files,
                                     size_t count,
                                     void *scratch,
                                     size_t scratch_size,
                                     const gbx_inspect_reading_t *reading,
                                     size_t *needed);

/**
 * Cuts a tree down to what at least one of `count` selectors selects, and the nodes above it. There are 1 to
 * `GBX_INSPECT_MOST_SELECTORS`. A selector is `component:root/node:property`, or without the property for all that is
 * below a node; `*` stands for any run of characters in a name, and a backslash makes a character ordinary. The
 * component is not looked at. Cursors must be put into the tree anew.
 *
 * Context: that of the tree. Time: that of a walk over the tree for each selector. Errors: of the tree, of a text,
 * `GBX_ERROR_INVALID_ARGUMENT` (no selectors or too many, or one that is none), and nothing has changed then;
 * `GBX_ERROR_NOT_FOUND` (nothing was selected; the tree is a bare root then).
 */
gbx_status_t gbx_inspect_tree_select(gbx_inspect_tree_t *tree, const gbx_str_t *selectors, size_t count);

/**
 * What the file of a tree says about itself.
 *
 * Context: any. Time: constant. Errors: of the tree, `GBX_ERROR_NULL` (`info`).
 */
gbx_status_t gbx_inspect_tree_info(const gbx_inspect_tree_t *tree, gbx_inspect_tree_info_t *info);

/**
 * Prints a tree as JSON in one line, `{"root":{...}}`, piece by piece into a sink.
 *
 * Context: any. Time: that of what is printed. Errors: of the tree, `GBX_ERROR_NULL` (`sink` or its function),
 * `GBX_ERROR_STOPPED` (the sink).
 */
gbx_status_t gbx_inspect_tree_json(const gbx_inspect_tree_t *tree, const gbx_sink_t *sink);

/**
 * Prints a tree as text for people, piece by piece into a sink. It ends with a newline.
 *
 * Context: any. Time: that of what is printed. Errors: of the tree, `GBX_ERROR_NULL` (`sink` or its function),
 * `GBX_ERROR_STOPPED` (the sink).
 */
gbx_status_t gbx_inspect_tree_text(const gbx_inspect_tree_t *tree, const gbx_sink_t *sink);

/**
 * Puts a cursor in front of a tree, for a walk over all of it: `gbx_inspect_cursor_next` enters the root first.
 *
 * Context: any, each with a cursor of its own. Time: constant. Errors: of the tree, `GBX_ERROR_NULL`,
 * `GBX_ERROR_INVALID_ARGUMENT` (misaligned).
 */
gbx_status_t gbx_inspect_cursor_walk(gbx_inspect_cursor_t *cursor, const gbx_inspect_tree_t *tree);

/**
 * Puts a cursor on the node or property at a path: names from below the root on, with `/` between them, as in
 * `radio/packets`. A backslash makes a `/` or a backslash behind it a part of a name; the empty path is the root.
 * Among entries of one name it takes the first. `gbx_inspect_cursor_next` then walks over what is below it.
 *
 * Context: any, each with a cursor of its own. Time: that of a look at the entries of each node on the way. Errors: of
 * the tree, of a text, `GBX_ERROR_NOT_FOUND`; for `cursor`, `GBX_ERROR_NULL` and `GBX_ERROR_INVALID_ARGUMENT`
 * (misaligned).
 */
gbx_status_t gbx_inspect_cursor_find(gbx_inspect_cursor_t *cursor, const gbx_inspect_tree_t *tree, gbx_str_t path);

/**
 * Takes the next step of a walk. Behind the last one, `step` is `GBX_STEP_END`.
 *
 * Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`step`).
 */
gbx_status_t gbx_inspect_cursor_next(gbx_inspect_cursor_t *cursor, gbx_inspect_step_t *step);

/**
 * Copies the name of what a cursor is on into `buffer`, without a terminating zero, and puts its length into `length`.
 * When `capacity` bytes are too few, `length` becomes what is needed, and `buffer` is left alone. The name of the root
 * is `root`. What is not UTF-8 in the file becomes U+FFFD.
 *
 * Context: the cursor's. Time: that of its length. Errors: of the cursor, `GBX_ERROR_NULL`,
 * `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_inspect_cursor_name(const gbx_inspect_cursor_t *cursor, char *buffer, size_t capacity, size_t *length);

/**
 * What a cursor is on.
 *
 * Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`value`).
 */
gbx_status_t gbx_inspect_cursor_value(const gbx_inspect_cursor_t *cursor, gbx_inspect_value_t *value);

/**
 * Copies the text that a cursor is on into `buffer`, as `gbx_inspect_cursor_name` copies a name.
 *
 * Context: the cursor's. Time: that of its length. Errors: of the cursor, `GBX_ERROR_NULL`, `GBX_ERROR_WRONG_KIND` (it
 * is no text), `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_inspect_cursor_string(const gbx_inspect_cursor_t *cursor,
                                       char *buffer,
                                       size_t capacity,
                                       size_t *length);

/**
 * Copies the bytes that a cursor is on into `buffer`, and puts their number into `length`. When `capacity` bytes are
 * too few, `length` becomes what is needed, and `buffer` is left alone.
 *
 * Context: the cursor's. Time: that of their number. Errors: of the cursor, `GBX_ERROR_NULL`, `GBX_ERROR_WRONG_KIND`
 * (they are no bytes), `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_inspect_cursor_bytes(const gbx_inspect_cursor_t *cursor,
                                      void *buffer,
                                      size_t capacity,
                                      size_t *length);

/**
 * A number of the array that a cursor is on, or a count of the histogram.
 *
 * Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`number`), `GBX_ERROR_WRONG_KIND`
 * (it has no numbers), `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_cursor_slot(const gbx_inspect_cursor_t *cursor, size_t index, gbx_inspect_number_t *number);

/**
 * Copies a text of the array that a cursor is on into `buffer`, as `gbx_inspect_cursor_name` copies a name.
 *
 * Context: the cursor's. Time: that of its length. Errors: of the cursor, `GBX_ERROR_NULL`, `GBX_ERROR_WRONG_KIND` (it
 * has no texts), `GBX_ERROR_OUT_OF_RANGE`, `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_inspect_cursor_slot_string(const gbx_inspect_cursor_t *cursor,
                                            size_t index,
                                            char *buffer,
                                            size_t capacity,
                                            size_t *length);

/**
 * How the buckets of the histogram lie that a cursor is on.
 *
 * Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`histogram`), `GBX_ERROR_WRONG_KIND`
 * (it is no histogram).
 */
gbx_status_t gbx_inspect_cursor_histogram(const gbx_inspect_cursor_t *cursor, gbx_inspect_histogram_t *histogram);

/**
 * Notes where the property lies that a cursor is on, to read it again from live memory. The cursor's tree is of a
 * snapshot of that memory.
 *
 * Context: the cursor's. Time: constant. Errors: of the cursor, `GBX_ERROR_NULL` (`location`), `GBX_ERROR_WRONG_KIND`
 * (it is on a node).
 */
gbx_status_t gbx_inspect_cursor_locate(const gbx_inspect_cursor_t *cursor, gbx_inspect_location_t *location);

/**
 * Reads a number, or true or false, where it lies, while its writer runs. `attempts` as in `gbx_inspect_snapshot`.
 *
 * Context: any. Time: constant for each attempt. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_BAD_REGION`,
 * `GBX_ERROR_NOT_INITIALISED` (`location`), `GBX_ERROR_WRONG_KIND`, `GBX_ERROR_STALE_HANDLE` (the value is gone),
 * `GBX_ERROR_LOCKED`, `GBX_ERROR_CONTENDED`.
 */
gbx_status_t gbx_inspect_location_read(const gbx_inspect_location_t *location,
                                       const void *region,
                                       size_t size,
                                       uint32_t attempts,
                                       gbx_inspect_value_t *value);

/**
 * Reads one slot of an array or a histogram of numbers where it lies. A histogram's parameters come first.
 *
 * Context: any. Time: constant for each attempt. Errors: as `gbx_inspect_location_read`, `GBX_ERROR_OUT_OF_RANGE`.
 */
gbx_status_t gbx_inspect_location_read_slot(const gbx_inspect_location_t *location,
                                            const void *region,
                                            size_t size,
                                            uint32_t attempts,
                                            uint32_t slot,
                                            gbx_inspect_number_t *number);

/**
 * Copies a text or bytes where they lie into `buffer`, and puts their length into `length`. When `capacity` bytes are
 * too few, `length` becomes what is needed. A text is not checked to be UTF-8.
 *
 * Context: any. Time: that of the length for each attempt. Errors: as `gbx_inspect_location_read`,
 * `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_inspect_location_read_bytes(const gbx_inspect_location_t *location,
                                             const void *region,
                                             size_t size,
                                             uint32_t attempts,
                                             void *buffer,
                                             size_t capacity,
                                             size_t *length);

/**
 * Starts an engine over `region`, whatever was there, with nothing selected.
 *
 * `region` is aligned to 8 bytes; `GBX_TRACE_SIZE` says how large it must be. Until `gbx_trace_deinit` the program
 * must not write to it. Texts of `config` are in use until the function returns.
 *
 * Context: one, before any other is given `state` or `region`. Time: that of clearing the header. Errors:
 * `GBX_ERROR_NULL` (`state`, `region`, `config`, its clock, one function of the lock, the hook `full` of a stream),
 * `GBX_ERROR_INVALID_ARGUMENT` (an unknown flag, a record of fewer than 256 bytes or more than 1 GiB, a frequency of 0
 * or beyond 64 bits, a misaligned pointer), `GBX_ERROR_BAD_REGION` (misaligned, or too small for a header and one
 * record), `GBX_ERROR_TOO_LONG`, `GBX_ERROR_INVALID_UTF8`. After an error, `state` is as it was.
 */
gbx_status_t gbx_trace_init(gbx_trace_t *state, void *region, size_t size, const gbx_trace_config_t *config);

/**
 * As `gbx_trace_init`, over a region that survived a reset of the program: what was recorded stays until its records
 * are needed, and new entries get later times.
 *
 * Context: as `gbx_trace_init`. Time: that of looking at the header. Errors: as `gbx_trace_init`, and
 * `GBX_ERROR_NOT_ADOPTABLE` when the region holds no trace file of this configuration; then call `gbx_trace_init`.
 */
gbx_status_t gbx_trace_reopen(gbx_trace_t *state, void *region, size_t size, const gbx_trace_config_t *config);

/**
 * Ends an engine. What was recorded stays, readable; `state` is as if never initialised, and its memory and the region
 * are the caller's again.
 *
 * Context: one, after all contexts are detached. Time: constant. Errors: `GBX_ERROR_NULL`,
 * `GBX_ERROR_INVALID_ARGUMENT` (misaligned), `GBX_ERROR_NOT_INITIALISED`.
 */
gbx_status_t gbx_trace_deinit(gbx_trace_t *state);

/**
 * Makes a component known, and applies to it what was selected so far. What of that turns out wrong is left out; the
 * first of it is put out to `error`, which may be NULL.
 *
 * `component` and all that it points to stay as they are until `gbx_trace_deinit`.
 *
 * Context: writer. Time: that of looking through the component's tables. Errors: `GBX_ERROR_NULL`,
 * `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_INVALID_ARGUMENT` (a table is missing, a text is not UTF-8, a misaligned
 * pointer), `GBX_ERROR_TOO_MANY_COMPONENTS`, `GBX_ERROR_BUSY`.
 */
gbx_status_t gbx_trace_register(const gbx_trace_t *state,
                                const gbx_trace_component_t *component,
                                gbx_trace_option_error_t *error);

/**
 * Applies a string of options, for example `"maximal=orc.1-3,print=all{level5}"`, wholly or not at all. What is wrong
 * is put out to `error`, which may be NULL.
 *
 * Until `gbx_trace_end_start`, options that belong to the start are allowed.
 *
 * Context: writer. Time: that of the string for each component and point that it selects. Errors: `GBX_ERROR_NULL`,
 * `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG`, `GBX_ERROR_INVALID_ARGUMENT`
 * (misaligned), `GBX_ERROR_BAD_OPTION`, `GBX_ERROR_BUSY`.
 */
gbx_status_t gbx_trace_set(const gbx_trace_t *state, gbx_str_t options, gbx_trace_option_error_t *error);

/**
 * The start is over: options that belong to it are refused from now on.
 *
 * Context: writer. Time: constant. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
 * `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_BUSY`.
 */
gbx_status_t gbx_trace_end_start(const gbx_trace_t *state);

/**
 * Where the trace file is and how it is divided.
 *
 * Context: any. Time: constant. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
 * `GBX_ERROR_NOT_INITIALISED`.
 */
gbx_status_t gbx_trace_info(const gbx_trace_t *state, gbx_trace_info_t *info);

/**
 * Gives a record of the engine's to a context. `thread` is a number that no other context has, above the number of
 * records and below 2^63: the system's number of the thread, or `GBX_TRACE_THREAD(0)`, `(1)` and so on. A thread that
 * was attached before gets the record that it had, if that is still there.
 *
 * `state` must stay initialised until `gbx_trace_detach`.
 *
 * Context: writer. Time: that of looking through the records. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT`
 * (misaligned), `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG`,
 * `GBX_ERROR_BAD_THREAD_ID`, `GBX_ERROR_NO_FREE_RECORD`, `GBX_ERROR_BUSY`. After an error, `context` is as it was.
 */
gbx_status_t gbx_trace_attach(const gbx_trace_t *state, uint64_t thread, gbx_str_t name, gbx_trace_context_t *context);

/**
 * Ends a context: its last entry says so, and a stream hands over what it holds. What it recorded stays until its
 * record is needed.
 *
 * Context: that of `context`. Time: short, and the hook's. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT`
 * (misaligned), `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_BUSY`.
 */
gbx_status_t gbx_trace_detach(gbx_trace_context_t *context);

/**
 * Does what is selected for the tracepoint `id`. Generated code calls it, after it looked at the active byte. Of more
 * than 16 parameters the first are taken. With no context, or one that is not attached, it does nothing; inside of a
 * tracepoint of the same context, it counts one lost.
 *
 * Context: that of `context`. Time: that of copying the parameters; takes the lock only when something else than
 * recording is selected.
 */
void gbx_trace_point(gbx_trace_context_t *context,
                     const gbx_trace_component_t *component,
                     uint32_t id,
                     const gbx_trace_parameter_t *parameters,
                     uint32_t count);

/**
 * Reports that an assertion failed: prints that, does what is selected for the tracepoint `id`, and calls the hook
 * `fatal` unless options forbid it. Generated code calls it. `file` and `expression` end with a zero.
 *
 * Context: that of `context`. Time: short, and the hooks'. Takes the lock.
 */
void gbx_trace_assertion(gbx_trace_context_t *context,
                         const gbx_trace_component_t *component,
                         uint32_t id,
                         const char *file,
                         uint32_t line,
                         const char *expression);

/**
 * Takes one from the context's count: below zero it does not record.
 *
 * Context: that of `context`. Time: constant. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
 * `GBX_ERROR_NOT_INITIALISED`, `GBX_ERROR_BUSY`.
 */
gbx_status_t gbx_trace_suspend(gbx_trace_context_t *context);

/**
 * Adds one to the context's count.
 *
 * Context, time and errors: as `gbx_trace_suspend`.
 */
gbx_status_t gbx_trace_resume(gbx_trace_context_t *context);

/**
 * Hands over what a stream's record holds so far. Rings have nothing to hand over.
 *
 * Context: that of `context`. Time: that of the hook `full`. Errors: as `gbx_trace_suspend`.
 */
gbx_status_t gbx_trace_flush(gbx_trace_context_t *context);

/**
 * What the context could not record.
 *
 * Context: that of `context`. Time: constant. Errors: as `gbx_trace_suspend`.
 */
gbx_status_t gbx_trace_counts(gbx_trace_context_t *context, gbx_trace_counts_t *counts);

/**
 * How often the point `id` was reached while `count` was selected for it.
 *
 * Context: any. Time: constant. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
 * `GBX_ERROR_OUT_OF_RANGE` (no such point, or the component has no counters).
 */
gbx_status_t gbx_trace_hits(const gbx_trace_component_t *component, uint32_t id, uint64_t *hits);

/**
 * Copies the trace file in `region` to `buffer`, each record of it true at one moment, while contexts write.
 *
 * `region` may be longer than the file, and be mapped for reading only. No lock is taken and nothing is written to
 * the region, so a fault handler or a signal handler may do this. When `capacity` bytes are too few, `snapshot->size`
 * becomes what is needed.
 *
 * Context: any. Time: that of 100 copies at most. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (misaligned),
 * `GBX_ERROR_BAD_REGION`, `GBX_ERROR_BAD_MAGIC` (no trace region), `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_trace_snapshot(const void *region,
                                size_t size,
                                void *buffer,
                                size_t capacity,
                                gbx_trace_snapshot_t *snapshot);

/**
 * Tells what is allowed in declarations and may surprise all the same, to a function and in their order:
 * `large_serial` and `same_up_to_blank`.
 *
 * Context: any. Time: for n instances of a domain n * n comparisons of names. Errors: `GBX_ERROR_NULL` (`tables`, one
 * of their pointers, or the function), `GBX_ERROR_INVALID_ARGUMENT` (what a table says is no version, scope, option or
 * number of spares).
 */
gbx_status_t gbx_mmv_warnings(const gbx_mmv_tables_t *tables, gbx_mmv_warning_function_t on_warning, void *context);

/**
 * The bytes of memory that the file needs: a multiple of 16. `GBX_MMV_SIZE` is the same for arrays.
 *
 * Context: any. Time: as `gbx_mmv_lay_out`. Errors: as `gbx_mmv_lay_out`.
 */
gbx_status_t gbx_mmv_required_size(const gbx_mmv_tables_t *tables, size_t *size, gbx_mmv_refusal_t *refusal);

/**
 * Lays out a file at the start of `region`, whatever was there, and leaves it in flux, so that initial values can be set
 * before readers see it: all numbers are 0 and all texts empty. `gbx_mmv_publish` gives it to readers.
 *
 * `region` is aligned to 8 bytes; until `gbx_mmv_stop` or `gbx_mmv_move` the program must not write to it, and read it
 * through this library only. `generation` is not 0 and differs from all earlier ones of this memory: a clock, or a
 * counter that survives resets. On machines without 64-bit atomics neither half of it is 0.
 *
 * When a rule of the format is broken, `refusal` says which and by what. It may be NULL.
 *
 * Context: one, before any other is given `state` or `region`. Time: that of clearing the region, and for n metrics,
 * and n instances of a domain that are not in rising order of number and name, n * n comparisons of names. Errors:
 * `GBX_ERROR_NULL` (`state`, `region`, `tables` or one of their pointers), `GBX_ERROR_INVALID_ARGUMENT` (misaligned; what
 * a table says is no version, scope, option or number of spares), `GBX_ERROR_BAD_REGION` (misaligned, or less than 64
 * bytes), `GBX_ERROR_TOO_LONG` (a text or table is longer than the address space), `GBX_ERROR_REFUSED`. After an error,
 * nothing has been written and `state` is as it was.
 */
gbx_status_t gbx_mmv_lay_out(gbx_mmv_t *state,
                             void *region,
                             size_t size,
                             const gbx_mmv_tables_t *tables,
                             uint64_t generation,
                             gbx_mmv_refusal_t *refusal);

/**
 * Lays out a file and publishes it at once.
 *
 * Context, time and errors: as `gbx_mmv_lay_out`.
 */
gbx_status_t gbx_mmv_init(gbx_mmv_t *state,
                          void *region,
                          size_t size,
                          const gbx_mmv_tables_t *tables,
                          uint64_t generation,
                          gbx_mmv_refusal_t *refusal);

/**
 * Takes over the file that lies in `region` from before a reset, with all its values.
 *
 * The file must be complete, and be what laying out the same tables would give; instances that got their names later
 * stay. An interval that was open is still open; `gbx_mmv_elapsed_discard` closes it.
 *
 * Context, time and errors: as `gbx_mmv_lay_out`; the refusal `different_layout` says that something else lies there.
 */
gbx_status_t gbx_mmv_adopt(gbx_mmv_t *state,
                           void *region,
                           size_t size,
                           const gbx_mmv_tables_t *tables,
                           uint64_t generation,
                           gbx_mmv_refusal_t *refusal);

/**
 * Makes every value of a file that is not published "not available".
 *
 * Context: one. Time: that of a look at each value. Errors: of the state, `GBX_ERROR_WRONG_STATE` (it is published),
 * `GBX_ERROR_UNSUPPORTED` (the file has not `GBX_MMV_SENTINEL`).
 */
gbx_status_t gbx_mmv_set_all_unavailable(const gbx_mmv_t *state);

/**
 * Gives a file that was laid out to readers.
 *
 * Context: one. Time: constant. Errors: of the state, `GBX_ERROR_WRONG_STATE` (it is published).
 */
gbx_status_t gbx_mmv_publish(gbx_mmv_t *state);

/**
 * Lays out other tables in other memory, and carries the values over: those of metrics and instances of the same name
 * and type. The new file is in flux until `gbx_mmv_publish`; the old one stays as it is, for readers that have not
 * noticed the new one.
 *
 * No update may be under way. Handles of the old layout are stale; an update of a number through one that is not
 * noticed goes to the old memory, which must stay for that long.
 *
 * Context: one. Time and errors: as `gbx_mmv_lay_out`, and of the state, `GBX_ERROR_WRONG_STATE` (it is not published).
 * After an error the writer goes on as before.
 */
gbx_status_t gbx_mmv_move(gbx_mmv_t *state,
                          void *region,
                          size_t size,
                          const gbx_mmv_tables_t *tables,
                          uint64_t generation,
                          gbx_mmv_refusal_t *refusal);

/**
 * Gives a spare instance of the domain of serial `serial` its number and its name. The values of its metrics are 0, and
 * texts empty. PCP notices it by `generation`, which differs from all earlier ones; for the time of the call the file
 * is in flux.
 *
 * `number` becomes the place of the instance in its domain, from 0, for `gbx_mmv_value_at`.
 *
 * Context: one. Values may be updated meanwhile; look-ups may fail. Time: that of a look at all values and at the names
 * of the domain. Errors: of the state, `GBX_ERROR_NULL` (`name`, `number`), `GBX_ERROR_WRONG_STATE` (it is not
 * published), `GBX_ERROR_REFUSED`.
 */
gbx_status_t gbx_mmv_name_instance(const gbx_mmv_t *state,
                                   uint32_t serial,
                                   int32_t id,
                                   gbx_str_t name,
                                   uint64_t generation,
                                   uint32_t *number,
                                   gbx_mmv_refusal_t *refusal);

/**
 * Where the file lies, and how many bytes readers look at: what is to be written to PCP's directory.
 *
 * Context: any. Time: constant. Errors: of the state, `GBX_ERROR_NULL` (`address` or `size`).
 */
gbx_status_t gbx_mmv_file(const gbx_mmv_t *state, const void **address, size_t *size);

/**
 * Takes the file away from readers for good: it stays in flux, and PCP stops exporting it. The state becomes one that
 * was never initialised, and the memory is the program's again.
 *
 * Context: one. Time: constant. Errors: of the state.
 */
gbx_status_t gbx_mmv_stop(gbx_mmv_t *state);

/**
 * Whether a file in PCP's directory may be called `name`: it is visible, and can be a part of the names of its metrics
 * unless `flags` have `GBX_MMV_NO_PREFIX`.
 *
 * Context: any. Time: short. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_UTF8`.
 */
gbx_status_t gbx_mmv_is_file_name(gbx_str_t name, uint32_t flags, bool *answer);

/**
 * Finds the value of a metric by name. `instance` is for a metric with instances; `GBX_NO_STR` for one without.
 *
 * Context: any. Time: O(log n) comparisons for n metrics and instances that were declared; for an instance that got its
 * name later, the number of such instances is added. Errors: of the state, `GBX_ERROR_NULL` (`out`, a text),
 * `GBX_ERROR_NOT_FOUND`; `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_find(const gbx_mmv_t *state, gbx_str_t metric, gbx_str_t instance, gbx_mmv_value_t *out);

/**
 * The value of metric `metric` for instance `instance` of its domain, both counted from 0 as declared. A metric without
 * instances has one value, whatever the instance.
 *
 * Context: any. Time: O(log n) steps for n values. Errors: of the state, `GBX_ERROR_NULL` (`out`),
 * `GBX_ERROR_NOT_FOUND`; `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_value_at(const gbx_mmv_t *state, uint32_t metric, uint32_t instance, gbx_mmv_value_t *out);

/**
 * Where the record of a value lies: eight bytes that hold the number, and what belongs to a text or an elapsed time. It
 * stays there for as long as the file keeps its layout.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`).
 */
gbx_status_t gbx_mmv_value_record(gbx_mmv_value_t value, void **out);

/**
 * The value whose record lies at `record`, which is only compared with where the file lies.
 *
 * Context: any. Time: constant. Errors: of the state, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_STALE_HANDLE` (no value lies
 * there); `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_value_of_record(const gbx_mmv_t *state, const void *record, gbx_mmv_value_t *out);

/**
 * The type of a value, a `gbx_mmv_type_t`.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`).
 */
gbx_status_t gbx_mmv_value_type(gbx_mmv_value_t value, int32_t *out);

/**
 * The value as an `int32_t`.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
 * another type); `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_i32(gbx_mmv_value_t value, gbx_mmv_i32_t *out);

/**
 * What `gbx_mmv_i32_set` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_i32_set(gbx_mmv_i32_t value, int32_t number);

/**
 * What `gbx_mmv_i32_add` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_i32_add(gbx_mmv_i32_t value, int32_t by);

/**
 * What `gbx_mmv_i32_add_shared` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_i32_add_shared(gbx_mmv_i32_t value, int32_t by);

/**
 * What `gbx_mmv_i32_get` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_i32_get(gbx_mmv_i32_t value, int32_t *out);

/**
 * Makes the value "not available".
 *
 * Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
 * `GBX_MMV_SENTINEL`).
 */
gbx_status_t gbx_mmv_i32_set_unavailable(gbx_mmv_i32_t value);

/**
 * The value as a `uint32_t`.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
 * another type); `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_u32(gbx_mmv_value_t value, gbx_mmv_u32_t *out);

/**
 * What `gbx_mmv_u32_set` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_u32_set(gbx_mmv_u32_t value, uint32_t number);

/**
 * What `gbx_mmv_u32_add` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_u32_add(gbx_mmv_u32_t value, uint32_t by);

/**
 * What `gbx_mmv_u32_add_shared` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_u32_add_shared(gbx_mmv_u32_t value, uint32_t by);

/**
 * What `gbx_mmv_u32_get` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_u32_get(gbx_mmv_u32_t value, uint32_t *out);

/**
 * Makes the value "not available".
 *
 * Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
 * `GBX_MMV_SENTINEL`).
 */
gbx_status_t gbx_mmv_u32_set_unavailable(gbx_mmv_u32_t value);

/**
 * The value as an `int64_t`.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
 * another type); `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_i64(gbx_mmv_value_t value, gbx_mmv_i64_t *out);

/**
 * What `gbx_mmv_i64_set` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_i64_set(gbx_mmv_i64_t value, int64_t number);

/**
 * What `gbx_mmv_i64_add` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_i64_add(gbx_mmv_i64_t value, int64_t by);

/**
 * What `gbx_mmv_i64_add_shared` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_i64_add_shared(gbx_mmv_i64_t value, int64_t by);

/**
 * What `gbx_mmv_i64_get` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_i64_get(gbx_mmv_i64_t value, int64_t *out);

/**
 * Makes the value "not available".
 *
 * Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
 * `GBX_MMV_SENTINEL`).
 */
gbx_status_t gbx_mmv_i64_set_unavailable(gbx_mmv_i64_t value);

/**
 * The value as a `uint64_t`.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
 * another type); `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_u64(gbx_mmv_value_t value, gbx_mmv_u64_t *out);

/**
 * What `gbx_mmv_u64_set` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_u64_set(gbx_mmv_u64_t value, uint64_t number);

/**
 * What `gbx_mmv_u64_add` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_u64_add(gbx_mmv_u64_t value, uint64_t by);

/**
 * What `gbx_mmv_u64_add_shared` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_u64_add_shared(gbx_mmv_u64_t value, uint64_t by);

/**
 * What `gbx_mmv_u64_get` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_u64_get(gbx_mmv_u64_t value, uint64_t *out);

/**
 * Makes the value "not available".
 *
 * Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
 * `GBX_MMV_SENTINEL`).
 */
gbx_status_t gbx_mmv_u64_set_unavailable(gbx_mmv_u64_t value);

/**
 * The value as a `float`.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
 * another type); `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_float(gbx_mmv_value_t value, gbx_mmv_float_t *out);

/**
 * What `gbx_mmv_float_set` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_float_set(gbx_mmv_float_t value, float number);

/**
 * What `gbx_mmv_float_add` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_float_add(gbx_mmv_float_t value, float by);

/**
 * What `gbx_mmv_float_add_shared` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_float_add_shared(gbx_mmv_float_t value, float by);

/**
 * What `gbx_mmv_float_get` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_float_get(gbx_mmv_float_t value, float *out);

/**
 * Makes the value "not available".
 *
 * Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
 * `GBX_MMV_SENTINEL`).
 */
gbx_status_t gbx_mmv_float_set_unavailable(gbx_mmv_float_t value);

/**
 * The value as a `double`.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
 * another type); `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_double(gbx_mmv_value_t value, gbx_mmv_double_t *out);

/**
 * What `gbx_mmv_double_set` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_double_set(gbx_mmv_double_t value, double number);

/**
 * What `gbx_mmv_double_add` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_double_add(gbx_mmv_double_t value, double by);

/**
 * What `gbx_mmv_double_add_shared` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_double_add_shared(gbx_mmv_double_t value, double by);

/**
 * What `gbx_mmv_double_get` is where it is not inline. Context, time and errors: as there.
 */
gbx_status_t gbx_mmv_call_double_get(gbx_mmv_double_t value, double *out);

/**
 * Makes the value "not available".
 *
 * Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
 * `GBX_MMV_SENTINEL`).
 */
gbx_status_t gbx_mmv_double_set_unavailable(gbx_mmv_double_t value);

/**
 * The value as a text.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
 * another type); `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_string(gbx_mmv_value_t value, gbx_mmv_string_t *out);

/**
 * Sets a text of at most 255 bytes without a NUL. In a file with `GBX_MMV_SENTINEL` the empty text says that there is
 * none.
 *
 * Context: one for each value. Time: that of 256 bytes. Errors: of the handle, `GBX_ERROR_NULL`, `GBX_ERROR_TOO_LONG` (more
 * than 255 bytes, or a NUL among them).
 */
gbx_status_t gbx_mmv_string_set(gbx_mmv_string_t value,
                                gbx_str_t new_text);

/**
 * Copies the text and a NUL to `buffer`, and puts out its length without the NUL. When `capacity` bytes are too few,
 * `length` becomes that of the text, and nothing is copied.
 *
 * Context: that which sets it. Time: that of 256 bytes. Errors: of the handle, `GBX_ERROR_NULL`,
 * `GBX_ERROR_BUFFER_TOO_SMALL`.
 */
gbx_status_t gbx_mmv_string_get(gbx_mmv_string_t value, char *buffer, size_t capacity, size_t *length);

/**
 * The value as an elapsed time.
 *
 * Context: any. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_WRONG_KIND` (the metric has
 * another type); `out` becomes the null handle then.
 */
gbx_status_t gbx_mmv_elapsed(gbx_mmv_value_t value, gbx_mmv_elapsed_t *out);

/**
 * Opens an interval at `now`, microseconds since 1970.
 *
 * Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_WRONG_STATE` (an interval is open).
 */
gbx_status_t gbx_mmv_elapsed_start(gbx_mmv_elapsed_t value, uint64_t now);

/**
 * Closes the interval at `now` and adds its time. An interval that ends before it starts adds nothing. For an instant a
 * reader sees the total without it.
 *
 * Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_WRONG_STATE` (no interval is open).
 */
gbx_status_t gbx_mmv_elapsed_end(gbx_mmv_elapsed_t value, uint64_t now);

/**
 * Closes the interval, if one is open, and adds nothing: what is right after a reset.
 *
 * Context: one for each value. Time: constant. Errors: of the handle.
 */
gbx_status_t gbx_mmv_elapsed_discard(gbx_mmv_elapsed_t value);

/**
 * Sets the time spent in intervals, and closes the one that is open, whose time does not count.
 *
 * Context: one for each value. Time: constant. Errors: of the handle.
 */
gbx_status_t gbx_mmv_elapsed_set(gbx_mmv_elapsed_t value, uint64_t microseconds);

/**
 * Adds to the time spent in intervals.
 *
 * Context: one for each value. Time: constant. Errors: of the handle.
 */
gbx_status_t gbx_mmv_elapsed_add(gbx_mmv_elapsed_t value, uint64_t microseconds);

/**
 * The microseconds spent in intervals that have ended.
 *
 * Context: that which sets it. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`),
 * `GBX_ERROR_NOT_AVAILABLE`.
 */
gbx_status_t gbx_mmv_elapsed_get(gbx_mmv_elapsed_t value, uint64_t *out);

/**
 * When the interval that is open began.
 *
 * Context: that which sets it. Time: constant. Errors: of the handle, `GBX_ERROR_NULL` (`out`),
 * `GBX_ERROR_WRONG_STATE` (no interval is open).
 */
gbx_status_t gbx_mmv_elapsed_open_since(gbx_mmv_elapsed_t value, uint64_t *out);

/**
 * Makes the value "not available", and closes the interval that is open.
 *
 * Context: one for each value. Time: constant. Errors: of the handle, `GBX_ERROR_UNSUPPORTED` (the file has not
 * `GBX_MMV_SENTINEL`).
 */
gbx_status_t gbx_mmv_elapsed_set_unavailable(gbx_mmv_elapsed_t value);

/**
 * Copies the MMV file in `region` to `buffer` while its writer runs, with all metadata as they were at one moment, and
 * each value as it was at one.
 *
 * `region` may be longer than the file, and be mapped for reading only; all of it is copied, up to a multiple of 16.
 * It is aligned to 8 bytes and has 64 of them at least. When the metadata change meanwhile the copy is begun again,
 * `attempts` times in all; 0 means 1024 times. When `capacity` bytes are too few, `snapshot->size` becomes what is
 * needed.
 *
 * Context: any. Time: that of `attempts` copies. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_BAD_REGION`,
 * `GBX_ERROR_BUFFER_TOO_SMALL`, `GBX_ERROR_IN_FLUX` (it was never complete), `GBX_ERROR_CONTENDED` (it changed every
 * time), `GBX_ERROR_BAD_MAGIC`, `GBX_ERROR_UNSUPPORTED_VERSION`, `GBX_ERROR_TOC_OUTSIDE_FILE`.
 */
gbx_status_t gbx_mmv_snapshot(const void *region,
                              size_t size,
                              uint32_t attempts,
                              void *buffer,
                              size_t capacity,
                              gbx_mmv_snapshot_t *snapshot);

/**
 * The size in bytes of the scratch memory with which a file of `size` bytes can be read fast; NULL will do instead.
 *
 * Context: any. Time: constant.
 */
size_t gbx_mmv_scratch_size(size_t image_size);

/**
 * Reads an MMV file: bytes that nobody changes, such as a snapshot, aligned in any way. Any bytes will do;
 * `gbx_mmv_image_check` says what is wrong with them, and what can be trusted is delivered.
 *
 * `scratch` is for an index, `gbx_mmv_scratch_size(size)` bytes aligned to 4. It may be NULL: then finding the values of
 * a metric means looking at all. `flags` is `GBX_MMV_RECOVER` or 0. After an error, `image` is no image.
 *
 * Context: any, each with an image of its own. Time: without scratch memory constant, with it that of a look at each
 * record and of sorting the names. Errors: `GBX_ERROR_NULL`, `GBX_ERROR_INVALID_ARGUMENT` (an unknown flag, a misaligned
 * pointer), `GBX_ERROR_SCRATCH_TOO_SMALL`, `GBX_ERROR_TOO_SHORT`, `GBX_ERROR_BAD_MAGIC`, `GBX_ERROR_UNSUPPORTED_VERSION`,
 * `GBX_ERROR_IN_FLUX`, `GBX_ERROR_TOC_OUTSIDE_FILE`.
 */
gbx_status_t gbx_mmv_image_read(gbx_mmv_image_t *image,
                                const void *bytes,
                                size_t size,
                                void *scratch,
                                size_t scratch_size,
                                uint32_t flags);

/**
 * What an MMV file says about itself.
 *
 * Context: any. Time: constant. Errors: of the image, `GBX_ERROR_NULL` (`info`).
 */
gbx_status_t gbx_mmv_image_info(const gbx_mmv_image_t *image, gbx_mmv_image_info_t *info);

/**
 * Tells everything that is wrong in an MMV file to a function.
 *
 * Context: any. Time: that of a look at each record, and of comparing names. Errors: of the image, `GBX_ERROR_NULL` (the
 * function).
 */
gbx_status_t gbx_mmv_image_check(const gbx_mmv_image_t *image,
                                 gbx_mmv_problem_function_t on_problem,
                                 void *context);

/**
 * Prints an MMV file as JSON in one line, piece by piece into a sink.
 *
 * Context: any. Time: that of what is printed; without scratch memory that of a look at all values for each metric.
 * Errors: of the image, `GBX_ERROR_NULL` (`sink` or its function), `GBX_ERROR_STOPPED` (the sink).
 */
gbx_status_t gbx_mmv_image_json(const gbx_mmv_image_t *image, const gbx_sink_t *sink);

/**
 * Prints an MMV file as text for people, in the manner of `pminfo`, piece by piece into a sink. `prefix` goes before each
 * name: PCP puts `mmv.FILE.` there.
 *
 * Context, time and errors: as `gbx_mmv_image_json`, and `GBX_ERROR_INVALID_UTF8` (`prefix`).
 */
gbx_status_t gbx_mmv_image_text(const gbx_mmv_image_t *image,
                                gbx_str_t prefix,
                                const gbx_sink_t *sink);

/**
 * Metric `number` of a file, from 0.
 *
 * Context: any. Time: short. Errors: of the image, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_NOT_FOUND` (there are not so
 * many).
 */
gbx_status_t gbx_mmv_image_metric(const gbx_mmv_image_t *image, uint32_t number, gbx_mmv_metric_info_t *out);

/**
 * Instance domain `number` of a file, from 0.
 *
 * Context: any. Time: that of a look at the domains before it. Errors: of the image, `GBX_ERROR_NULL` (`out`),
 * `GBX_ERROR_NOT_FOUND` (there are not so many).
 */
gbx_status_t gbx_mmv_image_indom(const gbx_mmv_image_t *image, uint32_t number, gbx_mmv_indom_info_t *out);

/**
 * Instance `number` of instance domain `indom` of a file, both from 0.
 *
 * Context: any. Time: that of a look at the domains and instances before it. Errors: of the image, `GBX_ERROR_NULL`
 * (`out`), `GBX_ERROR_NOT_FOUND` (there are not so many).
 */
gbx_status_t gbx_mmv_image_instance(const gbx_mmv_image_t *image,
                                    uint32_t indom,
                                    uint32_t number,
                                    gbx_mmv_instance_info_t *out);

/**
 * Label `number` of a file, from 0.
 *
 * Context: any. Time: that of a look at the labels before it. Errors: of the image, `GBX_ERROR_NULL` (`out`),
 * `GBX_ERROR_NOT_FOUND` (there are not so many).
 */
gbx_status_t gbx_mmv_image_label(const gbx_mmv_image_t *image, uint32_t number, gbx_mmv_label_info_t *out);

/**
 * Value `number` of a file, from 0. One that names no metric or no instance is left out.
 *
 * Context: any. Time: short. Errors: of the image, `GBX_ERROR_NULL` (`out`), `GBX_ERROR_NOT_FOUND` (it is left out, or
 * there are not so many: `gbx_mmv_image_value_count` says how many there are).
 */
gbx_status_t gbx_mmv_image_value(const gbx_mmv_image_t *image, uint32_t number, gbx_mmv_value_info_t *out);

/**
 * The number of value records of a file.
 *
 * Context: any. Time: constant. Errors: of the image, `GBX_ERROR_NULL` (`out`).
 */
gbx_status_t gbx_mmv_image_value_count(const gbx_mmv_image_t *image, uint32_t *out);

/**
 * Finds the value of a metric by name. `instance` is for a metric with instances; `GBX_NO_STR` for one without.
 *
 * Context: any. Time: with scratch memory that of a search for the metric and of a look at its values, without it of a
 * look at all. Errors: of the image, `GBX_ERROR_NULL` (`out`, a text), `GBX_ERROR_NOT_FOUND`.
 */
gbx_status_t gbx_mmv_image_find(const gbx_mmv_image_t *image,
                                gbx_str_t metric,
                                gbx_str_t instance,
                                gbx_mmv_value_info_t *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif

/*
 * Numbers in MMV files. For each KIND of i32, u32, i64, u64, float and double, with numbers of its TYPE:
 *
 *     gbx_status_t gbx_mmv_KIND_set(gbx_mmv_KIND_t value, TYPE number);
 *     gbx_status_t gbx_mmv_KIND_add(gbx_mmv_KIND_t value, TYPE by);
 *     gbx_status_t gbx_mmv_KIND_inc(gbx_mmv_KIND_t value);
 *     gbx_status_t gbx_mmv_KIND_add_shared(gbx_mmv_KIND_t value, TYPE by);
 *     gbx_status_t gbx_mmv_KIND_inc_shared(gbx_mmv_KIND_t value);
 *     gbx_status_t gbx_mmv_KIND_get(gbx_mmv_KIND_t value, TYPE *out);
 *
 * `add` and `inc` are a load, an addition and a store: for a value that one context writes. `add_shared` and `inc_shared`
 * lose nothing that other threads, interrupts and processes add in that way. All go around the end of the type, and what
 * is not available counts from 0. A reader never sees a mix of two numbers; on machines without 64-bit atomics it can, for
 * types of 64 bits, at the instant in which both halves change.
 *
 * Context: `set`, `add` and `inc` one for each value, all others any. Time: constant; the shared ones are begun again when
 * another one came between. Errors: GBX_ERROR_NO_HANDLE, for `get` also GBX_ERROR_NULL (`out`) and GBX_ERROR_NOT_AVAILABLE.
 * Where GBX_MMV_INLINE is not defined they are calls, and have also the errors of the state, GBX_ERROR_STALE_HANDLE, and
 * for the shared ones GBX_ERROR_UNSUPPORTED (no atomic operation of that width).
 */
#ifdef GBX_MMV_INLINE
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define GBX_MMV_FIRST_HALF 32
#else
#define GBX_MMV_FIRST_HALF 0
#endif
/* A number of 32 bits lies in the first four bytes of its cell. */
#define GBX_MMV_CONVERSIONS(kind, type, unsigned_type, first_half) \
    static inline uint64_t gbx_mmv_##kind##_to_bits(type number) { \
        unsigned_type bits; \
        __builtin_memcpy(&bits, &number, sizeof bits); \
        return GBX_LITERAL(uint64_t)(bits) << (first_half); \
    } \
    static inline type gbx_mmv_##kind##_from_bits(uint64_t bits) { \
        const unsigned_type half = GBX_LITERAL(unsigned_type)(bits >> (first_half)); \
        type number; \
        __builtin_memcpy(&number, &half, sizeof number); \
        return number; \
    }
/* A sum of signed numbers that goes around. */
#define GBX_MMV_WHOLE(kind, type, unsigned_type) \
    static inline type gbx_mmv_##kind##_plus(type number, type by) { \
        const unsigned_type sum = GBX_LITERAL(unsigned_type)( \
            GBX_LITERAL(unsigned_type)(number) + GBX_LITERAL(unsigned_type)(by)); \
        type result; \
        __builtin_memcpy(&result, &sum, sizeof result); \
        return result; \
    } \
    static inline bool gbx_mmv_##kind##_is_unavailable(uint64_t bits) { return bits == UINT64_MAX; }
#define GBX_MMV_FRACTION(kind, type) \
    static inline type gbx_mmv_##kind##_plus(type number, type by) { return number + by; } \
    static inline bool gbx_mmv_##kind##_is_unavailable(uint64_t bits) { \
        const type number = gbx_mmv_##kind##_from_bits(bits); \
        return !(number <= number); \
    }
#define GBX_MMV_NUMBER(kind, type, one, is_word) \
    static inline uint64_t gbx_mmv_##kind##_sum(gbx_mmv_##kind##_t value, uint64_t bits, type by) { \
        if (value.has_sentinel != 0 && gbx_mmv_##kind##_is_unavailable(bits)) { \
            bits = 0; \
        } \
        return gbx_mmv_##kind##_to_bits(gbx_mmv_##kind##_plus(gbx_mmv_##kind##_from_bits(bits), by)); \
    } \
    static inline gbx_status_t gbx_mmv_##kind##_set(gbx_mmv_##kind##_t value, type number) { \
        if (value.cell == NULL) { \
            return GBX_ERROR_NO_HANDLE; \
        } \
        __atomic_store_n(value.cell, gbx_mmv_##kind##_to_bits(number), __ATOMIC_RELAXED); \
        return GBX_OK; \
    } \
    static inline gbx_status_t gbx_mmv_##kind##_add(gbx_mmv_##kind##_t value, type by) { \
        if (value.cell == NULL) { \
            return GBX_ERROR_NO_HANDLE; \
        } \
        __atomic_store_n(value.cell, gbx_mmv_##kind##_sum(value, __atomic_load_n(value.cell, __ATOMIC_RELAXED), by), \
                         __ATOMIC_RELAXED); \
        return GBX_OK; \
    } \
    static inline gbx_status_t gbx_mmv_##kind##_add_shared(gbx_mmv_##kind##_t value, type by) { \
        uint64_t seen; \
        if (value.cell == NULL) { \
            return GBX_ERROR_NO_HANDLE; \
        } \
        if ((is_word) != 0 && value.has_sentinel == 0) { \
            (void)__atomic_fetch_add(value.cell, gbx_mmv_##kind##_to_bits(by), __ATOMIC_RELAXED); \
            return GBX_OK; \
        } \
        seen = __atomic_load_n(value.cell, __ATOMIC_RELAXED); \
        while (!__atomic_compare_exchange_n(value.cell, &seen, gbx_mmv_##kind##_sum(value, seen, by), true, \
                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED)) { \
        } \
        return GBX_OK; \
    } \
    static inline gbx_status_t gbx_mmv_##kind##_get(gbx_mmv_##kind##_t value, type *out) { \
        uint64_t bits; \
        if (value.cell == NULL) { \
            return GBX_ERROR_NO_HANDLE; \
        } \
        if (out == NULL) { \
            return GBX_ERROR_NULL; \
        } \
        bits = __atomic_load_n(value.cell, __ATOMIC_RELAXED); \
        if (value.has_sentinel != 0 && gbx_mmv_##kind##_is_unavailable(bits)) { \
            return GBX_ERROR_NOT_AVAILABLE; \
        } \
        *out = gbx_mmv_##kind##_from_bits(bits); \
        return GBX_OK; \
    } \
    GBX_MMV_INCREMENTS(kind, one)
#else
#define GBX_MMV_CONVERSIONS(kind, type, unsigned_type, first_half)
#define GBX_MMV_WHOLE(kind, type, unsigned_type)
#define GBX_MMV_FRACTION(kind, type)
#define GBX_MMV_NUMBER(kind, type, one, is_word) \
    static inline gbx_status_t gbx_mmv_##kind##_set(gbx_mmv_##kind##_t value, type number) { \
        return gbx_mmv_call_##kind##_set(value, number); \
    } \
    static inline gbx_status_t gbx_mmv_##kind##_add(gbx_mmv_##kind##_t value, type by) { \
        return gbx_mmv_call_##kind##_add(value, by); \
    } \
    static inline gbx_status_t gbx_mmv_##kind##_add_shared(gbx_mmv_##kind##_t value, type by) { \
        return gbx_mmv_call_##kind##_add_shared(value, by); \
    } \
    static inline gbx_status_t gbx_mmv_##kind##_get(gbx_mmv_##kind##_t value, type *out) { \
        return gbx_mmv_call_##kind##_get(value, out); \
    } \
    GBX_MMV_INCREMENTS(kind, one)
#endif
#define GBX_MMV_INCREMENTS(kind, one) \
    static inline gbx_status_t gbx_mmv_##kind##_inc(gbx_mmv_##kind##_t value) { \
        return gbx_mmv_##kind##_add(value, one); \
    } \
    static inline gbx_status_t gbx_mmv_##kind##_inc_shared(gbx_mmv_##kind##_t value) { \
        return gbx_mmv_##kind##_add_shared(value, one); \
    }
GBX_MMV_CONVERSIONS(i32, int32_t, uint32_t, GBX_MMV_FIRST_HALF)
GBX_MMV_CONVERSIONS(u32, uint32_t, uint32_t, GBX_MMV_FIRST_HALF)
GBX_MMV_CONVERSIONS(i64, int64_t, uint64_t, 0)
GBX_MMV_CONVERSIONS(u64, uint64_t, uint64_t, 0)
GBX_MMV_CONVERSIONS(float, float, uint32_t, GBX_MMV_FIRST_HALF)
GBX_MMV_CONVERSIONS(double, double, uint64_t, 0)
GBX_MMV_WHOLE(i32, int32_t, uint32_t)
GBX_MMV_WHOLE(u32, uint32_t, uint32_t)
GBX_MMV_WHOLE(i64, int64_t, uint64_t)
GBX_MMV_WHOLE(u64, uint64_t, uint64_t)
GBX_MMV_FRACTION(float, float)
GBX_MMV_FRACTION(double, double)
GBX_MMV_NUMBER(i32, int32_t, 1, 0)
GBX_MMV_NUMBER(u32, uint32_t, 1u, 0)
GBX_MMV_NUMBER(i64, int64_t, 1, 1)
GBX_MMV_NUMBER(u64, uint64_t, 1u, 1)
GBX_MMV_NUMBER(float, float, 1.0f, 0)
GBX_MMV_NUMBER(double, double, 1.0, 0)
#undef GBX_MMV_CONVERSIONS
#undef GBX_MMV_WHOLE
#undef GBX_MMV_FRACTION
#undef GBX_MMV_NUMBER
#undef GBX_MMV_INCREMENTS
#undef GBX_MMV_FIRST_HALF

/* The layout of what crosses the border. If one of these fails, the compiler does not follow the platform's C ABI. */
GBX_STATIC_ASSERT(sizeof(gbx_status_t) == 4, gbx_status_is_32_bits);
#define GBX_ASSERT_LAYOUT(type, size, alignment) \
    GBX_STATIC_ASSERT(sizeof(type) == (size), size_of_##type); \
    GBX_STATIC_ASSERT(GBX_ALIGNMENT(type) == (alignment), alignment_of_##type)
#define GBX_ASSERT_PADDED(type, size, alignment) \
    GBX_ASSERT_LAYOUT(type, ((size) + (alignment) - 1) / (alignment) * (alignment), alignment)
#define GBX_ASSERT_OFFSET(type, member, offset) \
    GBX_STATIC_ASSERT(offsetof(type, member) == (offset), offset_of_##type##_##member)
#define GBX_ASSERT_HANDLE(type) \
    GBX_ASSERT_LAYOUT(type, 8, GBX_ALIGNMENT(uint32_t)); \
    GBX_ASSERT_OFFSET(type, block, 0); \
    GBX_ASSERT_OFFSET(type, check, 4)
GBX_ASSERT_HANDLE(gbx_node_t);
GBX_ASSERT_HANDLE(gbx_int_t);
GBX_ASSERT_HANDLE(gbx_uint_t);
GBX_ASSERT_HANDLE(gbx_double_t);
GBX_ASSERT_HANDLE(gbx_bool_t);
GBX_ASSERT_HANDLE(gbx_string_t);
GBX_ASSERT_HANDLE(gbx_bytes_t);
GBX_ASSERT_HANDLE(gbx_int_array_t);
GBX_ASSERT_HANDLE(gbx_uint_array_t);
GBX_ASSERT_HANDLE(gbx_double_array_t);
GBX_ASSERT_HANDLE(gbx_string_array_t);
GBX_ASSERT_HANDLE(gbx_int_linear_histogram_t);
GBX_ASSERT_HANDLE(gbx_uint_linear_histogram_t);
GBX_ASSERT_HANDLE(gbx_double_linear_histogram_t);
GBX_ASSERT_HANDLE(gbx_int_exponential_histogram_t);
GBX_ASSERT_HANDLE(gbx_uint_exponential_histogram_t);
GBX_ASSERT_HANDLE(gbx_double_exponential_histogram_t);
GBX_ASSERT_HANDLE(gbx_text_t);
GBX_ASSERT_HANDLE(gbx_link_t);
GBX_ASSERT_HANDLE(gbx_any_t);
GBX_ASSERT_LAYOUT(gbx_str_t, 2 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_str_t, data, 0);
GBX_ASSERT_OFFSET(gbx_str_t, size, sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_lock_t, 3 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_lock_t, context, 0);
GBX_ASSERT_OFFSET(gbx_lock_t, acquire, sizeof(void *));
GBX_ASSERT_OFFSET(gbx_lock_t, release, 2 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_inspect_t, GBX_INSPECT_STATE_WORDS * 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_LAYOUT(gbx_inspect_tree_t, GBX_INSPECT_TREE_WORDS * 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_LAYOUT(gbx_inspect_cursor_t, GBX_INSPECT_CURSOR_WORDS * 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_LAYOUT(gbx_inspect_location_t, GBX_INSPECT_LOCATION_WORDS * 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_LAYOUT(gbx_inspect_linked_file_t, 4 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_inspect_linked_file_t, identifier, 0);
GBX_ASSERT_OFFSET(gbx_inspect_linked_file_t, image, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_linked_file_t, size, 3 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_inspect_config_t, 5 * sizeof(void *) + 8, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_inspect_config_t, lock, 0);
GBX_ASSERT_OFFSET(gbx_inspect_config_t, book, 3 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_config_t, book_size, 4 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_config_t, string_slots, 5 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_config_t, flags, 5 * sizeof(void *) + 4);
GBX_ASSERT_LAYOUT(gbx_inspect_counters_t, 56, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_OFFSET(gbx_inspect_counters_t, generation, 0);
GBX_ASSERT_OFFSET(gbx_inspect_counters_t, current_size, 8);
GBX_ASSERT_OFFSET(gbx_inspect_counters_t, maximum_size, 16);
GBX_ASSERT_OFFSET(gbx_inspect_counters_t, allocated_blocks, 24);
GBX_ASSERT_OFFSET(gbx_inspect_counters_t, deallocated_blocks, 32);
GBX_ASSERT_OFFSET(gbx_inspect_counters_t, failed_allocations, 40);
GBX_ASSERT_OFFSET(gbx_inspect_counters_t, dropped_updates, 48);
GBX_ASSERT_LAYOUT(gbx_inspect_health_t, 32, GBX_ALIGNMENT(uint32_t));
GBX_ASSERT_OFFSET(gbx_inspect_health_t, node, 0);
GBX_ASSERT_OFFSET(gbx_inspect_health_t, start, 8);
GBX_ASSERT_OFFSET(gbx_inspect_health_t, status, 16);
GBX_ASSERT_OFFSET(gbx_inspect_health_t, message, 24);
GBX_ASSERT_LAYOUT(gbx_inspect_stats_t, 72, GBX_ALIGNMENT(uint32_t));
GBX_ASSERT_OFFSET(gbx_inspect_stats_t, node, 0);
GBX_ASSERT_OFFSET(gbx_inspect_stats_t, properties, 8);
GBX_ASSERT_LAYOUT(gbx_inspect_list_t, GBX_INSPECT_LIST_WORDS * 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_LAYOUT(gbx_inspect_adoption_t, 8 + 3 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_inspect_adoption_t, outcome, 0);
GBX_ASSERT_OFFSET(gbx_inspect_adoption_t, block, 4);
GBX_ASSERT_OFFSET(gbx_inspect_adoption_t, problem, 8);
GBX_ASSERT_OFFSET(gbx_inspect_adoption_t, scratch_size, 8 + 2 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_registry_t, 16, 4);
GBX_ASSERT_OFFSET(gbx_registry_t, version, 8);
GBX_ASSERT_OFFSET(gbx_registry_t, pointer_size, 10);
GBX_ASSERT_OFFSET(gbx_registry_t, slots, 12);
GBX_ASSERT_LAYOUT(gbx_registry_slot_t, 32 + 2 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_registry_slot_t, address, 24);
GBX_ASSERT_OFFSET(gbx_registry_slot_t, size, 24 + sizeof(void *));
GBX_ASSERT_OFFSET(gbx_registry_slot_t, format, 24 + 2 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_sink_t, 2 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_sink_t, context, 0);
GBX_ASSERT_OFFSET(gbx_sink_t, write, sizeof(void *));
GBX_ASSERT_PADDED(gbx_inspect_snapshot_t, 12 + sizeof(void *), GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_OFFSET(gbx_inspect_snapshot_t, generation, 0);
GBX_ASSERT_OFFSET(gbx_inspect_snapshot_t, size, 8);
GBX_ASSERT_OFFSET(gbx_inspect_snapshot_t, attempts, 8 + sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_inspect_reading_t, 8 + 2 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_inspect_reading_t, context, 0);
GBX_ASSERT_OFFSET(gbx_inspect_reading_t, on_problem, sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_reading_t, flags, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_reading_t, link_limit, 2 * sizeof(void *) + 4);
GBX_ASSERT_PADDED(gbx_inspect_problem_t, 5 + 6 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_inspect_problem_t, name, 0);
GBX_ASSERT_OFFSET(gbx_inspect_problem_t, message, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_problem_t, file, 4 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_problem_t, block, 6 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_problem_t, is_loss, 6 * sizeof(void *) + 4);
GBX_ASSERT_PADDED(gbx_inspect_tree_info_t, 14 + sizeof(void *), GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_OFFSET(gbx_inspect_tree_info_t, generation, 0);
GBX_ASSERT_OFFSET(gbx_inspect_tree_info_t, size, 8);
GBX_ASSERT_OFFSET(gbx_inspect_tree_info_t, version, 8 + sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_tree_info_t, is_frozen, 12 + sizeof(void *));
GBX_ASSERT_OFFSET(gbx_inspect_tree_info_t, was_locked, 13 + sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_inspect_number_t, 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_PADDED(gbx_inspect_value_t, 16 + sizeof(void *), GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_OFFSET(gbx_inspect_value_t, number, 0);
GBX_ASSERT_OFFSET(gbx_inspect_value_t, kind, 8);
GBX_ASSERT_OFFSET(gbx_inspect_value_t, block, 12);
GBX_ASSERT_OFFSET(gbx_inspect_value_t, length, 16);
GBX_ASSERT_LAYOUT(gbx_inspect_histogram_t, 24, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_OFFSET(gbx_inspect_histogram_t, floor, 0);
GBX_ASSERT_OFFSET(gbx_inspect_histogram_t, step, 8);
GBX_ASSERT_OFFSET(gbx_inspect_histogram_t, multiplier, 16);
GBX_ASSERT_LAYOUT(gbx_mmv_t, GBX_MMV_STATE_WORDS * 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_LAYOUT(gbx_mmv_image_t, GBX_MMV_IMAGE_WORDS * 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_PADDED(gbx_mmv_metric_t, 6 * sizeof(void *) + 24 - (sizeof(void *) == 4 ? 4 : 0), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_metric_t, name, 0);
GBX_ASSERT_OFFSET(gbx_mmv_metric_t, item, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_metric_t, type_code, 2 * sizeof(void *) + 4);
GBX_ASSERT_OFFSET(gbx_mmv_metric_t, semantics, 2 * sizeof(void *) + 8);
GBX_ASSERT_OFFSET(gbx_mmv_metric_t, units, 2 * sizeof(void *) + 12);
GBX_ASSERT_OFFSET(gbx_mmv_metric_t, indom, 2 * sizeof(void *) + 16);
GBX_ASSERT_OFFSET(gbx_mmv_metric_t, long_help, sizeof(gbx_mmv_metric_t) - 2 * sizeof(void *));
GBX_ASSERT_PADDED(gbx_mmv_instance_t, 2 * sizeof(void *) + 4, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_instance_t, id, 2 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_mmv_indom_t, 6 * sizeof(void *) + 8, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_indom_t, instance_count, sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_indom_t, serial, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_indom_t, spares, 2 * sizeof(void *) + 4);
GBX_ASSERT_OFFSET(gbx_mmv_indom_t, short_help, 2 * sizeof(void *) + 8);
GBX_ASSERT_OFFSET(gbx_mmv_indom_t, long_help, 4 * sizeof(void *) + 8);
GBX_ASSERT_PADDED(gbx_mmv_label_t, 4 * sizeof(void *) + 13, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_label_t, value, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_label_t, scope, 4 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_label_t, identity, 4 * sizeof(void *) + 4);
GBX_ASSERT_OFFSET(gbx_mmv_label_t, instance, 4 * sizeof(void *) + 8);
GBX_ASSERT_OFFSET(gbx_mmv_label_t, is_optional, 4 * sizeof(void *) + 12);
GBX_ASSERT_PADDED(gbx_mmv_tables_t, 6 * sizeof(void *) + 20, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_tables_t, indoms, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_tables_t, labels, 4 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_tables_t, cluster, 6 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_tables_t, flags, 6 * sizeof(void *) + 4);
GBX_ASSERT_OFFSET(gbx_mmv_tables_t, process, 6 * sizeof(void *) + 8);
GBX_ASSERT_OFFSET(gbx_mmv_tables_t, version, 6 * sizeof(void *) + 12);
GBX_ASSERT_OFFSET(gbx_mmv_tables_t, options, 6 * sizeof(void *) + 16);
GBX_ASSERT_LAYOUT(gbx_mmv_refusal_t, 7 * sizeof(void *) + 16, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_refusal_t, name, 4 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_refusal_t, subject, 6 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_refusal_t, needed, 6 * sizeof(void *) + 16);
GBX_ASSERT_LAYOUT(gbx_mmv_value_t, sizeof(void *) + 8, GBX_ALIGNMENT(void *));
GBX_ASSERT_LAYOUT(gbx_mmv_string_t, sizeof(void *) + 8, GBX_ALIGNMENT(void *));
GBX_ASSERT_LAYOUT(gbx_mmv_elapsed_t, sizeof(void *) + 8, GBX_ALIGNMENT(void *));
GBX_ASSERT_PADDED(gbx_mmv_u64_t, 2 * sizeof(void *) + 4, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_u64_t, state, sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_u64_t, has_sentinel, 2 * sizeof(void *));
GBX_ASSERT_PADDED(gbx_mmv_snapshot_t, 2 * sizeof(void *) + 4, GBX_ALIGNMENT(void *));
GBX_ASSERT_PADDED(gbx_mmv_image_info_t, 26, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_OFFSET(gbx_mmv_image_info_t, is_big_endian, 24);
GBX_ASSERT_PADDED(gbx_mmv_problem_t, 5 * sizeof(void *) + 1, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_problem_t, offset, 4 * sizeof(void *));
GBX_ASSERT_PADDED(gbx_mmv_metric_info_t, 6 * sizeof(void *) + 20, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_metric_info_t, item, 6 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_mmv_indom_info_t, 4 * sizeof(void *) + 8, GBX_ALIGNMENT(void *));
GBX_ASSERT_PADDED(gbx_mmv_instance_info_t, 2 * sizeof(void *) + 4, GBX_ALIGNMENT(void *));
GBX_ASSERT_PADDED(gbx_mmv_label_info_t, 2 * sizeof(void *) + 13, GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_mmv_label_info_t, scope, 2 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_mmv_number_t, 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_PADDED(gbx_mmv_value_info_t, 16 + 4 * sizeof(void *) + 13, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_OFFSET(gbx_mmv_value_info_t, open_since, 8);
GBX_ASSERT_OFFSET(gbx_mmv_value_info_t, text, 16);
GBX_ASSERT_OFFSET(gbx_mmv_value_info_t, instance_id, 16 + 4 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_mmv_value_info_t, is_available, 28 + 4 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_trace_t, GBX_TRACE_STATE_WORDS * 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_LAYOUT(gbx_trace_context_t, GBX_TRACE_CONTEXT_WORDS * 8, GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_LAYOUT(gbx_trace_parameter_t, 8 + sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_trace_parameter_t, data, 0);
GBX_ASSERT_OFFSET(gbx_trace_parameter_t, length, sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_parameter_t, kind, 4 + sizeof(void *));
GBX_ASSERT_PADDED(gbx_trace_group_t, 4 + 3 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_trace_group_t, name, 0);
GBX_ASSERT_OFFSET(gbx_trace_group_t, members, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_group_t, count, 3 * sizeof(void *));
GBX_ASSERT_PADDED(gbx_trace_component_t, 9 + 13 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, name, 0);
GBX_ASSERT_OFFSET(gbx_trace_component_t, container, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, catalog, 4 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, active, 6 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, levels, 7 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, types, 8 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, groups, 9 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, parameters, 10 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, templates, 11 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, counters, 12 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, points, 13 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, group_count, 4 + 13 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_component_t, auxiliary, 8 + 13 * sizeof(void *));
GBX_ASSERT_PADDED(gbx_trace_clock_t, 8 + 2 * sizeof(void *), GBX_ALIGNMENT(uint64_t));
GBX_ASSERT_OFFSET(gbx_trace_clock_t, context, 0);
GBX_ASSERT_OFFSET(gbx_trace_clock_t, ticks, sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_clock_t, frequency, 2 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_trace_hooks_t, 6 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_trace_hooks_t, context, 0);
GBX_ASSERT_OFFSET(gbx_trace_hooks_t, full, sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_hooks_t, line, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_hooks_t, callback, 3 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_hooks_t, snap, 4 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_hooks_t, fatal, 5 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_config_t, lock, 0);
GBX_ASSERT_LAYOUT(gbx_trace_option_error_t, 5 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_trace_option_error_t, name, 0);
GBX_ASSERT_OFFSET(gbx_trace_option_error_t, message, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_option_error_t, offset, 4 * sizeof(void *));
GBX_ASSERT_PADDED(gbx_trace_info_t, 4 + 4 * sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_trace_info_t, address, 0);
GBX_ASSERT_OFFSET(gbx_trace_info_t, size, sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_info_t, header_size, 2 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_info_t, record_size, 3 * sizeof(void *));
GBX_ASSERT_OFFSET(gbx_trace_info_t, records, 4 * sizeof(void *));
GBX_ASSERT_LAYOUT(gbx_trace_counts_t, 8, GBX_ALIGNMENT(uint32_t));
GBX_ASSERT_OFFSET(gbx_trace_counts_t, lost, 0);
GBX_ASSERT_OFFSET(gbx_trace_counts_t, clipped, 4);
GBX_ASSERT_PADDED(gbx_trace_snapshot_t, 4 + sizeof(void *), GBX_ALIGNMENT(void *));
GBX_ASSERT_OFFSET(gbx_trace_snapshot_t, size, 0);
GBX_ASSERT_OFFSET(gbx_trace_snapshot_t, torn, sizeof(void *));
#undef GBX_ASSERT_HANDLE
#undef GBX_ASSERT_OFFSET
#undef GBX_ASSERT_PADDED
#undef GBX_ASSERT_LAYOUT

#endif
