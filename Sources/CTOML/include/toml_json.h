#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What reading a text came to; the buffers belong to the caller until `toml_outcome_free`.
typedef struct {
    /// The document as JSON, or the complaint if `line` is not 0. Dates, infinities and NaN are strings.
    uint8_t *text;
    size_t text_length;
    /// A JSON object: a key's JSON pointer -> [key's line, column, value's line, column].
    uint8_t *positions;
    size_t positions_length;
    /// Where the complaint is about, from 1; 0 if there is none.
    uint32_t line;
    uint32_t column;
} toml_outcome;

/// Reads a TOML document. Returns 0, or -1 if there is not enough memory.
int32_t toml_read(const uint8_t *text, size_t length, toml_outcome *outcome);

/// Gives back an outcome's buffers.
void toml_outcome_free(toml_outcome *outcome);

#ifdef __cplusplus
}
#endif
