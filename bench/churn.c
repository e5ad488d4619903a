/* Makes events: `storm DIRECTORIES COUNT` makes and removes COUNT files in turn in the directories that the
   file DIRECTORIES names, which is four events each; `hot FILE SECONDS RATE` writes one byte RATE times a
   second. Both print how many events they made and the seconds it took. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int failed(const char *what) {
    perror(what);
    return 1;
}

static int storm(const char *list, long count) {
    static int directories[1024];
    int known = 0;
    char line[4096];
    FILE *file = fopen(list, "r");
    if (file == NULL) return failed(list);
    while (known < 1024 && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = 0;
        directories[known] = open(line, O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (directories[known++] < 0) return failed(line);
    }
    fclose(file);
    if (known == 0) return 1;
    double start = now();
    for (long number = 0; number < count; number++) {
        int directory = directories[number % known];
        char name[32];
        snprintf(name, sizeof name, "storm-%ld", number % 97);
        int made = openat(directory, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (made < 0 || write(made, "x", 1) != 1 || close(made) != 0) return failed(name);
        if (unlinkat(directory, name, 0) != 0) return failed(name);
    }
    printf("%ld %.3f\n", 4 * count, now() - start);
    return 0;
}

static int hot(const char *path, double seconds, double rate) {
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return failed(path);
    double start = now();
    long written = 0;
    /* A burst every half millisecond, as many as are due by then. */
    for (double passed; (passed = now() - start) < seconds;) {
        for (long due = (long)(passed * rate); written < due; written++)
            if (pwrite(file, "x", 1, 0) != 1) return failed(path);
        nanosleep(&(struct timespec){.tv_nsec = 500 * 1000}, NULL);
    }
    printf("%ld %.3f\n", written, now() - start);
    return 0;
}

int main(int count, char **arguments) {
    if (count == 4 && !strcmp(arguments[1], "storm")) return storm(arguments[2], atol(arguments[3]));
    if (count == 5 && !strcmp(arguments[1], "hot"))
        return hot(arguments[2], atof(arguments[3]), atof(arguments[4]));
    fprintf(stderr, "usage: churn storm DIRECTORIES COUNT | churn hot FILE SECONDS RATE\n");
    return 2;
}
