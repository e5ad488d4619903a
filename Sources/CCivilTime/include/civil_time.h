#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a clock on the wall shows.
typedef struct {
    int64_t year;
    int64_t iso_year;
    int32_t month, day, hour, minute, second;
    int32_t utc_offset;
    int32_t iso_week;
} civil_time_value;

/// The number of the zone called `name` (a name of the tz database), -1 if there is none. Zones live for ever.
int32_t civil_zone_load(const uint8_t *name, size_t length);

/// The number of the zone of $TZ, else of /etc/localtime.
int32_t civil_zone_local(void);

/// The number of the zone that is always `seconds` ahead of UTC.
int32_t civil_zone_fixed(int32_t seconds);

/// Copies at most `capacity` bytes of the zone's name; returns the name's length.
size_t civil_zone_name(int32_t zone, uint8_t *name, size_t capacity);

/// What a clock in the zone shows at a moment in seconds since 1970.
civil_time_value civil_zone_time(int32_t zone, int64_t seconds);

/// The moment of a civil time: the later one of a repeated hour, the end of the gap for a skipped one.
int64_t civil_zone_seconds(
    int32_t zone, int64_t year, int64_t month, int64_t day, int64_t hour, int64_t minute,
    int64_t second);

#ifdef __cplusplus
}
#endif
