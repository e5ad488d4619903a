#pragma once
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Callers pass names as bytes and a count; the kernel wants them NUL-terminated. */
struct name_buffer {
    char text[PATH_MAX];
};

/* Returns 0, or a negated errno for a name the kernel could only misread. */
static inline int name_buffer_fill(struct name_buffer *buffer, const uint8_t *name, size_t count) {
    if (count >= sizeof buffer->text) return -ENAMETOOLONG;
    if (memchr(name, 0, count) != NULL) return -EINVAL;
    memcpy(buffer->text, name, count);
    buffer->text[count] = 0;
    return 0;
}

/* Opens a scope variable `variable` with the terminated name, or returns its error. */
#define TERMINATED(variable, name, count)                                  \
    struct name_buffer variable##_buffer;                                  \
    int variable##_error = name_buffer_fill(&variable##_buffer, name, count); \
    if (variable##_error != 0) return variable##_error;                    \
    const char *variable = variable##_buffer.text

/* The result of a system call: what it returned, or its errno negated. */
#define RESULT(expression)                              \
    ({                                                  \
        int64_t result_ = (int64_t)(expression);        \
        result_ < 0 ? -(int64_t)errno : result_;        \
    })

/* The same, repeated as long as a signal interrupts it. */
#define RESULT_RETRIED(expression)                               \
    ({                                                           \
        int64_t result_;                                         \
        do result_ = (int64_t)(expression);                      \
        while (result_ < 0 && errno == EINTR);                   \
        result_ < 0 ? -(int64_t)errno : result_;                 \
    })
