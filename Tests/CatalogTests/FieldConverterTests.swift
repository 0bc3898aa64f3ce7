import SimpleFeatures
import TestSupport
import Testing

@testable import Catalog

@Suite("Values of files in the types of fields")
struct FieldConverterTests {
  @Test("Whole numbers keep all 64 bits, and those with decimals or beyond are none")
  func wholeNumbers() throws {
    let converter = FieldConverter(try field("type: integer"))
    // Beyond 2⁵³ neighbours have one double.
    for number in [Int64.max, .min, 9_007_199_254_740_993, -9_007_199_254_740_993, 0] {
      #expect(try converter.converted(.text(" \(number) ")) == .integer(number))
      #expect(try converter.converted(.integer(number)) == .integer(number))
    }
    #expect(try converter.converted(.text("3.0")) == .integer(3))
    for text in ["9223372036854775808", "3.5", "1e19", "nan", "inf", "３", "0x10", "1 2"] {
      let error = #expect(throws: FieldValue.ConversionError.self) {
        try converter.converted(.text(text))
      }
      #expect(error?.rule == "type" && error?.message.contains(text) == true, "\(text)")
    }
    #expect(throws: FieldValue.ConversionError.self) { try converter.converted(.real(.nan)) }
  }

  @Test("Limits hold with their ends, for numbers of either type and out of texts")
  func limits() throws {
    for type in ["integer", "real"] {
      let converter = FieldConverter(try field("type: \(type), unit: m, minimum: -2, maximum: 7"))
      for (number, words) in [(-3, "below -2"), (-2, nil), (7, nil), (8, "above 7")]
        as [(Int, String?)]
      {
        for value in [
          PropertyValue.integer(Int64(number)), .real(Double(number)), .text("\(number)"),
        ] {
          let result = Result { () throws(FieldValue.ConversionError) in
            try converter.converted(value)
          }
          switch result {
          case .success(let value):
            #expect(words == nil)
            #expect(value == (type == "real" ? .real(Double(number)) : .integer(Int64(number))))
          case .failure(let error):
            #expect(error.rule == "range" && error.message.contains(words ?? "nothing"))
          }
        }
      }
      #expect(try converter.converted(.text("  ")) == .null)
    }
  }

  @Test("A name that two codes share stands for neither; a code is itself, not another's name")
  func codes() throws {
    let converter = FieldConverter(
      try field(
        "type: text, codes: [{value: a, zh: 甲, en: One}, {value: b, zh: 乙, en: Both}, "
          + "{value: c, zh: 丙, en: both}, {value: one, zh: 丁, en: A}]"))
    for (text, code) in [("a", "a"), ("甲", "a"), ("one", "one"), (" 丁 ", "one"), ("乙", "b")] {
      #expect(try converter.converted(.text(text)) == .text(code), "\(text)")
    }
    for text in ["Both", "both", "BOTH", "戊", ""] {
      let error = #expect(throws: FieldValue.ConversionError.self) {
        try converter.converted(.text(text))
      }
      #expect(error?.rule == "code" && error?.hint != nil, "\(text)")
    }
    let long = String(repeating: "很", count: 1000)
    let error = #expect(throws: FieldValue.ConversionError.self) {
      try converter.converted(.text(long))
    }
    #expect(error.map { $0.message.count < 100 } == true)
  }

  @Test("A code has aliases, which may not be words for another")
  func aliases() throws {
    let converter = FieldConverter(
      try field(
        "type: text, codes: [{value: residential, zh: 居住, en: Housing, aliases: [住宅, 住房]}, "
          + "{value: retail, zh: 零售, en: Shops, aliases: [商铺]}]"))
    for (text, code) in [("住宅", "residential"), (" 住房", "residential"), ("商铺", "retail")] {
      #expect(try converter.converted(.text(text)) == .text(code), "\(text)")
    }
  }

  @Test("An instant is one of UTC, over the ends of months and years, and the same read again")
  func instants() throws {
    let converter = FieldConverter(try field("type: datetime"))
    for (text, instant) in [
      ("2026-01-01 07:59:59", "2025-12-31T23:59:59Z"), ("2024-03-01", "2024-02-29T16:00:00Z"),
      ("2025-02-28T23:30:00-01:00", "2025-03-01T00:30:00Z"),
      ("2023/12/31 20:00:00.500-0930", "2024-01-01T05:30:00.5Z"),
    ] {
      #expect(try converter.converted(.text(text)) == .text(instant), "\(text)")
    }
    // Against days counted by the calendar.
    var dice = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      let (year, month) = (
        Int.random(in: 3...9997, using: &dice), Int.random(in: 1...12, using: &dice)
      )
      let day = Int.random(in: 1...LocalClock.days(inMonth: month, of: year), using: &dice)
      let seconds = Int64.random(in: 0..<86_400, using: &dice)
      let zone = Int64.random(in: -14 * 60...14 * 60, using: &dice)
      func two(_ number: some BinaryInteger) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let digits = String(repeating: "0", count: 4 - "\(year)".count) + "\(year)"
      let clock = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
      let text =
        "\(digits)-\(two(month))-\(two(day))T\(clock)\(zone < 0 ? "-" : "+")"
        + "\(two(zone.magnitude / 60)):\(two(zone.magnitude % 60))"
      let utc = try #require(LocalClock.day(year, month, day)) * 86_400 + seconds - zone * 60
      guard case .text(let instant) = try converter.converted(.text(text)) else {
        Issue.record("\(text)")
        continue
      }
      let parts = instant.dropLast().split { "-T:".contains($0) }.compactMap { Int64($0) }
      let read = try #require(LocalClock.day(Int(parts[0]), Int(parts[1]), Int(parts[2])))
      #expect(
        read * 86_400 + parts[3] * 3600 + parts[4] * 60 + parts[5] == utc, "\(text) \(instant)")
      #expect(try converter.converted(.text(instant)) == .text(instant))
    }
  }
}

@Suite("Units of measure")
struct UnitOfMeasureTests {
  @Test("Every symbol names one unit, and factors there and back are one")
  func symbols() throws {
    #expect(Set(UnitOfMeasure.names).count == UnitOfMeasure.names.count)
    let units = try UnitOfMeasure.names.map { try #require(UnitOfMeasure($0)) }
    for one in units {
      for other in units {
        let (there, back) = (one.factor(to: other), other.factor(to: one))
        #expect((there == nil) == (back == nil))
        if let there, let back { #expect(abs(there * back - 1) < 1e-15) }
      }
    }
  }

  @Test(
    "A unit of tables is as many of the layers' as the standard says",
    arguments: [
      ("亩", "m2", 10_000 / 15.0), ("公顷", "亩", 15), ("万亩", "km2", 20 / 3.0),
      ("m3/h", "L/s", 1 / 3.6), ("万m3/d", "m3/s", 10_000 / 86_400.0), ("km/h", "m/s", 1 / 3.6),
      ("bar", "kPa", 100), ("MW", "kW", 1000), ("吨", "kg", 1000), ("升", "m3", 0.001),
    ] as [(String, String, Double)])
  func factors(from: String, to: String, factor: Double) throws {
    let found = try #require(UnitOfMeasure(from)).factor(to: try #require(UnitOfMeasure(to)))
    #expect(abs(try #require(found) / factor - 1) < 1e-15)
    #expect(abs(UnitOfMeasure.converted(1234, by: try #require(found)) / factor - 1234) < 1e-9)
  }
}
