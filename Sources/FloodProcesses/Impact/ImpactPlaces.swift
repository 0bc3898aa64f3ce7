import Catalog
import Coverages
import Foundation
import GeometryCore
import SimpleFeatures
import Simulation

/// What a flood may reach, as its run's folder tells it, and which cells tell the water of each.
struct ImpactPlaces: Sendable {
  /// Features of a layer.
  struct Group: Sendable {
    /// In degrees; facilities are points.
    var features: [Feature] = []
    var cells = ImpactCells()
    /// How many people are in each; `nil` where it is not known.
    var people: [Int?] = []
    /// Metres of each line, 0 of others.
    var lengths: [Double] = []
    /// The districts that hold a place of each feature.
    var districts: [[Int32]] = []
  }

  let rules: ImpactRules
  let lattice: RasterLattice
  private(set) var groups: [ImpactLayer: Group] = [:]

  /// Reads the folder of a run.
  ///
  /// - Throws: ``CatalogError`` and `FormatError` for files that are damaged.
  init(_ run: RunFolder, on lattice: RasterLattice) throws {
    self.lattice = lattice
    let folder = "\(run.path)/impact"
    rules = try ImpactRules.load(file: "\(folder)/\(ImpactRules.file)")
    let toPlane = try CoordinateTransform(
      from: .cgcs2000, to: CoordinateReferenceSystem(lattice.crs))
    let districts = try Self.features("\(folder)/\(ImpactLayer.districts.file)")
    let areas = try districts.map { try toPlane.transform($0.geometry ?? Self.nowhere) }
    let held = try PreparedSet(areas)
    var buildings: (shapes: PreparedSet, cells: ImpactCells)?
    for layer in ImpactLayer.allCases {
      var group = Group()
      group.features =
        layer == .districts ? districts : try Self.features("\(folder)/\(layer.file)")
      var shapes: [Geometry] = []
      for (index, feature) in group.features.enumerated() {
        let shape =
          layer == .districts
          ? areas[index] : try toPlane.transform(feature.geometry ?? Self.nowhere)
        shapes.append(shape)
        add(shape, feature, of: layer, buildings, to: &group)
        guard layer != .districts else { continue }
        let place = try shape.pointOnSurface().ordinates
        group.districts.append(
          place.count < 2 ? [] : held.containing(x: place[0], y: place[1]).map { Int32($0) })
        if layer == .facilities, let own = feature.geometry {
          group.features[index].geometry = try own.pointOnSurface()
        }
      }
      if layer == .buildings { buildings = (try PreparedSet(shapes), group.cells) }
      groups[layer] = group
    }
  }

  /// How many people may be in a feature: sums of a million such numbers stay whole numbers.
  static let people = 0...1e9

  private func add(
    _ shape: Geometry, _ feature: Feature, of layer: ImpactLayer,
    _ buildings: (shapes: PreparedSet, cells: ImpactCells)?, to group: inout Group
  ) {
    group.people.append(feature.number("people").map { Int(Self.people.clamp($0)) })
    let isLine = shape.kind == .lineString
    group.lengths.append(isLine ? shape.planarLength : 0)
    if layer == .districts {
      group.cells.add(area: shape, on: lattice)
    } else if shape.kind == .point, let buildings,
      let holder = buildings.shapes.containing(x: shape.ordinates[0], y: shape.ordinates[1]).first
    {
      // Water stands around the building that it is in.
      group.cells.add(cellsOf: holder, in: buildings.cells)
    } else if feature["tunnel"] == .boolean(true) {
      group.cells.add(shape.ends, on: lattice)
    } else {
      group.cells.add(shape, on: lattice)
    }
  }

  private static let nowhere = Geometry(kind: .collection)

  /// The features of a file; none where there is no such file.
  static func features(_ file: String) throws -> [Feature] {
    guard var rest = FileManager.default.contents(atPath: file).map({ Array($0) }) else {
      return []
    }
    var reader = GeoJSONReader { () throws(FormatError) in
      defer { rest = [] }
      return rest
    }
    var features: [Feature] = []
    while let record = try reader.next() { features.append(try record.feature.get()) }
    return features
  }
}

extension Geometry {
  /// The length of a line in its own units.
  fileprivate var planarLength: Double {
    zip(0..<vertexCount, 1..<max(vertexCount, 1)).reduce(0) { sum, pair in
      let (a, b) = (pair.0 * stride, pair.1 * stride)
      return sum + hypot(ordinates[b] - ordinates[a], ordinates[b + 1] - ordinates[a + 1])
    }
  }

  /// The two ends of a line.
  fileprivate var ends: Geometry {
    let last = (vertexCount - 1) * stride
    return Geometry(
      kind: .multiPoint,
      ordinates: [ordinates[0], ordinates[1], ordinates[last], ordinates[last + 1]], pathEnds: [2])
  }
}

extension ClosedRange<Double> {
  /// The number of the range that is nearest; its lower bound for NaN.
  func clamp(_ number: Double) -> Double {
    number.isNaN ? lowerBound : Swift.min(Swift.max(number, lowerBound), upperBound)
  }
}
