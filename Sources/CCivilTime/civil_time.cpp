#include "civil_time.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>

#include "cctz/civil_time.h"
#include "cctz/time_zone.h"

namespace {

struct Zone {
    std::string name;
    cctz::time_zone rules;
};

// Zones are named by their place here, so that no pointer crosses to the caller.
struct Registry {
    std::mutex mutex;
    std::deque<Zone> zones;
};

Registry &registry() {
    // Never destroyed: threads may still ask while the process ends.
    static Registry *const instance = new Registry;
    return *instance;
}

int32_t remember(const std::string &name, const cctz::time_zone &rules) {
    Registry &known = registry();
    const std::lock_guard<std::mutex> lock(known.mutex);
    for (size_t place = 0; place < known.zones.size(); ++place) {
        if (known.zones[place].name == name && known.zones[place].rules == rules) {
            return static_cast<int32_t>(place);
        }
    }
    known.zones.push_back({name, rules});
    return static_cast<int32_t>(known.zones.size() - 1);
}

cctz::time_zone rules_of(int32_t zone) {
    Registry &known = registry();
    const std::lock_guard<std::mutex> lock(known.mutex);
    const size_t place = static_cast<size_t>(zone);
    return zone >= 0 && place < known.zones.size() ? known.zones[place].rules : cctz::utc_time_zone();
}

// The part of a link's target that names a zone, as in /usr/share/zoneinfo/Asia/Seoul.
std::string name_of_localtime() {
    char target[1024];
    const ssize_t length = readlink("/etc/localtime", target, sizeof target);
    if (length <= 0) return std::string();
    const std::string path(target, static_cast<size_t>(length));
    const std::string directory = "zoneinfo/";
    const size_t found = path.find(directory);
    return found == std::string::npos ? std::string() : path.substr(found + directory.size());
}

std::string local_name() {
    const char *variable = std::getenv("TZ");
    if (variable == nullptr) return name_of_localtime();
    if (variable[0] == ':') ++variable;
    return variable[0] == '\0' ? std::string("UTC") : std::string(variable);
}

int32_t load_local() {
    const std::string name = local_name();
    cctz::time_zone rules;
    if (!name.empty() && cctz::load_time_zone(name, &rules)) return remember(name, rules);
    // POSIX forms such as KST-9 are known to libc alone.
    if (std::getenv("TZ") == nullptr && cctz::load_time_zone("localtime", &rules)) {
        return remember("localtime", rules);
    }
    if (cctz::load_time_zone("libc:localtime", &rules)) {
        return remember(name.empty() ? "UTC" : name, rules);
    }
    return remember("UTC", cctz::utc_time_zone());
}

// Far beyond the age of the universe, near enough for sums inside cctz never to overflow.
constexpr int64_t kSecondsLimit = int64_t{1} << 60;
constexpr int64_t kYearLimit = int64_t{1} << 34;

int64_t clamp(int64_t value, int64_t limit) {
    return std::min(std::max(value, -limit), limit);
}

}  // namespace

extern "C" int32_t civil_zone_load(const uint8_t *name, size_t length) {
    try {
        const std::string text(reinterpret_cast<const char *>(name), length);
        cctz::time_zone rules;
        if (text.find('\0') != std::string::npos) return -1;
        return cctz::load_time_zone(text, &rules) ? remember(text, rules) : -1;
    } catch (...) {
        return -1;
    }
}

extern "C" int32_t civil_zone_local(void) {
    try {
        static const int32_t local = load_local();
        return local;
    } catch (...) {
        return -1;
    }
}

extern "C" int32_t civil_zone_fixed(int32_t seconds) {
    try {
        const cctz::time_zone rules = cctz::fixed_time_zone(cctz::seconds(seconds));
        return remember(rules.name(), rules);
    } catch (...) {
        return -1;
    }
}

extern "C" size_t civil_zone_name(int32_t zone, uint8_t *name, size_t capacity) {
    try {
        Registry &known = registry();
        const std::lock_guard<std::mutex> lock(known.mutex);
        const size_t place = static_cast<size_t>(zone);
        const std::string text =
            zone >= 0 && place < known.zones.size() ? known.zones[place].name : "UTC";
        std::memcpy(name, text.data(), std::min(capacity, text.size()));
        return text.size();
    } catch (...) {
        return 0;
    }
}

extern "C" civil_time_value civil_zone_time(int32_t zone, int64_t seconds) {
    civil_time_value value = {};
    try {
        const cctz::time_point<cctz::seconds> moment{
            cctz::seconds(clamp(seconds, kSecondsLimit))};
        const cctz::time_zone::absolute_lookup found = rules_of(zone).lookup(moment);
        const cctz::civil_day day(found.cs);
        // A week belongs to the year of its Thursday.
        const cctz::civil_day thursday = cctz::prev_weekday(day + 1, cctz::weekday::monday) + 3;
        value.year = found.cs.year();
        value.month = found.cs.month();
        value.day = found.cs.day();
        value.hour = found.cs.hour();
        value.minute = found.cs.minute();
        value.second = found.cs.second();
        value.utc_offset = found.offset;
        value.iso_year = thursday.year();
        value.iso_week = (cctz::get_yearday(thursday) - 1) / 7 + 1;
    } catch (...) {
        value = {1970, 1970, 1, 1, 0, 0, 0, 0, 1};
    }
    return value;
}

extern "C" int64_t civil_zone_seconds(
    int32_t zone, int64_t year, int64_t month, int64_t day, int64_t hour, int64_t minute,
    int64_t second) {
    try {
        const cctz::civil_second time(
            clamp(year, kYearLimit), clamp(month, kYearLimit), clamp(day, kYearLimit),
            clamp(hour, kYearLimit), clamp(minute, kYearLimit), clamp(second, kYearLimit));
        const cctz::time_zone::civil_lookup found = rules_of(zone).lookup(time);
        const bool skipped = found.kind == cctz::time_zone::civil_lookup::SKIPPED;
        return (skipped ? found.trans : found.post).time_since_epoch().count();
    } catch (...) {
        return 0;
    }
}
