// libseccomp, and the system calls of Landlock, for which the C library has no functions.
#pragma once

#include <linux/sched.h>
#include <seccomp.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// What the C library declares for GNU programs alone.
static const int open_path_only = 010000000;  // O_PATH
static const int set_pipe_size = 1031;        // F_SETPIPE_SZ
static const uint64_t clone_thread = CLONE_THREAD;
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// The version that the kernel knows; negative where it has none.
static inline int landlock_version(void) {
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1u);
}

// A set of rules about all that is named here, nothing of which is allowed yet; negative for none.
static inline int landlock_ruleset(int version, uint64_t files, uint64_t network,
                                   uint64_t scopes) {
  uint64_t handled[3] = {files, network, scopes};
  size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
  return (int)syscall(SYS_landlock_create_ruleset, handled, size, 0);
}

// Allows `access` to the file or below the folder of `descriptor`.
static inline int landlock_allow(int ruleset, uint64_t access, int descriptor) {
  struct __attribute__((packed)) {
    uint64_t access;
    int32_t descriptor;
  } rule = {access, descriptor};
  return (int)syscall(SYS_landlock_add_rule, ruleset, 1, &rule, 0);
}

// Holds this thread and all that it starts to the rules.
static inline int landlock_enter(int ruleset) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}
