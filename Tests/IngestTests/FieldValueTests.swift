import SimpleFeatures
import Testing

@testable import Catalog

@Suite("Values of a file become values of a layer")
struct FieldValueTests {
  private func field(_ text: String) throws -> Field {
    try #require(try TestImport.layer("x", "point", fields: [text]).fields.first)
  }

  private static let fits: [(String, PropertyValue, PropertyValue)] = {
    var list: [(String, PropertyValue, PropertyValue)] = []
    func add(_ type: String, _ value: PropertyValue, _ result: PropertyValue) {
      list.append((type, value, result))
    }
    for type in ["text", "integer", "real", "boolean", "date", "datetime"] {
      add(type, .null, .null)
      if type != "text" { for blank in ["", " ", "\u{3000}\t"] { add(type, .text(blank), .null) } }
    }
    add("text", .text(""), .text(""))
    add("text", .text(" 光谷 "), .text(" 光谷 "))
    add("text", .integer(7), .text("7"))
    add("text", .real(7.5), .text("7.5"))
    add("text", .boolean(true), .text("true"))
    add("text", .json("[1]"), .text("[1]"))
    add("integer", .integer(.max), .integer(.max))
    add("integer", .integer(9_007_199_254_740_993), .integer(9_007_199_254_740_993))
    add("integer", .text(" 420100000000000001 "), .integer(420_100_000_000_000_001))
    add("integer", .text("-9223372036854775808"), .integer(.min))
    add("integer", .real(12), .integer(12))
    add("integer", .text("12.0"), .integer(12))
    add("integer", .text("1e3"), .integer(1_000))
    add("integer", .text("+5"), .integer(5))
    add("real", .integer(3), .real(3))
    add("real", .text(" 3.25 "), .real(3.25))
    add("real", .text("-1e-3"), .real(-0.001))
    for yes in ["true", "TRUE", "yes", "Y", "t", "1", "是"] {
      add("boolean", .text(yes), .boolean(true))
    }
    for no in ["false", "No", "n", "F", "0", "否"] { add("boolean", .text(no), .boolean(false)) }
    add("boolean", .integer(1), .boolean(true))
    add("boolean", .integer(0), .boolean(false))
    add("boolean", .boolean(false), .boolean(false))
    add("date", .text("2026/5/31 23:00"), .text("2026-05-31"))
    add("datetime", .text("2026-05-31"), .text("2026-05-30T16:00:00Z"))
    return list
  }()

  @Test("A value that fits is stored in the field's type", arguments: fits)
  func converted(type: String, value: PropertyValue, expected: PropertyValue) throws {
    #expect(try FieldValue.converted(value, to: field("name: a, type: \(type)")) == expected)
  }

  @Test(
    "A value that does not fit is refused, never bent",
    arguments: [
      ("integer", PropertyValue.real(12.5)), ("integer", .text("12.5")), ("integer", .text("十二")),
      ("integer", .boolean(true)), ("integer", .real(1e300)),
      ("integer", .text("9223372036854775808")),
      ("integer", .text("0x10")), ("integer", .json("[1]")), ("integer", .text("1 2")),
      ("real", .text("12 m")), ("real", .text("nan")), ("real", .text("inf")),
      ("real", .text("1e999")),
      ("real", .text("0x1p4")), ("real", .text("1,5")), ("real", .boolean(true)),
      ("boolean", .integer(2)), ("boolean", .text("maybe")), ("boolean", .real(1)),
      ("date", .text("31.5.2026")), ("date", .integer(20_260_531)), ("datetime", .text("soon")),
    ])
  func refused(type: String, value: PropertyValue) throws {
    let field = try field("name: a, type: \(type)")
    do throws(FieldValue.ConversionError) {
      Issue.record("\(value) became \(try FieldValue.converted(value, to: field))")
    } catch {
      #expect(error.rule == "type" && !error.message.isEmpty)
    }
  }

  @Test("Codes and ranges are kept, their ends included")
  func limits() throws {
    let usage = try field(
      "name: a, type: text, "
        + "codes: [{value: school, zh: 学校, en: School}, {value: \"1\", zh: 一, en: One}]"
    )
    #expect(try FieldValue.converted(.text("school"), to: usage) == .text("school"))
    #expect(try FieldValue.converted(.integer(1), to: usage) == .text("1"))
    #expect(try FieldValue.converted(.null, to: usage) == .null)
    for name in ["School", "学校", " 学校 "] {
      #expect(try FieldValue.converted(.text(name), to: usage) == .text("school"))
    }
    #expect(rule(.text("schools"), usage) == "code")
    let height = try field("name: a, type: real, unit: m, minimum: 0, maximum: 1000")
    #expect(try FieldValue.converted(.integer(0), to: height) == .real(0))
    #expect(try FieldValue.converted(.real(1000), to: height) == .real(1000))
    #expect(rule(.real(-0.001), height) == "range")
    #expect(rule(.text("1000.1"), height) == "range")
  }

  @Test("A name stands for a code where it is the name of no other")
  func names() throws {
    let grade = try field(
      "name: a, type: text, "
        + "codes: [{value: \"1\", zh: A级, en: Fine}, {value: \"2\", zh: 二级, en: Good}, "
        + "{value: \"3\", zh: 三级, en: good}]")
    #expect(try FieldValue.converted(.text("A级"), to: grade) == .text("1"))
    #expect(try FieldValue.converted(.text("a级 "), to: grade) == .text("1"))
    #expect(try FieldValue.converted(.text("三级"), to: grade) == .text("3"))
    #expect(rule(.text("Good"), grade) == "code")
  }

  @Test("A long value is cut in the message, not in the city")
  func longMessage() throws {
    let field = try field("name: a, type: real")
    let long = String(repeating: "长", count: 10_000)
    do throws(FieldValue.ConversionError) {
      _ = try FieldValue.converted(.text(long), to: field)
      Issue.record("a text became a number")
    } catch {
      #expect(error.message.count < 100)
    }
  }

  private func rule(_ value: PropertyValue, _ field: Field) -> String? {
    do throws(FieldValue.ConversionError) {
      _ = try FieldValue.converted(value, to: field)
      return nil
    } catch {
      return error.rule
    }
  }
}
