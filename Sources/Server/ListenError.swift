import Glibc
import NIOCore
import SimpleFeatures

/// Why a server cannot listen where it was told to.
package enum ListenError: ExplainedError, Equatable {
  /// Another program listens there.
  case portTaken(host: String, port: Int)
  /// No address of this machine.
  case unknownHost(String)

  /// The error that stands for one of the network library; `nil` for all others.
  init?(_ error: any Error, host: String, port: Int) {
    switch error {
    case let error as IOError where error.errnoCode == EADDRINUSE:
      self = .portTaken(host: host, port: port)
    case is SocketAddressError.UnknownHost: self = .unknownHost(host)
    default: return nil
    }
  }

  package var message: String {
    switch self {
    case .portTaken(let host, let port): "port \(port) of \(host) is taken"
    case .unknownHost(let host): "\(host) is no address of this machine"
    }
  }

  package var hint: String? {
    switch self {
    case .portTaken: "name another with --port, or --port 0 for any free one"
    case .unknownHost:
      "--host 127.0.0.1 for this machine alone, --host 0.0.0.0 for all that reach it"
    }
  }
}
