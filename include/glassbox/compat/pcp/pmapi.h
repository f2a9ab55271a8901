/*
 * What programs that use libpcp_mmv need of PCP's general header, for -I include/glassbox/compat. See mmv_stats.h beside it.
 */
#ifndef GLASSBOX_COMPAT_PCP_PMAPI_H
#define GLASSBOX_COMPAT_PCP_PMAPI_H

#include <stdint.h>
#include <sys/types.h>

/* A block of bytes of an aggregate value, which MMV files do not have. */
typedef struct pmValueBlock pmValueBlock;

/* A value of any type. In an MMV file it is the first eight bytes of a value's record. */
typedef union {
    int32_t l;
    uint32_t ul;
    int64_t ll;
    uint64_t ull;
    float f;
    double d;
    char *cp;
    pmValueBlock *vbp;
} pmAtomValue;

/* Units, as the format keeps them in 32 bits. */
typedef struct {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    signed int dimSpace : 4;
    signed int dimTime : 4;
    signed int dimCount : 4;
    unsigned int scaleSpace : 4;
    unsigned int scaleTime : 4;
    signed int scaleCount : 4;
    unsigned int pad : 8;
#else
    unsigned int pad : 8;
    signed int scaleCount : 4;
    unsigned int scaleTime : 4;
    unsigned int scaleSpace : 4;
    signed int dimCount : 4;
    signed int dimTime : 4;
    signed int dimSpace : 4;
#endif
} pmUnits;

typedef unsigned int pmInDom;

#define PM_SPACE_BYTE 0
#define PM_SPACE_KBYTE 1
#define PM_SPACE_MBYTE 2
#define PM_SPACE_GBYTE 3
#define PM_SPACE_TBYTE 4
#define PM_SPACE_PBYTE 5
#define PM_SPACE_EBYTE 6
#define PM_SPACE_ZBYTE 7
#define PM_SPACE_YBYTE 8

#define PM_TIME_NSEC 0
#define PM_TIME_USEC 1
#define PM_TIME_MSEC 2
#define PM_TIME_SEC 3
#define PM_TIME_MIN 4
#define PM_TIME_HOUR 5

#define PM_COUNT_ONE 0

#define PM_TYPE_NOSUPPORT (-1)
#define PM_TYPE_32 0
#define PM_TYPE_U32 1
#define PM_TYPE_64 2
#define PM_TYPE_U64 3
#define PM_TYPE_FLOAT 4
#define PM_TYPE_DOUBLE 5
#define PM_TYPE_STRING 6

#define PM_SEM_COUNTER 1
#define PM_SEM_INSTANT 3
#define PM_SEM_DISCRETE 4

#define PM_INDOM_NULL 0xffffffff
#define PM_IN_NULL 0xffffffff

#endif
