import Catalog
import Synchronization

/// Scenarios that were resolved on layers, so that a request need not look every edit up again.
final class OverlayCache: Sendable {
  private struct Key: Hashable {
    var scenario: String
    var layer: String
    var token: String
  }

  private let overlays = Mutex<[Key: LayerOverlay]>([:])
  private static let limit = 100

  /// The edits of `scenario` on `layer`, which `feature` looks up.
  func overlay(
    _ scenario: Scenario, on layer: StoredLayer, feature: (String) throws -> StoredFeature?
  ) throws -> LayerOverlay {
    let key = Key(
      scenario: scenario.fingerprint, layer: layer.id, token: layer.lastCommitToken)
    if let known = overlays.withLock({ $0[key] }) { return known }
    let overlay = try LayerOverlay(scenario, on: layer, feature: feature)
    overlays.withLock { overlays in
      if overlays.count >= OverlayCache.limit { overlays.removeAll() }
      overlays[key] = overlay
    }
    return overlay
  }
}
