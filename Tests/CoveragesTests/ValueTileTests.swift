import Coverages
import Foundation
import SimpleFeatures
import TestSupport
import Testing

@Suite("Rasters as images that carry values")
struct ValueTileTests {
  /// The bytes of an image, band after band, as GDAL reads them.
  private func decoded(_ png: [UInt8], _ options: [String] = []) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try folder.write(png, to: "tile.png")
    try GDALProgram.run(
      "gdal_translate",
      ["-q", "-of", "ENVI", "-co", "INTERLEAVE=BSQ"] + options + [path, folder.file("tile.bin")])
    return try Array(folder.bytes(of: "tile.bin"))
  }

  @Test("Values read back from a tile are the raster's, to half a step; no value is transparent")
  func values() throws {
    let surface = grid(lattice(64, 48)) { x, y in
      (x - 529_300) / 3 - (y - 3_385_900) * 2.71
    }
    var gaps = surface
    for i in stride(from: 0, to: gaps.values.count, by: 7) { gaps.values[i] = .nan }
    let range = try #require(surface.range)
    let codings = [
      ValueCoding.terrainRGB,
      ValueCoding(covering: Double(range.lowerBound)...Double(range.upperBound)),
    ]
    #expect(codings[1].step == 0.0001)
    for coding in codings {
      let bytes = try decoded(gaps.valuePNG(coding))
      let count = gaps.values.count
      #expect(bytes.count == 4 * count)
      for (i, value) in gaps.values.enumerated() {
        #expect(bytes[3 * count + i] == (value.isNaN ? 0 : 255))
        if value.isNaN { continue }
        let code =
          Int(bytes[i]) << 16 | Int(bytes[count + i]) << 8 | Int(bytes[2 * count + i])
        #expect(abs(coding.value(ofCode: code) - Double(value)) <= coding.step * 0.501)
      }
    }
  }

  @Test("The finest coding covers its range, however narrow, wide or far from zero")
  func coverings() {
    let ranges: [ClosedRange<Double>] = [
      0...0, 0...1, -0.5...0.5, 19.2...19.3, -154...8849, 0...4e9, 1e6...1e6, -3e-7...2e-7,
    ]
    for range in ranges {
      let coding = ValueCoding(covering: range)
      #expect(coding.base <= range.lowerBound + 1e-9 * abs(range.lowerBound))
      #expect(coding.value(ofCode: ValueCoding.largestCode) >= range.upperBound)
      #expect(coding.step > 0 && coding.step.isFinite)
    }
  }

  @Test("A coding by magnitude holds the values, is fine and stays when they change")
  func magnitudes() {
    let cases: [(ClosedRange<Double>, base: Double, step: Double)] = [
      (17.5...35.2, 0, 1e-5), (17.4...141, 0, 1e-5), (-3...12, -83.88608, 1e-5),
      (100_500...101_300, 0, 0.01), (11e6...16e6, 0, 1), (-3e6...3e6, -8_388_608, 1),
      (0.02...0.07, 0, 1e-8),
    ]
    for (range, base, step) in cases {
      let coding = ValueCoding(ofMagnitude: range)
      #expect(abs(coding.base - base) <= 1e-9 * abs(base), "\(range): \(coding)")
      #expect(abs(coding.step - step) <= 1e-9 * step, "\(range): \(coding)")
      #expect(coding.base <= range.lowerBound)
      #expect(coding.value(ofCode: ValueCoding.largestCode) >= range.upperBound)
    }
    #expect(ValueCoding(ofMagnitude: 0...0).step > 0)
    #expect(ValueCoding(ofMagnitude: 3...40, precision: 0.5).step == 0.5)
  }

  @Test("Classes get the colours of their codes, no class is transparent")
  func classes() throws {
    let codes = noise(lattice(40, 30), limit: 5, gaps: 0.2, seed: 2)
    let palette = ClassPalette(
      [
        0: .init(red: 1, green: 2, blue: 3), 1: .init(red: 200, green: 0, blue: 9),
        2: .init(red: 200, green: 0, blue: 9), 3: ClassPalette.Colour(css: "#0a141E")!,
      ], other: .init(red: 9, green: 9, blue: 9))
    let bytes = try decoded(codes.classPNG(palette), ["-expand", "rgba"])
    let count = codes.values.count
    for (i, value) in codes.values.enumerated() {
      let pixel = (0..<4).map { bytes[$0 * count + i] }
      let colour = value.isNaN ? nil : palette.colours[UInt8(value)] ?? palette.other
      let expected = colour.map { [$0.red, $0.green, $0.blue, 255] }
      #expect(expected.map { pixel == $0 } ?? (pixel[3] == 0))
    }
  }

  @Test("All 256 classes and a gap fit into one palette")
  func manyClasses() throws {
    var codes = RasterGrid(lattice(257, 1))
    var colours: [UInt8: ClassPalette.Colour] = [:]
    for i in 0..<256 {
      codes.values[i] = Float(i)
      colours[UInt8(i)] = .init(red: UInt8(i), green: 0, blue: 0)
    }
    let png = codes.classPNG(
      ClassPalette(colours, other: .init(red: 0, green: 0, blue: 0)))
    let bytes = try decoded(png, ["-expand", "rgba"])
    #expect((0..<255).allSatisfy { bytes[$0] == UInt8($0) && bytes[3 * 257 + $0] == 255 })
    #expect(bytes[3 * 257 + 256] == 0)
  }

  @Test("Colours are read as CSS writes them, or not at all")
  func colours() {
    #expect(ClassPalette.Colour(css: "#ff8000") == .init(red: 255, green: 128, blue: 0))
    for text in ["ff8000", "#ff80", "#ff800g", "#+f8000", ""] {
      #expect(ClassPalette.Colour(css: text) == nil)
    }
  }
}
