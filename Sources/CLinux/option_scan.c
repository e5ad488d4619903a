#define _GNU_SOURCE
#include "option_scan.h"

#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_LONG = 256 };

/* getopt_long keeps its place in global variables. */
static pthread_mutex_t scanning = PTHREAD_MUTEX_INITIALIZER;

static int is_abbreviated(const char *word, const char *name)
{
    size_t typed = strcspn(word + 2, "=");
    return typed != strlen(name) || strncmp(word + 2, name, typed) != 0;
}

static int option_of(int code, const uint8_t *short_forms, int32_t option_count)
{
    if (code >= FIRST_LONG)
        return code - FIRST_LONG;
    for (int i = 0; i < option_count; i++)
        if (code != 0 && short_forms[i] == code)
            return i;
    return -1;
}

static struct clinux_option_step next_step(int code, const char *word, const struct option *longs,
                                           const uint8_t *short_forms, int32_t option_count)
{
    struct clinux_option_step step = {CLINUX_OPTION_UNKNOWN, -1, -1, -1, 0};
    if (code == 1) {
        step.kind = CLINUX_OPTION_OPERAND;
        return step;
    }
    step.option = option_of(code == '?' || code == ':' ? optopt : code, short_forms, option_count);
    if (step.option < 0) {
        step.letter = strncmp(word, "--", 2) == 0 ? 0 : optopt;
        return step;
    }
    int is_long = code >= FIRST_LONG || ((code == '?' || code == ':') && optopt >= FIRST_LONG);
    if (is_long && is_abbreviated(word, longs[step.option].name)) {
        step.option = -1;
        return step;
    }
    step.kind = code == ':'   ? CLINUX_OPTION_VALUE_MISSING
                : code == '?' ? CLINUX_OPTION_VALUE_NEEDLESS
                              : CLINUX_OPTION_FOUND;
    return step;
}

static int64_t scan(int argc, char **argv, const char *base, const char *short_text,
                    const struct option *longs, const uint8_t *short_forms, int32_t option_count,
                    struct clinux_option_step *steps, int64_t capacity)
{
    int64_t count = 0;
    optind = 0;
    opterr = 0;
    while (count < capacity) {
        char *word = argv[optind > 0 ? optind : 1];
        optarg = NULL;
        optopt = 0;
        int code = getopt_long(argc, argv, short_text, longs, NULL);
        if (code == -1)
            break;
        struct clinux_option_step step = next_step(code, word, longs, short_forms, option_count);
        step.word = (code == 1 ? optarg : word) - base;
        if (optarg != NULL && code != 1)
            step.value = optarg - base;
        steps[count++] = step;
    }
    for (; optind < argc && count < capacity; optind++)
        steps[count++] = (struct clinux_option_step){CLINUX_OPTION_OPERAND, -1,
                                                     argv[optind] - base, -1, 0};
    return count;
}

int64_t clinux_scan_options(const uint8_t *words, int64_t words_size, int32_t word_count,
                            const uint8_t *names, const uint8_t *takes_value,
                            const uint8_t *short_forms, int32_t option_count,
                            struct clinux_option_step *steps, int64_t capacity)
{
    int64_t count = -1;
    char *base = malloc((size_t)words_size + 1);
    char **argv = calloc((size_t)word_count + 2, sizeof *argv);
    struct option *longs = calloc((size_t)option_count + 1, sizeof *longs);
    char *short_text = calloc((size_t)option_count * 2 + 3, 1);
    if (base != NULL && argv != NULL && longs != NULL && short_text != NULL) {
        memcpy(base, words, (size_t)words_size);
        base[words_size] = 0;
        char *word = base;
        for (int i = 0; i < word_count; i++, word += strlen(word) + 1)
            argv[i] = word;
        char *end = stpcpy(short_text, "-:");
        const char *name = (const char *)names;
        for (int i = 0; i < option_count; i++, name += strlen(name) + 1) {
            longs[i] = (struct option){name, takes_value[i] ? required_argument : no_argument, NULL,
                                       FIRST_LONG + i};
            if (short_forms[i] != 0) {
                *end++ = (char)short_forms[i];
                if (takes_value[i])
                    *end++ = ':';
            }
        }
        pthread_mutex_lock(&scanning);
        count = word_count < 1 ? 0
                               : scan(word_count, argv, base, short_text, longs, short_forms,
                                      option_count, steps, capacity);
        pthread_mutex_unlock(&scanning);
    }
    free(base);
    free(argv);
    free(longs);
    free(short_text);
    return count;
}
