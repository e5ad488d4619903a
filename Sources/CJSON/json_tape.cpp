#include "json_tape.h"

#include <cstring>
#include <memory>
#include <new>

#include <simdjson.h>

namespace {

constexpr uint64_t kPayload = (uint64_t{1} << 56) - 1;

// Strings lie in the order in which the tape names them, so the last one ends what is in use.
size_t end_of_strings(const uint64_t *words, size_t count, const uint8_t *strings) {
    size_t end = 0;
    for (size_t place = 0; place < count; ++place) {
        const char kind = static_cast<char>(words[place] >> 56);
        if (kind == 'l' || kind == 'u' || kind == 'd') ++place;
        if (kind != '"') continue;
        const size_t start = words[place] & kPayload;
        uint32_t length;
        std::memcpy(&length, strings + start, sizeof length);
        end = start + sizeof length + length;
    }
    return end;
}

}  // namespace

extern "C" int32_t json_tape_read(const uint8_t *text, size_t count, json_tape *tape) {
    *tape = {};
    try {
        auto document = std::make_unique<simdjson::dom::document>();
        simdjson::dom::parser parser;
        const auto error = parser.parse_into_document(*document, text, count).error();
        if (error != simdjson::SUCCESS) return error;
        tape->words = document->tape.get();
        // The first word holds the place behind the last one.
        tape->words_count = tape->words[0] & kPayload;
        tape->strings = document->string_buf.get();
        tape->strings_count = end_of_strings(tape->words, tape->words_count, tape->strings);
        tape->document = document.release();
        return simdjson::SUCCESS;
    } catch (...) {
        return simdjson::MEMALLOC;
    }
}

extern "C" void json_tape_free(json_tape *tape) {
    delete static_cast<simdjson::dom::document *>(tape->document);
    *tape = {};
}

extern "C" const char *json_error_message(int32_t error) {
    return simdjson::error_message(static_cast<simdjson::error_code>(error));
}
