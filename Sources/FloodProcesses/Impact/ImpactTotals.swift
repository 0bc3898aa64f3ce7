import SimpleFeatures

/// How much is under water at a frame, in the area of the run or in one district.
struct ImpactTotals {
  /// How many people there are in some places, as far as it is known of them.
  struct Headcount: Sendable {
    private var sum = 0
    private var isKnownOfSome = false
    private var isUnknownOfSome = false

    /// Adds a place; `nil` where nobody knows how many are in it.
    mutating func add(_ people: Int?) {
      if people == nil { isUnknownOfSome = true } else { isKnownOfSome = true }
      sum += people ?? 0
    }

    /// The sum; null where it is known of none of them.
    var value: PropertyValue {
      isUnknownOfSome && !isKnownOfSome ? .null : .integer(Int64(sum))
    }
  }

  /// The figures of the area or of a district.
  struct Figures: Sendable {
    var buildings = 0
    /// In buildings that are under water, as far as it is known.
    var people = Headcount()
    var facilities = 0
    /// In facilities that are under water, as far as it is known.
    var facilityPeople = Headcount()
    /// Facilities by the ids of their layers.
    var facilitiesByLayer: [String: Int] = [:]
    /// Metres of road that are closed, class by class.
    var closedMetres: [(name: String, metres: Double)] = []
    /// Square metres at least so deep: under water, then by the levels of the rules.
    var areas: [(name: String, squareMetres: Double)] = []
  }

  private let byDistrict: [Figures]
  /// The figures of the area of the run.
  let whole: Figures

  init(_ places: ImpactPlaces, _ moment: RunImpact.Moment) {
    let districts = places.groups[.districts]?.features.count ?? 0
    let closed = places.rules.closures.map { (name: $0.name, metres: 0.0) }
    var all = Figures(closedMetres: closed)
    var byDistrict = Array(repeating: Figures(closedMetres: closed), count: districts)
    for (layer, group) in places.groups {
      guard let history = moment.histories[layer] else { continue }
      for index in group.features.indices where history.depth[index] > 0 {
        Self.add(group, index, layer, history, to: &all)
        for district in group.districts[index] {
          Self.add(group, index, layer, history, to: &byDistrict[Int(district)])
        }
      }
    }
    let names = Self.areaNames(places.rules)
    for district in byDistrict.indices {
      byDistrict[district].areas = names.enumerated().map { number, name in
        (name, Double(moment.areas[district * names.count + number]) * places.lattice.cellArea)
      }
    }
    all.areas = zip(names, moment.wholeArea).map { name, cells in
      (name, Double(cells) * places.lattice.cellArea)
    }
    (whole, self.byDistrict) = (all, byDistrict)
  }

  private static func add(
    _ group: ImpactPlaces.Group, _ index: Int, _ layer: ImpactLayer, _ history: ImpactHistory,
    to figures: inout Figures
  ) {
    switch layer {
    case .buildings:
      figures.buildings += 1
      figures.people.add(group.people[index])
    case .facilities:
      figures.facilities += 1
      figures.facilityPeople.add(group.people[index])
      if let layer = group.features[index].text("layer") {
        figures.facilitiesByLayer[layer, default: 0] += 1
      }
    case .roads:
      for (number, closing) in history.closings.enumerated() where closing.isClosed[index] {
        figures.closedMetres[number].metres += group.lengths[index]
      }
    case .districts: break
    }
  }

  /// What areas are called: `wet_area`, `area_15cm`.
  private static func areaNames(_ rules: ImpactRules) -> [String] {
    ["wet_area"] + rules.areaMetres.map { "area_\(ImpactRules.name(ofDepth: $0))" }
  }

  /// The figures of a district by its index.
  func of(district index: Int) -> Figures { byDistrict[index] }
}

extension ImpactTotals.Figures {
  /// The figures as properties of a district.
  var properties: [Property] {
    [
      Property("buildings", .integer(Int64(buildings))),
      Property("affected_people", people.value),
      Property("facilities", .integer(Int64(facilities))),
      Property("facility_people", facilityPeople.value),
    ]
      + closedMetres.map { Property("closed_\($0.name)", .real($0.metres.rounded())) }
      + areas.map { Property($0.name, .real($0.squareMetres.rounded())) }
  }

  /// The figures as JSON.
  var json: JSONValue {
    .object(
      properties.map { ($0.name, JSONValue($0.value)) } + [
        (
          "facilities_by_layer",
          .object(
            facilitiesByLayer.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
        )
      ])
  }
}

extension RasterLattice {
  /// Square metres of a cell.
  var cellArea: Double { cellWidth * cellHeight }
}
