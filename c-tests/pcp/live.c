/* Counts until it is ended, in a file that PCP shows for as long as this process is there. */
#define _DEFAULT_SOURCE
#include <pcp/pmapi.h>
#include <pcp/mmv_stats.h>

#include <stdio.h>
#include <unistd.h>

static mmv_metric_t metrics[] = {
    {"count", 1, MMV_TYPE_U64, MMV_SEM_INSTANT, MMV_UNITS(0, 0, 1, 0, 0, 0), MMV_INDOM_NULL, NULL, NULL},
};

int main(void) {
    void *addr = mmv_stats_init("live", 105, MMV_FLAG_PROCESS, metrics, 1, NULL, 0);
    pmAtomValue *count = mmv_lookup_value_desc(addr, "count", NULL);
    if (addr == NULL || count == NULL) {
        perror("live");
        return 1;
    }
    for (;;) {
        mmv_inc(addr, count);
        usleep(1000);
    }
}
