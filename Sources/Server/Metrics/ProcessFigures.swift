import Foundation

/// What the operating system says about this process.
struct ProcessFigures {
  /// CPU time that it has used, in seconds.
  var cpuSeconds = 0.0
  /// Memory that it holds, in bytes.
  var residentBytes = 0
  /// Files and connections that it has open.
  var openFiles = 0

  /// As they are now; zero where the system does not tell.
  static var now: ProcessFigures {
    var figures = ProcessFigures()
    var usage = rusage()
    if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
      for time in [usage.ru_utime, usage.ru_stime] {
        figures.cpuSeconds += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
      }
    }
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    figures.residentBytes = (pages ?? 0) * Int(getpagesize())
    // The listing holds one itself.
    let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    figures.openFiles = max(0, (files?.count ?? 0) - 1)
    return figures
  }
}
