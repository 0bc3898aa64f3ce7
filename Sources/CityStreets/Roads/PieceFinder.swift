/// Finds the streets near a place, by a grid of squares.
struct PieceFinder {
  private static let square_m = 64.0
  private let lines: [Polyline]
  private var squares: [SIMD2<Int32>: [Int]] = [:]

  init(_ lines: [Polyline]) {
    self.lines = lines
    for (number, line) in lines.enumerated() {
      var own: Set<SIMD2<Int32>> = []
      for (a, b) in zip(line.points, line.points.dropFirst()) {
        // Points along the line, close enough that a neighbouring square holds what is near.
        let steps = max(1, Int(((b - a).length / (Self.square_m / 2)).rounded(.up)))
        for step in 0...steps {
          own.insert(Self.square(a + (b - a) * (Double(step) / Double(steps))))
        }
      }
      for square in own { squares[square, default: []].append(number) }
    }
  }

  private static func square(_ place: SIMD2<Double>) -> SIMD2<Int32> {
    SIMD2(
      Int32((place.x / square_m).rounded(.down)), Int32((place.y / square_m).rounded(.down)))
  }

  /// What is found near a place.
  struct Hit {
    var piece: Int
    var along_m: Double
    var apart_m: Double
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
      guard foot.apart_m <= metres else { return nil }
      return Hit(
        piece: number, along_m: foot.along_m, apart_m: foot.apart_m, isRight: foot.isRight)
    }.sorted { ($0.apart_m, $0.piece) < ($1.apart_m, $1.piece) }
  }
}
