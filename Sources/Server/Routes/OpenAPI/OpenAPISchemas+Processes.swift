import SimpleFeatures
import Simulation

/// Processes and jobs as OGC 18-062r2 has them.
extension OpenAPISchemas {
  static let processComponents: [(String, JSONValue)] = [
    ("processList", object(["processes": list(process(and: [:])), "links": links])),
    ("process", process(and: ["inputs": parts, "outputs": parts])),
    ("jobList", object(["jobs": list(reference("statusInfo")), "links": links])),
    ("statusInfo", statusInfo),
    // Outputs as they are, or a document of them.
    ("results", [:]),
  ]

  private static let parts: JSONValue = [
    "type": "object",
    "additionalProperties": object(["title": text, "description?": text, "schema": any]),
  ]

  private static func process(and more: KeyValuePairs<String, JSONValue>) -> JSONValue {
    object(
      [
        ("id", text), ("title", text), ("description", text), ("titles", reference("words")),
        ("version", text),
        ("jobControlOptions", list(oneOf("sync-execute", "async-execute", "dismiss"))),
        ("outputTransmission", list(oneOf("value", "reference"))), ("links", links),
      ] + Array(more))
  }

  private static let statusInfo = object([
    "processID": text, "type": oneOf("process"), "jobID": text,
    "status": [
      "type": "string", "enum": .strings(JobStatus.State.allCases.map(\.rawValue)),
    ],
    "paused": ["type": "boolean"],
    "message": text, "messages": reference("words"), "created": moment, "started?": moment,
    "finished?": moment,
    "updated": moment, "progress": ["type": "integer", "minimum": 0, "maximum": 100],
    "details": any, "links": links,
  ])
}
