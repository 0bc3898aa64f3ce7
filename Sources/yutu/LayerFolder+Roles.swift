import Catalog
import SignalProcesses
import Simulation

extension LayerFolder {
  /// The roles that layer files may state: those that models read, and those for models that are
  /// not part of this program.
  private static let roles = Set(
    Serve.services.flatMap { $0.roles } + SignalCity.roles
      + [LayerRole("emergency-shelter")])

  init(_ path: String) { self.init(path, roles: Self.roles) }
}
