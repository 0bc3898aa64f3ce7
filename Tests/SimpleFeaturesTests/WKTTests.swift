import SimpleFeatures
import Testing

@Suite("Well-known text")
struct WKTTests {
  @Test("Every kind of geometry comes back as it was written, bit for bit", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var make = RandomGeometry(seed: seed)
    for kind in Geometry.Kind.allCases {
      for layout in WKBTests.layouts {
        let geometry = make.geometry(kind, layout)
        #expect(try WKT.decode(WKT.encode(geometry)) == geometry)
      }
    }
  }

  @Test(
    "Texts of other programs read as what they mean",
    arguments: [
      ("POINT (1 2)", "POINT (1 2)"),
      ("point(1 2)", "POINT (1 2)"),
      (" Point \n( 1\t2 ) ", "POINT (1 2)"),
      ("SRID=4490;POINT(114.4 30.5)", "POINT (114.4 30.5)"),
      ("POINTZ(1 2 3)", "POINT Z (1 2 3)"),
      ("POINT ZM (1 2 3 4)", "POINT ZM (1 2 3 4)"),
      ("LINESTRINGM(1 2 3,4 5 6)", "LINESTRING M (1 2 3, 4 5 6)"),
      ("MULTIPOINT (1 2, 3 4)", "MULTIPOINT ((1 2), (3 4))"),
      ("MULTIPOINT ((1 2), (3 4))", "MULTIPOINT ((1 2), (3 4))"),
      ("POLYGON((0 0,1 0,1 1,0 0))", "POLYGON ((0 0, 1 0, 1 1, 0 0))"),
      (
        "GEOMETRYCOLLECTION(POINT EMPTY,POINT(1e3 -2.5E-1))",
        "GEOMETRYCOLLECTION (POINT EMPTY, POINT (1000 -0.25))"
      ),
      ("MULTIPOLYGON EMPTY", "MULTIPOLYGON EMPTY"),
      ("POINT Z EMPTY", "POINT Z EMPTY"),
    ])
  func dialects(text: String, canonical: String) throws {
    let geometry = try WKT.decode(text)
    #expect(WKT.encode(geometry) == canonical)
    #expect(try WKT.decode(canonical) == geometry)
  }

  @Test(
    "A text that is no geometry is refused with the place of the fault",
    arguments: [
      ("", FormatError.Code.truncated, 0),
      ("CIRCLE (1 2)", .unsupported, 0),
      ("POINT FOO (1 2)", .syntax, 6),
      ("POINT (1 x)", .badCoordinate, 9),
      ("POINT (1, 2)", .badCoordinate, 8),
      ("POINT (1 2 3)", .syntax, 11),
      ("POINT Z (1 2)", .badCoordinate, 12),
      ("POINT (1 2) x", .syntax, 12),
      ("POINT (1 2", .truncated, 10),
      ("POINT (", .truncated, 7),
      ("POLYGON ((0 0, 1 0, 1 1, 0 1))", .unclosedRing, nil),
      ("POLYGON ((0 0, 1 0, 0 0))", .tooFewPoints, nil),
      ("LINESTRING (0 0)", .tooFewPoints, nil),
      ("POINT (nan 1)", .badCoordinate, nil),
      ("POINT (1e999 1)", .badCoordinate, nil),
    ] as [(String, FormatError.Code, Int?)])
  func diagnostics(text: String, code: FormatError.Code, offset: Int?) {
    do throws(FormatError) {
      Issue.record("\(text) was read as \(WKT.encode(try WKT.decode(text)))")
    } catch {
      #expect(error.code == code, "\(text): \(error)")
      #expect(error.offset == offset, "\(text): \(error)")
    }
  }

  @Test("A text cut short anywhere is refused")
  func truncated() {
    let text = "GEOMETRYCOLLECTION (POLYGON Z ((0 0 1, 1 0 1, 1 1 1, 0 0 1)), MULTIPOINT ((1 2)))"
    for count in 0..<text.count {
      #expect(throws: FormatError.self) { try WKT.decode(String(text.prefix(count))) }
    }
  }

  @Test("Deep collections are refused, not followed")
  func deep() {
    let text = String(repeating: "GEOMETRYCOLLECTION(", count: 100_000)
    #expect(throws: FormatError.self) { try WKT.decode(text) }
  }
}
