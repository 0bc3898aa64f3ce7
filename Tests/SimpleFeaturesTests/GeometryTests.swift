import SimpleFeatures
import Testing

@Suite("Geometries over flat buffers")
struct GeometryTests {
  @Test("The envelope bounds every vertex and no more", arguments: 0..<10)
  func envelopes(seed: UInt64) {
    var make = RandomGeometry(seed: seed)
    for kind in Geometry.Kind.allCases where kind != .collection {
      for layout in WKBTests.layouts {
        let geometry = make.geometry(kind, layout)
        let steps = stride(from: 0, to: geometry.ordinates.count, by: geometry.stride)
        let (x, y) = (
          steps.map { geometry.ordinates[$0] }, steps.map { geometry.ordinates[$0 + 1] }
        )
        let box = geometry.envelope
        #expect([box.minX, box.maxX, box.minY, box.maxY] == [x.min(), x.max(), y.min(), y.max()])
        #expect(geometry.flattened.envelope == box)
        #expect(geometry.flattened.ordinates.count == 2 * geometry.vertexCount)
      }
    }
  }

  @Test("Single parts become multi-parts and come back", arguments: 0..<10)
  func promotion(seed: UInt64) {
    var make = RandomGeometry(seed: seed)
    for kind in [Geometry.Kind.point, .lineString, .polygon] {
      let geometry = make.geometry(kind)
      #expect(geometry.promotedToMulti.kind.rawValue == kind.rawValue + 3)
      #expect(geometry.promotedToMulti.demotedFromMulti == geometry)
      #expect(geometry.demotedFromMulti == geometry)
    }
    let two = Geometry(kind: .multiPoint, ordinates: [1, 2, 3, 4], pathEnds: [2])
    #expect(two.demotedFromMulti == two)
  }

  @Test("Boxes that touch intersect, empty ones never do")
  func boxes() {
    let a = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    #expect(a.intersects(Envelope(minX: 1, minY: 1, maxX: 2, maxY: 2)))
    #expect(!a.intersects(Envelope(minX: 1.0001, minY: 0, maxX: 2, maxY: 1)))
    #expect(!a.intersects(.empty) && !Envelope.empty.intersects(a))
    #expect(a.contains(a) && !a.contains(a.expanded(by: 1e-9)))
    #expect(Envelope.empty.isEmpty && Envelope.empty.width == 0 && Envelope.empty.height == 0)
    var sum = Envelope.empty
    sum.formUnion(.empty)
    #expect(sum == .empty)
    sum.formUnion(a)
    #expect(sum == a)
  }

  @Test("A rectangle goes round counter-clockwise and closes")
  func rectangle() {
    let box = Envelope(minX: 1, minY: 2, maxX: 4, maxY: 6)
    let geometry = Geometry.rectangle(box)
    #expect(geometry.ordinates == [1, 2, 4, 2, 4, 6, 1, 6, 1, 2])
    #expect(geometry.pathFault == nil && geometry.envelope == box)
  }
}
