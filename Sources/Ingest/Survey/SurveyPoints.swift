import Datasets
import Foundation
import GeometryCore
import SimpleFeatures

/// The numbered points of a survey: places and heights by number, and what is wrong with them.
struct SurveyPoints {
  /// What is known of a point beside its place; NaN where it is not.
  struct Heights {
    /// Of the ground, in metres.
    var ground = Double.nan
    /// Of the bottom of its manhole, in metres.
    var bottom = Double.nan
  }

  /// What the points came from, for messages.
  let name: String
  /// What is said of the coordinates' system, and what that is.
  let declaredCRS: DeclaredCRS
  let system: CoordinateReferenceSystem
  private var indices: [String: Int32] = [:]
  private var ordinates: [Double] = []
  private var heights: [Heights] = []
  /// Points whose number stands at several places.
  private var unclear: Set<Int32> = []
  /// The first point in each cell of a grid, whose cells are one place.
  private var cells: [Cell: Int32] = [:]
  private var numbers: [String] = []
  /// What is wrong with the points, as records of number 0.
  private(set) var problems: [RecordDiagnostic] = []

  private struct Cell: Hashable {
    var x: Int64
    var y: Int64
  }

  init(_ name: String, _ declaredCRS: DeclaredCRS, _ system: CoordinateReferenceSystem) {
    self.name = name
    self.declaredCRS = declaredCRS
    self.system = system
  }

  var count: Int { numbers.count }

  // MARK: Looking up

  /// The index of a point; `nil` where no point has the number.
  func index(of number: String) -> Int? { indices[number].map { Int($0) } }

  func number(_ index: Int) -> String { numbers[index] }

  func place(_ index: Int) -> (x: Double, y: Double) {
    (ordinates[2 * index], ordinates[2 * index + 1])
  }

  func heights(_ index: Int) -> Heights { heights[index] }

  /// Whether the point's number stands at several places.
  func isUnclear(_ index: Int) -> Bool { unclear.contains(Int32(index)) }

  /// Metres from a point to a place, for distances within a city.
  func metres(_ index: Int, to other: (x: Double, y: Double)) -> Double {
    let place = place(index)
    let scale = metresPerUnit(at: place.y)
    return hypot((place.x - other.x) * scale.x, (place.y - other.y) * scale.y)
  }

  /// Metres of one unit of the coordinates; degrees to some per mille.
  private func metresPerUnit(at y: Double) -> (x: Double, y: Double) {
    guard system.isGeographic else { return (1, 1) }
    return (111_320 * cos(y * .pi / 180), 110_950)
  }

  // MARK: Filling

  mutating func add(
    _ number: String, _ place: (x: Double, y: Double), _ own: Heights, record: Int?
  ) {
    let title = record.map { "record \($0) of \(name): " } ?? ""
    if let first = indices[number] {
      let metres = metres(Int(first), to: place)
      guard metres > SurveyTolerance.samePlaceMetres else {
        return note(
          "duplicate-point", "\(title)the point \(number) is given twice, at the same place",
          hint: "the first counts; delete the other")
      }
      unclear.insert(first)
      return note(
        "duplicate-point",
        "\(title)the point \(number) is given twice, \(Self.metres(metres)) apart",
        hint: "give one of them a number of its own; until then lines at it are left out")
    }
    let index = Int32(numbers.count)
    indices[number] = index
    numbers.append(number)
    ordinates += [place.x, place.y]
    heights.append(own)
    let scale = metresPerUnit(at: ordinates[1])
    let size = SurveyTolerance.samePlaceMetres / 2.0.squareRoot()
    let cell = Cell(
      x: Int64((place.x * scale.x / size).rounded(.down)),
      y: Int64((place.y * scale.y / size).rounded(.down)))
    if let duplicate = duplicate(of: place, near: cell) {
      note(
        "same-place",
        "\(title)the points \(numbers[Int(duplicate)]) and \(number) lie at the same place",
        hint: "delete one and let its lines end at the other, or correct its coordinates")
    }
    if cells[cell] == nil { cells[cell] = index }
  }

  private func duplicate(of place: (x: Double, y: Double), near cell: Cell) -> Int32? {
    for x in -2...2 {
      for y in -2...2 {
        let other = cells[Cell(x: cell.x + Int64(x), y: cell.y + Int64(y))]
        if let other, metres(Int(other), to: place) <= SurveyTolerance.samePlaceMetres {
          return other
        }
      }
    }
    return nil
  }

  mutating func note(_ rule: String, _ message: String, hint: String?) {
    problems.append(
      RecordDiagnostic(severity: .warning, rule: rule, record: 0, message: message, hint: hint))
  }

  /// A length for people, to the millimetre.
  static func metres(_ metres: Double) -> String { "\((metres * 1000).rounded() / 1000) m" }

  /// The same points in another system.
  func transformed(to other: CoordinateReferenceSystem) throws -> SurveyPoints {
    guard other != system else { return self }
    let transform = try CoordinateTransform(from: system, to: other)
    var result = SurveyPoints(name, .named(other.identifier), other)
    (result.indices, result.numbers, result.heights) = (indices, numbers, heights)
    (result.unclear, result.problems) = (unclear, problems)
    result.ordinates =
      try transform.transform(Geometry(kind: .multiPoint, ordinates: ordinates)).ordinates
    return result
  }
}
