#define _GNU_SOURCE
#include "include/linux_sockets.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

#include "name_buffer.h"

static int64_t address_of(struct sockaddr_un *address, const uint8_t *path, size_t count) {
    if (count == 0 || memchr(path, 0, count) != NULL) return -EINVAL;
    if (count >= sizeof address->sun_path) return -ENAMETOOLONG;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, count);
    size_t length = offsetof(struct sockaddr_un, sun_path) + count;
    if (path[0] == '@') {
        address->sun_path[0] = 0;
        return (int64_t)length;
    }
    return (int64_t)length + 1;
}

int64_t clinux_socket(int32_t is_datagram) {
    return RESULT(socket(AF_UNIX, (is_datagram ? SOCK_DGRAM : SOCK_STREAM) | SOCK_CLOEXEC, 0));
}

int64_t clinux_bind(int32_t descriptor, const uint8_t *path, size_t count) {
    struct sockaddr_un address;
    int64_t length = address_of(&address, path, count);
    if (length < 0) return length;
    return RESULT(bind(descriptor, (struct sockaddr *)&address, (socklen_t)length));
}

int64_t clinux_connect(int32_t descriptor, const uint8_t *path, size_t count) {
    struct sockaddr_un address;
    int64_t length = address_of(&address, path, count);
    if (length < 0) return length;
    return RESULT_RETRIED(connect(descriptor, (struct sockaddr *)&address, (socklen_t)length));
}

int64_t clinux_listen(int32_t descriptor, int32_t backlog) {
    return RESULT(listen(descriptor, backlog));
}

int64_t clinux_accept(int32_t descriptor) {
    return RESULT_RETRIED(accept4(descriptor, NULL, NULL, SOCK_CLOEXEC));
}

int64_t clinux_peer(int32_t descriptor, int32_t *pid, uint32_t *uid, uint32_t *gid) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    int64_t result = RESULT(getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length));
    if (result < 0) return result;
    *pid = peer.pid;
    *uid = peer.uid;
    *gid = peer.gid;
    return 0;
}

int64_t clinux_send(int32_t descriptor, const void *buffer, size_t count) {
    return RESULT_RETRIED(send(descriptor, buffer, count, MSG_NOSIGNAL));
}

int64_t clinux_send_datagram(int32_t descriptor, const uint8_t *path, size_t path_count,
                             const uint8_t *message, size_t count) {
    struct sockaddr_un address;
    int64_t length = address_of(&address, path, path_count);
    if (length < 0) return length;
    return RESULT_RETRIED(sendto(descriptor, message, count, MSG_NOSIGNAL,
                                 (struct sockaddr *)&address, (socklen_t)length));
}

int64_t clinux_shut_down(int32_t descriptor) { return RESULT(shutdown(descriptor, SHUT_RDWR)); }

int64_t clinux_eventfd(void) { return RESULT(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

int64_t clinux_clock_alarm(void) {
    return RESULT(timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK));
}

int64_t clinux_arm_clock_alarm(int32_t descriptor) {
    /* Never due: it only tells when the clock is set. */
    struct itimerspec never = {.it_value = {.tv_sec = INT64_MAX / 2000000000}};
    return RESULT(timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never,
                                  NULL));
}

int64_t clinux_pipe(int32_t *descriptors) { return RESULT(pipe2(descriptors, O_CLOEXEC)); }

int64_t clinux_set_non_blocking(int32_t descriptor, int32_t enabled) {
    int64_t flags = RESULT(fcntl(descriptor, F_GETFL));
    if (flags < 0) return flags;
    int wanted = enabled ? (int)flags | O_NONBLOCK : (int)flags & ~O_NONBLOCK;
    return RESULT(fcntl(descriptor, F_SETFL, wanted));
}
