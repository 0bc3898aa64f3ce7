import SimpleFeatures
import Simulation

/// A process as the server offers it: its schemas are read once.
struct OfferedProcess: Sendable {
  /// One output of a process.
  struct Output: Sendable {
    let declaration: OutputDeclaration
    /// The schema of its value in both languages.
    let schema: JSONValue

    var name: String { declaration.name }
    /// What its bytes are where the declaration says it, else JSON.
    var mediaType: String { declaration.mediaType ?? Format.json.mediaType }
  }

  let process: any Simulation.Process
  let inputs: InputSchema
  let outputs: [Output]

  var id: String { process.id }

  /// - Throws: ``SimulationError`` `invalid-schema` for inputs that could not be checked, and where
  ///   there are no outputs.
  init(_ process: any Simulation.Process) throws(SimulationError) {
    self.process = process
    inputs = try InputSchema(process.inputs)
    outputs = process.outputs.all.map { Output(declaration: $0, schema: $0.schema(in: .both)) }
    guard !outputs.isEmpty else {
      throw SimulationError(
        .invalidSchema, "the process \(process.id) declares no outputs",
        hint: "its property `outputs` names each output")
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

  /// The schema of the inputs in both languages.
  var inputSchema: JSONValue { process.inputs.schema(in: .both) }
}
