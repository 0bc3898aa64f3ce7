package import Catalog
package import FeatureStore
import GeometryCore
import SimpleFeatures

/// Makes a fictional city: a riverside district at 114°E with all its layers, coherent
/// from terrain to rooms, and equal for equal seeds.
///
/// The layers are written one after the other, each as one commit and each neighbourhood by
/// neighbourhood, so memory does not grow with the city.
package struct SampleCity {
  private let city: SampleCityParts
  private let layers: [LayerDefinition]

  /// What was written of one layer.
  package struct Written: Equatable, Sendable {
    /// The layer's id.
    package var layer: String
    /// Its features, or the cells of a raster.
    package var count: Int
  }

  /// - Parameter scale: How many neighbourhoods of about 2,000 buildings.
  /// - Parameter layers: The definitions; those of other layers are not used.
  /// - Throws: ``PlainError`` for a scale out of bounds.
  package init(scale: Int, seed: UInt64, layers: [LayerDefinition]) throws {
    guard Self.scales.contains(scale) else {
      throw PlainError(
        message: "--scale \(scale) is not between 1 and \(Self.scales.upperBound)",
        hint: "1 gives about 2,000 buildings, 235 the 470,000 of Wuhan")
    }
    city = try SampleCityParts(scale: scale, seed: seed)
    self.layers = layers
  }

  /// The scales that can be made: beyond them the streets would leave the zone around 114°E.
  package static let scales = 1...1000

  /// Writes all layers into an empty city.
  ///
  /// - Parameter progress: Is told of each layer once it is written.
  /// - Returns: What was written, in the order of writing.
  /// - Throws: ``PlainError`` where a layer's file has no place for what the sample holds;
  ///   ``StoreError`` where a layer's rules are broken.
  package func write(
    into store: SpatiaLiteStore, progress: (Written) -> Void = { _ in }
  ) throws -> [Written] {
    var written: [Written] = []
    func note(_ layer: String, _ count: Int) {
      written.append(Written(layer: layer, count: count))
      progress(written[written.count - 1])
    }
    let neighbourhoods = Neighbourhoods(city)
    for raster in SampleRaster.allCases {
      note(raster.rawValue, try write(raster, into: store))
    }
    for (id, make) in SampleLayers.all {
      note(id, try write(id, make, of: neighbourhoods, into: store))
    }
    return written
  }

  private func definition(_ id: String) throws -> LayerDefinition {
    guard let layer = layers.first(where: { $0.id == id }) else {
      throw PlainError(
        message: "there is no layer \"\(id)\", which the sample city has",
        hint: "use the folder Layers/ that comes with Yutu")
    }
    guard let made = layer.holding(dataOf: provenance(layer.provenance.grade)) else {
      throw PlainError(
        message: "the file of layer \"\(id)\" cannot be read again",
        hint: "use the folder Layers/ that comes with Yutu")
    }
    return made
  }

  /// Nobody surveyed what is made up here, whoever answers for such layers elsewhere.
  private func provenance(_ grade: Grade) -> Provenance {
    Provenance(
      owner: LocalisedText(zh: "无（虚构城市）", en: "Nobody: the city is made up"),
      source: LocalisedText(
        zh: "yutu sample 虚构，种子 \(city.plan.seed)",
        en: "Made up by yutu sample, seed \(city.plan.seed)"),
      licence: "CC0-1.0", grade: grade)
  }

  private var draft: CommitDraft {
    CommitDraft(
      author: "yutu sample", message: "scale \(city.plan.scale), seed \(city.plan.seed)",
      source: "Made up by yutu sample, seed \(city.plan.seed)")
  }

  private func write(_ raster: SampleRaster, into store: SpatiaLiteStore) throws -> Int {
    let lattice = city.rasterLattice
    let bounds = try CoordinateTransform(
      from: CoordinateReferenceSystem(CityFrame.zone), to: .cgcs2000
    ).transform(lattice.envelope)
    _ = try store.commitRaster(
      draft, RasterDraft(lattice: lattice, noValue: raster.noValue, extent: bounds),
      to: definition(raster.rawValue)
    ) { writer in
      for rows in writer.bands {
        try writer.write(rows: rows, city.values(of: raster, lattice, rows: rows))
      }
      return 0
    }
    return lattice.cellCount
  }

  private func write(
    _ id: String, _ make: (Neighbourhood) -> [Feature], of neighbourhoods: Neighbourhoods,
    into store: SpatiaLiteStore
  ) throws -> Int {
    let layer = try definition(id)
    var rows = FeatureRows(layer)
    let commit = try store.commit(draft, to: layer) { writer in
      var counts = CommitCounts()
      for number in 0..<city.plan.scale {
        let neighbourhood = neighbourhoods[number]
        for feature in make(neighbourhood) {
          let row = try rows.row(of: feature, county: neighbourhood.division.towns[0].county.code)
          guard
            case .added = try writer.write(id: row.id, geometry: row.geometry, values: row.values)
          else { throw PlainError(message: "\(id) \(row.id) was made twice", hint: nil) }
          counts.added += 1
        }
      }
      return counts
    }
    if let breach = commit?.rules.breaches.first {
      throw PlainError(
        message: "the sample breaks a rule: \(breach.line)",
        hint: "use the folder Layers/ that comes with Yutu")
    }
    return commit?.counts.added ?? 0
  }
}

/// The neighbourhoods by number: a few are kept, so that what they have made serves the next layer.
private final class Neighbourhoods {
  private let city: SampleCityParts
  private let squares: [CityPlan.Square]
  private var kept: [Int: Neighbourhood] = [:]
  private static let most = 12

  init(_ city: SampleCityParts) {
    self.city = city
    squares = city.plan.squares
  }

  subscript(number: Int) -> Neighbourhood {
    if let known = kept[number] { return known }
    let made = Neighbourhood(squares[number], number: number, in: city)
    if kept.count < Self.most { kept[number] = made }
    return made
  }
}
