import SimpleFeatures
import Simulation

/// What a request to execute looks like, for the API definition.
enum ExecutionSchema {
  /// A request to any process.
  static let any: JSONValue = request(inputs: ["type": "object"], isRequired: false)

  /// A request to one process.
  static func request(to offered: OfferedProcess) -> JSONValue {
    request(inputs: offered.inputSchema, isRequired: !offered.inputs.required.isEmpty)
  }

  private static func request(inputs: JSONValue, isRequired: Bool) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("type", "object"),
      (
        "properties",
        [
          "inputs": inputs,
          "outputs": [
            "type": "object",
            "additionalProperties": [
              "type": "object",
              "properties": ["transmissionMode": ["type": "string", "enum": ["value"]]],
            ],
          ],
          "response": ["type": "string", "enum": ["raw", "document"], "default": "raw"],
        ]
      ),
    ]
    if isRequired { members.append(("required", ["inputs"])) }
    return .object(members)
  }
}
