/* A radio that shows its state in a file, and updates it as fast as it can.
 *
 *     radio FILE SECONDS
 *
 * The file is mapped, so everything that the radio does is at once in the file, where `glassbox show FILE` reads it.
 * At the end the radio prints how many updates it made. The file is left as it is. */
#define _POSIX_C_SOURCE 200809L

#include "glassbox.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define REGION_SIZE 16384u
#define SENSORS 6
/* Packets between two looks at the clock, at which the radio also rests: a writer that never rests at all can keep
 * readers of the whole file waiting for very long. */
#define PACKETS_IN_A_ROW 50000
#define REST_IN_NANOSECONDS 20000

/* A sensor that the radio hears. It is in the tree only while `is_heard`. */
typedef struct {
    gbx_node_t node;
    gbx_double_t temperature;
    gbx_uint_t readings;
    bool is_heard;
} sensor_t;

/* The radio: the writer of its state, the handles of what it shows, and how often it has changed something. */
typedef struct {
    gbx_inspect_t inspect;
    gbx_uint_t received;
    gbx_uint_t accepted;
    gbx_uint_t dropped;
    gbx_int_t signal;
    gbx_double_t load;
    gbx_bool_t is_locked;
    gbx_string_t mode;
    gbx_int_t uptime;
    gbx_node_t sensors;
    gbx_uint_t heard;
    sensor_t sensor[SENSORS];
    uint64_t updates;
} radio_t;

/* Stops the program when something cannot be done that must be. */
static void must(gbx_status_t status, const char *what) {
    if (status != GBX_OK) {
        fprintf(stderr, "radio: %s: %s\n", what, gbx_status_name(status));
        exit(1);
    }
}

static gbx_str_t text(const char *characters) {
    gbx_str_t result;
    result.data = characters;
    result.size = strlen(characters);
    return result;
}

/* Maps a new file of REGION_SIZE bytes. */
static void *map(const char *path) {
    void *region;
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || ftruncate(file, REGION_SIZE) != 0) {
        perror(path);
        exit(1);
    }
    region = mmap(NULL, REGION_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (region == MAP_FAILED) {
        perror(path);
        exit(1);
    }
    return region;
}

/* Makes the tree. A creation that fails leaves the null handle, on which every call is refused: only the last status is
 * looked at. */
static void build(radio_t *radio, void *region) {
    gbx_inspect_t *state = &radio->inspect;
    gbx_node_t node;
    gbx_node_t link;
    gbx_status_t status;

    must(gbx_inspect_init(state, region, REGION_SIZE, NULL), "the region cannot be used");
    must(gbx_inspect_record_string(state, GBX_ROOT, GBX_STR("firmware"), GBX_STR("4.2.1")), "firmware");
    gbx_inspect_create_int(state, GBX_ROOT, GBX_STR("uptime_ms"), 0, &radio->uptime);
    gbx_inspect_create_node(state, GBX_ROOT, GBX_STR("radio"), &node);
    gbx_inspect_create_string(state, node, GBX_STR("mode"), GBX_STR("starting"), &radio->mode);
    gbx_inspect_create_double(state, node, GBX_STR("load"), 0.0, &radio->load);
    gbx_inspect_create_node(state, node, GBX_STR("link"), &link);
    gbx_inspect_create_bool(state, link, GBX_STR("is_locked"), false, &radio->is_locked);
    gbx_inspect_create_int(state, link, GBX_STR("signal_dbm"), -120, &radio->signal);
    gbx_inspect_create_node(state, link, GBX_STR("packets"), &node);
    gbx_inspect_create_uint(state, node, GBX_STR("received"), 0, &radio->received);
    gbx_inspect_create_uint(state, node, GBX_STR("accepted"), 0, &radio->accepted);
    gbx_inspect_create_uint(state, node, GBX_STR("dropped"), 0, &radio->dropped);
    gbx_inspect_create_node(state, GBX_ROOT, GBX_STR("sensors"), &radio->sensors);
    status = gbx_inspect_create_uint(state, radio->sensors, GBX_STR("heard"), 0, &radio->heard);
    must(status, "the tree does not fit");
}

/* A packet has come. Readers see the three counters change together: received is always accepted + dropped. */
static void receive(radio_t *radio, uint64_t number) {
    gbx_inspect_t *state = &radio->inspect;
    gbx_inspect_begin_transaction(state);
    gbx_inspect_uint_add(state, radio->received, 1);
    gbx_inspect_uint_add(state, number % 16 == 0 ? radio->dropped : radio->accepted, 1);
    gbx_inspect_end_transaction(state);
    radio->updates += 2;
}

/* A sensor comes into reach: its node appears with all that is in it. */
static void hear(radio_t *radio, sensor_t *sensor, int number) {
    static const unsigned char serial[] = {0x47, 0x42, 0x58, 0x01};
    gbx_inspect_t *state = &radio->inspect;
    char name[16];
    snprintf(name, sizeof name, "sensor-%d", number);
    gbx_inspect_begin_transaction(state);
    gbx_inspect_create_node(state, radio->sensors, text(name), &sensor->node);
    gbx_inspect_create_double(state, sensor->node, GBX_STR("temperature_c"), 21.5, &sensor->temperature);
    gbx_inspect_create_uint(state, sensor->node, GBX_STR("readings"), 0, &sensor->readings);
    must(gbx_inspect_record_bytes(state, sensor->node, GBX_STR("serial"), serial, sizeof serial), "a sensor");
    gbx_inspect_uint_add(state, radio->heard, 1);
    gbx_inspect_end_transaction(state);
    sensor->is_heard = true;
    radio->updates += 5;
}

/* A sensor is out of reach: its node goes with all that is in it. */
static void lose(radio_t *radio, sensor_t *sensor) {
    gbx_inspect_t *state = &radio->inspect;
    gbx_inspect_begin_transaction(state);
    must(gbx_inspect_node_delete_tree(state, sensor->node), "a sensor does not go");
    gbx_inspect_uint_subtract(state, radio->heard, 1);
    gbx_inspect_end_transaction(state);
    sensor->is_heard = false;
    radio->updates += 2;
}

/* What happens between two rows of packets. */
static void look_around(radio_t *radio, int round, int64_t milliseconds) {
    static const char *const modes[] = {"scanning", "receiving", "transmitting", "listening on channel 11"};
    gbx_inspect_t *state = &radio->inspect;
    int number = round % SENSORS;
    sensor_t *sensor = &radio->sensor[number];
    bool is_in_reach = (round / 400 + number) % 3 != 0;
    gbx_inspect_int_set(state, radio->uptime, milliseconds);
    gbx_inspect_string_set(state, radio->mode, text(modes[round / 400 % 4]));
    gbx_inspect_int_set(state, radio->signal, round % 40 - 90);
    gbx_inspect_bool_set(state, radio->is_locked, round % 40 > 10);
    gbx_inspect_double_set(state, radio->load, 0.5 + round % 100 / 200.0);
    radio->updates += 5;
    if (is_in_reach && !sensor->is_heard) {
        hear(radio, sensor, number);
    } else if (!is_in_reach && sensor->is_heard) {
        lose(radio, sensor);
    } else if (sensor->is_heard) {
        gbx_inspect_double_set(state, sensor->temperature, 21.5 + round % 8 * 0.25);
        gbx_inspect_uint_add(state, sensor->readings, 1);
        radio->updates += 2;
    }
}

static int64_t now_in_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(int count, char **arguments) {
    static const struct timespec rest = {0, REST_IN_NANOSECONDS};
    static radio_t radio;
    uint64_t packet = 0;
    int64_t begin = now_in_milliseconds();
    int64_t elapsed = 0;
    int64_t limit;
    int round;

    if (count != 3) {
        fprintf(stderr, "radio FILE SECONDS\n");
        return 2;
    }
    limit = strtol(arguments[2], NULL, 10) * 1000;
    build(&radio, map(arguments[1]));
    for (round = 0; elapsed < limit; round++) {
        int i;
        for (i = 0; i < PACKETS_IN_A_ROW; i++) {
            receive(&radio, packet++);
        }
        elapsed = now_in_milliseconds() - begin;
        look_around(&radio, round, elapsed);
        nanosleep(&rest, NULL);
    }
    printf("%llu updates in %lld ms\n", 0ull + radio.updates, 0ll + elapsed);
    return 0;
}
