#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "include/linux_files.h"
#include "name_buffer.h"

int64_t clinux_rewind(int32_t descriptor) { return RESULT(lseek(descriptor, 0, SEEK_SET)); }

int64_t clinux_list(int32_t descriptor, void *buffer, size_t count) {
    return RESULT_RETRIED(getdents64(descriptor, buffer, count));
}

/* Keeps the entries that are or may be directories, but for "." and "..". */
int64_t clinux_list_directories(int32_t descriptor, void *buffer, size_t count) {
    int64_t kept = 0;
    while (kept == 0) {
        int64_t filled = RESULT_RETRIED(getdents64(descriptor, buffer, count));
        if (filled <= 0) return filled;
        for (int64_t at = 0; at < filled;) {
            struct dirent64 *entry = (struct dirent64 *)((char *)buffer + at);
            int64_t length = entry->d_reclen;
            at += length;
            const char *name = entry->d_name;
            if (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN) continue;
            if (name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0))) continue;
            memmove((char *)buffer + kept, entry, (size_t)length);
            kept += length;
        }
    }
    return kept;
}

int64_t clinux_read_link(int32_t directory, const uint8_t *name, size_t count, void *buffer,
                         size_t capacity) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(readlinkat(directory, text, buffer, capacity));
}

int64_t clinux_make_directory(int32_t directory, const uint8_t *name, size_t count, uint32_t mode) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(mkdirat(directory, text, (mode_t)mode));
}

int64_t clinux_make_link(const uint8_t *target, size_t target_count, int32_t directory,
                         const uint8_t *name, size_t count) {
    TERMINATED(target_text, target, target_count);
    TERMINATED(text, name, count);
    return RESULT_RETRIED(symlinkat(target_text, directory, text));
}

int64_t clinux_make_node(int32_t directory, const uint8_t *name, size_t count, uint32_t mode,
                         uint32_t major_number, uint32_t minor_number) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(
        mknodat(directory, text, (mode_t)mode, makedev(major_number, minor_number)));
}

int64_t clinux_make_hard_link(int32_t from, const uint8_t *from_name, size_t from_count, int32_t to,
                              const uint8_t *to_name, size_t to_count) {
    TERMINATED(from_text, from_name, from_count);
    TERMINATED(to_text, to_name, to_count);
    return RESULT_RETRIED(linkat(from, from_text, to, to_text, 0));
}

/* By way of /proc, as open(2) shows for O_TMPFILE: AT_EMPTY_PATH would need a capability. */
int64_t clinux_link_descriptor(int32_t descriptor, int32_t to, const uint8_t *to_name,
                               size_t to_count) {
    TERMINATED(to_text, to_name, to_count);
    char from_text[64];
    snprintf(from_text, sizeof from_text, "/proc/self/fd/%d", descriptor);
    return RESULT_RETRIED(linkat(AT_FDCWD, from_text, to, to_text, AT_SYMLINK_FOLLOW));
}

int64_t clinux_remove(int32_t directory, const uint8_t *name, size_t count, int32_t is_directory) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(unlinkat(directory, text, is_directory ? AT_REMOVEDIR : 0));
}

static int64_t rename_with(int from, const uint8_t *from_name, size_t from_count, int to,
                           const uint8_t *to_name, size_t to_count, unsigned flags) {
    TERMINATED(from_text, from_name, from_count);
    TERMINATED(to_text, to_name, to_count);
    return RESULT_RETRIED(renameat2(from, from_text, to, to_text, flags));
}

int64_t clinux_rename(int32_t from, const uint8_t *from_name, size_t from_count, int32_t to,
                      const uint8_t *to_name, size_t to_count) {
    return rename_with(from, from_name, from_count, to, to_name, to_count, 0);
}

int64_t clinux_rename_without_replacing(int32_t from, const uint8_t *from_name, size_t from_count,
                                        int32_t to, const uint8_t *to_name, size_t to_count) {
    return rename_with(from, from_name, from_count, to, to_name, to_count, RENAME_NOREPLACE);
}

int64_t clinux_exchange(int32_t from, const uint8_t *from_name, size_t from_count, int32_t to,
                        const uint8_t *to_name, size_t to_count) {
    return rename_with(from, from_name, from_count, to, to_name, to_count, RENAME_EXCHANGE);
}
