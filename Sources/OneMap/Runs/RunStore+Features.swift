import Catalog
package import FeatureStore
package import Foundation
import SimpleFeatures
import Simulation
import Synchronization

/// The layers of features that runs gave: `run-ID-NAME`, as they are at a frame.
extension RunStore {
  /// Those of all runs as they are last; how many features each has is not looked at: it is told
  /// how many it may have.
  package func layers() -> [StoredLayer] {
    all().flatMap { run in
      guard let axis = run.axis() else { return [StoredLayer]() }
      return run.record.layers.filter { $0.source == .features }.compactMap { layer in
        run.layers[layer.name].map {
          stored(
            $0, of: run, axis.seconds, frame: axis.seconds.count - 1, count: layer.count ?? 0,
            extent: axis.extent)
        }
      }
    }
  }

  /// Whether an id names a layer of features that a run gave.
  package func isFeatureLayer(_ id: String) -> Bool { find(id)?.layer.source == .features }

  /// A layer as it is at a moment, as it is last for `nil`; `nil` where no run gave it.
  ///
  /// - Throws: ``StoreError`` `outside-time` for a moment at which the run has no frame.
  func layer(_ id: String, at moment: Date?) throws -> ResultLayer? {
    guard let (run, layer) = find(id), layer.source == .features,
      let definition = run.layers[layer.name], let axis = run.axis()
    else { return nil }
    let index = try Self.frame(at: moment, run, axis.seconds)
    let key = "\(id) \(run.record.created) \(index)"
    return try features.layer(key) {
      let maker = features.maker(of: run.record.process)
      let made = try maker?.features(of: layer.name, in: run.folder, atFrame: index) ?? []
      let own = made.enumerated().compactMap { number, feature in
        feature.geometry.map {
          StoredFeature(
            row: Int64(number + 1), id: feature.id ?? String(number + 1), geometry: $0,
            values: Self.values(of: feature, by: definition), commit: run.record.commit)
        }
      }
      let extent = own.reduce(into: Envelope.empty) { $0.formUnion($1.geometry.envelope) }
      return ResultLayer(
        stored(
          definition, of: run, axis.seconds, frame: index, count: own.count,
          extent: extent.isEmpty ? axis.extent : extent), own)
    }
  }

  /// What another snapshot has, with a layer that a run gave as it is at a moment; `nil` where none
  /// gave it.
  ///
  /// - Throws: ``StoreError`` `outside-time` for a moment at which the run has no frame.
  package func snapshot(
    of id: String, at moment: Date?, over base: any FeatureSnapshot
  ) throws -> (any FeatureSnapshot)? {
    try layer(id, at: moment).map { ResultSnapshot(base, [$0]) }
  }

  private func stored(
    _ definition: LayerDefinition, of run: KeptRun, _ seconds: [Double], frame index: Int,
    count: Int, extent: Envelope
  ) -> StoredLayer {
    StoredLayer(
      definition: definition, featureCount: count, lastCommit: run.record.commit,
      lastCommitToken: "\(run.record.id) \(run.record.created) \(definition.id) \(index)",
      lastCommitTime: run.start.addingTimeInterval(seconds[index]).formatted(.iso8601),
      firstCommitTime: run.start.formatted(.iso8601), extent: extent)
  }

  /// The values of the fields of a layer; those of a maker mostly stand in the same order.
  private static func values(
    of feature: Feature, by definition: LayerDefinition
  ) -> [PropertyValue] {
    definition.fields.enumerated().map { place, field in
      if feature.properties.indices.contains(place), feature.properties[place].name == field.name {
        return feature.properties[place].value
      }
      return feature[field.name] ?? .null
    }
  }
}

/// Layers of features of runs that were made lately.
final class RunFeatureShelf: Sendable {
  /// A layer, once it is made: who asks for it meanwhile waits.
  private final class Entry: Sendable {
    let layer = Mutex<ResultLayer?>(nil)
  }

  private let makers: [any RunFeatures]
  private let entries = Mutex<[(key: String, entry: Entry)]>([])
  private static let count = 16

  init(_ makers: [any RunFeatures]) { self.makers = makers }

  /// What makes the layers of a process's runs.
  func maker(of process: String) -> (any RunFeatures)? { makers.first { $0.process == process } }

  /// The layer of a key: from those before, or made now.
  func layer(_ key: String, make: () throws -> ResultLayer) throws -> ResultLayer {
    let entry = entries.withLock { entries in
      if let known = entries.first(where: { $0.key == key })?.entry { return known }
      let new = Entry()
      entries.append((key, new))
      if entries.count > Self.count { entries.removeFirst() }
      return new
    }
    return try entry.layer.withLock { layer in
      if let layer { return layer }
      let made = try make()
      layer = made
      return made
    }
  }
}
