#pragma once
#include <stddef.h>
#include <stdint.h>

/* Other programs; every function returns a negated errno on failure. */

#pragma clang assume_nonnull begin

/* Starts a program in a process group of its own with no signal blocked or ignored, nothing to
   read, and standard error for all it writes. Words and variables each end with a NUL. Returns its pid. */
int64_t clinux_spawn(const uint8_t *words, size_t words_count, const uint8_t *variables,
                     size_t variables_count);

/* Waits for the end and returns its status as a shell has it, or -ETIME after killing the group. */
int64_t clinux_await(int32_t pid, int64_t nanoseconds);

/* Replaces this program by another one; returns on failure only. Words end with a NUL each. */
int64_t clinux_become(const uint8_t *path, size_t path_count, const uint8_t *words,
                      size_t words_count);

#pragma clang assume_nonnull end
