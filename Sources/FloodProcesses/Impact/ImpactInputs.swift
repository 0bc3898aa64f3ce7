import Catalog
import Foundation
import GeometryCore
import SimpleFeatures
import Simulation

/// Writes what a flood may reach into the folder of its run, `impact/`: a later commit does not
/// change what the run answers.
struct ImpactInputs {
  private let map: any MapSnapshot
  private let rules: ImpactRules
  private let lattice: RasterLattice
  private let toPlane: CoordinateTransform
  private let box: Envelope
  private let folder: FloodInputFolder

  /// The layers that the city's features make, with how many features each may have.
  ///
  /// - Parameters:
  ///   - map: The city with the scenario's edits.
  ///   - lattice: The cells of the run.
  ///   - structures: Its gates, pumps and breaches (``RunStructures/place(_:id:name:_:)``).
  ///   - models: The folder `Models`.
  static func write(
    of map: any MapSnapshot, on lattice: RasterLattice, structures: [Feature], models: String,
    to path: String
  ) throws -> [RunLayer] {
    let file = "\(models)/flood/\(ImpactRules.file)"
    let inputs = try ImpactInputs(
      map, try ImpactRules.load(file: file), lattice, try FloodInputFolder(path))
    for name in [ImpactRules.file, HazardTable.file] {
      let text = try CatalogFile.readText(of: "\(models)/flood/\(name)")
      try FloodInputFolder.write(Array(text.utf8), to: "\(path)/\(name)")
    }
    var layers = [
      RunLayer(DepthBands.layer, .features, count: DepthBands.levels(inputs.rules).count)
    ]
    for layer in ImpactLayer.allCases {
      let features = try inputs.features(of: layer)
      guard !features.isEmpty else { continue }
      try inputs.folder.write(features, to: layer.file)
      layers.append(RunLayer(layer.rawValue, .features, count: features.count))
    }
    if !structures.isEmpty {
      try inputs.folder.write(structures, to: RunStructures.file)
      layers.append(RunLayer(RunStructures.layer, .features, count: structures.count))
    }
    return layers
  }

  private init(
    _ map: any MapSnapshot, _ rules: ImpactRules, _ lattice: RasterLattice,
    _ folder: FloodInputFolder
  ) throws {
    (self.map, self.rules, self.lattice, self.folder) = (map, rules, lattice, folder)
    let system = try CoordinateReferenceSystem(lattice.crs)
    toPlane = try CoordinateTransform(from: .cgcs2000, to: system)
    box = try CoordinateTransform(from: system, to: .cgcs2000).transform(lattice.envelope)
  }

  private func features(of layer: ImpactLayer) throws -> [Feature] {
    switch layer {
    case .buildings: try named([FloodLayers.building], isPrefixed: false)
    case .facilities: try named(FloodLayers.facilities, isPrefixed: true)
    case .roads: RoadPieces.all(of: try roads())
    case .districts: try named([FloodLayers.district], isPrefixed: false)
    }
  }

  /// Features of roles with what is told of each.
  ///
  /// - Parameter isPrefixed: Whether ids are of several layers, whose ids tell them apart.
  private func named(_ roles: [LayerRole], isPrefixed: Bool) throws -> [Feature] {
    let layers = try roles.flatMap { try map.layers(withRole: $0) }
    var found: [Feature] = []
    for layer in layers {
      try forEach(of: layer) { feature, id in
        let name = isPrefixed || layers.count > 1 ? "\(layer):\(id)" : id
        var properties = [
          Property("layer", .text(layer)), Property("feature", .text(id)),
          Property("name", feature["name"] ?? .null), Property("kind", kind(of: feature)),
          Property("people", people(in: feature)),
        ]
        for field in ["code", "rank", "parent"] {
          if let value = feature[field] { properties.append(Property(field, value)) }
        }
        found.append(Feature(id: name, geometry: feature.geometry, properties: properties))
      }
    }
    return found.sorted { ($0.id ?? "") < ($1.id ?? "") }
  }

  /// Roads that water can reach: no bridges, and no rails.
  private func roads() throws -> [Feature] {
    let layers = try map.layers(withRole: FloodLayers.road)
    var found: [Feature] = []
    for layer in layers {
      try forEach(of: layer) { feature, id in
        let kind = kind(of: feature)
        if case .text(let kind) = kind, rules.railKinds.contains(kind) { return }
        guard feature["bridge"] != .boolean(true),
          let shape = feature.geometry?.kind, shape == .lineString || shape == .multiLineString
        else { return }
        found.append(
          Feature(
            id: layers.count > 1 ? "\(layer):\(id)" : id, geometry: feature.geometry,
            properties: [
              Property("layer", .text(layer)), Property("feature", .text(id)),
              Property("name", feature["name"] ?? .null), Property("kind", kind),
              Property("tunnel", .boolean(feature["tunnel"] == .boolean(true))),
            ]))
      }
    }
    return found.sorted { ($0.id ?? "") < ($1.id ?? "") }
  }

  /// Calls `body` for each feature of a layer whose box meets that of the run.
  private func forEach(of layer: String, _ body: (Feature, String) throws -> Void) throws {
    try map.forEachFeature(of: layer, meeting: box) { feature in
      guard let geometry = feature.geometry, !geometry.isEmpty, let id = feature.id,
        try toPlane.transform(geometry).envelope.intersects(lattice.envelope)
      else { return }
      try body(feature, id)
    }
  }

  private func kind(of feature: Feature) -> PropertyValue {
    for field in rules.kindFields {
      if case .text? = feature[field] { return feature[field] ?? .null }
    }
    return .null
  }

  private func people(in feature: Feature) -> PropertyValue {
    for field in rules.peopleFields {
      if let number = feature.number(field) {
        return .integer(Int64(ImpactPlaces.people.clamp(number)))
      }
    }
    return .null
  }
}

/// The layers of features that a flood gives.
enum ImpactLayer: String, CaseIterable, Sendable {
  case buildings, facilities, roads, districts

  /// The file of what the flood may reach, in the folder `impact` of a run.
  var file: String { "\(rawValue).geojson" }
}
