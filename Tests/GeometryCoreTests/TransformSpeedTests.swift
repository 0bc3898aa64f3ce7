import CPROJ
import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Speed of transformations")
struct TransformSpeedTests {
  /// PROJ alone: one operation, one call over the array, no question asked about the numbers.
  private func proj(_ ordinates: inout [Double]) -> Double {
    let context = proj_context_create()
    let raw = proj_create_crs_to_crs(context, "EPSG:4490", "EPSG:4547", nil)
    let operation = proj_normalize_for_visualization(context, raw)
    defer {
      proj_destroy(operation)
      proj_destroy(raw)
      proj_context_destroy(context)
    }
    let start = processorSeconds()
    ordinates.withUnsafeMutableBufferPointer { numbers in
      let (x, count) = (numbers.baseAddress!, numbers.count / 2)
      _ = proj_trans_generic(
        operation, PJ_FWD, x, 16, count, x + 1, 16, count, nil, 0, 0, nil, 0, 0)
    }
    return processorSeconds() - start
  }

  @Test(
    "A million points to Gauss-Krüger cost at most 1.3 times PROJ's own loop, bit for bit equal")
  func gaussKruger() throws {
    var random = SeededGenerator(seed: 71)
    let places = (0..<1_000_000).flatMap { _ in
      [random.number(112.5...115.5), random.number(29...33)]
    }
    let line = Geometry(kind: .multiPoint, ordinates: places, pathEnds: [1_000_000])
    let way = try transform(.cgcs2000, 4547)
    _ = try way.transform(x: 114, y: 30)
    var (ours, theirs) = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
      var raw = places
      theirs = min(theirs, proj(&raw))
      let start = processorSeconds()
      let moved = try way.transform(line)
      ours = min(ours, processorSeconds() - start)
      #expect(moved.ordinates == raw)
    }
    print("measured: 1 M points to EPSG:4547: \(ours) s CPU, PROJ \(theirs) s, \(ours / theirs)")
    #expect(ours <= 1.3 * theirs)
  }
}
