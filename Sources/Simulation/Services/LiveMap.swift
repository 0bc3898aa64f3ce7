public import Catalog

/// The one map as it changes: `OneMap` has one.
public protocol LiveMap: Sendable {
  /// The map as it is now.
  func snapshot() async throws -> any MapSnapshot

  /// The number of the last commit of any layer that has one of the roles; 0 before the first.
  func lastCommit(ofRoles roles: [LayerRole]) async throws -> Int
}
