package import Catalog
package import FeatureStore
import SimpleFeatures
package import Simulation
import Synchronization

/// The layers that jobs gave, for as long as the jobs are kept: `run-<job>-<output>`.
///
/// They are seen over the city as it is now (``CityMap/results``), by all routes that read layers,
/// but are no part of the city: no commit has made them, and tiles of the whole map leave them out.
package final class ResultLayers: ResultKeeping {
  private struct Entry {
    var job: String
    var layers: [ResultLayer]
  }

  private let entries = Mutex<[Entry]>([])

  package init() {}

  /// What the ids of all begin with.
  package static let prefix = "run-"

  package func keep(
    _ outputs: ProcessOutputs, ofJob id: String, title: LocalisedText, commit: Int
  ) throws -> [String] {
    var layers: [ResultLayer] = []
    for output in outputs.all {
      guard let layer = output.layer else { continue }
      let name = output.name.lowercased().replacing("_", with: "-")
      layers += ResultLayer.all(
        of: try Self.features(of: output.json.bytes), id: "\(Self.prefix)\(id)-\(name)",
        output: output.name, title: layer.title, process: title, commit: commit)
    }
    guard !layers.isEmpty else { return [] }
    let entry = Entry(job: id, layers: layers)
    entries.withLock { $0.append(entry) }
    return layers.map(\.stored.id)
  }

  package func forget(job id: String) {
    entries.withLock { $0.removeAll { $0.job == id } }
  }

  /// The layers that are kept now.
  var all: [ResultLayer] { entries.withLock { $0.flatMap(\.layers) } }

  /// The ids of those that these jobs gave.
  func ids(of jobs: Set<String>) -> Set<String> {
    entries.withLock { entries in
      Set(entries.filter { jobs.contains($0.job) }.flatMap { $0.layers.map(\.stored.id) })
    }
  }

  private static func features(of json: [UInt8]) throws(FormatError) -> [Feature] {
    var rest = json
    var reader = GeoJSONReader { () throws(FormatError) in
      defer { rest = [] }
      return rest
    }
    var features: [Feature] = []
    while let record = try reader.next() { features.append(try record.feature.get()) }
    return features
  }
}

extension StoredLayer {
  /// Whether a job gave it.
  package var isResult: Bool { id.hasPrefix(ResultLayers.prefix) }
}
