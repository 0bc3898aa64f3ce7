import SimpleFeatures
import Simulation

/// A process as the server offers it: its schemas are read once.
struct OfferedProcess: Sendable {
  /// One output of a process.
  struct Output: Sendable {
    var name: String
    var schema: JSONValue
    /// What its bytes are where the schema says it, else JSON.
    var mediaType: String
  }

  let process: any Simulation.Process
  let inputs: InputSchema
  let outputs: [Output]

  var id: String { process.id }

  /// - Throws: ``SimulationError`` `invalid-schema` for inputs that could not be checked, and where
  ///   the outputs have no names.
  init(_ process: any Simulation.Process) throws(SimulationError) {
    self.process = process
    inputs = try InputSchema(process.inputs)
    let outputs = process.outputSchema["properties"]?.members ?? []
    guard !outputs.isEmpty else {
      throw SimulationError(
        .invalidSchema, "the outputs of the process \(process.id) have no names",
        hint: "its outputSchema is an object with a property for each output")
    }
    self.outputs = outputs.map { name, schema in
      Output(
        name: name, schema: schema,
        mediaType: schema["contentMediaType"]?.string ?? Format.json.mediaType)
    }
  }

  /// The media type of an output's value: what the schema says, or that of features.
  func mediaType(of output: ProcessOutputs.Output) -> String {
    if let known = outputs.first(where: { $0.name == output.name })?.mediaType,
      known != Format.json.mediaType
    {
      return known
    }
    return output.layer == nil ? Format.json.mediaType : Format.geojson.mediaType
  }

  /// The schema of the inputs in both languages, as documents have it.
  var inputSchema: JSONValue { process.inputs.schema(in: .both) }
}
