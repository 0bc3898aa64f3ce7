package import Catalog
import Foundation
import Signals

/// The files of `Models/signals`.
package enum SignalFiles {
  /// What is wrong with the files of a folder; files that are not there are no fault.
  package static func diagnostics(folder: String) -> [Diagnostic] {
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
