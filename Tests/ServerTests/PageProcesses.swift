import Catalog
import Foundation
import SimpleFeatures
import Simulation

/// Routes as the crow flies, in the shape of the real ones: for the map page.
struct CrowRoute: BriefProcess {
  let id = "route"
  let title = LocalisedText(zh: "路线", en: "Route")
  private static let from = ProcessInput.place("from", title: words, words)
  private static let to = ProcessInput.place("to", title: words, words)
  private static let profile = ProcessInput(
    "profile", .word(of: ["car", "emergency"]), default: "car", title: words, words)
  private static let language = ProcessInput(
    "language", optional: .word(of: ["zh", "en"]), title: words, words)
  static let words = LocalisedText(zh: "输入", en: "input")
  let inputs = InputSet(from, to, profile, language)
  let outputs = OutputSet(OutputDeclaration("route", title: words, .features(words)))

  static func point(_ place: InputPlace) -> (x: Double, y: Double) {
    (place.longitude, place.latitude)
  }

  static func metres(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
    let (east, north) = ((b.x - a.x) * 95_800, (b.y - a.y) * 110_900)
    return (east * east + north * north).squareRoot()
  }

  func answer(_ inputs: InputValues) throws -> ProcessOutputs {
    let (from, to) = (Self.point(try inputs[Self.from]), Self.point(try inputs[Self.to]))
    let metres = Self.metres(from, to)
    guard metres > 20 else {
      throw ProcessError(
        "no-road-near", "the point is 830 m from the nearest road",
        hint: "choose a point nearer to a road")
    }
    let isChinese = try inputs[Self.language] == "zh"
    func step(_ text: String, _ share: Double, _ at: (x: Double, y: Double)) -> JSONValue {
      [
        "text": .string(text), "length_m": .real(metres * share),
        "duration_s": .real(metres * share / 11), "at": [.real(at.x), .real(at.y)],
      ]
    }
    var outputs = ProcessOutputs()
    outputs.append(
      features: "route",
      [
        "type": "FeatureCollection",
        "features": [
          [
            "type": "Feature",
            "geometry": [
              "type": "LineString",
              "coordinates": [
                [.real(from.x), .real(from.y)], [.real(to.x), .real(from.y)],
                [.real(to.x), .real(to.y)],
              ],
            ],
            "properties": [
              "duration_s": .real(metres / 11), "length_m": .real(metres), "snap_from_m": 3,
              "snap_to_m": 82, "profile": "car",
              "directions": [
                step(isChinese ? "向东沿金桥大道行驶" : "Go east on Jinqiao Avenue", 0.6, from),
                step(
                  isChinese ? "右转进入解放大道" : "Turn right into Jiefang Avenue", 0.4,
                  (to.x, from.y)),
                step(isChinese ? "到达目的地" : "Arrive", 0, to),
              ],
            ],
          ]
        ],
      ])
    return outputs
  }
}

/// Circles as reachable areas.
struct CrowReach: BriefProcess {
  let id = "isochrone"
  let title = LocalisedText(zh: "可达范围", en: "Reachable area")
  private static let at = ProcessInput.place("at", title: CrowRoute.words, CrowRoute.words)
  private static let minutes = ProcessInput(
    "minutes", InputType<Double>.number(in: 1 ... .infinity).list(count: 0...10),
    title: CrowRoute.words,
    CrowRoute.words)
  private static let direction = ProcessInput(
    "direction", optional: .word(of: ["from", "to"]), title: CrowRoute.words, CrowRoute.words)
  let inputs = InputSet(at, minutes, direction)
  let outputs = OutputSet(
    OutputDeclaration("isochrone", title: CrowRoute.words, .object(CrowRoute.words)))

  func answer(_ inputs: InputValues) throws -> ProcessOutputs {
    let at = CrowRoute.point(try inputs[Self.at])
    let areas = try inputs[Self.minutes].map { minutes in
      let radius = minutes * 60 * 0.5
      let ring = (0...48).map { index -> JSONValue in
        let angle = Double(index % 48) / 24 * .pi
        return [
          .real(at.x + radius * cos(angle) / 95_800), .real(at.y + radius * sin(angle) / 110_900),
        ]
      }
      return [
        "type": "Feature", "geometry": ["type": "Polygon", "coordinates": [.array(ring)]],
        "properties": ["minutes": .real(minutes), "area_m2": .real(radius * radius * .pi)],
      ] as JSONValue
    }
    var outputs = ProcessOutputs()
    outputs.append(features: "isochrone", ["type": "FeatureCollection", "features": .array(areas)])
    return outputs
  }
}

/// The nearest features of a layer as the crow flies.
struct CrowNearest: Simulation.Process {
  let id = "nearest"
  let title = LocalisedText(zh: "最近设施", en: "Nearest")
  private static let at = ProcessInput.place("at", title: CrowRoute.words, CrowRoute.words)
  private static let layer = ProcessInput(
    "layer", .word(of: ["building"]), title: CrowRoute.words, CrowRoute.words)
  private static let count = ProcessInput(
    "count", .integer(in: 1 ... .max), default: 5, title: CrowRoute.words, CrowRoute.words)
  private static let direction = ProcessInput(
    "direction", optional: .word(of: ["from", "to"]), title: CrowRoute.words, CrowRoute.words)
  let inputs = InputSet(at, layer, count, direction)
  let outputs = OutputSet(
    OutputDeclaration("nearest", title: CrowRoute.words, .object(CrowRoute.words)))

  @concurrent
  func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let at = CrowRoute.point(try inputs[Self.at])
    let found = try snapshot.features(
      try inputs[Self.layer], in: Envelope(minX: 114, minY: 30, maxX: 115, maxY: 31),
      crs: "EPSG:4490")
    let places = found.compactMap { feature in
      feature.geometry.map { (feature, x: $0.envelope.minX, y: $0.envelope.minY) }
    }.sorted { CrowRoute.metres(at, ($0.x, $0.y)) < CrowRoute.metres(at, ($1.x, $1.y)) }
    let features = places.prefix(try inputs[Self.count]).enumerated().map {
      rank, place in
      let metres = CrowRoute.metres(at, (place.x, place.y))
      return [
        "type": "Feature", "id": JSONValue(place.0.id),
        "geometry": ["type": "Point", "coordinates": [.real(place.x), .real(place.y)]],
        "properties": [
          "id": JSONValue(place.0.id), "name": JSONValue(place.0["name"].flatMap(\.text)),
          "length_m": .real(metres), "duration_s": .real(metres / 11), "rank": .integer(rank + 1),
        ],
      ] as JSONValue
    }
    var outputs = ProcessOutputs()
    outputs.append(
      features: "nearest", ["type": "FeatureCollection", "features": .array(features)])
    return outputs
  }
}
