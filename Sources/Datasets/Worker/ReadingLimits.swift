import Foundation
import SimpleFeatures

/// What the reading of one foreign file may take, from the size of the file.
struct ReadingLimits {
  /// Memory of the process that reads, in bytes.
  let memory: Int
  /// Processor time of the process that reads.
  let cpuSeconds: Int
  /// Bytes of the records that come out of the file.
  let output: Int
  /// Cells of a raster, of which one without values packs as well as anything: a thousand to one.
  let cells: Int

  /// The environment variable by which the operator multiplies all of them.
  static let factorName = "YUTU_READING_LIMITS_FACTOR"

  /// - Parameters:
  ///   - byteCount: Of the file with all its parts.
  ///   - isPacked: Whether GDAL holds the file whole, or unpacks it.
  init(byteCount: Int, isPacked: Bool) {
    let named = ProcessInfo.processInfo.environment[Self.factorName].flatMap(Double.init) ?? 1
    let factor = named.isFinite ? min(max(named, 0.1), 1000) : 1
    // Nobody has files of more than a petabyte.
    let bytes = min(byteCount, 1 << 50)
    memory = Int(factor * Double(768 << 20 + (isPacked ? 64 : 8) * bytes))
    cpuSeconds = Int(factor * Double(45 + 2 * (bytes >> 20)))
    output = Int(factor * Double(16 << 20 + 100 * bytes))
    cells = Int(factor * Double(256 << 20 + 250 * bytes))
  }
}

extension ReadingLimits {
  /// What to do where a file takes more than its size explains.
  private static let hint =
    "no ordinary file of its size needs that much: ask where it comes from; if it is trusted, set "
    + "\(factorName)=10 for ten times the limits"

  func outOfMemory(_ name: String) -> ImportError {
    ImportError(
      .unreadableFile,
      "\(name) is not read any further: it takes more than \(memory >> 20) MB of memory",
      hint: Self.hint)
  }

  func outOfTime(_ name: String) -> ImportError {
    ImportError(
      .unreadableFile,
      "\(name) is not read any further: it takes more than \(cpuSeconds) s of processor time",
      hint: Self.hint)
  }

  func tooManyCells(_ name: String, _ columns: Int, _ rows: Int) -> ImportError {
    ImportError(
      .unsuitableRaster,
      "\(name) claims \(columns) x \(rows) cells, more than \(cells / 1_000_000) million",
      hint: Self.hint)
  }

  func tooMuchOutput(_ name: String) -> ImportError {
    ImportError(
      .unreadableFile,
      "\(name) is not read any further: more than \(output >> 20) MB of features come out of it",
      hint: Self.hint)
  }
}
