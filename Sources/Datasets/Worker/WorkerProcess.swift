import CSandbox
import Foundation
import SimpleFeatures

/// A process of this program that writes to a pipe, until it is let go.
///
/// For one thread at a time.
@safe final class WorkerProcess {
  /// How a process has ended.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  private let process: pid_t
  private let output: Int32
  private var ended: (ending: Ending, usage: rusage)?

  /// - Throws: ``ImportError`` `unreadable-file` where no process can be started.
  init(_ executable: String, _ arguments: [String]) throws(ImportError) {
    var pipe: [Int32] = [-1, -1]
    guard unsafe Foundation.pipe(&pipe) == 0 else { throw Self.notStarted(errno) }
    defer { close(pipe[1]) }
    // Larger than the usual 64 kB, so that the two processes need not take turns.
    _ = fcntl(pipe[1], set_pipe_size, 1 << 20)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // A group of its own: Ctrl-C is for this process, which ends that one in its own time.
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var process: pid_t = 0
    var texts = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
    defer { while let text = unsafe texts.popLast() { unsafe free(text) } }
    let result = unsafe posix_spawn(&process, executable, &actions, &attributes, &texts, environ)
    guard result == 0 else {
      close(pipe[0])
      throw Self.notStarted(result)
    }
    self.process = process
    output = pipe[0]
  }

  deinit {
    close(output)
    if ended == nil {
      kill(process, SIGKILL)
      _ = wait()
    }
  }

  private static func notStarted(_ error: Int32) -> ImportError {
    unsafe ImportError(
      .unreadableFile, "no process can be started to read it: \(String(cString: strerror(error)))",
      hint: "free memory, or raise the limit on processes (ulimit -u)")
  }

  /// Some bytes of what the process writes, at most `count`; empty at the end.
  func read(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var result = 0
      repeat {
        result = unsafe Foundation.read(output, buffer.baseAddress, count)
      } while result < 0 && errno == EINTR
      filled = max(result, 0)
    }
  }

  /// Waits for the end: how it came, and what the process has used.
  func wait() -> (ending: Ending, usage: rusage) {
    if let ended { return ended }
    var (status, usage): (Int32, rusage) = (0, rusage())
    while unsafe wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let result = (signal == 0 ? Ending.exit(status >> 8 & 0xFF) : .signal(signal), usage)
    ended = result
    return result
  }
}
