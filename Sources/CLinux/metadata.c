#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "include/linux_files.h"
#include "name_buffer.h"

int64_t clinux_set_mode(int32_t descriptor, uint32_t mode) {
    return RESULT_RETRIED(fchmod(descriptor, (mode_t)mode));
}

int64_t clinux_set_mode_of(int32_t directory, const uint8_t *name, size_t count, uint32_t mode) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(fchmodat(directory, text, (mode_t)mode, AT_SYMLINK_NOFOLLOW));
}

int64_t clinux_set_owner(int32_t descriptor, uint32_t uid, uint32_t gid) {
    return RESULT_RETRIED(fchown(descriptor, uid, gid));
}

int64_t clinux_set_owner_of(int32_t directory, const uint8_t *name, size_t count, uint32_t uid,
                            uint32_t gid) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(fchownat(directory, text, uid, gid, AT_SYMLINK_NOFOLLOW));
}

int64_t clinux_set_modified(int32_t descriptor, int64_t seconds, int64_t nanoseconds) {
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT},
                                {.tv_sec = seconds, .tv_nsec = nanoseconds}};
    return RESULT_RETRIED(futimens(descriptor, times));
}

int64_t clinux_set_modified_of(int32_t directory, const uint8_t *name, size_t count, int64_t seconds,
                               int64_t nanoseconds) {
    TERMINATED(text, name, count);
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT},
                                {.tv_sec = seconds, .tv_nsec = nanoseconds}};
    return RESULT_RETRIED(utimensat(directory, text, times, AT_SYMLINK_NOFOLLOW));
}

int64_t clinux_list_attributes(int32_t descriptor, void *buffer, size_t capacity) {
    return RESULT_RETRIED(flistxattr(descriptor, buffer, capacity));
}

int64_t clinux_get_attribute(int32_t descriptor, const uint8_t *name, size_t count, void *buffer,
                             size_t capacity) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(fgetxattr(descriptor, text, buffer, capacity));
}

int64_t clinux_set_attribute(int32_t descriptor, const uint8_t *name, size_t count,
                             const uint8_t *value, size_t value_count) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(fsetxattr(descriptor, text, value, value_count, 0));
}

int64_t clinux_remove_attribute(int32_t descriptor, const uint8_t *name, size_t count) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(fremovexattr(descriptor, text));
}

/* There is no lgetxattrat before Linux 6.13; the directory's entry in /proc stands in for it. */
#define IN_DIRECTORY(variable, directory, file, file_count)                                   \
    TERMINATED(variable##_name, file, file_count);                                            \
    char variable[PATH_MAX + 64];                                                             \
    if (snprintf(variable, sizeof variable, "/proc/self/fd/%d/%s", directory, variable##_name) < 0) \
        return -EINVAL

int64_t clinux_list_attributes_of(int32_t directory, const uint8_t *file, size_t file_count,
                                  void *buffer, size_t capacity) {
    IN_DIRECTORY(path, directory, file, file_count);
    return RESULT_RETRIED(llistxattr(path, buffer, capacity));
}

int64_t clinux_get_attribute_of(int32_t directory, const uint8_t *file, size_t file_count,
                                const uint8_t *name, size_t count, void *buffer, size_t capacity) {
    IN_DIRECTORY(path, directory, file, file_count);
    TERMINATED(text, name, count);
    return RESULT_RETRIED(lgetxattr(path, text, buffer, capacity));
}

int64_t clinux_remove_attribute_of(int32_t directory, const uint8_t *file, size_t file_count,
                                   const uint8_t *name, size_t count) {
    IN_DIRECTORY(path, directory, file, file_count);
    TERMINATED(text, name, count);
    return RESULT_RETRIED(lremovexattr(path, text));
}

int64_t clinux_set_attribute_of(int32_t directory, const uint8_t *file, size_t file_count,
                                const uint8_t *name, size_t count, const uint8_t *value,
                                size_t value_count) {
    IN_DIRECTORY(path, directory, file, file_count);
    TERMINATED(text, name, count);
    return RESULT_RETRIED(lsetxattr(path, text, value, value_count, 0));
}
