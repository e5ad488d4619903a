#pragma once
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/* Identity, memory, terminal and threads; every function returns a negated errno on failure. */

#pragma clang assume_nonnull begin

int64_t clinux_user_name(uint32_t uid, uint8_t *_Nullable buffer, size_t capacity);
int64_t clinux_group_name(uint32_t gid, uint8_t *_Nullable buffer, size_t capacity);
int64_t clinux_group_number(const uint8_t *name, size_t count);
/* How many groups the user is in; up to `capacity` of them are stored. */
int64_t clinux_groups_of_user(uint32_t uid, uint32_t *_Nullable groups, int32_t capacity);
int64_t clinux_host_name(uint8_t *_Nullable buffer, size_t capacity);
int64_t clinux_random(uint8_t *_Nullable buffer, size_t count);
void clinux_keep_memory_small(void);
void clinux_release_memory(void);
int64_t clinux_set_locale(void);
int32_t clinux_cell_width(uint32_t scalar);
int64_t clinux_terminal_size(int32_t descriptor, int32_t *columns, int32_t *rows);
const char *_Nullable clinux_errno_name(int32_t code);
const char *_Nullable clinux_errno_message(int32_t code);
/* Waits at most that long on CLOCK_MONOTONIC. */
void clinux_wait_for(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t nanoseconds);
int64_t clinux_name_thread(const uint8_t *name, size_t count);
int64_t clinux_make_io_idle(void);

#pragma clang assume_nonnull end
