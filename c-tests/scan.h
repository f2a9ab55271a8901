/* A strict scan of an Inspect file at rest, with an understanding of the format of its own: it shares no code with the
 * library. It holds the file to more than a reader asks: nothing may be left over, every count must be right, and every
 * block must be where the buddy allocator puts it. */
#ifndef GBX_TESTS_SCAN_H
#define GBX_TESTS_SCAN_H

#include "harness.h"

#define SCAN_UNITS 1024u

enum type {
    FREE = 0,
    RESERVED = 1,
    HEADER = 2,
    NODE = 3,
    INT = 4,
    UINT = 5,
    DOUBLE = 6,
    BUFFER = 7,
    EXTENT = 8,
    NAME = 9,
    TOMBSTONE = 10,
    ARRAY = 11,
    LINK = 12,
    BOOL = 13,
    STRING_REFERENCE = 14,
    TYPES = 15
};

/* What all blocks of a type amount to. */
struct metrics {
    unsigned count;
    unsigned header_bytes;
    unsigned data_bytes;
    unsigned total_bytes;
};

struct scan {
    const unsigned char *file;
    uint32_t units;
    /* By the index of the block. */
    bool starts[SCAN_UNITS];
    bool is_owned[SCAN_UNITS];
    bool is_in_tree[SCAN_UNITS];
    uint32_t held[SCAN_UNITS]; /* Bytes of contents. */
    uint32_t users[SCAN_UNITS];
    uint64_t children[SCAN_UNITS];
    /* By its type: blocks that the tree is made of, and all others. */
    struct metrics used[TYPES + 1];
    struct metrics unused[TYPES + 1];
};

/* How much was wrong, and whether that is to be expected: then it is only counted. */
static unsigned scan_faults;
static bool scan_is_quiet;

static inline bool scan_check(bool holds, uint32_t index, const char *what) {
    if (!holds) {
        scan_faults++;
    }
    if (!holds && !scan_is_quiet) {
        printf("block %u: %s\n", CAST(unsigned, index), what);
        failures++;
    }
    return holds;
}

/* `count` bytes from `offset` on, as a number. */
static inline uint64_t scan_number(const struct scan *scan, uint32_t offset, unsigned count) {
    uint64_t number = 0;
    while (count-- > 0) {
        number = number << 8 | scan->file[offset + count];
    }
    return number;
}

/* The bits `from` to `to` of a word. */
static inline uint64_t bits(uint64_t word, unsigned from, unsigned to) {
    return word << (63 - to) >> (63 - to + from);
}

static inline uint64_t head_of(const struct scan *scan, uint32_t index) {
    return scan_number(scan, 16 * index, 8);
}

static inline uint64_t payload_of(const struct scan *scan, uint32_t index) {
    return scan_number(scan, 16 * index + 8, 8);
}

/* The type of a block; TYPES when it is none. */
static inline enum type type_of(const struct scan *scan, uint32_t index) {
    const unsigned char type = scan->file[16 * index + 1];
    return type < TYPES ? CAST(enum type, type) : TYPES;
}

static inline uint32_t size_of(const struct scan *scan, uint32_t index) {
    return 16u << (scan->file[16 * index] & 15u);
}

static inline uint32_t parent_of(const struct scan *scan, uint32_t index) {
    return CAST(uint32_t, bits(head_of(scan, index), 16, 39));
}

static inline uint32_t name_of(const struct scan *scan, uint32_t index) {
    return CAST(uint32_t, bits(head_of(scan, index), 40, 63));
}

static inline bool is_value(enum type type) {
    return (type >= NODE && type <= BUFFER) || type == ARRAY || type == LINK || type == BOOL;
}

static inline bool is_block(const struct scan *scan, uint64_t index, enum type type) {
    return index < scan->units && scan->starts[index] && type_of(scan, CAST(uint32_t, index)) == type;
}

/* Whether the bytes from `from` to `to` of a block are zero: nothing is left over behind its contents. */
static inline void check_zeros(const struct scan *scan, uint32_t index, uint32_t from, uint32_t to) {
    for (; from < to; from++) {
        if (!scan_check(scan->file[16 * index + from] == 0, index, "old bytes behind the contents")) {
            return;
        }
    }
}

/* Whether bytes are UTF-8: no lone or missing continuation, no long form, no surrogate, nothing beyond the last one. */
static inline bool is_utf8(const unsigned char *text, size_t size) {
    size_t at = 0;
    while (at < size) {
        const unsigned first = text[at];
        const size_t more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
        size_t i;
        if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || size - at <= more) {
            return false;
        }
        for (i = 1; i <= more; i++) {
            if ((text[at + i] & 0xc0u) != 0x80) {
                return false;
            }
        }
        if ((first == 0xe0 && text[at + 1] < 0xa0) || (first == 0xed && text[at + 1] > 0x9f) ||
            (first == 0xf0 && text[at + 1] < 0x90) || (first == 0xf4 && text[at + 1] > 0x8f)) {
            return false;
        }
        at += more + 1;
    }
    return true;
}

/* Copies the contents of a chain of extents. Each must belong to this chain only, and all but the last must be full. */
static inline uint32_t take_chain(struct scan *scan, uint32_t owner, uint64_t first, uint32_t missing,
                                  unsigned char *to) {
    uint32_t taken = 0;
    uint64_t at = first;
    while (at != 0) {
        const uint32_t index = CAST(uint32_t, at);
        uint32_t room, part;
        if (!scan_check(is_block(scan, at, EXTENT), owner, "its chain leads to what is no extent") ||
            !scan_check(!scan->is_owned[at], owner, "its chain leads to an extent of another one")) {
            return taken;
        }
        room = size_of(scan, index) - 8;
        part = missing - taken < room ? missing - taken : room;
        memcpy(to + taken, scan->file + 16 * index + 8, part);
        check_zeros(scan, index, 8 + part, 8 + room);
        taken += part;
        scan->is_owned[index] = true;
        scan->held[index] = part;
        at = bits(head_of(scan, index), 16, 39);
    }
    scan_check(taken == missing, owner, "its chain is too short");
    return taken;
}

/* The text of a string reference. Gives its length. */
static inline uint32_t text_of(const struct scan *scan, uint32_t index, unsigned char *to) {
    const uint32_t length = CAST(uint32_t, scan_number(scan, 16 * index + 8, 4));
    const uint32_t room = size_of(scan, index) - 12;
    uint32_t taken = length < room ? length : room;
    uint64_t at = bits(head_of(scan, index), 16, 39);
    memcpy(to, scan->file + 16 * index + 12, taken);
    while (taken < length && is_block(scan, at, EXTENT)) {
        const uint32_t extent = CAST(uint32_t, at);
        const uint32_t more = size_of(scan, extent) - 8;
        const uint32_t part = length - taken < more ? length - taken : more;
        memcpy(to + taken, scan->file + 16 * extent + 8, part);
        taken += part;
        at = bits(head_of(scan, extent), 16, 39);
    }
    return taken;
}

/* Counts one more user of a text. */
static inline void use_text(struct scan *scan, uint32_t user, uint64_t index) {
    if (scan_check(is_block(scan, index, STRING_REFERENCE), user, "it refers to what is no text")) {
        scan->users[index]++;
    }
}

static inline uint32_t width_of(uint64_t entry) {
    return entry == STRING_REFERENCE ? 4 : 8;
}

static inline void scan_array(struct scan *scan, uint32_t index) {
    const uint64_t payload = payload_of(scan, index);
    const uint64_t entry = bits(payload, 0, 3), format = bits(payload, 4, 7);
    const uint32_t slots = CAST(uint32_t, bits(payload, 8, 15));
    const uint32_t end = 16 + slots * width_of(entry);
    uint32_t slot;
    scan_check(entry == INT || entry == UINT || entry == DOUBLE || entry == STRING_REFERENCE, index, "unknown entries");
    scan_check(format <= 2 && (format == 0 || entry != STRING_REFERENCE), index, "unknown format");
    scan_check(bits(payload, 16, 63) == 0, index, "reserved bits of an array");
    if (!scan_check(slots > 0 && end <= size_of(scan, index), index, "no slots, or more than there is room for")) {
        return;
    }
    check_zeros(scan, index, end, size_of(scan, index));
    scan->held[index] = end - 16;
    for (slot = 0; slot < slots && entry == STRING_REFERENCE; slot++) {
        const uint64_t text = scan_number(scan, 16 * index + 16 + 4 * slot, 4);
        if (text != 0) {
            use_text(scan, index, text);
        }
    }
}

static inline void scan_buffer(struct scan *scan, uint32_t index) {
    static unsigned char bytes[16 * SCAN_UNITS];
    const uint64_t payload = payload_of(scan, index);
    const uint32_t length = CAST(uint32_t, bits(payload, 0, 31));
    const uint64_t content = bits(payload, 32, 59), format = bits(payload, 60, 63);
    uint32_t taken;
    if (format == 2) {
        scan_check(length == 0, index, "the length of a text that others share");
        use_text(scan, index, content);
        return;
    }
    scan_check(format <= 1, index, "unknown format of a buffer");
    if (format == 1) {
        scan_check((length == 0) == (content == 0), index, "bytes without a chain, or a chain without bytes");
    }
    taken = take_chain(scan, index, content, length, bytes);
    scan_check(format == 1 || is_utf8(bytes, taken), index, "a text that is not UTF-8");
}

/* Checks one block for itself, and counts what it refers to. */
static inline void scan_block(struct scan *scan, uint32_t index) {
    static unsigned char text[16 * SCAN_UNITS];
    const enum type type = type_of(scan, index);
    const uint64_t head = head_of(scan, index), payload = payload_of(scan, index);
    uint32_t length;
    if (is_value(type)) {
        const uint32_t parent = parent_of(scan, index);
        use_text(scan, index, name_of(scan, index));
        if (parent != 0 && scan_check(is_block(scan, parent, NODE) || is_block(scan, parent, TOMBSTONE), index,
                                      "its parent is no node")) {
            scan->children[parent]++;
        }
        scan_check(type == ARRAY || size_of(scan, index) == 16, index, "a value of more than 16 bytes");
    }
    switch (type) {
    case FREE:
        scan_check(bits(head, 40, 63) == 0, index, "reserved bits of a free block");
        break;
    case BUFFER:
        scan_buffer(scan, index);
        break;
    case EXTENT:
        scan_check(bits(head, 40, 63) == 0, index, "reserved bits of an extent");
        break;
    case TOMBSTONE:
        scan_check(bits(head, 16, 63) == 0, index, "a tombstone that names a parent or a name");
        break;
    case ARRAY:
        scan_array(scan, index);
        break;
    case LINK:
        scan_check(bits(payload, 20, 59) == 0 && bits(payload, 60, 63) <= 1, index, "reserved bits of a link");
        use_text(scan, index, bits(payload, 0, 19));
        break;
    case BOOL:
        scan_check(payload <= 1, index, "reserved bits of a bool");
        scan->held[index] = 8;
        break;
    case STRING_REFERENCE:
        length = CAST(uint32_t, scan_number(scan, 16 * index + 8, 4));
        if (length > size_of(scan, index) - 12) {
            const uint32_t room = size_of(scan, index) - 12;
            take_chain(scan, index, bits(head, 16, 39), length - room, text);
            scan->held[index] = room;
        } else {
            scan_check(bits(head, 16, 39) == 0, index, "a chain without anything to hold");
            check_zeros(scan, index, 12 + length, size_of(scan, index));
            scan->held[index] = length;
        }
        length = text_of(scan, index, text);
        scan_check(is_utf8(text, length), index, "a text that is not UTF-8");
        break;
    case RESERVED:
    case NAME:
        scan_check(false, index, "a block that nobody wrote on purpose");
        break;
    case HEADER:
        scan_check(index == 0, index, "a second header");
        scan->held[index] = 4; /* The size of the file. */
        break;
    case INT:
    case UINT:
    case DOUBLE:
        scan->held[index] = 8;
        break;
    case NODE:
        break;
    case TYPES:
    default:
        scan_check(false, index, "an unknown type");
        break;
    }
}

static inline void scan_header(struct scan *scan, size_t size) {
    static const unsigned char start[] = {1, 2, 2, 0, 'I', 'N', 'S', 'P'};
    const uint64_t generation = scan_number(scan, 8, 8);
    scan_check(memcmp(scan->file, start, sizeof start) == 0, 0, "no header of version 2 and 32 bytes");
    scan_check(generation % 2 == 0 && generation != UINT64_MAX - 1, 0, "the generation of no file at rest");
    scan_check(scan_number(scan, 16, 4) == size, 0, "another size than the writer says");
    check_zeros(scan, 0, 20, 32);
}

/* Whether a value hangs from the root. */
static inline bool hangs_from_root(const struct scan *scan, uint32_t index) {
    uint32_t steps;
    for (steps = 0; steps < scan->units; steps++) {
        index = parent_of(scan, index);
        if (index == 0) {
            return true;
        }
        if (!is_block(scan, index, NODE)) {
            return false;
        }
    }
    return scan_check(false, index, "a circle of parents");
}

static inline void mark_chain(struct scan *scan, uint64_t index) {
    while (is_block(scan, index, EXTENT)) {
        scan->is_in_tree[index] = true;
        index = bits(head_of(scan, CAST(uint32_t, index)), 16, 39);
    }
}

static inline void mark_text(struct scan *scan, uint64_t index) {
    if (is_block(scan, index, STRING_REFERENCE)) {
        scan->is_in_tree[index] = true;
        mark_chain(scan, bits(head_of(scan, CAST(uint32_t, index)), 16, 39));
    }
}

/* Marks a value that is in the tree, and the blocks that it is made of. */
static inline void mark_value(struct scan *scan, uint32_t index) {
    const uint64_t payload = payload_of(scan, index);
    uint32_t slot;
    scan->is_in_tree[index] = true;
    mark_text(scan, name_of(scan, index));
    if (type_of(scan, index) == LINK) {
        mark_text(scan, bits(payload, 0, 19));
    } else if (type_of(scan, index) == BUFFER && bits(payload, 60, 63) == 2) {
        mark_text(scan, bits(payload, 32, 59));
    } else if (type_of(scan, index) == BUFFER) {
        mark_chain(scan, bits(payload, 32, 59));
    } else if (type_of(scan, index) == ARRAY && bits(payload, 0, 3) == STRING_REFERENCE) {
        for (slot = 0; slot < bits(payload, 8, 15); slot++) {
            mark_text(scan, scan_number(scan, 16 * index + 16 + 4 * slot, 4));
        }
    }
}

/* The bytes of a block that say what it is and what it refers to. */
static inline unsigned header_bytes_of(enum type type) {
    const bool is_number = type == INT || type == UINT || type == DOUBLE || type == BOOL;
    return is_number || type == EXTENT ? 8 : type == STRING_REFERENCE ? 12 : 16;
}

/* Adds a block to the metrics. What it holds counts only where it is in use. */
static inline void count_block(struct scan *scan, uint32_t index) {
    const enum type type = type_of(scan, index);
    const bool is_internal = type == HEADER || type == FREE || type == TOMBSTONE;
    const bool is_used = scan->is_in_tree[index] || is_internal;
    struct metrics *metrics = is_used ? &scan->used[type] : &scan->unused[type];
    metrics->count++;
    metrics->header_bytes += header_bytes_of(type);
    metrics->data_bytes += is_used ? scan->held[index] : 0;
    metrics->total_bytes += size_of(scan, index);
}

/* Scans a file at rest, and says what is wrong with it. */
static inline void scan_file(struct scan *scan, const void *file, size_t size) {
    uint32_t index;
    memset(scan, 0, sizeof *scan);
    scan->file = CAST(const unsigned char *, file);
    scan->units = CAST(uint32_t, size / 16);
    if (!scan_check(size % 16 == 0 && size >= 32 && scan->units <= SCAN_UNITS, 0, "a size that cannot be")) {
        return;
    }
    scan_header(scan, size);
    for (index = 0; index < scan->units; index += size_of(scan, index) / 16) {
        const uint64_t head = head_of(scan, index);
        if (!scan_check(bits(head, 0, 3) <= 7 && bits(head, 4, 7) == 0, index, "reserved bits of the order") ||
            !scan_check(16 * index % size_of(scan, index) == 0, index, "it does not lie at a multiple of its size") ||
            !scan_check(16 * index + size_of(scan, index) <= size, index, "it reaches behind the end")) {
            return;
        }
        scan->starts[index] = true;
    }
    scan_check(index == scan->units, index, "a gap at the end");
    for (index = 0; index < scan->units; index++) {
        if (scan->starts[index]) {
            scan_block(scan, index);
        }
    }
    for (index = 0; index < scan->units; index++) {
        if (scan->starts[index] && is_value(type_of(scan, index)) && hangs_from_root(scan, index)) {
            mark_value(scan, index);
        }
    }
    for (index = 0; index < scan->units; index++) {
        if (!scan->starts[index]) {
            continue;
        }
        if (is_block(scan, index, NODE) || is_block(scan, index, TOMBSTONE)) {
            scan_check(payload_of(scan, index) == scan->children[index], index, "another number of children");
            scan_check(is_block(scan, index, NODE) || scan->children[index] > 0, index, "a tombstone without children");
        }
        if (is_block(scan, index, STRING_REFERENCE)) {
            scan_check(bits(head_of(scan, index), 40, 63) == scan->users[index], index, "another number of users");
            scan_check(scan->users[index] > 0, index, "a text that nobody uses");
        }
        scan_check(!is_block(scan, index, EXTENT) || scan->is_owned[index], index, "an extent without an owner");
        count_block(scan, index);
    }
}

#endif
