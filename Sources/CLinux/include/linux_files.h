#pragma once
#include <stddef.h>
#include <stdint.h>

/* System calls on files that Swift's Glibc module lacks, or names that are bytes with a count.
   Every function returns a negated errno on failure. */

#pragma clang assume_nonnull begin

struct clinux_status {
    uint32_t mode, uid, gid, link_count;
    int64_t size, blocks;
    int64_t modified_seconds, changed_seconds;
    uint32_t modified_nanoseconds, changed_nanoseconds;
    uint64_t device, inode, mount_id;
    uint32_t device_major, device_minor;
};

struct clinux_file_system {
    int64_t magic, block_size;
    uint64_t blocks, available_blocks;
    int32_t read_only;
};

extern const int32_t clinux_o_tmpfile, clinux_o_path, clinux_o_noatime;

int64_t clinux_open(int32_t directory, const uint8_t *name, size_t count, int32_t flags, uint32_t mode);
int64_t clinux_open_beneath(int32_t directory, const uint8_t *name, size_t count, int32_t flags,
                            uint32_t mode);
int64_t clinux_status(int32_t directory, const uint8_t *name, size_t count, int32_t following,
                      struct clinux_status *status);
int64_t clinux_status_of_descriptor(int32_t descriptor, struct clinux_status *status);
int64_t clinux_duplicate(int32_t descriptor);
int64_t clinux_close(int32_t descriptor);

int64_t clinux_read_at(int32_t descriptor, void *_Nullable buffer, size_t count, int64_t offset);
int64_t clinux_read(int32_t descriptor, void *_Nullable buffer, size_t count);
int64_t clinux_write_at(int32_t descriptor, const void *_Nullable buffer, size_t count, int64_t offset);
int64_t clinux_write(int32_t descriptor, const void *_Nullable buffer, size_t count);
int64_t clinux_clone(int32_t from, int32_t to);
/* The whole of one file, from an offset of the other on. */
int64_t clinux_clone_range(int32_t from, int32_t to, int64_t offset);
int64_t clinux_copy_range(int32_t from, int64_t from_offset, int32_t to, int64_t to_offset, size_t count);
int64_t clinux_truncate(int32_t descriptor, int64_t size);
int64_t clinux_punch_hole(int32_t descriptor, int64_t offset, int64_t count);
int64_t clinux_seek_data(int32_t descriptor, int64_t offset);
int64_t clinux_seek_hole(int32_t descriptor, int64_t offset);
int64_t clinux_synchronize(int32_t descriptor);
int64_t clinux_synchronize_data(int32_t descriptor);
int64_t clinux_synchronize_file_system(int32_t descriptor);
int64_t clinux_write_out(int32_t descriptor);
int64_t clinux_write_out_range(int32_t descriptor, int64_t offset, int64_t count, int32_t waits);

int64_t clinux_rewind(int32_t descriptor);
int64_t clinux_list(int32_t descriptor, void *_Nullable buffer, size_t count);
int64_t clinux_list_directories(int32_t descriptor, void *_Nullable buffer, size_t count);
int64_t clinux_read_link(int32_t directory, const uint8_t *name, size_t count, void *_Nullable buffer,
                         size_t capacity);
int64_t clinux_make_directory(int32_t directory, const uint8_t *name, size_t count, uint32_t mode);
int64_t clinux_make_link(const uint8_t *target, size_t target_count, int32_t directory,
                         const uint8_t *name, size_t count);
int64_t clinux_make_node(int32_t directory, const uint8_t *name, size_t count, uint32_t mode,
                         uint32_t major, uint32_t minor);
int64_t clinux_make_hard_link(int32_t from, const uint8_t *from_name, size_t from_count, int32_t to,
                              const uint8_t *to_name, size_t to_count);
int64_t clinux_link_descriptor(int32_t descriptor, int32_t to, const uint8_t *to_name, size_t to_count);
int64_t clinux_remove(int32_t directory, const uint8_t *name, size_t count, int32_t is_directory);
int64_t clinux_rename(int32_t from, const uint8_t *from_name, size_t from_count, int32_t to,
                      const uint8_t *to_name, size_t to_count);
int64_t clinux_rename_without_replacing(int32_t from, const uint8_t *from_name, size_t from_count,
                                        int32_t to, const uint8_t *to_name, size_t to_count);
int64_t clinux_exchange(int32_t from, const uint8_t *from_name, size_t from_count, int32_t to,
                        const uint8_t *to_name, size_t to_count);

int64_t clinux_set_mode(int32_t descriptor, uint32_t mode);
int64_t clinux_set_mode_of(int32_t directory, const uint8_t *name, size_t count, uint32_t mode);
int64_t clinux_set_owner(int32_t descriptor, uint32_t uid, uint32_t gid);
int64_t clinux_set_owner_of(int32_t directory, const uint8_t *name, size_t count, uint32_t uid,
                            uint32_t gid);
int64_t clinux_set_modified(int32_t descriptor, int64_t seconds, int64_t nanoseconds);
int64_t clinux_set_modified_of(int32_t directory, const uint8_t *name, size_t count, int64_t seconds,
                               int64_t nanoseconds);

int64_t clinux_lock(int32_t descriptor, int32_t exclusive);
int64_t clinux_file_system(int32_t descriptor, struct clinux_file_system *information);

int64_t clinux_list_attributes(int32_t descriptor, void *_Nullable buffer, size_t capacity);
int64_t clinux_get_attribute(int32_t descriptor, const uint8_t *name, size_t count,
                             void *_Nullable buffer, size_t capacity);
int64_t clinux_set_attribute(int32_t descriptor, const uint8_t *name, size_t count,
                             const uint8_t *value, size_t value_count);
int64_t clinux_remove_attribute(int32_t descriptor, const uint8_t *name, size_t count);
int64_t clinux_list_attributes_of(int32_t directory, const uint8_t *file, size_t file_count,
                                  void *_Nullable buffer, size_t capacity);
int64_t clinux_get_attribute_of(int32_t directory, const uint8_t *file, size_t file_count,
                                const uint8_t *name, size_t count, void *_Nullable buffer,
                                size_t capacity);
int64_t clinux_remove_attribute_of(int32_t directory, const uint8_t *file, size_t file_count,
                                   const uint8_t *name, size_t count);
int64_t clinux_set_attribute_of(int32_t directory, const uint8_t *file, size_t file_count,
                                const uint8_t *name, size_t count, const uint8_t *value,
                                size_t value_count);

#pragma clang assume_nonnull end
