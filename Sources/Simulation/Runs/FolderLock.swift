import Foundation

/// The lock of a run's folder, which whoever computes into it holds.
package enum FolderLock {
  /// For how long others may hold it that only look, in hundredths of a second.
  private static let patience = 20

  /// Keeps others out of a folder until the descriptor is closed; `nil` where somebody computes in
  /// it, or where there is none.
  ///
  /// - Parameter isShared: For who only looks: others may do so, too.
  package static func take(_ path: String, isShared: Bool = false) -> Int32? {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    for _ in 0..<(isShared ? 1 : patience) {
      if flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return descriptor }
      usleep(10_000)
    }
    close(descriptor)
    return nil
  }
}
