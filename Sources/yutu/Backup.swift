import ArgumentParser
import CityFile
import CommandSupport
import FeatureStore
import Foundation
import SimpleFeatures

/// `yutu backup`: a verified copy of a city, also while it is served or written.
struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy a city to another file, also while it is being served or imported into.",
    discussion: """
      The copy holds one commit with all history. It is verified (integrity, last commit) and then \
      moved into place atomically; until then an older backup stays. Readers and writers of the \
      city go on meanwhile. Access tokens are not copied.

      To restore, stop the server and make the backup in the other direction, with --replace.

      Example: yutu backup wuhan.city backups/wuhan-monday.city
      Example: yutu backup --replace backups/wuhan-monday.city wuhan.city
      """)

  @Flag(help: "Replace the file if it exists; only once the copy is whole.")
  var replace = false
  @Flag(help: "Print what was copied as JSON on standard output.")
  var json = false
  @Argument(help: "The city file.")
  var city: String
  @Argument(help: "The file to write.")
  var file: String

  func run() async throws {
    let start = ContinuousClock.now
    let backup = CityBackup(of: city, to: file, replaces: replace)
    let result = try await Interruption.stopping {
      try await backup.run { step in
        switch step {
        case .copying(let done, let total):
          Terminal.progress("page \(done) of \(total), \(100 * done / max(total, 1)) %")
        case .verifying: Terminal.progress("verifying the copy")
        }
      }
    } describing: {
      $0 is CancellationError ? "stopped; \(file) is as it was" : nil
    }
    let seconds = (start.duration(to: .now) / .seconds(0.1)).rounded() / 10
    if json {
      let report: JSONValue = [
        "city": .string(city), "file": .string(file), "commit": .integer(result.commit),
        "time": JSONValue(result.time), "bytes": .integer(result.bytes),
        "seconds": .real(seconds),
      ]
      return print(report.text)
    }
    let state = result.time.map { "commit \(result.commit) of \($0)" } ?? "no commit yet"
    let size = (Double(result.bytes) / 104_857.6).rounded() / 10
    Terminal.answer("\(file): \(state), \(size) MiB, verified, \(seconds) s")
  }
}
