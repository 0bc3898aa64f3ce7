package import Foundation
package import Simulation

/// The runs themselves, beside the layers that they give.
extension RunStore {
  /// A run that is kept.
  package struct KeptState: Sendable {
    /// What it is.
    package let record: RunRecord
    /// Whether it is being computed.
    package let isGoingOn: Bool
    /// Of all its files.
    package let byteCount: Int
    /// When its frames are; none for a run that gives none.
    package let moments: [Date]
  }

  /// Why a run is not removed.
  package enum Refusal: Error {
    case unknown
    /// It is being computed.
    case goesOn
  }

  /// The runs that are kept, the latest first.
  package func states() -> [KeptState] {
    all().map(state).sorted {
      ($0.record.created, $0.record.id) > ($1.record.created, $1.record.id)
    }
  }

  /// A run that is kept; `nil` where there is none of the id.
  package func state(_ id: String) -> KeptState? { run(id).map(state) }

  private func state(_ run: KeptRun) -> KeptState {
    KeptState(
      record: run.record,
      isGoingOn: FolderLock.take(run.folder.path, isShared: true).map { close($0) } == nil,
      byteCount: byteCount(of: "\(path)/\(run.record.id)"),
      moments: (run.axis()?.seconds ?? []).map { run.start.addingTimeInterval($0) })
  }

  /// Removes a run with all its files.
  ///
  /// - Throws: ``Refusal``; what the file system throws.
  package func remove(_ id: String) throws {
    guard run(id) != nil else { throw Refusal.unknown }
    guard let lock = FolderLock.take("\(path)/\(id)") else { throw Refusal.goesOn }
    defer { close(lock) }
    // It is gone at once, whatever becomes of its files.
    let gone = "\(path)/.removed-\(UUID().uuidString)"
    try FileManager.default.moveItem(atPath: "\(path)/\(id)", toPath: gone)
    forget(id)
    try FileManager.default.removeItem(atPath: gone)
  }

  private func byteCount(of folder: String) -> Int {
    let names = FileManager.default.enumerator(atPath: folder)
    var sum = 0
    while names?.nextObject() != nil {
      sum += (names?.fileAttributes?[.size] as? Int) ?? 0
    }
    return sum
  }
}
