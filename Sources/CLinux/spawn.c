#define _GNU_SOURCE
#include "include/linux_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "name_buffer.h"

extern char **environ;

static size_t count_words(const char *block, size_t count) {
    size_t words = 0;
    for (size_t i = 0; i < count; i++) words += block[i] == 0;
    return words;
}

static size_t add_words(char **list, size_t used, const char *block, size_t count) {
    for (size_t at = 0; at < count; at += strlen(block + at) + 1) list[used++] = (char *)block + at;
    return used;
}

static int replaces(const char *block, size_t count, const char *variable) {
    size_t name = strcspn(variable, "=") + 1;
    for (size_t at = 0; at < count; at += strlen(block + at) + 1)
        if (strncmp(block + at, variable, name) == 0) return 1;
    return 0;
}

static int spawn(pid_t *pid, char **argv, char **envp) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                  POSIX_SPAWN_SETPGROUP);
        error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, 2, 1);
        if (error == 0) error = posix_spawnp(pid, argv[0], &actions, &attributes, argv, envp);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int64_t clinux_spawn(const uint8_t *words, size_t words_count, const uint8_t *variables,
                     size_t variables_count) {
    const char *own = (const char *)variables;
    size_t inherited = 0;
    while (environ[inherited] != NULL) inherited++;
    size_t arguments = count_words((const char *)words, words_count);
    if (arguments == 0) return -EINVAL;
    size_t places = inherited + count_words(own, variables_count) + 1;
    char **argv = calloc(arguments + 1, sizeof *argv);
    char **envp = calloc(places, sizeof *envp);
    pid_t pid = -1;
    int error = ENOMEM;
    if (argv != NULL && envp != NULL) {
        add_words(argv, 0, (const char *)words, words_count);
        size_t used = add_words(envp, 0, own, variables_count);
        for (size_t i = 0; i < inherited; i++)
            if (!replaces(own, variables_count, environ[i])) envp[used++] = environ[i];
        error = spawn(&pid, argv, envp);
    }
    free(argv);
    free(envp);
    return error == 0 ? pid : -(int64_t)error;
}

int64_t clinux_become(const uint8_t *path, size_t path_count, const uint8_t *words,
                      size_t words_count) {
    TERMINATED(text, path, path_count);
    char **argv = calloc(count_words((const char *)words, words_count) + 1, sizeof *argv);
    if (argv == NULL) return -ENOMEM;
    add_words(argv, 0, (const char *)words, words_count);
    execve(text, argv, environ);
    int error = errno;
    free(argv);
    return -error;
}

static int64_t reap(pid_t pid) {
    int status = 0;
    pid_t reaped;
    do reaped = waitpid(pid, &status, 0);
    while (reaped < 0 && errno == EINTR);
    if (reaped < 0) return -errno;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t clinux_await(int32_t pid, int64_t nanoseconds) {
    int handle = pidfd_open(pid, 0);
    int64_t failure = handle < 0 ? -errno : 0;
    int64_t end = now() + nanoseconds;
    int ended = 0;
    while (handle >= 0 && ended == 0) {
        int64_t rest = end - now();
        if (rest < 0) rest = 0;
        struct timespec limit = {rest / 1000000000, rest % 1000000000};
        struct pollfd entry = {handle, POLLIN, 0};
        int found = ppoll(&entry, 1, &limit, NULL);
        if (found == 0) failure = -ETIME;
        if (found < 0 && errno != EINTR) failure = -errno;
        ended = found > 0 || failure < 0;
    }
    if (handle >= 0) close(handle);
    if (failure < 0) kill(-pid, SIGKILL);
    int64_t status = reap(pid);
    return failure < 0 ? failure : status;
}
