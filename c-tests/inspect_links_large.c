/* The content of a link must lie in the first 16 MiB of the file, which is all that a link can name. */
#include "harness.h"

#define LIMIT (UINT32_C(1) << 20) /* In blocks of 16 bytes. */
#define SIZE (16u * (LIMIT + 64u))

GBX_REGION(region, SIZE);
static gbx_inspect_t state;

/* Creates integers until there is no space. Gives the last ones below and above the limit. */
static void fill(gbx_int_t *low, gbx_int_t *high, size_t count) {
    size_t lows = 0, highs = 0;
    gbx_int_t number;
    gbx_status_t status = GBX_OK;
    while (status == GBX_OK) {
        status = gbx_inspect_create_int(&state, GBX_ROOT, GBX_STR("n"), 0, &number);
        if (status == GBX_OK && number.block < LIMIT) {
            low[lows++ % count] = number;
        } else if (status == GBX_OK) {
            high[highs++ % count] = number;
        }
    }
    CHECK(status == GBX_ERROR_FULL && lows >= count && highs >= count);
}

static uint64_t blocks_in_use(void) {
    gbx_inspect_counters_t counters;
    OK(gbx_inspect_counters(&state, &counters));
    return counters.allocated_blocks - counters.deallocated_blocks;
}

/* A link to `content` that finds its text where links can name it. */
static void check_link(gbx_str_t content, gbx_link_t *link) {
    char buffer[8];
    size_t length = 0;
    OK(gbx_inspect_create_child_link(&state, GBX_ROOT, GBX_STR("n"), content, link));
    OK(gbx_inspect_link_content(&state, *link, buffer, sizeof buffer, &length));
    CHECK(length == content.size && memcmp(buffer, content.data, length) == 0);
}

int main(void) {
    gbx_inspect_config_t config;
    gbx_int_t low[4], high[4];
    gbx_link_t link;
    gbx_string_t string;
    uint64_t before;
    size_t i;
    memset(&config, 0, sizeof config);
    config.flags = GBX_INSPECT_NO_BOOK;
    OK(gbx_inspect_init(&state, region, sizeof region, &config));
    fill(low, high, 4);
    for (i = 0; i < 4; i++) {
        OK(gbx_inspect_int_delete(&state, high[i]));
    }

    /* There is space, but not where it is wanted: nothing changes. */
    before = blocks_in_use();
    EXPECT(GBX_ERROR_LINK_CONTENT_TOO_FAR,
           gbx_inspect_create_inline_link(&state, GBX_ROOT, GBX_STR("n"), GBX_STR("far"), &link));
    CHECK(link.block == 0 && link.check == 0 && blocks_in_use() == before);

    /* A block below the limit is taken for the content, whatever else is there. */
    OK(gbx_inspect_int_delete(&state, low[0]));
    OK(gbx_inspect_create_string(&state, GBX_ROOT, GBX_STR("n"), GBX_STR("far"), &string));
    EXPECT(GBX_ERROR_LINK_CONTENT_TOO_FAR,
           gbx_inspect_create_child_link(&state, GBX_ROOT, GBX_STR("n"), GBX_STR("far"), &link));
    OK(gbx_inspect_int_delete(&state, low[1]));
    OK(gbx_inspect_int_delete(&state, low[2]));
    check_link(GBX_STR("far"), &link);
    OK(gbx_inspect_link_delete(&state, link));
    check_link(GBX_STR("near"), &link);
    return result("inspect_links_large");
}
