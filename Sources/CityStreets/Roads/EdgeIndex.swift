/// Finds the streets near a place, by a grid of squares.
struct EdgeIndex {
  private static let squareSideMetres = 64.0
  private let lines: [Polyline]
  private var squares: [SIMD2<Int32>: [Int]] = [:]

  init(_ lines: [Polyline]) {
    self.lines = lines
    for (number, line) in lines.enumerated() {
      var own: Set<SIMD2<Int32>> = []
      for (a, b) in zip(line.points, line.points.dropFirst()) {
        // Points along the line, close enough that a neighbouring square holds what is near.
        let steps = max(1, Int(((b - a).length / (Self.squareSideMetres / 2)).rounded(.up)))
        for step in 0...steps {
          own.insert(Self.square(a + (b - a) * (Double(step) / Double(steps))))
        }
      }
      for square in own { squares[square, default: []].append(number) }
    }
  }

  private static func square(_ place: SIMD2<Double>) -> SIMD2<Int32> {
    SIMD2(
      Int32((place.x / squareSideMetres).rounded(.down)),
      Int32((place.y / squareSideMetres).rounded(.down)))
  }

  /// What is found near a place.
  struct Hit {
    var piece: Int
    var alongMetres: Double
    var apartMetres: Double
    var isRight: Bool
  }

  /// The lines within a distance, at most 60 m, the nearest first.
  func near(_ place: SIMD2<Double>, within metres: Double) -> [Hit] {
    let middle = Self.square(place)
    var candidates: Set<Int> = []
    for dx in Int32(-1)...1 {
      for dy in Int32(-1)...1 {
        candidates.formUnion(squares[SIMD2(middle.x &+ dx, middle.y &+ dy)] ?? [])
      }
    }
    return candidates.compactMap { number in
      let foot = lines[number].foot(of: place)
      guard foot.apartMetres <= metres else { return nil }
      return Hit(
        piece: number, alongMetres: foot.alongMetres, apartMetres: foot.apartMetres,
        isRight: foot.isRight)
    }.sorted { ($0.apartMetres, $0.piece) < ($1.apartMetres, $1.piece) }
  }
}
