import Foundation
import SimpleFeatures
import Simulation

/// The folder that a run fills: each file appears under its name when it is whole.
package final class ResultFolder: Sendable {
  package let path: String
  /// Keeps other runs out as long as it is open.
  private let descriptor: Int32

  /// What a run writes, by how its names begin.
  private static let results = [
    "run.json", "run.state", "balance.json", "gauges.csv", "storages.csv", "structures.csv",
    "inlets.csv", "frames.yfr", "record.json",
    "depth-", "velocity-", "max-", "arrival.tif",
  ]

  /// Makes the folder, or opens the one that is there.
  ///
  /// - Parameter continues: Whether results of a run may be there.
  /// - Throws: ``PlainError`` where they may not, where another run fills it, or where nothing
  ///   can be written.
  package init(_ path: String, continues: Bool) throws {
    self.path = path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    } catch {
      throw PlainError(
        message: "the folder \(path) cannot be made: \(error.localizedDescription)",
        hint: "name another with --out")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    if !continues, let name = names.sorted().first(where: Self.isResult) {
      throw PlainError(
        message: "\(path) holds results of a run already: \(name)",
        hint: "name another folder with --out, remove this one, or resume with --resume")
    }
    guard let held = FolderLock.take(path) else {
      throw PlainError(
        message: "another run writes into \(path)", hint: "wait for it, or name another folder")
    }
    descriptor = held
    PartName.synchroniseFolder(of: path)
  }

  deinit { close(descriptor) }

  private static func isResult(_ name: String) -> Bool {
    !name.hasSuffix(".part") && results.contains { name.hasPrefix($0) }
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// A time as names and rows of results tell it: whole seconds without decimals.
  static func text(ofSeconds seconds: Double) -> String {
    seconds == seconds.rounded() && abs(seconds) < 1e15 ? "\(Int(seconds))" : "\(seconds)"
  }

  /// - Throws: ``PlainError`` where one of the files is not there that a run wrote before.
  func check(has names: [String]) throws {
    let missing = names.filter { !FileManager.default.fileExists(atPath: file($0)) }
    guard let first = missing.first else { return }
    throw PlainError(
      message: "\(missing.count) files that the run has written are gone from \(path), such as "
        + first,
      hint: "put them back, or remove the folder and run the scenario again")
  }

  /// The bytes of a file; `nil` where there is none.
  func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
  }

  func remove(_ name: String) {
    unsafe _ = unlink(file(name))
    PartName.synchroniseFolder(of: file(name))
  }

  /// Writes a file of one or more pieces; one of that name stays as it is until the new one is
  /// whole.
  func write(_ pieces: [[UInt8]], to name: String) throws {
    let target = file(name)
    let part = PartName.make(for: target)
    defer { unsafe _ = unlink(part) }
    let descriptor = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw Self.fault(target, errno) }
    for bytes in pieces {
      guard Self.write(bytes, to: descriptor) else {
        let number = errno
        close(descriptor)
        throw Self.fault(target, number)
      }
    }
    guard close(descriptor) == 0 else { throw Self.fault(target, errno) }
    do {
      try PartName.replace(target, with: part)
    } catch {
      throw Self.fault(target, error.code.rawValue)
    }
  }

  /// Whether all bytes were taken; else `errno` says why.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
      }
      guard count > 0 || errno == EINTR else { return false }
      done += max(count, 0)
    }
    return true
  }

  private static func fault(_ path: String, _ number: Int32) -> PlainError {
    let isFull = [ENOSPC, EDQUOT, EFBIG].contains(number)
    return PlainError(
      message: "\(path) cannot be written: \(unsafe String(cString: strerror(number)))",
      hint: isFull
        ? "the disk is full: make room and go on with --resume; what is finished stays"
        : "check the folder, its permissions and the disk")
  }
}
