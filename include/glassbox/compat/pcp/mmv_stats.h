/*
 * The interface of libpcp_mmv over Glassbox, for programs that were written for it: compile them with
 * -I include/glassbox/compat -I include, and link Glassbox in place of libpcp_mmv. It takes a POSIX system with
 * MAP_ANONYMOUS (for strict standards, _DEFAULT_SOURCE).
 *
 * What is different: a file is whole when it appears under its name, because it is made under a hidden one and renamed;
 * its space is reserved, so that a full disk is an error at the start and no SIGBUS later; a text is never seen empty or
 * half while it is set, and may have 255 bytes; declarations that PCP's collector would drop or misread are refused with
 * EINVAL and a line on standard error. As there, updates say nothing about errors, and two threads that add to one value
 * lose additions (gbx_mmv_..._add_shared of glassbox.h does not).
 *
 * After fork, both processes have the file mapped and may update it, as if they were threads. mmv_stats_stop in one of
 * them does not unmap it in the other.
 */
#ifndef GLASSBOX_COMPAT_PCP_MMV_STATS_H
#define GLASSBOX_COMPAT_PCP_MMV_STATS_H

#include "pmapi.h"

#include <glassbox.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define MMV_NAMEMAX 64
#define MMV_LABELMAX 244
#define MMV_STRINGMAX 256

typedef enum {
    MMV_TYPE_NOSUPPORT = -1,
    MMV_TYPE_I32 = 0,
    MMV_TYPE_U32 = 1,
    MMV_TYPE_I64 = 2,
    MMV_TYPE_U64 = 3,
    MMV_TYPE_FLOAT = 4,
    MMV_TYPE_DOUBLE = 5,
    MMV_TYPE_STRING = 6,
    MMV_TYPE_ELAPSED = 9
} mmv_metric_type_t;

typedef enum {
    MMV_SEM_COUNTER = 1,
    MMV_SEM_INSTANT = 3,
    MMV_SEM_DISCRETE = 4
} mmv_metric_sem_t;

typedef enum {
    MMV_STRING_TYPE = 1,
    MMV_NUMBER_TYPE = 2,
    MMV_BOOLEAN_TYPE = 3,
    MMV_NULL_TYPE = 4,
    MMV_ARRAY_TYPE = 5,
    MMV_MAP_TYPE = 6
} mmv_value_type_t;

typedef enum {
    MMV_FLAG_NOPREFIX = 1,
    MMV_FLAG_PROCESS = 2,
    MMV_FLAG_SENTINEL = 4
} mmv_stats_flags_t;

#define MMV_INDOM_NULL PM_INDOM_NULL

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define MMV_UNITS(space, time, count, space_scale, time_scale, count_scale) \
    {space, time, count, space_scale, time_scale, count_scale, 0}
#else
#define MMV_UNITS(space, time, count, space_scale, time_scale, count_scale) \
    {0, count_scale, time_scale, space_scale, count, time, space}
#endif

typedef struct {
    int32_t internal;
    char external[MMV_NAMEMAX];
} mmv_instances_t;

typedef struct {
    int32_t internal;
    const char *external;
} mmv_instances2_t;

typedef struct {
    uint32_t serial;
    uint32_t count;
    mmv_instances_t *instances;
    char *shorttext;
    char *helptext;
} mmv_indom_t;

typedef struct {
    uint32_t serial;
    uint32_t count;
    mmv_instances2_t *instances;
    char *shorttext;
    char *helptext;
} mmv_indom2_t;

typedef struct {
    char name[MMV_NAMEMAX];
    uint32_t item;
    mmv_metric_type_t type;
    mmv_metric_sem_t semantics;
    pmUnits dimension;
    uint32_t indom;
    char *shorttext;
    char *helptext;
} mmv_metric_t;

typedef struct {
    const char *name;
    uint32_t item;
    mmv_metric_type_t type;
    mmv_metric_sem_t semantics;
    pmUnits dimension;
    uint32_t indom;
    char *shorttext;
    char *helptext;
} mmv_metric2_t;

/* What lies in the page before a mapped file. */
struct gbx_pcp_file {
    gbx_mmv_t writer;
    size_t size;
    int has_sentinel;
    int is_of_process;
    char path[PATH_MAX];
};

/* A label that waits for its registry to start. */
struct gbx_pcp_label {
    gbx_mmv_label_t entry;
    char value[MMV_LABELMAX];
};

/* Instances of one domain that wait for their registry to start. */
struct gbx_pcp_indom {
    gbx_mmv_indom_t entry;
    gbx_mmv_instance_t *instances;
};

/* Declarations that are added one by one. */
typedef struct {
    const char *name;
    int cluster;
    int flags;
    gbx_mmv_metric_t *metrics;
    size_t metric_count;
    struct gbx_pcp_indom *indoms;
    size_t indom_count;
    struct gbx_pcp_label *labels;
    size_t label_count;
    /* Where its file is mapped, once it is started. */
    void *addr;
} mmv_registry_t;

/* Bytes that hold a gbx_pcp_file and end where a page does. */
static inline size_t gbx_pcp_head(void) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (sizeof(struct gbx_pcp_file) + page - 1) / page * page;
}

static inline struct gbx_pcp_file *gbx_pcp_file_of(void *addr) {
    return (struct gbx_pcp_file *)(void *)((char *)addr - gbx_pcp_head());
}

static inline gbx_str_t gbx_pcp_str(const char *text) {
    gbx_str_t result;
    result.data = text != NULL ? text : "";
    result.size = strlen(result.data);
    return result;
}

/* A text that is cut where the format ends it. */
static inline gbx_str_t gbx_pcp_cut(const char *text) {
    gbx_str_t result = gbx_pcp_str(text);
    if (result.size >= MMV_STRINGMAX) {
        result.size = MMV_STRINGMAX - 1;
    }
    return result;
}

/* One more entry for an array; NULL and ENOMEM when there is no memory. */
static inline void *gbx_pcp_more(void **array, size_t *count, size_t size) {
    void *grown = realloc(*array, (*count + 1) * size);
    void *entry;
    if (grown == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    *array = grown;
    entry = (char *)grown + *count * size;
    memset(entry, 0, size);
    *count += 1;
    return entry;
}

/* The directory that PCP calls its temporary one, into `path`: from the environment, or else from PCP's configuration. */
static inline void gbx_pcp_directory(char *path, size_t size) {
    static const char key[] = "PCP_TMP_DIR=";
    const char *directory = getenv("PCP_TMP_DIR");
    const char *configuration = getenv("PCP_CONF");
    char line[PATH_MAX];
    FILE *file;
    snprintf(path, size, "%s", directory != NULL ? directory : "/var/lib/pcp/tmp");
    if (directory != NULL) {
        return;
    }
    file = fopen(configuration != NULL ? configuration : "/etc/pcp.conf", "r");
    while (file != NULL && fgets(line, (int)sizeof line, file) != NULL) {
        if (strncmp(line, key, sizeof key - 1) == 0) {
            line[strcspn(line, "\n")] = 0;
            snprintf(path, size, "%s", line + sizeof key - 1);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* The path of a file, and of the hidden one that becomes it. */
static inline int gbx_pcp_paths(const char *name, char *path, char *hidden, size_t size) {
    char directory[PATH_MAX];
    const char *last;
    int length;
    if (name == NULL || *name == 0) {
        errno = EINVAL;
        return -1;
    }
    gbx_pcp_directory(directory, sizeof directory);
    length = name[0] == '/' ? snprintf(path, size, "%s", name) : snprintf(path, size, "%s/mmv/%s", directory, name);
    last = strrchr(path, '/');
    if (length < 0 || (size_t)length + 16 >= size || last == NULL) {
        errno = ENAMETOOLONG;
        return -1;
    }
    snprintf(hidden, size, "%.*s.%s.%ld", (int)(last + 1 - path), path, last + 1, (long)getpid());
    return 0;
}

static inline void *gbx_pcp_refused(const char *name, const gbx_mmv_refusal_t *refusal) {
    if (refusal->rule.size == 13 && memcmp(refusal->rule.data, "unknown_indom", 13) == 0) {
        errno = ESRCH;
        return NULL;
    }
    if (refusal->rule.size == 10 && memcmp(refusal->rule.data, "bad_serial", 10) == 0 && refusal->serial == 0) {
        errno = ESRCH;
        return NULL;
    }
    fprintf(stderr, "%s: %.*s: %.*s\n", name, (int)refusal->name.size, refusal->name.data, (int)refusal->message.size,
            refusal->message.data);
    errno = EINVAL;
    return NULL;
}

/* Makes the hidden file at `hidden`, of which the first `size` bytes have space, and maps it behind a page of its own. */
static inline char *gbx_pcp_map(const char *hidden, size_t size) {
    const size_t head = gbx_pcp_head();
    int error;
    int file;
    char *base;
    unlink(hidden);
    file = open(hidden, O_RDWR | O_CREAT | O_EXCL, 0644);
    if (file < 0) {
        return NULL;
    }
    error = posix_fallocate(file, 0, (off_t)size);
    base = (char *)MAP_FAILED;
    if (error == 0) {
        base = (char *)mmap(NULL, head + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        error = base == (char *)MAP_FAILED ? errno : 0;
    }
    if (error == 0 && mmap(base + head, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
        error = errno;
        munmap(base, head + size);
    }
    close(file);
    if (error != 0) {
        unlink(hidden);
        errno = error;
        return NULL;
    }
    return base + head;
}

/* Makes the file of some declarations, and gives the address at which it is mapped. */
static inline void *gbx_pcp_start(const char *name, int cluster, int flags, gbx_mmv_tables_t *tables) {
    char path[PATH_MAX];
    char hidden[PATH_MAX];
    gbx_mmv_refusal_t refusal;
    struct gbx_pcp_file *file;
    struct timeval now;
    size_t size = 0;
    char *start;
    memset(&refusal, 0, sizeof refusal);
    tables->cluster = (uint32_t)cluster;
    tables->flags = (uint32_t)flags;
    tables->process = (int32_t)getpid();
    if (gbx_pcp_paths(name, path, hidden, sizeof path) != 0) {
        return NULL;
    }
    if (gbx_mmv_required_size(tables, &size, &refusal) != GBX_OK) {
        return gbx_pcp_refused(name, &refusal);
    }
    start = gbx_pcp_map(hidden, size);
    if (start == NULL) {
        return NULL;
    }
    file = gbx_pcp_file_of(start);
    file->size = size;
    file->has_sentinel = (flags & MMV_FLAG_SENTINEL) != 0;
    file->is_of_process = (flags & MMV_FLAG_PROCESS) != 0;
    memcpy(file->path, path, sizeof path);
    gettimeofday(&now, NULL);
    /* No half of it is 0. */
    if (gbx_mmv_init(&file->writer, start, size, tables, (uint64_t)now.tv_sec << 32 | ((uint64_t)now.tv_usec + 1),
                     &refusal) != GBX_OK) {
        gbx_pcp_refused(name, &refusal);
    } else if (rename(hidden, path) == 0) {
        return start;
    }
    munmap((char *)start - gbx_pcp_head(), gbx_pcp_head() + size);
    unlink(hidden);
    return NULL;
}

/* An entry of a table of metrics. */
static inline int gbx_pcp_metric(gbx_mmv_metric_t *to, const char *name, uint32_t item, mmv_metric_type_t type,
                                 mmv_metric_sem_t semantics, pmUnits units, uint32_t indom, const char *shorttext,
                                 const char *helptext) {
    uint32_t bits;
    memcpy(&bits, &units, sizeof bits);
    to->name = gbx_pcp_str(name);
    if (to->name.size == 0) {
        errno = EINVAL;
        return -1;
    }
    if (to->name.size >= MMV_STRINGMAX) {
        errno = E2BIG;
        return -1;
    }
    to->item = item;
    to->type_code = (int32_t)type;
    to->semantics = (int32_t)semantics;
    to->units = bits & ~(uint32_t)0xff;
    if (type == MMV_TYPE_ELAPSED) {
        /* PCP exports it so, whatever is declared. */
        to->semantics = GBX_MMV_COUNTER;
        to->units = GBX_MMV_MICROSECONDS;
    }
    to->indom = indom == MMV_INDOM_NULL ? 0 : indom;
    to->short_help = gbx_pcp_cut(shorttext);
    to->long_help = gbx_pcp_cut(helptext);
    return 0;
}

/* An entry of a table of instance domains, without instances. */
static inline int gbx_pcp_indom(gbx_mmv_indom_t *to, uint32_t serial, const char *shorttext, const char *helptext) {
    to->serial = serial;
    to->short_help = gbx_pcp_str(shorttext);
    to->long_help = gbx_pcp_str(helptext);
    if (to->short_help.size >= MMV_STRINGMAX || to->long_help.size >= MMV_STRINGMAX) {
        errno = E2BIG;
        return -1;
    }
    return 0;
}

static inline void mmv_stats_stop(const char *name, void *addr) {
    struct gbx_pcp_file *file;
    (void)name;
    if (addr == NULL) {
        return;
    }
    file = gbx_pcp_file_of(addr);
    if (file->is_of_process) {
        unlink(file->path);
    }
    munmap((char *)addr - gbx_pcp_head(), gbx_pcp_head() + file->size);
}

/* Frees a registry, and stops what was started of it. */
static inline void mmv_stats_free(mmv_registry_t *r) {
    size_t at;
    if (r == NULL) {
        return;
    }
    mmv_stats_stop(r->name, r->addr);
    for (at = 0; at < r->indom_count; at++) {
        free(r->indoms[at].instances);
    }
    free(r->metrics);
    free(r->indoms);
    free(r->labels);
    free(r);
}

static inline mmv_registry_t *mmv_stats_registry(const char *name, int cluster, mmv_stats_flags_t flags) {
    mmv_registry_t *r = (mmv_registry_t *)calloc(1, sizeof *r);
    if (r == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    r->name = name;
    r->cluster = cluster;
    r->flags = (int)flags;
    return r;
}

static inline int mmv_stats_add_metric(mmv_registry_t *r, const char *name, int item, mmv_metric_type_t type,
                                       mmv_metric_sem_t sem, pmUnits units, int serial, const char *shorthelp,
                                       const char *longhelp) {
    gbx_mmv_metric_t metric;
    void *entry;
    void *array;
    if (r == NULL) {
        errno = EFAULT;
        return -1;
    }
    memset(&metric, 0, sizeof metric);
    if (gbx_pcp_metric(&metric, name, (uint32_t)item, type, sem, units, (uint32_t)serial, shorthelp, longhelp) != 0) {
        return -1;
    }
    array = r->metrics;
    entry = gbx_pcp_more(&array, &r->metric_count, sizeof metric);
    r->metrics = (gbx_mmv_metric_t *)array;
    if (entry == NULL) {
        return -1;
    }
    memcpy(entry, &metric, sizeof metric);
    return 0;
}

static inline int mmv_stats_add_indom(mmv_registry_t *r, int serial, const char *shorthelp, const char *longhelp) {
    struct gbx_pcp_indom indom;
    void *entry;
    void *array;
    if (r == NULL) {
        errno = EFAULT;
        return -1;
    }
    memset(&indom, 0, sizeof indom);
    if (gbx_pcp_indom(&indom.entry, (uint32_t)serial, shorthelp, longhelp) != 0) {
        return -1;
    }
    array = r->indoms;
    entry = gbx_pcp_more(&array, &r->indom_count, sizeof indom);
    r->indoms = (struct gbx_pcp_indom *)array;
    if (entry == NULL) {
        return -1;
    }
    memcpy(entry, &indom, sizeof indom);
    return 0;
}

static inline struct gbx_pcp_indom *gbx_pcp_indom_of(mmv_registry_t *r, int serial) {
    size_t at;
    for (at = 0; at < r->indom_count; at++) {
        if (r->indoms[at].entry.serial == (uint32_t)serial) {
            return &r->indoms[at];
        }
    }
    errno = EINVAL;
    return NULL;
}

static inline int mmv_stats_add_instance(mmv_registry_t *r, int serial, int id, const char *name) {
    struct gbx_pcp_indom *indom;
    gbx_mmv_instance_t *entry;
    gbx_str_t text = gbx_pcp_str(name);
    void *array;
    if (r == NULL) {
        errno = EFAULT;
        return -1;
    }
    indom = gbx_pcp_indom_of(r, serial);
    if (indom == NULL) {
        return -1;
    }
    if (text.size >= MMV_STRINGMAX) {
        errno = E2BIG;
        return -1;
    }
    array = indom->instances;
    entry = (gbx_mmv_instance_t *)gbx_pcp_more(&array, &indom->entry.instance_count, sizeof *entry);
    indom->instances = (gbx_mmv_instance_t *)array;
    if (entry == NULL) {
        return -1;
    }
    entry->name = text;
    entry->id = id;
    return 0;
}

static inline int gbx_pcp_label(mmv_registry_t *r, int32_t scope, int identity, int instance, const char *name,
                                const char *value, mmv_value_type_t type, int optional) {
    struct gbx_pcp_label *entry;
    const char *text = type == MMV_NULL_TYPE ? "null" : value;
    void *array;
    if (r == NULL) {
        errno = EFAULT;
        return -1;
    }
    if (name == NULL || text == NULL || type < MMV_STRING_TYPE || type > MMV_MAP_TYPE) {
        errno = EINVAL;
        return -1;
    }
    if (strlen(name) + strlen(text) + 5 >= MMV_LABELMAX) {
        errno = E2BIG;
        return -1;
    }
    if (scope == GBX_MMV_ABOUT_CLUSTER && r->cluster == 0) {
        /* PCP chooses the cluster, and then does not find the label. */
        return 0;
    }
    array = r->labels;
    entry = (struct gbx_pcp_label *)gbx_pcp_more(&array, &r->label_count, sizeof *entry);
    r->labels = (struct gbx_pcp_label *)array;
    if (entry == NULL) {
        return -1;
    }
    entry->entry.name = gbx_pcp_str(name);
    entry->entry.scope = scope;
    entry->entry.identity = (uint32_t)identity;
    entry->entry.instance = instance;
    entry->entry.is_optional = optional != 0;
    memcpy(entry->value, text, strlen(text) + 1);
    return 0;
}

static inline int mmv_stats_add_registry_label(mmv_registry_t *r, const char *name, const char *value,
                                               mmv_value_type_t type, int optional) {
    return gbx_pcp_label(r, GBX_MMV_ABOUT_CLUSTER, 0, -1, name, value, type, optional);
}

static inline int mmv_stats_add_indom_label(mmv_registry_t *r, int serial, const char *name, const char *value,
                                            mmv_value_type_t type, int optional) {
    if (r != NULL && gbx_pcp_indom_of(r, serial) == NULL) {
        return -1;
    }
    return gbx_pcp_label(r, GBX_MMV_ABOUT_INDOM, serial, -1, name, value, type, optional);
}

static inline int mmv_stats_add_metric_label(mmv_registry_t *r, int item, const char *name, const char *value,
                                             mmv_value_type_t type, int optional) {
    return gbx_pcp_label(r, GBX_MMV_ABOUT_ITEM, item, -1, name, value, type, optional);
}

static inline int mmv_stats_add_instance_label(mmv_registry_t *r, int serial, int id, const char *name,
                                               const char *value, mmv_value_type_t type, int optional) {
    if (r != NULL && gbx_pcp_indom_of(r, serial) == NULL) {
        return -1;
    }
    return gbx_pcp_label(r, GBX_MMV_ABOUT_INSTANCE, serial, id, name, value, type, optional);
}

static inline void *mmv_stats_start(mmv_registry_t *r) {
    gbx_mmv_tables_t tables;
    gbx_mmv_indom_t *indoms;
    gbx_mmv_label_t *labels;
    void *addr = NULL;
    size_t at;
    if (r == NULL) {
        errno = EFAULT;
        return NULL;
    }
    indoms = (gbx_mmv_indom_t *)calloc(r->indom_count + 1, sizeof *indoms);
    labels = (gbx_mmv_label_t *)calloc(r->label_count + 1, sizeof *labels);
    if (indoms == NULL || labels == NULL) {
        errno = ENOMEM;
    } else {
        for (at = 0; at < r->indom_count; at++) {
            indoms[at] = r->indoms[at].entry;
            indoms[at].instances = r->indoms[at].instances;
        }
        for (at = 0; at < r->label_count; at++) {
            labels[at] = r->labels[at].entry;
            labels[at].value = gbx_pcp_str(r->labels[at].value);
        }
        memset(&tables, 0, sizeof tables);
        tables.metrics = r->metrics;
        tables.metric_count = r->metric_count;
        tables.indoms = indoms;
        tables.indom_count = r->indom_count;
        tables.labels = labels;
        tables.label_count = r->label_count;
        addr = gbx_pcp_start(r->name, r->cluster, r->flags, &tables);
        r->addr = addr;
    }
    free(indoms);
    free(labels);
    return addr;
}

static inline void *mmv_stats2_init(const char *name, int cluster, mmv_stats_flags_t flags, const mmv_metric2_t *metrics,
                                    int nmetrics, const mmv_indom2_t *indoms, int nindoms) {
    mmv_registry_t *r = mmv_stats_registry(name, cluster, flags);
    void *addr = NULL;
    int at;
    uint32_t instance;
    int failed = r == NULL;
    for (at = 0; at < nindoms && !failed; at++) {
        failed = mmv_stats_add_indom(r, (int)indoms[at].serial, indoms[at].shorttext, indoms[at].helptext) != 0;
        for (instance = 0; instance < indoms[at].count && !failed; instance++) {
            failed = mmv_stats_add_instance(r, (int)indoms[at].serial, indoms[at].instances[instance].internal,
                                            indoms[at].instances[instance].external) != 0;
        }
    }
    for (at = 0; at < nmetrics && !failed; at++) {
        const mmv_metric2_t *m = &metrics[at];
        failed = mmv_stats_add_metric(r, m->name, (int)m->item, m->type, m->semantics, m->dimension, (int)m->indom,
                                      m->shorttext, m->helptext) != 0;
    }
    if (!failed) {
        addr = mmv_stats_start(r);
        r->addr = NULL;
    }
    mmv_stats_free(r);
    return addr;
}

static inline void *mmv_stats_init(const char *name, int cluster, mmv_stats_flags_t flags, const mmv_metric_t *metrics,
                                   int nmetrics, const mmv_indom_t *indoms, int nindoms) {
    mmv_registry_t *r = mmv_stats_registry(name, cluster, flags);
    void *addr = NULL;
    int at;
    uint32_t instance;
    int failed = r == NULL;
    for (at = 0; at < nindoms && !failed; at++) {
        failed = mmv_stats_add_indom(r, (int)indoms[at].serial, indoms[at].shorttext, indoms[at].helptext) != 0;
        for (instance = 0; instance < indoms[at].count && !failed; instance++) {
            failed = mmv_stats_add_instance(r, (int)indoms[at].serial, indoms[at].instances[instance].internal,
                                            indoms[at].instances[instance].external) != 0;
        }
    }
    for (at = 0; at < nmetrics && !failed; at++) {
        const mmv_metric_t *m = &metrics[at];
        failed = mmv_stats_add_metric(r, m->name, (int)m->item, m->type, m->semantics, m->dimension, (int)m->indom,
                                      m->shorttext, m->helptext) != 0;
    }
    if (!failed) {
        addr = mmv_stats_start(r);
        r->addr = NULL;
    }
    mmv_stats_free(r);
    return addr;
}

static inline pmAtomValue *mmv_lookup_value_desc(void *addr, const char *metric, const char *instance) {
    gbx_mmv_value_t value;
    void *record = NULL;
    if (addr == NULL || metric == NULL) {
        return NULL;
    }
    gbx_mmv_find(&gbx_pcp_file_of(addr)->writer, gbx_pcp_str(metric), instance != NULL ? gbx_pcp_str(instance) : GBX_NO_STR,
                 &value);
    gbx_mmv_value_record(value, &record);
    return (pmAtomValue *)record;
}

/* The type of a value, from the record of its metric. */
static inline mmv_metric_type_t gbx_pcp_type(const void *addr, const pmAtomValue *av) {
    const char *base = (const char *)addr;
    uint64_t metric;
    uint32_t version;
    int32_t type;
    if (addr == NULL || av == NULL) {
        return MMV_TYPE_NOSUPPORT;
    }
    memcpy(&metric, (const char *)av + 16, sizeof metric);
    memcpy(&version, base + 4, sizeof version);
    memcpy(&type, base + metric + (version == 1 ? 68 : 12), sizeof type);
    return (mmv_metric_type_t)type;
}

static inline gbx_mmv_value_t gbx_pcp_value(void *addr, const pmAtomValue *av) {
    gbx_mmv_value_t value;
    gbx_mmv_value_of_record(&gbx_pcp_file_of(addr)->writer, av, &value);
    return value;
}

static inline gbx_mmv_elapsed_t gbx_pcp_elapsed(void *addr, const pmAtomValue *av) {
    gbx_mmv_elapsed_t elapsed;
    gbx_mmv_elapsed(gbx_pcp_value(addr, av), &elapsed);
    return elapsed;
}

/* The handle of a number. */
#define GBX_PCP_NUMBER(kind) \
    static inline gbx_mmv_##kind##_t gbx_pcp_##kind(void *addr, pmAtomValue *av) { \
        gbx_mmv_##kind##_t number; \
        number.cell = (uint64_t *)(void *)av; \
        number.state = &gbx_pcp_file_of(addr)->writer; \
        number.has_sentinel = (uint32_t)gbx_pcp_file_of(addr)->has_sentinel; \
        return number; \
    }
GBX_PCP_NUMBER(i32)
GBX_PCP_NUMBER(u32)
GBX_PCP_NUMBER(i64)
GBX_PCP_NUMBER(u64)
GBX_PCP_NUMBER(float)
GBX_PCP_NUMBER(double)
#undef GBX_PCP_NUMBER

/* Opens an interval with minus its start, and closes it with its end. */
static inline void gbx_pcp_add_elapsed(void *addr, const pmAtomValue *av, int64_t delta) {
    const gbx_mmv_elapsed_t elapsed = gbx_pcp_elapsed(addr, av);
    if (delta < 0) {
        gbx_mmv_elapsed_discard(elapsed);
        gbx_mmv_elapsed_start(elapsed, 0 - (uint64_t)delta);
    } else if (gbx_mmv_elapsed_end(elapsed, (uint64_t)delta) != GBX_OK) {
        gbx_mmv_elapsed_add(elapsed, (uint64_t)delta);
    }
}

static inline void mmv_set_string(void *addr, pmAtomValue *av, const char *text, int size) {
    gbx_mmv_string_t string;
    gbx_str_t bytes;
    if (gbx_pcp_type(addr, av) != MMV_TYPE_STRING || text == NULL || size < 0) {
        return;
    }
    bytes.data = text;
    bytes.size = 0;
    while (bytes.size < (size_t)size && text[bytes.size] != 0) {
        bytes.size++;
    }
    gbx_mmv_string(gbx_pcp_value(addr, av), &string);
    gbx_mmv_string_set(string, bytes);
}

static inline void mmv_inc_atomvalue(void *addr, pmAtomValue *av, pmAtomValue *delta) {
    if (delta == NULL) {
        return;
    }
    switch (gbx_pcp_type(addr, av)) {
    case MMV_TYPE_I32: gbx_mmv_i32_add(gbx_pcp_i32(addr, av), delta->l); break;
    case MMV_TYPE_U32: gbx_mmv_u32_add(gbx_pcp_u32(addr, av), delta->ul); break;
    case MMV_TYPE_I64: gbx_mmv_i64_add(gbx_pcp_i64(addr, av), delta->ll); break;
    case MMV_TYPE_U64: gbx_mmv_u64_add(gbx_pcp_u64(addr, av), delta->ull); break;
    case MMV_TYPE_FLOAT: gbx_mmv_float_add(gbx_pcp_float(addr, av), delta->f); break;
    case MMV_TYPE_DOUBLE: gbx_mmv_double_add(gbx_pcp_double(addr, av), delta->d); break;
    case MMV_TYPE_ELAPSED: gbx_pcp_add_elapsed(addr, av, delta->ll); break;
    case MMV_TYPE_STRING: case MMV_TYPE_NOSUPPORT: default: break;
    }
}

static inline void mmv_add(void *addr, pmAtomValue *av, void *delta) {
    mmv_inc_atomvalue(addr, av, (pmAtomValue *)delta);
}

static inline void mmv_inc_value(void *addr, pmAtomValue *av, double delta) {
    switch (gbx_pcp_type(addr, av)) {
    case MMV_TYPE_I32: gbx_mmv_i32_add(gbx_pcp_i32(addr, av), (int32_t)delta); break;
    case MMV_TYPE_U32: gbx_mmv_u32_add(gbx_pcp_u32(addr, av), (uint32_t)(int64_t)delta); break;
    case MMV_TYPE_I64: gbx_mmv_i64_add(gbx_pcp_i64(addr, av), (int64_t)delta); break;
    case MMV_TYPE_U64:
        gbx_mmv_u64_add(gbx_pcp_u64(addr, av), delta < 0 ? (uint64_t)(int64_t)delta : (uint64_t)delta);
        break;
    case MMV_TYPE_FLOAT: gbx_mmv_float_add(gbx_pcp_float(addr, av), (float)delta); break;
    case MMV_TYPE_DOUBLE: gbx_mmv_double_add(gbx_pcp_double(addr, av), delta); break;
    case MMV_TYPE_ELAPSED: gbx_pcp_add_elapsed(addr, av, (int64_t)delta); break;
    case MMV_TYPE_STRING: case MMV_TYPE_NOSUPPORT: default: break;
    }
}

/* Adds 1 to a number, and does nothing to another value. */
static inline void mmv_inc(void *addr, pmAtomValue *av) {
    if (gbx_pcp_type(addr, av) != MMV_TYPE_ELAPSED) {
        mmv_inc_value(addr, av, 1);
    }
}

static inline void mmv_set_atomvalue(void *addr, pmAtomValue *av, pmAtomValue *value) {
    if (value == NULL) {
        return;
    }
    switch (gbx_pcp_type(addr, av)) {
    case MMV_TYPE_I32: gbx_mmv_i32_set(gbx_pcp_i32(addr, av), value->l); break;
    case MMV_TYPE_U32: gbx_mmv_u32_set(gbx_pcp_u32(addr, av), value->ul); break;
    case MMV_TYPE_I64: gbx_mmv_i64_set(gbx_pcp_i64(addr, av), value->ll); break;
    case MMV_TYPE_U64: gbx_mmv_u64_set(gbx_pcp_u64(addr, av), value->ull); break;
    case MMV_TYPE_FLOAT: gbx_mmv_float_set(gbx_pcp_float(addr, av), value->f); break;
    case MMV_TYPE_DOUBLE: gbx_mmv_double_set(gbx_pcp_double(addr, av), value->d); break;
    case MMV_TYPE_ELAPSED: gbx_mmv_elapsed_set(gbx_pcp_elapsed(addr, av), value->ull); break;
    case MMV_TYPE_STRING: mmv_set_string(addr, av, value->cp, INT_MAX); break;
    case MMV_TYPE_NOSUPPORT: default: break;
    }
}

static inline void mmv_set(void *addr, pmAtomValue *av, void *value) {
    if (gbx_pcp_type(addr, av) == MMV_TYPE_STRING) {
        mmv_set_string(addr, av, (const char *)value, INT_MAX);
    } else {
        mmv_set_atomvalue(addr, av, (pmAtomValue *)value);
    }
}

static inline void mmv_set_value(void *addr, pmAtomValue *av, double value) {
    switch (gbx_pcp_type(addr, av)) {
    case MMV_TYPE_I32: gbx_mmv_i32_set(gbx_pcp_i32(addr, av), (int32_t)value); break;
    case MMV_TYPE_U32: gbx_mmv_u32_set(gbx_pcp_u32(addr, av), (uint32_t)(int64_t)value); break;
    case MMV_TYPE_I64: gbx_mmv_i64_set(gbx_pcp_i64(addr, av), (int64_t)value); break;
    case MMV_TYPE_U64:
        gbx_mmv_u64_set(gbx_pcp_u64(addr, av), value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value);
        break;
    case MMV_TYPE_FLOAT: gbx_mmv_float_set(gbx_pcp_float(addr, av), (float)value); break;
    case MMV_TYPE_DOUBLE: gbx_mmv_double_set(gbx_pcp_double(addr, av), value); break;
    case MMV_TYPE_ELAPSED: gbx_mmv_elapsed_set(gbx_pcp_elapsed(addr, av), (uint64_t)(int64_t)value); break;
    case MMV_TYPE_STRING: case MMV_TYPE_NOSUPPORT: default: break;
    }
}

static inline void mmv_stats_add(void *addr, const char *metric, const char *instance, double delta) {
    mmv_inc_value(addr, mmv_lookup_value_desc(addr, metric, instance), delta);
}

static inline void mmv_stats_inc(void *addr, const char *metric, const char *instance) {
    mmv_stats_add(addr, metric, instance, 1);
}

static inline void mmv_stats_set(void *addr, const char *metric, const char *instance, double value) {
    mmv_set_value(addr, mmv_lookup_value_desc(addr, metric, instance), value);
}

static inline void mmv_stats_add_fallback(void *addr, const char *metric, const char *instance, const char *instance2,
                                          double delta) {
    pmAtomValue *av = mmv_lookup_value_desc(addr, metric, instance);
    mmv_inc_value(addr, av != NULL ? av : mmv_lookup_value_desc(addr, metric, instance2), delta);
}

static inline void mmv_stats_inc_fallback(void *addr, const char *metric, const char *instance, const char *instance2) {
    mmv_stats_add_fallback(addr, metric, instance, instance2, 1);
}

static inline int64_t gbx_pcp_now(void) {
    struct timeval now;
    gettimeofday(&now, NULL);
    return (int64_t)now.tv_sec * 1000000 + (int64_t)now.tv_usec;
}

static inline pmAtomValue *mmv_stats_interval_start(void *addr, pmAtomValue *av, const char *metric,
                                                    const char *instance) {
    if (av == NULL) {
        av = mmv_lookup_value_desc(addr, metric, instance);
    }
    mmv_inc_value(addr, av, (double)-gbx_pcp_now());
    return av;
}

static inline void mmv_stats_interval_end(void *addr, pmAtomValue *av) {
    mmv_inc_value(addr, av, (double)gbx_pcp_now());
}

static inline void mmv_stats_set_strlen(void *addr, const char *metric, const char *instance, const char *text,
                                        size_t size) {
    mmv_set_string(addr, mmv_lookup_value_desc(addr, metric, instance), text, size > INT_MAX ? INT_MAX : (int)size);
}

static inline void mmv_stats_set_string(void *addr, const char *metric, const char *instance, const char *text) {
    mmv_stats_set_strlen(addr, metric, instance, text, INT_MAX);
}

#endif
