import Foundation
import GeometryCore
import SimpleFeatures
import TestSupport

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A closed ring through `count` random points of the unit square; most cross themselves.
  mutating func ring(of count: Int) -> [Double] {
    var ring = (0..<(2 * count)).map { _ in number(0...1) }
    ring += ring[0..<2]
    return ring
  }
}

func crs(_ code: Int) throws -> CoordinateReferenceSystem {
  try CoordinateReferenceSystem("EPSG:\(code)")
}

func transform(_ from: CoordinateReferenceSystem, _ to: Int) throws -> CoordinateTransform {
  try CoordinateTransform(from: from, to: crs(to))
}

func square(_ x: Double, _ y: Double, _ side: Double) -> Geometry {
  .rectangle(Envelope(minX: x, minY: y, maxX: x + side, maxY: y + side))
}

/// How often the closed ring goes round the point, counter-clockwise positive.
func windingNumber(of ring: [Double], x: Double, y: Double) -> Int {
  var turns = 0
  for i in stride(from: 0, to: ring.count - 2, by: 2) {
    let (ax, ay, bx, by) = (ring[i], ring[i + 1], ring[i + 2], ring[i + 3])
    let side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
    if ay <= y, by > y, side > 0 { turns += 1 }
    if by <= y, ay > y, side < 0 { turns -= 1 }
  }
  return turns
}

/// CPU seconds of this thread so far; other tests run beside it.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// A polygon of `vertices` corners on the unit circle.
func circle(vertices: Int) -> Geometry {
  var ring = (0..<vertices).flatMap { i -> [Double] in
    let angle = 2 * Double.pi * Double(i) / Double(vertices)
    return [cos(angle), sin(angle)]
  }
  ring += ring[0..<2]
  return .polygon([ring])
}
