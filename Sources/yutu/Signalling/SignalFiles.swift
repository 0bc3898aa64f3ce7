import Catalog
import Foundation

/// The files of `Models/signals`.
enum SignalFiles {
  /// Reads the file of limits.
  static func limits(_ path: String?) throws -> SignalLimits {
    try SignalLimits.load(file: path ?? ResourcePaths.signals + "/safety.yml")
  }

  /// Reads the file of the congestion index.
  static func congestion(_ path: String?) throws -> CongestionScale {
    try CongestionScale.load(file: path ?? ResourcePaths.signals + "/congestion.yml")
  }

  /// What is wrong with the files of a folder; files that are not there are no fault.
  static func diagnostics(folder: String) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let limits = folder + "/safety.yml"
    let congestion = folder + "/congestion.yml"
    do throws(CatalogError) {
      if FileManager.default.fileExists(atPath: limits) { _ = try SignalLimits.load(file: limits) }
    } catch { diagnostics += error.diagnostics }
    do throws(CatalogError) {
      if FileManager.default.fileExists(atPath: congestion) {
        _ = try CongestionScale.load(file: congestion)
      }
    } catch { diagnostics += error.diagnostics }
    return diagnostics
  }
}
