import GeometryCore
import SimpleFeatures

/// Bends the plan into the real world, so that the river has bends and the streets follow them.
///
/// The bend is smooth at the points of a 50 m lattice and bilinear between them. Streets, blocks
/// and buildings are laid out on the bent ground, in true metres; degrees are bilinear in a lattice
/// of the ground.
struct CityFrame: Sendable {
  /// The width of the lattice in metres.
  static let step = 50
  private let firstColumn: Int
  private let firstRow: Int
  private let columns: Int
  private let rows: Int
  /// The ground's place of each lattice point, row by row.
  private let ground: [PlanePoint]
  private let lattice: DegreeLattice
  /// The box around all that the sample knows, in metres: the rasters'.
  let west: Double
  let south: Double
  let east: Double
  let north: Double

  /// The zone of CGCS2000 in which metres are counted.
  static let zone = "EPSG:4547"
  /// Where the plan's zero lies in it: 114.31°E 30.52°N.
  static let zero = (easting: 530_000.0, northing: 3_378_000.0)
  /// How far the lattice goes on beyond the plan's bounds, in metres.
  private static let margin = 1000

  init(_ plan: CityPlan) throws {
    let bounds = plan.bounds
    let margin = Self.margin / Self.step
    firstColumn = bounds.west / Self.step - margin
    firstRow = bounds.south / Self.step - margin
    columns = (bounds.east - bounds.west) / Self.step + 2 * margin + 2
    rows = (bounds.north - bounds.south) / Self.step + 2 * margin + 2
    let bend = Bend(plan)
    var ground: [PlanePoint] = []
    ground.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        ground.append(
          bend.place(
            Double((column + firstColumn) * Self.step), Double((row + firstRow) * Self.step)))
      }
    }
    self.ground = ground
    var (xs, ys): ([Double], [Double]) = ([], [])
    for row in margin..<rows - margin - 1 {
      for column in margin..<columns - margin - 1 {
        xs.append(ground[row * columns + column].x)
        ys.append(ground[row * columns + column].y)
      }
    }
    let cell = 10.0
    west = ((xs.min() ?? 0) / cell).rounded(.down) * cell
    south = ((ys.min() ?? 0) / cell).rounded(.down) * cell
    east = ((xs.max() ?? 0) / cell).rounded(.up) * cell
    north = ((ys.max() ?? 0) / cell).rounded(.up) * cell
    lattice = try DegreeLattice(west: west, south: south, east: east, north: north)
  }

  // MARK: Places

  /// The lattice cell of a place of the plan, and the shares of its width and height.
  private func cell(_ u: Double, _ v: Double) -> (index: Int, x: Double, y: Double) {
    let across = u / Double(Self.step) - Double(firstColumn)
    let up = v / Double(Self.step) - Double(firstRow)
    let column = min(max(Int(across), 0), columns - 2)
    let row = min(max(Int(up), 0), rows - 2)
    return (row * columns + column, across - Double(column), up - Double(row))
  }

  /// The place on the ground of a place of the plan.
  func place(_ u: Double, _ v: Double) -> PlanePoint {
    let at = cell(u, v)
    let south = ground[at.index] * (1 - at.x) + ground[at.index + 1] * at.x
    let north = ground[at.index + columns] * (1 - at.x) + ground[at.index + columns + 1] * at.x
    return south * (1 - at.y) + north * at.y
  }

  /// The place of the plan at a place on the ground, by Newton's steps from a guess.
  func plan(_ place: PlanePoint, near guess: (u: Double, v: Double)? = nil) -> (
    u: Double, v: Double
  ) {
    var (u, v) = guess ?? (place.x, place.y)
    for _ in 0..<30 {
      let at = cell(u, v)
      let (sw, se) = (ground[at.index], ground[at.index + 1])
      let (nw, ne) = (ground[at.index + columns], ground[at.index + columns + 1])
      let here = (sw * (1 - at.x) + se * at.x) * (1 - at.y) + (nw * (1 - at.x) + ne * at.x) * at.y
      let miss = place - here
      let along = (se - sw) * (1 - at.y) + (ne - nw) * at.y
      let across = (nw - sw) * (1 - at.x) + (ne - se) * at.x
      let area = along.cross(across)
      let du = miss.cross(across) / area * Double(Self.step)
      let dv = along.cross(miss) / area * Double(Self.step)
      u += du
      v += dv
      if abs(du) + abs(dv) < 1e-5 { break }
    }
    return (u, v)
  }

  /// Longitude and latitude of a place, to a tenth of a millimetre.
  func degrees(_ place: PlanePoint) -> (longitude: Double, latitude: Double) {
    lattice.position(place)
  }

  // MARK: Shapes

  /// A point.
  func point(_ place: PlanePoint) -> Geometry {
    let position = degrees(place)
    return .point(x: position.longitude, y: position.latitude)
  }

  /// A line through places.
  func line(_ places: [PlanePoint]) -> Geometry { .lineString(ordinates(places)) }

  /// A polygon; the outer ring first, all rings without their last point.
  ///
  /// - Parameter inZone: Whether in metres of ``zone``; else in degrees.
  func polygon(_ rings: [[PlanePoint]], inZone: Bool = false) -> Geometry {
    .polygon(rings.map { ordinates($0 + [$0[0]], inZone: inZone) })
  }

  private func ordinates(_ places: [PlanePoint], inZone: Bool = false) -> [Double] {
    var ordinates: [Double] = []
    ordinates.reserveCapacity(2 * places.count)
    for place in places {
      if inZone {
        ordinates.append(Self.zero.easting + place.x)
        ordinates.append(Self.zero.northing + place.y)
      } else {
        let position = degrees(place)
        ordinates.append(position.longitude)
        ordinates.append(position.latitude)
      }
    }
    return ordinates
  }

  // MARK: Shapes of the plan

  /// The ground's line through places of the plan, with vertices wherever the lattice bends it.
  func path(_ places: [(u: Double, v: Double)]) -> [PlanePoint] {
    var path: [PlanePoint] = []
    for (from, to) in zip(places, places.dropFirst()) {
      path.append(place(from.u, from.v))
      for u in steps(from.u, to.u) {
        path.append(place(u, from.v + (to.v - from.v) * (u - from.u) / (to.u - from.u)))
      }
      if from.u == to.u { for v in steps(from.v, to.v) { path.append(place(from.u, v)) } }
    }
    if let last = places.last { path.append(place(last.u, last.v)) }
    return path
  }

  /// The ring around the plan's rectangle, counter-clockwise, without its last point.
  func ring(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [PlanePoint] {
    path([(west, south), (east, south), (east, north), (west, north), (west, south)]).dropLast()
  }

  /// The plan's rectangle between two corners.
  func rectangle(
    _ west: Double, _ south: Double, _ east: Double, _ north: Double, inZone: Bool = false
  ) -> Geometry {
    polygon([ring(west, south, east, north)], inZone: inZone)
  }

  /// The lattice's numbers strictly between two, in the direction from the first to the second.
  private func steps(_ from: Double, _ to: Double) -> [Double] {
    let step = Double(Self.step)
    let (low, high) = (min(from, to), max(from, to))
    let numbers = stride(from: (low / step).rounded(.down) * step + step, to: high, by: step)
      .filter { $0 > low && $0 < high }
    return from < to ? numbers : numbers.reversed()
  }
}

/// Longitudes and latitudes at the points of a lattice on the ground.
private struct DegreeLattice: Sendable {
  private static let step = 100.0
  private let originX: Double
  private let originY: Double
  private let columns: Int
  private let rows: Int
  private let longitudes: [Double]
  private let latitudes: [Double]

  init(west: Double, south: Double, east: Double, north: Double) throws {
    let margin = 5 * Self.step
    originX = west - margin
    originY = south - margin
    columns = Int((east - west + 2 * margin) / Self.step) + 2
    rows = Int((north - south + 2 * margin) / Self.step) + 2
    var pairs: [Double] = []
    pairs.reserveCapacity(2 * columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        pairs.append(CityFrame.zero.easting + originX + Double(column) * Self.step)
        pairs.append(CityFrame.zero.northing + originY + Double(row) * Self.step)
      }
    }
    let toMap = try CoordinateTransform(
      from: CoordinateReferenceSystem(CityFrame.zone), to: .cgcs2000)
    let map = try toMap.transform(Geometry(kind: .multiPoint, ordinates: pairs)).ordinates
    longitudes = stride(from: 0, to: map.count, by: 2).map { map[$0] }
    latitudes = stride(from: 1, to: map.count, by: 2).map { map[$0] }
  }

  func position(_ place: PlanePoint) -> (longitude: Double, latitude: Double) {
    let across = (place.x - originX) / Self.step
    let up = (place.y - originY) / Self.step
    let column = min(max(Int(across), 0), columns - 2)
    let row = min(max(Int(up), 0), rows - 2)
    let (x, y, index) = (across - Double(column), up - Double(row), row * columns + column)
    func value(_ field: [Double]) -> Double {
      let south = field[index] * (1 - x) + field[index + 1] * x
      let north = field[index + columns] * (1 - x) + field[index + columns + 1] * x
      return ((south * (1 - y) + north * y) * 1e9).rounded() / 1e9
    }
    return (value(longitudes), value(latitudes))
  }
}

/// How the plan is bent: along a river with meanders, most beside it.
private struct Bend {
  private let phases: [Double]

  init(_ plan: CityPlan) {
    var dice = plan.dice(.frame)
    phases = (0..<6).map { _ in dice.real(0, 2 * Double.pi) }
  }

  /// How far the river swings, and at what wavelength, in metres.
  private static let swings: [(reach: Double, wave: Double)] = [(205, 3300), (42, 1450)]

  func place(_ u: Double, _ v: Double) -> PlanePoint {
    var (swing, slope) = (0.0, 0.0)
    for (index, one) in Self.swings.enumerated() {
      let number = 2 * Double.pi / one.wave
      swing += one.reach * Double.sine(number * u + phases[index])
      slope += one.reach * number * Double.cosine(number * u + phases[index])
    }
    let far = Double.exponential(-(v / 2400) * (v / 2400))
    // Streets across the river stay almost at right angles to it.
    let lean = 0.75 * v * Double.exponential(-(v / 750) * (v / 750))
    let wave = 2 * Double.pi
    return PlanePoint(
      x: u - slope * lean + 45 * Double.sine(wave * v / 2900 + phases[2])
        + 18 * Double.sine(wave * (u + v) / 2300 + phases[3]),
      y: v + swing * far + 40 * Double.sine(wave * u / 3900 + phases[4])
        + 14 * Double.sine(wave * (u - v) / 1900 + phases[5]))
  }
}
