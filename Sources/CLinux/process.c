#define _GNU_SOURCE
#include "include/linux_process.h"

#include <grp.h>
#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <wchar.h>

#include "name_buffer.h"

// From the kernel's include/uapi/linux/ioprio.h, which the C library has no header for.
enum { ioprio_who_process = 1, ioprio_class_idle = 3, ioprio_class_shift = 13 };

enum { lookup_capacity = 1 << 16 };

static int64_t copied(const char *text, uint8_t *buffer, size_t capacity) {
    size_t length = strlen(text);
    if (length > capacity) return -ERANGE;
    memcpy(buffer, text, length);
    return (int64_t)length;
}

int64_t clinux_user_name(uint32_t uid, uint8_t *buffer, size_t capacity) {
    char *space = malloc(lookup_capacity);
    if (space == NULL) return -ENOMEM;
    struct passwd record, *found = NULL;
    int error = getpwuid_r(uid, &record, space, lookup_capacity, &found);
    int64_t result = error != 0 ? -error : -ENOENT;
    if (found != NULL) result = copied(record.pw_name, buffer, capacity);
    free(space);
    return result;
}

int64_t clinux_group_name(uint32_t gid, uint8_t *buffer, size_t capacity) {
    char *space = malloc(lookup_capacity);
    if (space == NULL) return -ENOMEM;
    struct group record, *found = NULL;
    int error = getgrgid_r(gid, &record, space, lookup_capacity, &found);
    int64_t result = error != 0 ? -error : -ENOENT;
    if (found != NULL) result = copied(record.gr_name, buffer, capacity);
    free(space);
    return result;
}

int64_t clinux_group_number(const uint8_t *name, size_t count) {
    TERMINATED(text, name, count);
    char *space = malloc(lookup_capacity);
    if (space == NULL) return -ENOMEM;
    struct group record, *found = NULL;
    int error = getgrnam_r(text, &record, space, lookup_capacity, &found);
    int64_t result = error != 0 ? -error : -ENOENT;
    if (found != NULL) result = record.gr_gid;
    free(space);
    return result;
}

int64_t clinux_groups_of_user(uint32_t uid, uint32_t *groups, int32_t capacity) {
    char *space = malloc(lookup_capacity);
    if (space == NULL) return -ENOMEM;
    struct passwd record, *found = NULL;
    int error = getpwuid_r(uid, &record, space, lookup_capacity, &found);
    int64_t result = error != 0 ? -error : -ENOENT;
    if (found != NULL) {
        int count = capacity;
        getgrouplist(record.pw_name, record.pw_gid, groups, &count);
        result = count;
    }
    free(space);
    return result;
}

int64_t clinux_host_name(uint8_t *buffer, size_t capacity) {
    char name[256];
    int64_t result = RESULT(gethostname(name, sizeof name));
    if (result < 0) return result;
    name[sizeof name - 1] = 0;
    return copied(name, buffer, capacity);
}

int64_t clinux_random(uint8_t *buffer, size_t count) {
    return RESULT_RETRIED(getrandom(buffer, count, 0));
}

void clinux_release_memory(void) { malloc_trim(0); }

/* One arena, and large blocks that go back to the kernel at once. */
void clinux_keep_memory_small(void) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
}

/* 1 where the locale's characters are UTF-8. */
/* The first of the variables that names the locale of characters, as setlocale(3) has it. */
static const char *wanted_locale(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && *value != 0) return value;
    }
    return "";
}

int64_t clinux_set_locale(void) {
    if (setlocale(LC_CTYPE, "") == NULL) {
        /* ssh brings names of locales that this machine does not have. */
        const char *point = strrchr(wanted_locale(), '.');
        if (point == NULL) return -ENOENT;
        if (strcasecmp(point, ".UTF-8") != 0 && strcasecmp(point, ".utf8") != 0) return -ENOENT;
        if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) return -ENOENT;
    }
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static pthread_once_t width_once = PTHREAD_ONCE_INIT;
static locale_t width_locale;

static void make_width_locale(void) { width_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", 0); }

int32_t clinux_cell_width(uint32_t scalar) {
    /* Text is UTF-8 whatever the locale, so it is measured as such. */
    pthread_once(&width_once, make_width_locale);
    if (width_locale == (locale_t)0) return wcwidth((wchar_t)scalar);
    locale_t before = uselocale(width_locale);
    int width = wcwidth((wchar_t)scalar);
    uselocale(before);
    return width;
}

int64_t clinux_terminal_size(int32_t descriptor, int32_t *columns, int32_t *rows) {
    struct winsize size;
    int64_t result = RESULT(ioctl(descriptor, TIOCGWINSZ, &size));
    if (result < 0) return result;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

const char *clinux_errno_name(int32_t code) { return strerrorname_np(code); }

const char *clinux_errno_message(int32_t code) { return strerrordesc_np(code); }

void clinux_wait_for(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t nanoseconds) {
    struct timespec limit;
    clock_gettime(CLOCK_MONOTONIC, &limit);
    int64_t rest = limit.tv_nsec + nanoseconds % 1000000000;
    limit.tv_sec += nanoseconds / 1000000000 + rest / 1000000000;
    limit.tv_nsec = rest % 1000000000;
    pthread_cond_clockwait(condition, lock, CLOCK_MONOTONIC, &limit);
}

int64_t clinux_name_thread(const uint8_t *name, size_t count) {
    char text[16];
    size_t kept = count < sizeof text - 1 ? count : sizeof text - 1;
    memcpy(text, name, kept);
    text[kept] = 0;
    return -(int64_t)pthread_setname_np(pthread_self(), text);
}

int64_t clinux_make_io_idle(void) {
    // 0 is the calling thread.
    int idle = ioprio_class_idle << ioprio_class_shift;
    if (syscall(SYS_ioprio_set, ioprio_who_process, 0, idle) < 0) return -errno;
    return 0;
}
