#define _GNU_SOURCE
#include "include/linux_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "name_buffer.h"

const int32_t clinux_o_tmpfile = O_TMPFILE;
const int32_t clinux_o_path = O_PATH;
const int32_t clinux_o_noatime = O_NOATIME;

int64_t clinux_open(int32_t directory, const uint8_t *name, size_t count, int32_t flags, uint32_t mode) {
    TERMINATED(text, name, count);
    return RESULT_RETRIED(openat(directory, text, flags | O_CLOEXEC, (mode_t)mode));
}

int64_t clinux_open_beneath(int32_t directory, const uint8_t *name, size_t count, int32_t flags,
                            uint32_t mode) {
    TERMINATED(text, name, count);
    int creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    struct open_how how = {
        .flags = (uint64_t)(uint32_t)(flags | O_CLOEXEC),
        .mode = creates ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    int64_t result;
    int attempts = 0;
    /* EAGAIN: a rename elsewhere raced with a "..", which the manual says to try again. */
    do result = RESULT_RETRIED(syscall(SYS_openat2, directory, text, &how, sizeof how));
    while (result == -EAGAIN && ++attempts < 64);
    return result;
}

static int64_t status_at(int directory, const char *name, int flags, struct clinux_status *status) {
    struct statx raw;
    int64_t result = RESULT_RETRIED(statx(directory, name, flags | AT_NO_AUTOMOUNT,
                                          STATX_BASIC_STATS | STATX_MNT_ID, &raw));
    if (result < 0) return result;
    *status = (struct clinux_status){
        .mode = raw.stx_mode,
        .uid = raw.stx_uid,
        .gid = raw.stx_gid,
        .link_count = raw.stx_nlink,
        .size = (int64_t)raw.stx_size,
        .blocks = (int64_t)raw.stx_blocks,
        .modified_seconds = raw.stx_mtime.tv_sec,
        .modified_nanoseconds = raw.stx_mtime.tv_nsec,
        .changed_seconds = raw.stx_ctime.tv_sec,
        .changed_nanoseconds = raw.stx_ctime.tv_nsec,
        .device = makedev(raw.stx_dev_major, raw.stx_dev_minor),
        .inode = raw.stx_ino,
        .mount_id = (raw.stx_mask & STATX_MNT_ID) != 0 ? raw.stx_mnt_id : 0,
        .device_major = raw.stx_rdev_major,
        .device_minor = raw.stx_rdev_minor,
    };
    return 0;
}

int64_t clinux_status(int32_t directory, const uint8_t *name, size_t count, int32_t following,
                      struct clinux_status *status) {
    TERMINATED(text, name, count);
    return status_at(directory, text, following ? 0 : AT_SYMLINK_NOFOLLOW, status);
}

int64_t clinux_status_of_descriptor(int32_t descriptor, struct clinux_status *status) {
    return status_at(descriptor, "", AT_EMPTY_PATH, status);
}

int64_t clinux_duplicate(int32_t descriptor) {
    return RESULT(fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
}

/* Never repeated: Linux has released the number even when close reports EINTR. */
int64_t clinux_close(int32_t descriptor) {
    int64_t result = RESULT(close(descriptor));
    return result == -EINTR ? 0 : result;
}

int64_t clinux_read_at(int32_t descriptor, void *buffer, size_t count, int64_t offset) {
    return RESULT_RETRIED(pread(descriptor, buffer, count, offset));
}

int64_t clinux_read(int32_t descriptor, void *buffer, size_t count) {
    return RESULT_RETRIED(read(descriptor, buffer, count));
}

int64_t clinux_write_at(int32_t descriptor, const void *buffer, size_t count, int64_t offset) {
    return RESULT_RETRIED(pwrite(descriptor, buffer, count, offset));
}

int64_t clinux_write(int32_t descriptor, const void *buffer, size_t count) {
    return RESULT_RETRIED(write(descriptor, buffer, count));
}

int64_t clinux_copy_range(int32_t from, int64_t from_offset, int32_t to, int64_t to_offset,
                          size_t count) {
    return RESULT_RETRIED(copy_file_range(from, &from_offset, to, &to_offset, count, 0));
}

int64_t clinux_clone(int32_t from, int32_t to) {
    return RESULT_RETRIED(ioctl(to, FICLONE, from));
}

int64_t clinux_clone_range(int32_t from, int32_t to, int64_t offset) {
    struct file_clone_range range = {
        .src_fd = from, .src_offset = 0, .src_length = 0, .dest_offset = (uint64_t)offset};
    return RESULT_RETRIED(ioctl(to, FICLONERANGE, &range));
}

int64_t clinux_truncate(int32_t descriptor, int64_t size) {
    return RESULT_RETRIED(ftruncate(descriptor, size));
}

int64_t clinux_punch_hole(int32_t descriptor, int64_t offset, int64_t count) {
    return RESULT_RETRIED(
        fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, count));
}

int64_t clinux_seek_data(int32_t descriptor, int64_t offset) {
    return RESULT(lseek(descriptor, offset, SEEK_DATA));
}

int64_t clinux_seek_hole(int32_t descriptor, int64_t offset) {
    return RESULT(lseek(descriptor, offset, SEEK_HOLE));
}

int64_t clinux_synchronize(int32_t descriptor) { return RESULT_RETRIED(fsync(descriptor)); }

int64_t clinux_synchronize_data(int32_t descriptor) { return RESULT_RETRIED(fdatasync(descriptor)); }

int64_t clinux_synchronize_file_system(int32_t descriptor) { return RESULT_RETRIED(syncfs(descriptor)); }

int64_t clinux_write_out(int32_t descriptor) {
    return RESULT(sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE));
}

int64_t clinux_write_out_range(int32_t descriptor, int64_t offset, int64_t count, int32_t waits) {
    unsigned int flags = SYNC_FILE_RANGE_WRITE;
    if (waits) {
        flags |= SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WAIT_AFTER;
    }
    return RESULT(sync_file_range(descriptor, offset, count, flags));
}

int64_t clinux_lock(int32_t descriptor, int32_t exclusive) {
    return RESULT_RETRIED(flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB));
}

int64_t clinux_file_system(int32_t descriptor, struct clinux_file_system *information) {
    struct statfs raw;
    int64_t result = RESULT_RETRIED(fstatfs(descriptor, &raw));
    if (result < 0) return result;
    *information = (struct clinux_file_system){
        .magic = (int64_t)(uint32_t)raw.f_type,
        .block_size = raw.f_frsize > 0 ? raw.f_frsize : raw.f_bsize,
        .blocks = raw.f_blocks,
        .available_blocks = raw.f_bavail,
        .read_only = (raw.f_flags & ST_RDONLY) != 0,
    };
    return 0;
}
