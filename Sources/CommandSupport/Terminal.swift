import Catalog
import Foundation
package import SimpleFeatures

/// What the command line says to people, on standard error.
package enum Terminal {
  /// Whether someone watches: progress is drawn only then.
  package static let isInteractive = isatty(FileHandle.standardError.fileDescriptor) == 1

  /// Whether someone can answer a question.
  package static let isAsked = isInteractive && isatty(FileHandle.standardInput.fileDescriptor) == 1

  /// Columns of the terminal that answers go to: those of COLUMNS, else its own; 80 without one.
  package static var columns: Int {
    let set = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 0
    guard set < 1 else { return set }
    var size = winsize()
    let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Asks a question whose answer is no unless it is yes.
  package static func asks(_ question: String) -> Bool {
    emit("\(Speech.told(question)) [y/N] ")
    return ["y", "yes", "是"].contains(readLine()?.lowercased() ?? "")
  }

  /// Writes a small file that a person asked for.
  package static func write(_ text: String, to path: String) throws {
    do {
      if path == "/dev/stdout" {
        try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
      } else if isLinkOrDevice(path) {
        // A new file would take its place: that of /dev/null, for all to come.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try? file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
      } else {
        let part = PartName.make(for: path)
        defer { unsafe _ = unlink(part) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: part))
        try PartName.replace(path, with: part)
      }
    } catch {
      throw PlainError(
        message: "\(path) cannot be written: "
          + (OutputPaths.obstacle(path) ?? error.localizedDescription),
        hint: "check the folder, its permissions and the disk")
    }
  }

  private static func isLinkOrDevice(_ path: String) -> Bool {
    var found = stat()
    return unsafe lstat(path, &found) == 0 && ![S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT)
  }

  /// Warns of something that is passed over.
  package static func warn(_ message: String) { say("warning: \(message)") }

  /// Prints a line of the answer on standard output.
  package static func answer(_ line: String) { print(Speech.told(line).harmless) }

  /// Says an English line, or some, in the person's language.
  package static func say(_ line: String) { write(Speech.told(line)) }

  /// Writes a line, or some, as it is; what a file brought with it does not steer the terminal.
  package static func write(_ line: String) {
    emit(clearedLine + line.harmless + "\n")
  }

  /// Writes to standard error.
  ///
  /// Where it is closed or full, or its reader has gone, nobody can be told; the work goes on.
  private static func emit(_ text: String) {
    var (pipe, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    if (try? FileHandle.standardError.write(contentsOf: Data(text.utf8))) == nil {
      // Takes the signal that the write may have left for this thread.
      var now = timespec()
      unsafe sigtimedwait(&pipe, nil, &now)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Draws over the line before.
  package static func progress(_ line: String) {
    guard isInteractive else { return }
    emit(clearedLine + Speech.told(line).harmless)
  }

  private static var clearedLine: String { isInteractive ? "\r\u{1B}[K" : "" }

  /// An error as "error: what" and "hint: what to do".
  package static func report(_ error: any Error) {
    if let many = error as? ErrorList { return many.errors.forEach(report) }
    let (message, hint) = words(for: error)
    say("error: \(message)")
    if let hint { say("hint: \(hint)") }
  }

  private static func words(for error: any Error) -> (message: String, hint: String?) {
    switch error {
    case let error as FileError:
      let place = error.underlying.position.map { "\(error.file):\($0): " } ?? ""
      return (place + error.underlying.message, error.underlying.hint)
    case let error as CatalogError:
      return (error.diagnostics.map(\.description).joined(separator: "\n"), nil)
    case let error as any ExplainedError: return (error.message, error.hint)
    case let error as CocoaError:
      return (error.localizedDescription, "check the folder, its permissions and the disk")
    default: return ("\(error)", nil)
    }
  }
}

/// A fault in a file, with the file's name.
package struct FileError: Error {
  package var file: String
  package var underlying: FormatError

  package init(file: String, underlying: FormatError) {
    self.file = file
    self.underlying = underlying
  }
}
