#include "toml_json.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace {

void append_string(std::string &json, std::string_view text) {
    json += '"';
    for (const char character : text) {
        const unsigned char byte = static_cast<unsigned char>(character);
        if (byte == '"' || byte == '\\') {
            json += '\\';
            json += character;
        } else if (byte < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            json += escape;
        } else {
            json += character;
        }
    }
    json += '"';
}

// One step of a JSON pointer (RFC 6901).
std::string pointer_step(std::string_view key) {
    std::string step = "/";
    for (const char character : key) {
        if (character == '~') {
            step += "~0";
        } else if (character == '/') {
            step += "~1";
        } else {
            step += character;
        }
    }
    return step;
}

class Converter {
public:
    std::string json;
    std::string positions = "{";

    void convert(const toml::node &node, const std::string &pointer) {
        if (const toml::table *table = node.as_table()) {
            convert_table(*table, pointer);
        } else if (const toml::array *array = node.as_array()) {
            convert_array(*array, pointer);
        } else if (const auto *text = node.as_string()) {
            append_string(json, text->get());
        } else if (const auto *integer = node.as_integer()) {
            json += std::to_string(integer->get());
        } else if (const auto *flag = node.as_boolean()) {
            json += flag->get() ? "true" : "false";
        } else if (const auto *number = node.as_floating_point()) {
            convert_number(number->get());
        } else {
            convert_date(node);
        }
    }

private:
    void convert_table(const toml::table &table, const std::string &pointer) {
        json += '{';
        bool first = true;
        for (auto &&[key, value] : table) {
            if (!first) json += ',';
            first = false;
            const std::string place = pointer + pointer_step(key.str());
            remember(place, key.source().begin, value.source().begin);
            append_string(json, key.str());
            json += ':';
            convert(value, place);
        }
        json += '}';
    }

    void convert_array(const toml::array &array, const std::string &pointer) {
        json += '[';
        size_t index = 0;
        for (const toml::node &value : array) {
            if (index > 0) json += ',';
            const std::string place = pointer + "/" + std::to_string(index);
            remember(place, value.source().begin, value.source().begin);
            convert(value, place);
            ++index;
        }
        json += ']';
    }

    void convert_number(double number) {
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.17g", number);
        if (std::isfinite(number)) {
            json += digits;
        } else {
            append_string(json, digits);
        }
    }

    void convert_date(const toml::node &node) {
        std::ostringstream text;
        if (const auto *date = node.as_date()) text << date->get();
        if (const auto *time = node.as_time()) text << time->get();
        if (const auto *both = node.as_date_time()) text << both->get();
        append_string(json, text.str());
    }

    void remember(
        const std::string &pointer, const toml::source_position &key,
        const toml::source_position &value) {
        if (positions.size() > 1) positions += ',';
        append_string(positions, pointer);
        positions += ":[" + std::to_string(key.line) + "," + std::to_string(key.column) + "," +
                     std::to_string(value.line) + "," + std::to_string(value.column) + "]";
    }
};

bool copy_out(const std::string &text, uint8_t **bytes, size_t *length) {
    *bytes = static_cast<uint8_t *>(std::malloc(text.size() + 1));
    if (*bytes == nullptr) return false;
    std::memcpy(*bytes, text.data(), text.size());
    *length = text.size();
    return true;
}

}  // namespace

extern "C" int32_t toml_read(const uint8_t *text, size_t length, toml_outcome *outcome) {
    *outcome = {};
    try {
        const std::string_view document(reinterpret_cast<const char *>(text), length);
        Converter converter;
        try {
            const toml::table table = toml::parse(document);
            converter.convert(table, "");
        } catch (const toml::parse_error &error) {
            outcome->line = error.source().begin.line;
            outcome->column = error.source().begin.column;
            if (outcome->line == 0) outcome->line = outcome->column = 1;
            return copy_out(
                       std::string(error.description()), &outcome->text, &outcome->text_length)
                       ? 0
                       : -1;
        }
        converter.positions += '}';
        const bool complete =
            copy_out(converter.json, &outcome->text, &outcome->text_length) &&
            copy_out(converter.positions, &outcome->positions, &outcome->positions_length);
        return complete ? 0 : -1;
    } catch (...) {
        return -1;
    }
}

extern "C" void toml_outcome_free(toml_outcome *outcome) {
    std::free(outcome->text);
    std::free(outcome->positions);
    *outcome = {};
}
