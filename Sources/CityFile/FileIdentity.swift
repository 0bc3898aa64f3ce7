import Foundation

/// Which file a path leads to: two paths with the same identity lead to one file.
struct FileIdentity: Equatable {
  private let device: Int
  private let number: Int

  /// `nil` where the path leads to no file.
  init?(_ path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let device = attributes?[.systemNumber] as? Int,
      let number = attributes?[.systemFileNumber] as? Int
    else { return nil }
    self.device = device
    self.number = number
  }
}
