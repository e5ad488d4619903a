#pragma once
#include <zlib.h>

/// `inflateInit2` for a raw deflate stream: a macro, which Swift cannot import.
static inline int czlib_begin_raw(z_stream *stream) {
    return inflateInit2(stream, -15);
}
