package import Catalog
package import FeatureStore
import SimpleFeatures
import TileArchives

/// All tiles of some layers, as one commit left them, whatever is written meanwhile.
package struct Pyramid: Sendable {
  /// What an archive of the tiles is called.
  package let name: String
  /// The city as that commit left it.
  package let map: CityMap
  package let layers: [StoredLayer]
  package let zooms: ClosedRange<Int>
  /// How many tiles are cut at the same time; the result is the same for any number.
  package var workers = 2
  /// The gzip level of tiles.
  ///
  /// Tiles of a file are made once and fetched often, so they are compressed better than answers.
  package var gzipLevel = 6

  /// The tiles of `map` at the moment; its scenario goes with them.
  ///
  /// - Parameters:
  ///   - name: What an archive of them is called.
  ///   - ids: The layers; `nil` for all.
  ///   - zooms: The levels of Web Mercator; `nil` for those of the layers.
  /// - Throws: ``PyramidError`` where there would be no tile; ``StoreError`` `unknown-layer`.
  package init(
    _ map: CityMap, name: String, layers ids: [String]?, zooms: ClosedRange<Int>?
  ) async throws {
    self.name = name
    self.map = try await map.pinned()
    let asked = try await self.map.layers(ids)
    layers = asked.filter { $0.featureCount > 0 || map.mapVersion.scenario != nil }.map(map.drawn)
    guard let first = layers.map(\.definition.tiles.minimumZoom).min(),
      let last = layers.map(\.definition.tiles.maximumZoom).max()
    else {
      throw PyramidError(
        message: "there is no feature to be shown in tiles",
        hint: ids == nil ? "import a file first" : "name other layers, or none for all")
    }
    self.zooms = zooms ?? first...last
    guard self.zooms.upperBound >= first else {
      throw PyramidError(
        message: "these layers are shown from level \(first) on",
        hint: "ask for levels \(first)-\(last)")
    }
  }

  /// What an archive says of these tiles.
  var contents: ArchiveContents {
    let world = Envelope(minX: -180, minY: -85, maxX: 180, maxY: 85)
    return ArchiveContents(
      name: name, description: layers.map(\.definition.title.zh).joined(separator: "、"),
      attribution: layers.attribution, bounds: layers.extent ?? world,
      layers: layers.flatMap(\.definition.tileLayers).compactMap(described))
  }

  private func described(_ layer: LayerDefinition.TileLayer) -> ArchiveContents.Layer? {
    let first = max(layer.firstZoom, zooms.lowerBound)
    let last = min(layer.lastZoom ?? .max, zooms.upperBound)
    guard first <= last else { return nil }
    return ArchiveContents.Layer(
      id: layer.id, description: layer.title.en, zooms: first...last,
      fields: layer.fields.map { ($0.name, $0.type.tileJSONName) })
  }
}

/// Why there are no tiles to write.
package struct PyramidError: ExplainedError {
  /// A stable name for the kind of fault, for programs.
  package let code = "no-tiles"
  package var message: String
  package var hint: String?
}

extension CityMap {
  /// The city as its last commit left it, whatever comes after; unchanged where it is seen at an
  /// earlier one.
  func pinned() async throws -> CityMap {
    guard mapVersion.revision == .latest else { return self }
    let last = try await store.log(layer: nil, before: .max, limit: 1).first?.number ?? 0
    return view(at: MapVersion(.commit(last), scenario: mapVersion.scenario))
  }
}

extension [StoredLayer] {
  /// Where the layers' data come from and under which terms, as one line.
  package var attribution: String {
    let parts = map(\.definition.provenance).map {
      "\($0.source.zh) \($0.source.en) (\($0.licence))"
    }
    return parts.enumerated().filter { parts.firstIndex(of: $0.element) == $0.offset }
      .map(\.element).joined(separator: "; ")
  }
}

extension FieldType {
  /// The type in words of TileJSON 3.0.
  package var tileJSONName: String {
    switch self {
    case .integer, .real: "Number"
    case .boolean: "Boolean"
    case .text, .date, .datetime: "String"
    }
  }
}
