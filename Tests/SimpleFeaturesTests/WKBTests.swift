import SimpleFeatures
import Testing

@Suite("Well-known binary")
struct WKBTests {
  static let layouts: [Geometry.Layout] = [.xy, .xyz, .xym, .xyzm]

  @Test("Every kind of geometry comes back as it was written", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var make = RandomGeometry(seed: seed)
    for kind in Geometry.Kind.allCases {
      for layout in WKBTests.layouts {
        let geometry = make.geometry(kind, layout)
        #expect(try WKB.decode(WKB.encode(geometry)) == geometry)
      }
    }
  }

  @Test("Both byte orders and both ways of saying Z, M and SRID mean the same", arguments: 0..<20)
  func dialects(seed: UInt64) throws {
    var make = RandomGeometry(seed: seed)
    for kind in Geometry.Kind.allCases {
      for layout in WKBTests.layouts {
        let geometry = make.geometry(kind, layout)
        for writer in ReferenceWKB.dialects {
          #expect(try WKB.decode(writer.encode(geometry)) == geometry, "\(writer)")
        }
        #expect(ReferenceWKB(isBigEndian: false).encode(geometry) == WKB.encode(geometry))
      }
    }
  }

  @Test("The point (1 2) has the bytes that the standard's example gives")
  func closedForm() throws {
    let bytes: [UInt8] = [
      1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40,
    ]
    #expect(WKB.encode(.point(x: 1, y: 2)) == bytes)
    let big: [UInt8] = [
      0, 0, 0, 0, 1, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0,
    ]
    #expect(try WKB.decode(big) == .point(x: 1, y: 2))
  }

  @Test("Empty geometries stay empty")
  func empty() throws {
    for kind in Geometry.Kind.allCases {
      let geometry = Geometry(kind: kind)
      #expect(try WKB.decode(WKB.encode(geometry)) == geometry)
    }
    // A polygon whose only ring has no points, as some writers say EMPTY.
    let ringOfNothing: [UInt8] = [1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    #expect(try WKB.decode(ringOfNothing) == Geometry(kind: .polygon))
  }

  @Test("A geometry cut short anywhere is refused", arguments: 0..<6)
  func truncated(seed: UInt64) {
    var make = RandomGeometry(seed: seed)
    for kind in Geometry.Kind.allCases {
      for writer in ReferenceWKB.dialects {
        let bytes = writer.encode(make.geometry(kind, .xyz))
        for count in bytes.indices {
          #expect(code(of: Array(bytes[..<count])) == .truncated, "\(kind), \(count) bytes")
        }
        #expect(code(of: bytes + [0]) == .syntax)
      }
    }
  }

  @Test("A count larger than the bytes behind it is refused before memory is taken")
  func absurdCounts() {
    for kind in Geometry.Kind.allCases where kind != .point {
      for count: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [2, 0, 0, 0]] {
        let bytes = [1, UInt8(kind.rawValue), 0, 0, 0] + count + [UInt8](repeating: 0, count: 12)
        #expect(code(of: bytes) != nil, "\(kind)")
      }
    }
  }

  @Test("Deep collections, unknown types and wrong parts are refused")
  func malformed() {
    var deep: [UInt8] = []
    for _ in 0..<1_000 { deep += [1, 7, 0, 0, 0, 1, 0, 0, 0] }
    #expect(code(of: deep) == .unsupported)
    for type: UInt8 in [0, 8, 15, 16, 17] {
      #expect(code(of: [1, type, 0, 0, 0] + [UInt8](repeating: 0, count: 40)) == .unsupported)
    }
    #expect(code(of: [2, 1, 0, 0, 0]) == .syntax)
    let lineInMultiPoint = [1, 4, 0, 0, 0, 1, 0, 0, 0] + WKB.encode(.lineString([0, 0, 1, 1]))
    #expect(code(of: lineInMultiPoint) == .syntax)
    let flatInHigh = [1, 0xEC, 3, 0, 0, 1, 0, 0, 0] + WKB.encode(.point(x: 1, y: 2))
    #expect(code(of: flatInHigh) == .syntax)
  }

  @Test("Open rings, short lines and coordinates that are no numbers are refused")
  func faultyPaths() {
    #expect(code(of: WKB.encode(.polygon([[0, 0, 1, 0, 1, 1, 0, 1]]))) == .unclosedRing)
    #expect(code(of: WKB.encode(.polygon([[0, 0, 1, 0, 0, 0]]))) == .tooFewPoints)
    #expect(code(of: WKB.encode(.lineString([0, 0]))) == .tooFewPoints)
    #expect(code(of: WKB.encode(.lineString([0, 0, .nan, 1]))) == .badCoordinate)
    #expect(code(of: WKB.encode(.point(x: .infinity, y: 1))) == .badCoordinate)
  }

  @Test("No bytes can stop the program", arguments: 0..<8)
  func fuzz(seed: UInt64) throws {
    var make = RandomGeometry(seed: seed)
    for _ in 0..<4_000 {
      let kind = Geometry.Kind.allCases.randomElement(using: &make.random) ?? .point
      var bytes = ReferenceWKB.dialects[Int.random(in: 0..<4, using: &make.random)]
        .encode(make.geometry(kind, .xyzm))
      for _ in 0..<Int.random(in: 1...4, using: &make.random) {
        let index = Int.random(in: bytes.indices, using: &make.random)
        bytes[index] = UInt8.random(in: 0...255, using: &make.random)
      }
      guard let geometry = try? WKB.decode(bytes) else { continue }
      // What was let through can be walked and written.
      _ = geometry.envelope
      _ = WKT.encode(geometry)
      #expect(try WKB.decode(WKB.encode(geometry)) == geometry)
    }
  }

  private func code(of bytes: [UInt8]) -> FormatError.Code? {
    do throws(FormatError) {
      _ = try WKB.decode(bytes)
      return nil
    } catch {
      return error.code
    }
  }
}
