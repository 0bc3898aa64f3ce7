public import SimpleFeatures

/// Why a TraCI server cannot be reached, or what it said that ends the talk.
public typealias TraCIError = CodedError<TraCIErrorCode>

/// The kinds of ``TraCIError``, as stable names for programs.
public enum TraCIErrorCode: String, Sendable {
  /// An address that is no HOST:PORT, or a host without an address.
  case invalidAddress = "invalid-address"
  /// Nobody listens there.
  case unreachable
  /// The server is silent for longer than the patience.
  case timeout
  /// The server has hung up, between messages or inside one.
  case closed
  /// The task was cancelled while the server was waited for.
  case cancelled
  /// Bytes that are not TraCI.
  case nonsense
  /// A server of TraCI that speaks another version.
  case unknownVersion = "unknown-version"
  /// A command that the server understood and refused.
  case refused
  /// The log of commands cannot be written.
  case unwritableLog = "unwritable-log"
}

extension TraCIError {
  static func cancelled(_ address: TraCIAddress) -> TraCIError {
    TraCIError(.cancelled, "\(address) was no longer waited for")
  }
}
