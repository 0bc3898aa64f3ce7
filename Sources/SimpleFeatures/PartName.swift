import Foundation

/// The name under which a file grows until it is whole: `FILE.<process>.part`.
///
/// A file that has its proper name is whole, and what a killed process has left is known by its
/// name.
public enum PartName {
  /// The name for this process, beside the file; what killed processes have left of the file goes.
  public static func make(for path: String) -> String {
    removeLeftovers(of: path)
    return "\(path).\(ProcessInfo.processInfo.processIdentifier).part"
  }

  private static func removeLeftovers(of path: String) {
    let place = URL(fileURLWithPath: path)
    let folder = place.deletingLastPathComponent()
    let prefix = place.lastPathComponent + "."
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) && name.contains(".part") {
      let process = name.dropFirst(prefix.count).prefix { $0.isNumber }
      guard let number = Int32(process), kill(number, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }
}
