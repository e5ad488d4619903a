#pragma once

#include <stdint.h>

/// What a step of option scanning met.
enum clinux_option_kind {
    CLINUX_OPTION_OPERAND = 0,
    CLINUX_OPTION_FOUND = 1,
    CLINUX_OPTION_UNKNOWN = 2,
    CLINUX_OPTION_VALUE_MISSING = 3,
    CLINUX_OPTION_VALUE_NEEDLESS = 4,
};

/// One step of option scanning; places are offsets into the words, -1 where there is none.
struct clinux_option_step {
    int32_t kind;
    int32_t option;
    int64_t word;
    int64_t value;
    /// The letter of an unknown short option, else 0.
    int32_t letter;
};

/// Scans a command line with getopt_long(3), operands in order whatever POSIXLY_CORRECT says.
///
/// `words` and `names` are NUL-terminated strings end to end; `short_forms` has 0 where an option has none. Abbreviated
/// long options are unknown. Returns how many steps were written, at most `capacity`, or -1 without memory.
int64_t clinux_scan_options(const uint8_t *_Nonnull words, int64_t words_size, int32_t word_count,
                            const uint8_t *_Nonnull names, const uint8_t *_Nonnull takes_value,
                            const uint8_t *_Nonnull short_forms, int32_t option_count,
                            struct clinux_option_step *_Nonnull steps, int64_t capacity);
