import SimpleFeatures

/// What passes the gates, pumps and breaches of a flood: the features of the layer `structures`.
enum RunStructures {
  /// The name of the layer.
  static let layer = "structures"
  /// The file of what there is, in the folder `impact` of a run.
  static let file = "structures.geojson"

  /// Something that lets water through.
  enum Kind: String {
    case gate, pump, breach

    /// As numbers of frames and `structures.csv` name it: a breach is a gate that opens.
    var told: String { self == .pump ? "pump" : "gate" }
    /// Where a flow above zero goes: to the river or to the land.
    var direction: String { self == .breach ? "land" : "water" }
  }

  /// One of them, at its place in degrees.
  static func place(_ kind: Kind, id: String, name: PropertyValue, _ place: Geometry) -> Feature {
    Feature(
      id: "\(kind.rawValue):\(id)", geometry: place,
      properties: [
        Property("feature", .text(id)), Property("name", name),
        Property("kind", .text(kind.rawValue)), Property("towards", .text(kind.direction)),
      ])
  }

  /// Each with its flow, m³/s, and the volume so far, m³, as the numbers of a frame tell them.
  static func features(
    _ places: [Feature], _ numbers: [(name: String, value: Double)]
  ) -> [Feature] {
    let values = Dictionary(numbers.map { ($0.name, $0.value) }) { first, _ in first }
    return places.map { place in
      let kind = place.text("kind").flatMap(Kind.init) ?? .gate
      let name = "\(kind.told):\(place.text("feature") ?? "")"
      var place = place
      place.properties += [("flow", "flow"), ("volume", "passed")].map { field, number in
        Property(field, values["\(name).\(number)"].map { .real(micro($0)) } ?? .null)
      }
      return place
    }
  }

  /// As `structures.csv` has it.
  private static func micro(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 + 0 }
}
