import GeometryCore
import SimpleFeatures

/// Bends the plan's squares into the real world, so that streets curve and blocks differ.
///
/// The bend is smooth at the points of a 50 m lattice and bilinear between them. So a street of
/// the plan is an exact polyline with its vertices on the lattice, and its points lie on it.
struct CityFrame: Sendable {
  /// The width of the lattice in metres.
  static let step = 50
  private let firstColumn: Int
  private let firstRow: Int
  private let columns: Int
  private let rows: Int
  /// Easting, northing, longitude and latitude of each lattice point, row by row.
  private let easting: [Double]
  private let northing: [Double]
  private let longitude: [Double]
  private let latitude: [Double]

  /// The zone of CGCS2000 in which metres are counted.
  static let zone = "EPSG:4547"
  /// Where the plan's zero lies in it: 114.31°E 30.52°N.
  private static let origin = (easting: 530_000.0, northing: 3_378_000.0)
  /// Easting and northing of the plan's zero before it is bent.
  var zero: (easting: Double, northing: Double) { Self.origin }

  init(_ plan: CityPlan) throws {
    let bounds = plan.bounds
    let margin = 6
    firstColumn = bounds.west / Self.step - margin
    firstRow = bounds.south / Self.step - margin
    columns = (bounds.east - bounds.west) / Self.step + 2 * margin + 2
    rows = (bounds.north - bounds.south) / Self.step + 2 * margin + 2
    var dice = plan.dice(.frame)
    let phases = (0..<4).map { _ in dice.real(0, 2 * Double.pi) }
    let bend = { (along: Double, wave: Double, phase: Int) in
      Double.sine(2 * Double.pi * along / wave + phases[phase])
    }
    var pairs: [Double] = []
    pairs.reserveCapacity(2 * columns * rows)
    for row in 0..<rows {
      let v = Double((row + firstRow) * Self.step)
      for column in 0..<columns {
        let u = Double((column + firstColumn) * Self.step)
        pairs.append(
          Self.origin.easting + u + 50 * bend(v, 3100, 0) + 18 * bend(u + v, 2300, 1))
        pairs.append(
          Self.origin.northing + v + 50 * bend(u, 3500, 2) + 14 * bend(u - v, 1900, 3))
      }
    }
    let toMap = try CoordinateTransform(
      from: CoordinateReferenceSystem(Self.zone), to: CoordinateReferenceSystem.cgcs2000)
    let map = try toMap.transform(Geometry(kind: .multiPoint, ordinates: pairs)).ordinates
    easting = stride(from: 0, to: pairs.count, by: 2).map { pairs[$0] }
    northing = stride(from: 1, to: pairs.count, by: 2).map { pairs[$0] }
    longitude = stride(from: 0, to: map.count, by: 2).map { map[$0] }
    latitude = stride(from: 1, to: map.count, by: 2).map { map[$0] }
  }

  // MARK: Places

  /// The lattice cell of a place, and the shares of its width and height.
  private func cell(_ u: Double, _ v: Double) -> (index: Int, x: Double, y: Double) {
    let across = u / Double(Self.step) - Double(firstColumn)
    let up = v / Double(Self.step) - Double(firstRow)
    let column = min(max(Int(across), 0), columns - 2)
    let row = min(max(Int(up), 0), rows - 2)
    return (row * columns + column, across - Double(column), up - Double(row))
  }

  private func value(_ field: [Double], _ at: (index: Int, x: Double, y: Double)) -> Double {
    let south = field[at.index] * (1 - at.x) + field[at.index + 1] * at.x
    let north = field[at.index + columns] * (1 - at.x) + field[at.index + columns + 1] * at.x
    return south * (1 - at.y) + north * at.y
  }

  /// Longitude and latitude of a place of the plan, to a tenth of a millimetre.
  func place(_ u: Double, _ v: Double) -> (longitude: Double, latitude: Double) {
    let cell = cell(u, v)
    return (
      (value(longitude, cell) * 1e9).rounded() / 1e9, (value(latitude, cell) * 1e9).rounded() / 1e9
    )
  }

  /// Easting and northing of a place of the plan in ``zone``.
  func metres(_ u: Double, _ v: Double) -> (easting: Double, northing: Double) {
    let cell = cell(u, v)
    return (value(easting, cell), value(northing, cell))
  }

  /// The place of the plan at an easting and northing, by fixed-point steps from a guess.
  ///
  /// The bend changes by less than a fifth of a metre a metre, so eight steps leave less than a
  /// millimetre of a kilometre.
  func plan(easting: Double, northing: Double, near guess: (u: Double, v: Double)?) -> (
    u: Double, v: Double
  ) {
    var (u, v) = guess ?? (easting - Self.origin.easting, northing - Self.origin.northing)
    for _ in 0..<8 {
      let here = metres(u, v)
      let (du, dv) = (easting - here.easting, northing - here.northing)
      u += du
      v += dv
      if abs(du) + abs(dv) < 1e-4 { break }
    }
    return (u, v)
  }

  // MARK: Shapes

  /// A point.
  func point(_ u: Double, _ v: Double) -> Geometry {
    let place = place(u, v)
    return .point(x: place.longitude, y: place.latitude)
  }

  /// A line along the plan's axes through places, with vertices wherever the lattice bends it.
  func line(_ places: [(u: Double, v: Double)]) -> Geometry {
    .lineString(ordinates(along: places))
  }

  /// A polygon whose sides run along the plan's axes, counter-clockwise.
  func ring(_ places: [(u: Double, v: Double)]) -> [Double] {
    ordinates(along: places + [places[0]])
  }

  /// The plan's rectangle between two corners.
  func rectangle(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Geometry {
    .polygon([ring([(west, south), (east, south), (east, north), (west, north)])])
  }

  /// A box of the plan.
  func rectangle(_ box: PlanBox) -> Geometry {
    rectangle(Double(box.west), Double(box.south), Double(box.east), Double(box.north))
  }

  /// The plan's rectangle between two corners, in metres of ``zone``.
  func zoneRectangle(
    _ west: Double, _ south: Double, _ east: Double, _ north: Double
  ) -> Geometry {
    let corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return .polygon([ordinates(along: corners, by: metres)])
  }

  private func ordinates(along places: [(u: Double, v: Double)]) -> [Double] {
    ordinates(along: places) { u, v in
      let place = self.place(u, v)
      return (place.longitude, place.latitude)
    }
  }

  private func ordinates(
    along places: [(u: Double, v: Double)], by position: (Double, Double) -> (Double, Double)
  ) -> [Double] {
    var ordinates: [Double] = []
    func add(_ u: Double, _ v: Double) {
      let (x, y) = position(u, v)
      ordinates.append(x)
      ordinates.append(y)
    }
    for (from, to) in zip(places, places.dropFirst()) {
      add(from.u, from.v)
      for u in lattice(from.u, to.u) {
        add(u, from.v + (to.v - from.v) * (u - from.u) / (to.u - from.u))
      }
      if from.u == to.u { for v in lattice(from.v, to.v) { add(from.u, v) } }
    }
    if let last = places.last { add(last.u, last.v) }
    return ordinates
  }

  /// The lattice's numbers strictly between two, in the direction from the first to the second.
  private func lattice(_ from: Double, _ to: Double) -> [Double] {
    let step = Double(Self.step)
    let (low, high) = (min(from, to), max(from, to))
    let numbers = stride(from: (low / step).rounded(.down) * step + step, to: high, by: step)
      .filter { $0 > low && $0 < high }
    return from < to ? numbers : numbers.reversed()
  }

  /// How true rectangles lie at a place: turned as the plan is turned there, but with right
  /// angles and true lengths.
  func upright(at u: Double, _ v: Double) -> UprightFrame {
    let (here, east, north) = (metres(u, v), metres(u + 1, v), metres(u, v + 1))
    let (a, c) = (east.easting - here.easting, east.northing - here.northing)
    let (b, d) = (north.easting - here.easting, north.northing - here.northing)
    let (x, y) = (a + d, c - b)
    let length = (x * x + y * y).squareRoot()
    let (cosine, sine) = (x / length, y / length)
    let area = a * d - b * c
    // The plan's steps for one metre along and across the turned rectangle.
    return UprightFrame(
      frame: self, u: u, v: v,
      alongU: (d * cosine - b * sine) / area, alongV: (a * sine - c * cosine) / area,
      acrossU: (-d * sine - b * cosine) / area, acrossV: (c * sine + a * cosine) / area)
  }
}

/// A frame with right angles and true metres around a place of the plan.
struct UprightFrame {
  let frame: CityFrame
  let u: Double
  let v: Double
  let alongU: Double
  let alongV: Double
  let acrossU: Double
  let acrossV: Double

  /// The plan's place some metres along and across.
  func place(_ along: Double, _ across: Double) -> (u: Double, v: Double) {
    (u + along * alongU + across * acrossU, v + along * alongV + across * acrossV)
  }

  /// The polygon through points some metres along and across, in their order.
  ///
  /// - Parameter inZone: Whether in metres of ``CityFrame/zone``; else in degrees.
  func polygon(_ corners: [(Double, Double)], inZone: Bool = false) -> Geometry {
    var ring: [Double] = []
    for corner in corners + [corners[0]] {
      let place = place(corner.0, corner.1)
      if inZone {
        let position = frame.metres(place.u, place.v)
        ring += [position.easting, position.northing]
      } else {
        let position = frame.place(place.u, place.v)
        ring += [position.longitude, position.latitude]
      }
    }
    return .polygon([ring])
  }

  /// A rectangle in metres: its middle along and across, its length and its depth.
  func rectangle(
    _ along: Double = 0, _ across: Double = 0, length: Double, depth: Double,
    inZone: Bool = false
  ) -> Geometry {
    let (x, y) = (length / 2, depth / 2)
    return polygon(
      [
        (along - x, across - y), (along + x, across - y), (along + x, across + y),
        (along - x, across + y),
      ], inZone: inZone)
  }
}
