import SimpleFeatures
import TestSupport
import Testing

@Suite("Numbers in JSON")
struct NumberTests {
  @Test("Each decimal becomes the double that Swift makes of it, bit for bit", arguments: 0..<10)
  func reading(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The point or the exponent keeps the value from being read as a whole number.
    let texts = (0..<10_000).map { _ in NumberTests.decimal(&random) }.filter {
      Double($0).map(\.isFinite) == true && !$0.allSatisfy { $0.isNumber || $0 == "-" }
    }
    let values = try values(of: texts)
    #expect(values.count == texts.count && texts.count > 6_000)
    for (text, value) in zip(texts, values) {
      guard case .real(let number) = value else {
        Issue.record("\(text) became \(value)")
        continue
      }
      #expect(number.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test("Whole numbers of 64 bits stay exact, larger ones keep their digits as text")
  func wholeNumbers() throws {
    let texts = [
      "0", "-0", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
      "-9223372036854775809", "18446744073709551616", "420100000000000001",
    ]
    let expected: [PropertyValue] = [
      .integer(0), .integer(0), .integer(.max), .integer(.min), .text("9223372036854775808"),
      .text("-9223372036854775809"), .text("18446744073709551616"),
      .integer(420_100_000_000_000_001),
    ]
    #expect(try values(of: texts) == expected)
  }

  @Test("Not a number means no value where an attribute has it")
  func notNumbers() throws {
    let text = """
      {"type":"Feature","geometry":null,"properties":{"a":NaN,"b":nan,"c":-Infinity,"d":null}}
      """
    let feature = try #require(Reading(text).features.first)
    #expect(feature.properties == ["a", "b", "c", "d"].map { Property($0, .null) })
  }

  @Test("The smallest, the largest and halfway numbers are rounded correctly")
  func hardCases() throws {
    let texts = [
      "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400", "-1e-400",
      "1.7976931348623157e308", "2.2250738585072011e-308", "9007199254740993.0",
      "9007199254740992.999999999999999999999", "0.1e1", "1.0e22", "1.0e23", "8.5e-22", "8.5e-23",
      "1.00000000000000011102230246251565404", "123456789012345678901234567890.5e-10",
    ]
    for (text, value) in zip(texts, try values(of: texts)) {
      #expect(value == .real(try #require(Double(text))), "\(text)")
    }
  }

  @Test(
    "A number that JSON does not know, or too large for a double, is refused",
    arguments: [
      "01", "1.", ".5", "+1", "1e", "1e+", "--1", "0x10", "1e999", "-1e999", "1_000", "-", "1.e5",
    ])
  func refused(text: String) {
    #expect(throws: FormatError.self) { try values(of: [text]) }
  }

  @Test("A written double is read as the same double", arguments: 0..<10)
  func writing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<5_000).map { index in
      index % 2 == 0
        ? Double(bitPattern: random.next()) : Double.random(in: -180...180, using: &random)
    }.filter(\.isFinite)
    let texts = numbers.map { number in
      var text = JSONText()
      text.number(number)
      return String(decoding: text.bytes, as: UTF8.self)
    }
    for (number, value) in zip(numbers, try values(of: texts)) {
      switch value {
      case .real(let read): #expect(read.bitPattern == number.bitPattern)
      case .integer(let read): #expect(Double(read) == number)
      default: Issue.record("\(number) became \(value)")
      }
    }
  }

  @Test("Whole doubles are written without a point, others at their shortest")
  func shortest() {
    let cases: [(Double, String)] = [
      (0, "0"), (-0.0, "-0.0"), (1, "1"), (-12, "-12"), (999_999_999_999_999, "999999999999999"),
      (1e16, "1e+16"), (114.4, "114.4"), (0.1, "0.1"), (1e-7, "1e-07"), (.nan, "null"),
      (.infinity, "null"), (-.infinity, "null"),
    ]
    for (number, expected) in cases {
      var text = JSONText()
      text.number(number)
      #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
    }
  }

  private func values(of texts: [String]) throws -> [PropertyValue] {
    let members = texts.enumerated().map { "\"\($0.offset)\":\($0.element)" }
    let record =
      "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{"
      + members.joined(separator: ",") + "}}"
    let reading = Reading(record)
    if let fault = reading.fault { throw fault }
    return try #require(reading.entries.first).feature.get().properties.map(\.value)
  }

  private static func decimal(_ random: inout SeededGenerator) -> String {
    func digits(_ range: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: range, using: &random)).map { _ in
          "0123456789".randomElement(using: &random) ?? "0"
        })
    }
    let whole = digits(1...20)
    let trimmed = whole.drop { $0 == "0" }
    var text = Bool.random(using: &random) ? "-" : ""
    text += trimmed.isEmpty ? "0" : trimmed
    if Int.random(in: 0..<4, using: &random) > 0 { text += "." + digits(1...25) }
    if Bool.random(using: &random) {
      text += ["e", "E", "e+", "E-", "e-"].randomElement(using: &random) ?? "e"
      text += String(Int.random(in: 0...330, using: &random))
    }
    return text
  }
}
