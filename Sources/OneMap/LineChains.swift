import Foundation
package import SimpleFeatures

/// Lines that are joined at common ends where they go straight on.
package struct LineChains {
  /// A place to a centimetre.
  private struct End: Hashable {
    private var x: Double
    private var y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = ((x * 1e7).rounded(), (y * 1e7).rounded()) }
  }

  /// Each as x, y, x, y, ….
  private var lines: [[Double]] = []
  private var atEnds: [End: [Int]] = [:]

  /// Where more lines meet than these, none is a continuation.
  private static let mostMeeting = 8
  /// The cosine of the sharpest turn of a street: 60°.
  private static let leastCosine = 0.5

  package init() {}

  package mutating func add(_ geometry: Geometry) {
    for path in geometry.pathEnds.indices {
      var line: [Double] = []
      for vertex in geometry.vertexRange(ofPath: path) {
        line += geometry.ordinates[vertex * geometry.stride..<vertex * geometry.stride + 2]
      }
      guard line.count >= 4 else { continue }
      atEnds[End(line[0], line[1]), default: []].append(lines.count)
      atEnds[End(line[line.count - 2], line[line.count - 1]), default: []].append(lines.count)
      lines.append(line)
    }
  }

  /// The lines, each of as many as could be joined.
  package func joined() -> Geometry {
    var result = Geometry(kind: .multiLineString)
    var isUsed = [Bool](repeating: false, count: lines.count)
    for start in lines.indices where !isUsed[start] {
      isUsed[start] = true
      var chain = lines[start]
      for _ in 0..<2 {
        while let next = continuation(of: chain, isUsed) {
          isUsed[next.line] = true
          chain += next.isReversed ? Self.reversed(lines[next.line])[2...] : lines[next.line][2...]
        }
        chain = Self.reversed(chain)
      }
      result.ordinates += chain
      result.pathEnds.append(result.ordinates.count / 2)
    }
    return result
  }

  /// The line that goes on most nearly straight from the last vertex.
  private func continuation(
    of chain: [Double], _ isUsed: [Bool]
  ) -> (line: Int, isReversed: Bool)? {
    let count = chain.count
    let (x, y) = (chain[count - 2], chain[count - 1])
    let end = End(x, y)
    guard let meeting = atEnds[end], meeting.count <= Self.mostMeeting else { return nil }
    let east = cos(y * .pi / 180)
    let ahead = ((x - chain[count - 4]) * east, y - chain[count - 3])
    var best: (line: Int, isReversed: Bool, cosine: Double)?
    for index in meeting where !isUsed[index] {
      let line = lines[index]
      let isReversed = End(line[0], line[1]) != end
      let next = isReversed ? line.count - 4 : 2
      let step = ((line[next] - x) * east, line[next + 1] - y)
      let product = ahead.0 * step.0 + ahead.1 * step.1
      let lengths = (ahead.0 * ahead.0 + ahead.1 * ahead.1) * (step.0 * step.0 + step.1 * step.1)
      let cosine = product / lengths.squareRoot()
      if cosine >= Self.leastCosine, cosine > best?.cosine ?? -1 {
        best = (index, isReversed, cosine)
      }
    }
    return best.map { ($0.line, $0.isReversed) }
  }

  private static func reversed(_ line: [Double]) -> [Double] {
    stride(from: line.count - 2, through: 0, by: -2).flatMap { line[$0...$0 + 1] }
  }
}
