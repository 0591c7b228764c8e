// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CShimsSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

extern char **environ;

// Signals as a shell leaves them: this process's threads block some, and what they start inherits that.
static int spawn(
    pid_t *process, char *const arguments[], char *const environment[],
    const posix_spawn_file_actions_t *actions) {
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int failure = posix_spawnattr_init(&attributes);
    if (failure) return failure;
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    failure = posix_spawn(process, arguments[0], actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

// This process's environment, and a word to Swift's runtime: a decoder that ends on a broken photo is an
// everyday event, not worth a backtrace.
static char **worker_environment(void) {
    size_t count = 0;
    while (environ[count]) count++;
    char **copy = malloc((count + 2) * sizeof *copy);
    if (!copy) return NULL;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "SWIFT_BACKTRACE=", 16) != 0) copy[kept++] = environ[i];
    copy[kept++] = "SWIFT_BACKTRACE=enable=no";
    copy[kept] = NULL;
    return copy;
}

int albumen_spawn_worker(const char *path, const char *profile, int socket, pid_t *process) {
    posix_spawn_file_actions_t actions;
    char *arguments[] = {(char *)path, (char *)profile, NULL};
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) return failure;
    // The socket first: closing from 4 up would otherwise close it. Each of these fails for want of memory only, and a
    // decoder without one of them would talk to the wrong file.
    failure = posix_spawn_file_actions_adddup2(&actions, socket, 3);
    if (!failure) failure = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!failure) failure = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    // What codecs say of damaged files is for their makers; it would fill the terminal that Albumen was started from.
    if (!failure && !getenv("ALBUMEN_DECODER_MESSAGES"))
        failure = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
    char **environment = failure ? NULL : worker_environment();
    if (!failure) failure = environment ? spawn(process, arguments, environment, &actions) : ENOMEM;
    free(environment);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

int albumen_spawn_command(
    char *const arguments[], char *const environment[], const char *folder, const char *output,
    const char *messages, pid_t *process) {
    const int writing = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) return failure;
    // Opening and copying fail for want of memory only; without one of them the program would write elsewhere.
    failure = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!failure) failure = posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0644);
    if (!failure)
        failure = strcmp(output, messages) == 0
            ? posix_spawn_file_actions_adddup2(&actions, 1, 2)
            : posix_spawn_file_actions_addopen(&actions, 2, messages, writing, 0644);
    if (!failure && folder) failure = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (!failure) failure = spawn(process, arguments, environment, &actions);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

void albumen_die_with_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void albumen_go_first(void) {
    static const char most[] = "1000";
    int descriptor = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    // Without it the kernel chooses as it would have.
    ssize_t written = write(descriptor, most, sizeof most - 1);
    (void)written;
    close(descriptor);
}
