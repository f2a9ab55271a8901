/* What the writer and the reader of the process test agree on. They share nothing but a file.
 *
 * In each round the writer changes everything in one transaction. At the end of each transaction, and at no time in
 * between, all of this holds:
 *
 *     copy = sum, negative = -sum, half = sum / 2
 *     parity     the text "odd" or "even", as sum is
 *     letters    a text of several extents, all of one letter, that of sum
 *     bytes      sum % MOST_BYTES bytes, all equal to sum % 256
 *     window     a node, there if sum / 64 is odd, with one property, is_open = true
 *     done       true when the writer has come to its end
 */
#ifndef GBX_TESTS_PROCESSES_SHARED_H
#define GBX_TESTS_PROCESSES_SHARED_H

#include "../harness.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define REGION_SIZE 32768u
#define LETTERS 3000u
#define MOST_BYTES 1500u

/* Maps the file. */
static inline void *map(const char *path, bool for_writing) {
    void *region;
    int file = open(path, for_writing ? O_RDWR : O_RDONLY);
    if (file < 0) {
        perror(path);
        return NULL;
    }
    if (for_writing && ftruncate(file, REGION_SIZE) != 0) {
        perror(path);
        return NULL;
    }
    region = mmap(NULL, REGION_SIZE, for_writing ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (region == MAP_FAILED) {
        perror("mmap");
        return NULL;
    }
    return region;
}

#endif
