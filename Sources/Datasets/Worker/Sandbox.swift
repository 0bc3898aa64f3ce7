import CSandbox
import Foundation

/// What a process that reads a foreign file keeps of its rights.
///
/// It may read the file and the libraries' own files, and write to what it has open.
/// Limits hold on every kernel. Without Landlock (Linux before 5.13) any file that the user may
/// read can be read, but none written, nothing started and no network reached.
enum Sandbox {
  /// Holds this process to its limits for good, before it has other threads.
  ///
  /// - Parameters:
  ///   - files: What may be read.
  ///   - folders: Where the names of files may be listed.
  static func enter(_ limits: ReadingLimits, files: [String], folders: [String]) {
    limit(RLIMIT_DATA, limits.memory, limits.memory)
    limit(RLIMIT_CPU, limits.cpuSeconds, limits.cpuSeconds + 5)
    // Shapes may be nested deeply, and GDAL's drivers are generous with the stack.
    limit(RLIMIT_STACK, 64 << 20, 64 << 20)
    limit(RLIMIT_FSIZE, 0, 0)
    limit(RLIMIT_CORE, 0, 0)
    restrictFiles(files, folders)
    refuseCalls()
  }

  private static func limit(_ kind: __rlimit_resource, _ soft: Int, _ hard: Int) {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(kind.rawValue), &limit)
    // Nobody may raise what is lower already.
    limit.rlim_cur = min(limit.rlim_max, rlim_t(soft))
    limit.rlim_max = min(limit.rlim_max, rlim_t(hard))
    unsafe setrlimit(__rlimit_resource_t(kind.rawValue), &limit)
  }

  // MARK: Landlock

  private static let readFile: UInt64 = 1 << 2
  private static let readFolder: UInt64 = 1 << 3
  private static let execute: UInt64 = 1

  /// Where libraries keep what they load later: drivers, encodings, coordinate systems, zones.
  private static var libraryFolders: [String] {
    let environment = ProcessInfo.processInfo.environment
    let named = ["GDAL_DATA", "GDAL_DRIVER_PATH", "PROJ_DATA", "PROJ_LIB"]
      .compactMap { environment[$0] }.flatMap { $0.split(separator: ":").map(String.init) }
    return ["/usr", "/lib", "/lib64", "/etc/localtime", "/etc/ld.so.cache", "/dev/urandom"] + named
  }

  private static func restrictFiles(_ files: [String], _ folders: [String]) {
    let version = landlock_version()
    guard version > 0 else { return }
    let lastRight: UInt64 =
      switch version {
      case 1: 12
      case 2: 13
      case 3, 4: 14
      default: 15
      }
    let ruleset = landlock_ruleset(
      version, 1 << (lastRight + 1) - 1, version < 4 ? 0 : 3, version < 6 ? 0 : 3)
    guard ruleset >= 0 else { return }
    defer { close(ruleset) }
    for path in libraryFolders { allow(path, readFile | readFolder | execute, ruleset) }
    for path in folders { allow(path, readFolder, ruleset) }
    for path in files { allow(path, readFile | readFolder, ruleset) }
    _ = landlock_enter(ruleset)
  }

  private static func allow(_ path: String, _ rights: UInt64, _ ruleset: Int32) {
    let descriptor = unsafe open(path, open_path_only | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    _ = landlock_allow(ruleset, isFolder ? rights : rights & ~readFolder, descriptor)
  }

  // MARK: Seccomp

  /// Calls that reading a file never needs; each fails as one that is not permitted.
  private static let refused = [
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "execve", "execveat",
    "fork", "vfork", "kill", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "io_uring_setup", "bpf", "perf_event_open", "userfaultfd",
    "keyctl", "add_key", "request_key", "mount", "umount2", "pivot_root", "chroot", "setns",
    "unshare", "open_by_handle_at", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link",
    "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "chmod",
    "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "truncate", "ftruncate", "creat",
    "utime", "utimes", "utimensat", "futimesat", "setxattr", "lsetxattr", "fsetxattr", "shmget",
    "msgget", "semget", "mq_open", "memfd_create", "prlimit64", "setrlimit", "personality",
  ]

  private static func refuseCalls() {
    guard let filter = unsafe seccomp_init(SCMP_ACT_ALLOW) else { return }
    defer { unsafe seccomp_release(filter) }
    let refusal = { (error: Int32) in 0x0005_0000 | UInt32(error) }
    func add(_ error: Int32, _ name: String, _ conditions: [scmp_arg_cmp] = []) {
      let call = unsafe seccomp_syscall_resolve_name(name)
      guard call != __NR_SCMP_ERROR else { return }
      _ = unsafe conditions.withUnsafeBufferPointer { list in
        unsafe seccomp_rule_add_array(
          filter, refusal(error), call, UInt32(list.count), list.baseAddress)
      }
    }
    for name in refused { add(EPERM, name) }
    // What is told in memory cannot be looked at: the C library falls back to calls that can.
    for name in ["openat2", "clone3"] { add(ENOSYS, name) }
    add(EPERM, "clone", [Self.bits(0, clone_thread, 0)])
    for (name, argument) in [("open", 1), ("openat", 2)] as [(String, UInt32)] {
      for mode in [O_WRONLY, O_RDWR] {
        add(EACCES, name, [Self.bits(argument, UInt64(O_ACCMODE), UInt64(mode))])
      }
      for flag in [O_CREAT, O_TRUNC] {
        add(EACCES, name, [Self.bits(argument, UInt64(flag), UInt64(flag))])
      }
    }
    _ = unsafe seccomp_load(filter)
  }

  /// That the bits of `mask` in an argument are `value`.
  private static func bits(_ argument: UInt32, _ mask: UInt64, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
  }
}
