import FeatureStore
import GeometryCore
import HTTPTypes
import SimpleFeatures

/// A bbox of another system than CRS84: two corners, lower and upper, axes in the registry's order.
struct TransformedBoundingBox {
  private let system: SupportedCRS
  /// The box in that system, easting or longitude first.
  let box: Envelope
  /// Pieces that each side is followed by: at 100 km a side of Gauss-Krüger then leaves its
  /// chord by less than a millimetre of what it is bent by.
  private static let piecesPerSide = 64

  /// - Throws: ``HTTPProblem`` 400 for what is not four (or six) numbers, lower corner first.
  init(_ text: String, in system: SupportedCRS) throws(HTTPProblem) {
    self.system = system
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double(decimal: $0) ?? .nan }
    guard numbers.count == 4 || numbers.count == 6, numbers.allSatisfy(\.isFinite) else {
      throw Self.problem(text, "is not four (or six) numbers", system)
    }
    // No zone has coordinates so small.
    guard system.keepsRectangles || numbers.contains(where: { abs($0) > 360 }) else {
      throw Self.problem(text, "is in degrees, and \(system.crs.identifier) in metres", system)
    }
    let half = numbers.count / 2
    let (x, y) = system.crs.hasNorthFirst ? (1, 0) : (0, 1)
    guard numbers[y] <= numbers[half + y] else {
      throw Self.problem(text, "has its south above its north", system)
    }
    guard numbers[x] <= numbers[half + x] else {
      throw Self.problem(text, "has its west beyond its east", system)
    }
    box = Envelope(
      minX: numbers[x], minY: numbers[y], maxX: numbers[half + x], maxY: numbers[half + y])
  }

  private static func problem(
    _ text: String, _ fault: String, _ system: SupportedCRS
  ) -> HTTPProblem {
    HTTPProblem(
      .badRequest, "bad-bbox", "bbox=\(text) \(fault)",
      hint: "write the lower and then the upper corner; \(system.crs.identifier) has "
        + (system.crs.hasNorthFirst ? "north" : "east") + " first")
  }

  /// The box in longitude and latitude: its true shape.
  ///
  /// - Throws: ``HTTPProblem`` 400 for places that the system does not hold.
  func area() throws(HTTPProblem) -> QueryArea {
    let sides = try [
      side(from: (box.minX, box.minY), to: (box.maxX, box.minY)),
      side(from: (box.maxX, box.minY), to: (box.maxX, box.maxY)),
      side(from: (box.maxX, box.maxY), to: (box.minX, box.maxY)),
      side(from: (box.minX, box.maxY), to: (box.minX, box.minY)),
    ]
    let outer = sides.reduce(into: Envelope.empty) { $0.formUnion($1.envelope) }
    if system.keepsRectangles || box.width == 0 || box.height == 0 { return QueryArea(outer) }
    // Each side's innermost reach bounds a box that lies inside.
    let inside = Envelope(
      minX: sides[3].envelope.maxX, minY: sides[0].envelope.maxY, maxX: sides[1].envelope.minX,
      maxY: sides[2].envelope.minY)
    let ring = sides.flatMap { $0.ordinates.dropLast(2) } + sides[0].ordinates.prefix(2)
    return QueryArea(.polygon([Array(ring)]), bounds: outer, inside: inside)
  }

  private func side(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) throws(HTTPProblem) -> Geometry {
    let points = (0...Self.piecesPerSide).flatMap { step in
      let share = Double(step) / Double(Self.piecesPerSide)
      return [start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)]
    }
    return try system.stored(.lineString(points))
  }
}
