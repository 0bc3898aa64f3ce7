import Testing

@testable import SimpleFeatures

@Suite("JSON is read as a tree, exactly or not at all")
struct JSONTreeTests {
  private func tree(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test(
    "What is read is written again as it was",
    arguments: [
      "null", "true", "-17", "0.25", "\"光谷 \\\"x\\\"\"", "[]", "{}", "[1,[2,[3]]]",
      #"{"a":{"b":[null,false,1e+300]},"c":"é"}"#, "9223372036854775807",
    ])
  func roundTrip(text: String) throws {
    #expect(try tree(text).text == text)
  }

  @Test("White space is passed over, and of members of one name the last counts")
  func members() throws {
    let value = try tree(" {\"a\" : 1 ,\n\"b\":2, \"a\": 3 } ")
    #expect(value.text == #"{"b":2,"a":3}"#)
    let many = (0..<40).map { "\"k\($0 % 20)\":\($0)" }.joined(separator: ",")
    let last = try tree("{\(many)}")
    #expect(last.members?.count == 20 && last["k3"]?.wholeNumber == 23)
  }

  @Test("Members, items and numbers are found where they are, and nowhere else")
  func parts() throws {
    let value = try tree(#"{"n":5.0,"x":2.5,"s":"t","f":true,"l":[1]}"#)
    #expect(value["n"]?.wholeNumber == 5 && value["x"]?.wholeNumber == nil)
    #expect(value["x"]?.number == 2.5 && value["s"]?.number == nil)
    #expect(value["s"]?.string == "t" && value["f"]?.flag == true)
    #expect(value["l"]?.items?.count == 1 && value["none"] == nil && value["s"]?["t"] == nil)
  }

  @Test(
    "What is no JSON is refused",
    arguments: [
      "", "{", "[1,]", "{\"a\":}", "{\"a\" 1}", "nul", "01", "1 2", "\"open", "[NaN]", "{1:2}",
      "\"\\ud800\"", "1e999",
    ])
  func diagnostics(text: String) {
    #expect(throws: FormatError.self) { try tree(text) }
  }

  @Test("Values that nest too deeply are refused before they cost anything")
  func depth() throws {
    let deep = { (levels: Int) in
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(throws: Never.self) { try tree(deep(64)) }
    #expect(throws: FormatError.self) { try tree(deep(65)) }
    #expect(throws: FormatError.self) { try tree(String(repeating: "[", count: 1_000_000)) }
  }
}
