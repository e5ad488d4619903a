#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// A JSON document as simdjson leaves it: see "Tape structure" in its documentation.
typedef struct {
    /// The kind of a value in the highest byte, what belongs to it in the others or in the next word.
    const uint64_t *_Nullable words;
    size_t words_count;
    /// Each with its length in four bytes before it.
    const uint8_t *_Nullable strings;
    size_t strings_count;
    /// What owns both.
    void *_Nullable document;
} json_tape;

/// Reads UTF-8 JSON (RFC 8259); 0, or the number of an error that json_error_message names.
int32_t json_tape_read(const uint8_t *text, size_t count, json_tape *tape);

void json_tape_free(json_tape *tape);

/// What an error is, as a string that lives for ever.
const char *json_error_message(int32_t error);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
