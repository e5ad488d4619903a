#pragma once
#include <stddef.h>
#include <stdint.h>

/* Unix sockets, eventfd, timerfd and poll; every function returns a negated errno on failure. */

#pragma clang assume_nonnull begin

int64_t clinux_socket(int32_t is_datagram);
int64_t clinux_bind(int32_t descriptor, const uint8_t *path, size_t count);
int64_t clinux_connect(int32_t descriptor, const uint8_t *path, size_t count);
int64_t clinux_listen(int32_t descriptor, int32_t backlog);
int64_t clinux_accept(int32_t descriptor);
int64_t clinux_peer(int32_t descriptor, int32_t *pid, uint32_t *uid, uint32_t *gid);
int64_t clinux_send(int32_t descriptor, const void *_Nullable buffer, size_t count);
/* A name that starts with '@' is in the abstract name space. */
int64_t clinux_send_datagram(int32_t descriptor, const uint8_t *path, size_t path_count,
                             const uint8_t *message, size_t count);
int64_t clinux_shut_down(int32_t descriptor);
int64_t clinux_eventfd(void);
int64_t clinux_clock_alarm(void);
int64_t clinux_arm_clock_alarm(int32_t descriptor);
int64_t clinux_pipe(int32_t *descriptors);
int64_t clinux_set_non_blocking(int32_t descriptor, int32_t enabled);

#pragma clang assume_nonnull end
