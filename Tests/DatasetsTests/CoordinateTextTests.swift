import SimpleFeatures
import Testing

@testable import Datasets

@Suite("Coordinates as people write them into tables")
struct CoordinateTextTests {
  @Test(
    "Numbers",
    arguments: [
      ("529305.238", 529_305.238), (" -12. ", -12), ("+.5", 0.5), ("1e3", 1000), ("2.5E-1", 0.25),
      ("529,305.238", 529_305.238), ("-1,234,567", -1_234_567), ("1,000.", 1000),
      ("５２９，３０５．２３８", 529_305.238), ("114.30556", 114.30556), ("1", 1),
    ] as [(String, Double)])
  func numbers(text: String, number: Double) {
    #expect(CoordinateText.number(text) == number)
    #expect(CoordinateText.degrees(.text(text)) == number)
  }

  @Test(
    "What is no number",
    arguments: [
      "", " ", ".", "+", "-.", "1e", "e5", "1e+", "0x1F", "inf", "nan", "1e999", "1 2", "12,34",
      ",123", "1234,567", "1,23", "1,234e2", "1.5.2", "１２a", "1,234,", "--1", "1,234.5,6", "١٢",
    ])
  func none(text: String) { #expect(CoordinateText.number(text) == nil) }

  @Test(
    "Degrees, minutes and seconds",
    arguments: [
      ("114°18′20.5″", 114 + 18.0 / 60 + 20.5 / 3600), ("W 1 30", -1.5), ("30°30'S", -30.5),
      ("东经114度30分", 114.5), ("114:30:00", 114.5), ("-1°30′", -1.5), ("114.5°", 114.5),
    ] as [(String, Double)])
  func degrees(text: String, degrees: Double) throws {
    let read = try #require(CoordinateText.degrees(.text(text)))
    #expect(abs(read - degrees) < 1e-12)
  }

  @Test(
    "What is no angle", arguments: ["1°60′", "1.5°30′", "1°2.′", "°", "1°2°3°4", "north", "1e1°"])
  func noDegrees(text: String) { #expect(CoordinateText.degrees(.text(text)) == nil) }
}
