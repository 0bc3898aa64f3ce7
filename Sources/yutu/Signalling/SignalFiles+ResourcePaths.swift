import Catalog
import CommandSupport
import SignalProcesses
import Signals

extension SignalFiles {
  /// Reads the file of limits; by default that of `Models/signals`.
  static func limits(_ path: String?) throws -> SignalLimits {
    try SignalLimits.load(file: path ?? ResourcePaths.signals + "/safety.yml")
  }

  /// Reads the file of the congestion index; by default that of `Models/signals`.
  static func congestion(_ path: String?) throws -> CongestionScale {
    try CongestionScale.load(file: path ?? ResourcePaths.signals + "/congestion.yml")
  }
}
