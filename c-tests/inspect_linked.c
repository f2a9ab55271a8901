/* Files that lead to each other, read together from C. */
#include "shown.h"

GBX_REGION(main_region, 1024);
GBX_REGION(other_region, 1024);
static unsigned char main_copy[1024], other_copy[1024];
static size_t main_size, other_size;
static uint32_t scratch[1024];
static gbx_inspect_tree_t tree;

/* The problems that were told. */
struct problems {
    int count;
    char name[32];
    char file[32];
};

static void note(void *context, const gbx_inspect_problem_t *problem) {
    struct problems *problems = CAST(struct problems *, context);
    problems->count++;
    memset(problems->name, 0, sizeof problems->name);
    memset(problems->file, 0, sizeof problems->file);
    CHECK(problem->name.size < sizeof problems->name && problem->file.size < sizeof problems->file);
    memcpy(problems->name, problem->name.data, problem->name.size);
    memcpy(problems->file, problem->file.data, problem->file.size);
}

/* A file with a value and three links, of which one leads nowhere, and a file that is linked to, with a broken link. */
static void build(void) {
    static gbx_inspect_t writer;
    gbx_inspect_snapshot_t snapshot;
    gbx_link_t link;
    OK(gbx_inspect_init(&writer, main_region, sizeof main_region, NULL));
    OK(gbx_inspect_record_int(&writer, GBX_ROOT, GBX_STR("int_value"), 10));
    OK(gbx_inspect_create_child_link(&writer, GBX_ROOT, GBX_STR("child"), GBX_STR("other.inspect"), &link));
    OK(gbx_inspect_create_inline_link(&writer, GBX_ROOT, GBX_STR("joined"), GBX_STR("other.inspect"), &link));
    OK(gbx_inspect_create_child_link(&writer, GBX_ROOT, GBX_STR("lost"), GBX_STR("lost.inspect"), &link));
    OK(gbx_inspect_snapshot(main_region, sizeof main_region, 0, main_copy, sizeof main_copy, &snapshot));
    main_size = snapshot.size;
    OK(gbx_inspect_init(&writer, other_region, sizeof other_region, NULL));
    OK(gbx_inspect_record_string(&writer, GBX_ROOT, GBX_STR("test"), GBX_STR("Hello World")));
    OK(gbx_inspect_snapshot(other_region, sizeof other_region, 0, other_copy, sizeof other_copy, &snapshot));
    other_size = snapshot.size;
    OK(gbx_inspect_deinit(&writer));
}

static gbx_inspect_linked_file_t linked_file(const char *identifier, const void *image, size_t size) {
    gbx_inspect_linked_file_t file;
    file.identifier = str(identifier);
    file.image = image;
    file.size = size;
    return file;
}

/* The tree as JSON must be this. */
static void check_tree(const char *expected) {
    static char json[SHOWN_MAXIMUM];
    gbx_sink_t sink;
    json[0] = '\0';
    sink.context = json;
    sink.write = shown_take;
    OK(gbx_inspect_tree_json(&tree, &sink));
    if (!CHECK(strcmp(json, expected) == 0)) {
        printf("expected: %s\nfound:    %s\n", expected, json);
    }
}

static void linked_files_stand_in_place_of_the_links(void) {
    gbx_inspect_linked_file_t files[2];
    gbx_inspect_reading_t reading;
    struct problems problems;
    size_t needed = 42;
    /* A file that nobody links to is not looked at. */
    files[0] = linked_file("unused.inspect", other_copy, 10);
    files[1] = linked_file("other.inspect", other_copy, other_size);
    memset(&reading, 0, sizeof reading);
    memset(&problems, 0, sizeof problems);
    reading.on_problem = note;
    reading.context = &problems;
    OK(gbx_inspect_tree_stitch(&tree, main_copy, main_size, files, 2, scratch, sizeof scratch, &reading, &needed));
    check_tree("{\"root\":{\"int_value\":10,\"test\":\"Hello World\",\"child\":{\"test\":\"Hello World\"}}}");
    CHECK(problems.count == 1 && strcmp(problems.name, "link_not_found") == 0 && problems.file[0] == '\0');
    CHECK(needed == 42);

    /* What is wrong with a linked file is a problem of the link, or carries the file's identifier. */
    files[0] = linked_file("lost.inspect", "text", 4);
    memset(&problems, 0, sizeof problems);
    OK(gbx_inspect_tree_stitch(&tree, main_copy, main_size, files, 2, scratch, sizeof scratch, &reading, NULL));
    CHECK(problems.count == 1 && strcmp(problems.name, "link_unreadable") == 0);
    files[0] = linked_file("lost.inspect", other_copy, other_size - 8);
    reading.flags = GBX_INSPECT_RECOVER;
    memset(&problems, 0, sizeof problems);
    OK(gbx_inspect_tree_stitch(&tree, main_copy, main_size, files, 2, scratch, sizeof scratch, &reading, NULL));
    CHECK(problems.count > 0 && strcmp(problems.file, "lost.inspect") == 0);

    /* A caller may want few files only; the links of the highest blocks lose. */
    reading.flags = 0;
    reading.link_limit = 1;
    memset(&problems, 0, sizeof problems);
    OK(gbx_inspect_tree_stitch(&tree, main_copy, main_size, files + 1, 1, scratch, sizeof scratch, &reading, NULL));
    check_tree("{\"root\":{\"int_value\":10,\"child\":{\"test\":\"Hello World\"}}}");
    CHECK(problems.count == 2);

    /* Without files the links are left out. */
    OK(gbx_inspect_tree_stitch(&tree, main_copy, main_size, NULL, 0, scratch, sizeof scratch, NULL, NULL));
    check_tree("{\"root\":{\"int_value\":10}}");
}

static void too_little_scratch_memory_asks_for_more_until_it_is_enough(void) {
    const gbx_inspect_linked_file_t file = linked_file("other.inspect", other_copy, other_size);
    size_t size = 0, needed = 0;
    int tries = 0;
    gbx_status_t status;
    do {
        status = gbx_inspect_tree_stitch(&tree, main_copy, main_size, &file, 1, scratch, size, NULL, &needed);
        CHECK(status == GBX_OK || (status == GBX_ERROR_SCRATCH_TOO_SMALL && needed > size));
        size = needed;
        tries++;
    } while (status == GBX_ERROR_SCRATCH_TOO_SMALL && size <= sizeof scratch && tries < 20);
    CHECK(status == GBX_OK && tries > 1);
}

static void wrong_arguments_are_refused(void) {
    gbx_inspect_linked_file_t file = linked_file("other.inspect", other_copy, other_size);
    const size_t n = sizeof scratch;
    gbx_inspect_reading_t reading;
    gbx_inspect_tree_info_t info;
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_stitch(NULL, main_copy, main_size, &file, 1, scratch, n, NULL, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_stitch(&tree, NULL, main_size, &file, 1, scratch, n, NULL, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_stitch(&tree, main_copy, main_size, NULL, 1, scratch, n, NULL, NULL));
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_stitch(&tree, main_copy, main_size, &file, 1, NULL, n, NULL, NULL));
    EXPECT(GBX_ERROR_TOO_SHORT, gbx_inspect_tree_stitch(&tree, main_copy, 8, &file, 1, scratch, n, NULL, NULL));
    memset(&reading, 0, sizeof reading);
    reading.flags = 0x80;
    EXPECT(GBX_ERROR_INVALID_ARGUMENT,
           gbx_inspect_tree_stitch(&tree, main_copy, main_size, &file, 1, scratch, n, &reading, NULL));
    file.image = NULL;
    EXPECT(GBX_ERROR_NULL, gbx_inspect_tree_stitch(&tree, main_copy, main_size, &file, 1, scratch, n, NULL, NULL));
    file = linked_file("\377", other_copy, other_size);
    EXPECT(GBX_ERROR_INVALID_UTF8,
           gbx_inspect_tree_stitch(&tree, main_copy, main_size, &file, 1, scratch, n, NULL, NULL));
    EXPECT(GBX_ERROR_NOT_INITIALISED, gbx_inspect_tree_info(&tree, &info));
}

int main(void) {
    build();
    linked_files_stand_in_place_of_the_links();
    too_little_scratch_memory_asks_for_more_until_it_is_enough();
    wrong_arguments_are_refused();
    return result("inspect_linked");
}
