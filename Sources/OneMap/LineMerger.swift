import Foundation
package import SimpleFeatures

/// Lines that are joined at common ends where they go straight on.
package struct LineMerger {
  /// A place to a centimetre.
  private struct End: Hashable {
    private var x: Double
    private var y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = ((x * 1e7).rounded(), (y * 1e7).rounded()) }
  }

  /// The lines one after another, x, y, x, y, ….
  private var ordinates: [Double] = []
  /// Where each begins, and where the last ends.
  private var starts = [0]

  /// Where more lines meet than these, none is a continuation.
  private static let mostMeeting = 8
  /// The cosine of the sharpest turn of a street: 60°.
  private static let leastCosine = 0.5

  package init() {}

  package mutating func add(_ geometry: Geometry) {
    for path in geometry.pathEnds.indices {
      let start = ordinates.count
      for vertex in geometry.vertexRange(ofPath: path) {
        let x = geometry.ordinates[vertex * geometry.stride]
        let y = geometry.ordinates[vertex * geometry.stride + 1]
        let end = ordinates.count
        // A vertex that is there twice has no direction.
        if end > start, ordinates[end - 2] == x, ordinates[end - 1] == y { continue }
        ordinates.append(x)
        ordinates.append(y)
      }
      if ordinates.count - start >= 4 {
        starts.append(ordinates.count)
      } else {
        ordinates.removeSubrange(start...)
      }
    }
  }

  /// The lines, each of as many as could be joined.
  ///
  /// - Parameter size: Those are left out whose larger side is shorter, in degrees of latitude.
  package func joined(leastSize size: Double = 0) -> Geometry {
    let count = starts.count - 1
    var result = Geometry(kind: .multiLineString)
    guard count > 1 else {
      append(ordinates, to: &result, size)
      return result
    }
    let meetings = Meetings(self)
    var isUsed = [Bool](repeating: false, count: count)
    for start in 0..<count where !isUsed[start] {
      isUsed[start] = true
      var chain = Array(ordinates[starts[start]..<starts[start + 1]])
      for _ in 0..<2 {
        while let next = continuation(of: chain, meetings, isUsed) {
          isUsed[next.line] = true
          let line = ordinates[starts[next.line]..<starts[next.line + 1]]
          if next.isReversed {
            chain += Self.reversed(line.dropLast(2))
          } else {
            chain += line.dropFirst(2)
          }
        }
        chain = Self.reversed(chain[...])
      }
      append(chain, to: &result, size)
    }
    return result
  }

  private func append(_ chain: [Double], to result: inout Geometry, _ size: Double) {
    guard chain.count >= 4, size <= 0 || Self.size(of: chain) >= size else { return }
    result.ordinates += chain
    result.pathEnds.append(result.ordinates.count / 2)
  }

  /// The larger side of a line's box, in degrees of latitude.
  private static func size(of chain: [Double]) -> Double {
    var (west, south, east, north) = (chain[0], chain[1], chain[0], chain[1])
    for at in stride(from: 2, to: chain.count, by: 2) {
      (west, east) = (min(west, chain[at]), max(east, chain[at]))
      (south, north) = (min(south, chain[at + 1]), max(north, chain[at + 1]))
    }
    return max((east - west) * cos(south * .pi / 180), north - south)
  }

  /// Which lines meet at an end.
  private struct Meetings {
    /// The last end that was found at a place: twice the number of its line, one more for its end.
    private var lastAt: [End: Int] = [:]
    /// The one before at the same place; -1 for none.
    private var before: [Int] = []

    init(_ chains: LineMerger) {
      lastAt.reserveCapacity(chains.starts.count)
      before.reserveCapacity(2 * chains.starts.count)
      for line in 0..<chains.starts.count - 1 {
        for at in [chains.starts[line], chains.starts[line + 1] - 2] {
          let end = End(chains.ordinates[at], chains.ordinates[at + 1])
          let number = before.count
          before.append(lastAt.updateValue(number, forKey: end) ?? -1)
        }
      }
    }

    /// The ends at a place; none where there are too many.
    func ends(at end: End) -> [Int] {
      var (ends, next) = ([Int](), lastAt[end] ?? -1)
      while next >= 0 {
        guard ends.count < LineMerger.mostMeeting else { return [] }
        ends.append(next)
        next = before[next]
      }
      return ends
    }
  }

  /// The line that goes on most nearly straight from the last vertex.
  private func continuation(
    of chain: [Double], _ meetings: Meetings, _ isUsed: [Bool]
  ) -> (line: Int, isReversed: Bool)? {
    let (x, y) = (chain[chain.count - 2], chain[chain.count - 1])
    let east = cos(y * .pi / 180)
    let ahead = ((x - chain[chain.count - 4]) * east, y - chain[chain.count - 3])
    var best: (line: Int, isReversed: Bool, cosine: Double)?
    for end in meetings.ends(at: End(x, y)) where !isUsed[end / 2] {
      let isReversed = end % 2 == 1
      let next = isReversed ? starts[end / 2 + 1] - 4 : starts[end / 2] + 2
      let step = ((ordinates[next] - x) * east, ordinates[next + 1] - y)
      let product = ahead.0 * step.0 + ahead.1 * step.1
      let lengths = (ahead.0 * ahead.0 + ahead.1 * ahead.1) * (step.0 * step.0 + step.1 * step.1)
      let cosine = product / lengths.squareRoot()
      if cosine >= Self.leastCosine, cosine > best?.cosine ?? -1 {
        best = (end / 2, isReversed, cosine)
      }
    }
    return best.map { ($0.line, $0.isReversed) }
  }

  private static func reversed(_ line: ArraySlice<Double>) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(line.count)
    for at in stride(from: line.endIndex - 2, through: line.startIndex, by: -2) {
      result.append(line[at])
      result.append(line[at + 1])
    }
    return result
  }
}
