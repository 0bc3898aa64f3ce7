import GeometryCore
import Roads
import SimpleFeatures

@testable import CityStreets

/// Roads and signals drawn in metres around a place in Wuhan.
struct Drawing {
  private var roads = LayerRoads()
  var signals: [SignalPoint] = []
  var detectors: [DetectorPoint] = []
  private var count: Int64 = 0

  static let middle = SIMD2(114.3, 30.6)
  private static let scale = MetresPerDegree(latitude: 30.6)

  /// Degrees of a place in metres east and north of the middle.
  static func degrees(_ east: Double, _ north: Double) -> SIMD2<Double> {
    middle + SIMD2(east / scale.east, north / scale.north)
  }

  /// Draws a road through places in metres; gives the id of its way.
  @discardableResult
  mutating func road(
    _ places: [(Double, Double)], class name: String = "secondary", lanes: Int? = nil,
    oneway: String? = nil, speed: Double? = nil
  ) -> Int64 {
    count += 1
    let ordinates = places.flatMap { place -> [Double] in
      let degrees = Self.degrees(place.0, place.1)
      return [degrees.x, degrees.y]
    }
    var feature = Feature(
      id: "way/\(count)", geometry: .lineString(ordinates))
    feature.properties.append(Property("class", .text(name)))
    if let lanes { feature.properties.append(Property("lanes", .integer(Int64(lanes)))) }
    if let oneway { feature.properties.append(Property("oneway", .text(oneway))) }
    if let speed { feature.properties.append(Property("maxspeed", .real(speed))) }
    roads.add(feature)
    return count
  }

  mutating func signal(
    _ id: String, _ east: Double, _ north: Double, kind: String? = nil, phases: Int? = nil,
    cycleSeconds: Double? = nil
  ) {
    let place = Self.degrees(east, north)
    signals.append(
      SignalPoint(
        id: id, longitude: place.x, latitude: place.y, kind: kind, phases: phases,
        cycleSeconds: cycleSeconds))
  }

  mutating func detector(
    _ id: String, _ east: Double, _ north: Double, bearing: Double? = nil, lane: Int? = nil,
    road: Int64? = nil
  ) {
    let place = Self.degrees(east, north)
    detectors.append(
      DetectorPoint(
        id: id, longitude: place.x, latitude: place.y, road: road, lane: lane, bearing: bearing))
  }

  func streets(in area: Envelope? = nil) throws -> CityStreets {
    try CityStreets(roads: roads.finish(), signals: signals, area: area)
  }

  /// Two roads that cross in the middle, 400 m to each side, with a signal.
  static func crossing(
    lanes: Int = 4, phases: Int? = nil, cycleSeconds: Double? = nil,
    class name: String = "secondary"
  ) -> Drawing {
    var drawing = Drawing()
    drawing.road([(-400, 0), (0, 0), (400, 0)], class: name, lanes: lanes, speed: 50)
    drawing.road([(0, -400), (0, 0), (0, 400)], class: name, lanes: lanes, speed: 50)
    drawing.signal("XH1", 0, 0, phases: phases, cycleSeconds: cycleSeconds)
    return drawing
  }
}
