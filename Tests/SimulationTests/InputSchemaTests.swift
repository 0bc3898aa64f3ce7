import SimpleFeatures
import Testing

@testable import Simulation

@Suite("Inputs of processes are checked by their schema")
struct InputSchemaTests {
  /// The words of JSON Schema at work on one input called `x`.
  private func fault(_ schema: String, _ value: String) throws -> String? {
    let words = try JSONValue(parsing: Array(schema.utf8))
    let schema = try InputSchema(InputSchemaTests.object(words))
    let value = try JSONValue(parsing: Array(value.utf8))
    do throws(ProcessError) {
      try schema.check(["x": value])
    } catch {
      #expect(error.status == 400 && error.code == "invalid-input")
      return error.message
    }
    return nil
  }

  private static func object(_ schema: JSONValue) -> JSONValue {
    ["type": "object", "properties": ["x": schema]]
  }

  @Test(
    "A value that fits passes, and one that does not is told what it is and should be",
    arguments: [
      (#"{"type":"number"}"#, "2.5", "\"2\"", "is \"2\", not number"),
      (#"{"type":"integer"}"#, "2.0", "2.5", "is 2.5, not integer"),
      (#"{"type":["string","null"]}"#, "null", "1", "is 1, not null or string"),
      (#"{"minimum":1,"maximum":3}"#, "3", "4", "is 4, more than 3"),
      (#"{"exclusiveMinimum":1}"#, "1.1", "1", "is 1, not above 1"),
      (#"{"exclusiveMaximum":1}"#, "0.9", "1", "is 1, not below 1"),
      (#"{"enum":["a","b"]}"#, "\"b\"", "\"c\"", "is \"c\", not one of \"a\", \"b\""),
      (#"{"const":{"a":1,"b":2}}"#, #"{"b":2.0,"a":1}"#, #"{"a":1}"#, "is an object, not one of"),
      (#"{"minLength":2,"maxLength":3}"#, "\"光谷\"", "\"光\"", "shorter than 2"),
      (#"{"minItems":1,"maxItems":2}"#, "[1]", "[1,2,3]", "is a list of 3, more than 2"),
      (#"{"items":{"items":{"type":"number"}}}"#, "[[1]]", "[[1],[2,true]]", "x[1][1]\" is true"),
      (#"{"required":["a"]}"#, #"{"a":1}"#, "{}", "has no member \"a\""),
      (
        #"{"properties":{"a":{"type":"string"}},"additionalProperties":false}"#, #"{"a":"t"}"#,
        #"{"b":1}"#, "has a member \"b\" that is not known"
      ),
      (
        #"{"additionalProperties":{"type":"number"}}"#, #"{"b":1}"#, #"{"b":"t"}"#,
        "\"x.b\" is \"t\""
      ),
      (#"{"anyOf":[{"type":"number"},{"minLength":3}]}"#, "\"abc\"", "\"ab\"", "is \"ab\""),
      (#"{"oneOf":[{"minimum":0},{"maximum":9}]}"#, "-1", "5", "fits more than one"),
      (#"{"allOf":[{"minimum":0},{"maximum":9}]}"#, "5", "10", "more than 9"),
    ])
  func words(schema: String, good: String, bad: String, words: String) throws {
    #expect(try fault(schema, good) == nil)
    let message = try #require(try fault(schema, bad))
    #expect(message.hasPrefix("input \"x") && message.contains(words), "\(message)")
  }

  @Test("A missing input and one that is not known are named, with what there is")
  func names() throws {
    let schema = try InputSchema([
      "type": "object", "required": ["at"], "additionalProperties": false,
      "properties": ["at": ["description": "where"], "side": ["type": "number"]],
    ])
    let missing = #expect(throws: ProcessError.self) { try schema.check(["side": 1]) }
    #expect(missing?.code == "missing-input" && missing?.hint == "at: where")
    let unknown = #expect(throws: ProcessError.self) { try schema.check(["at": 1, "sise": 1]) }
    #expect(unknown?.code == "unknown-input" && unknown?.hint == "did you mean side?")
    #expect(throws: Never.self) { try schema.check(["at": nil]) }
  }

  @Test(
    "The hint on a part of an input names its place and what is expected there",
    arguments: [
      (#"[{"to":[1,2]},{"to":[1]}]"#, "\"x[1].to\" is a list of 1", "x[1].to: a place"),
      (#"[{"to":["a",2]}]"#, "\"x[0].to[0]\" is", "x[0].to: a place"),
      (#"[{"from":[1,2]}]"#, "\"x[0]\" has no member \"to\"", "x[0].to: a place"),
      (#"[{"to":[1,2],"at":3}]"#, "\"x[0]\" has a member \"at\"", "x[0] takes: from, to"),
      ("3", "\"x\" is 3, not array", "x: who drives"),
    ])
  func hints(value: String, words: String, hint: String) throws {
    let place: JSONValue = [
      "type": "array", "items": ["type": "number"], "minItems": 2, "description": "a place",
    ]
    let schema = try InputSchema(
      Self.object([
        "type": "array", "description": "who drives",
        "items": [
          "type": "object", "properties": ["from": place, "to": place], "required": ["to"],
          "additionalProperties": false,
        ],
      ]))
    let value = try JSONValue(parsing: Array(value.utf8))
    let fault = #expect(throws: ProcessError.self) { try schema.check(["x": value]) }
    #expect(fault?.message.contains(words) ?? false, "\(fault?.message ?? "")")
    #expect(fault?.hint == hint)
  }

  @Test(
    "A schema whose words would not be checked is refused",
    arguments: [
      #"{"pattern":"^a"}"#, #"{"type":"text"}"#, #"{"items":{"uniqueItems":true}}"#, "3",
      #"{"properties":{"a":{"$ref":"x"}}}"#,
    ])
  func unknownWords(schema: String) throws {
    let words = try JSONValue(parsing: Array(schema.utf8))
    let error = #expect(throws: SimulationError.self) {
      try InputSchema(InputSchemaTests.object(words))
    }
    #expect(error?.code == .invalidSchema)
    #expect(throws: SimulationError.self) { try InputSchema(["type": "array"]) }
  }
}
