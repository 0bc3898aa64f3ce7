import HTTPTypes
import SimpleFeatures
import Simulation

/// What a client asks of a process (OGC 18-062r2, execute.yaml).
struct ExecuteRequest {
  /// Checked against the process's schema.
  let inputs: InputValues
  let form: ExecuteForm
  /// How large the request is, with what it refers to.
  let byteCount: Int

  /// - Parameter references: Reads what inputs refer to, once it is known that it may.
  /// - Throws: ``HTTPProblem`` 400 for what is not such a request, or has inputs that do not fit,
  ///   413 for references that are too large together.
  init(
    _ body: [UInt8], for offered: OfferedProcess, _ references: ReferenceReader
  ) async throws {
    let request = try Self.parse(body, for: offered)
    let given = request["inputs"]?.members ?? []
    // Before anything is read: a line of the request may stand for megabytes.
    do throws(ProcessError) {
      for (name, value) in given { try offered.inputs.checkCount(of: value, for: name) }
    } catch {
      throw HTTPProblem(error)
    }
    let count = given.reduce(0) { $0 + Self.referenceCount($1.1) }
    guard count <= references.limits.references else {
      throw HTTPProblem(
        .badRequest, "too-many-references",
        "the request has \(count) references; at most \(references.limits.references) are read",
        hint: "put the values themselves into the request, or ask for several at one address")
    }
    var references = references
    var inputs: [(String, JSONValue)] = []
    for (name, value) in given {
      inputs.append((name, try await Self.value(value, &references)))
    }
    try self.init(.object(inputs), request, body.count + references.bytesRead, for: offered)
  }

  /// The request in `body` where it can be read at once: `nil` where an input is a reference.
  ///
  /// - Throws: ``HTTPProblem`` 400, as above.
  init?(atOnce body: [UInt8], for offered: OfferedProcess) throws {
    let request = try Self.parse(body, for: offered)
    var inputs = request["inputs"]?.members ?? []
    for index in inputs.indices {
      guard let value = Self.ownValue(inputs[index].1) else { return nil }
      inputs[index].1 = value
    }
    try self.init(.object(inputs), request, body.count, for: offered)
  }

  private init(
    _ inputs: JSONValue, _ request: JSONValue, _ byteCount: Int, for offered: OfferedProcess
  ) throws {
    self.byteCount = byteCount
    form = try ExecuteForm(request, for: offered)
    do throws(ProcessError) {
      self.inputs = try offered.inputs.values(of: inputs)
    } catch {
      throw HTTPProblem(error)
    }
  }

  private static let members = ["inputs", "outputs", "response"]

  private static func parse(
    _ body: [UInt8], for offered: OfferedProcess
  ) throws(HTTPProblem) -> JSONValue {
    let example = "send {\"inputs\":{…}}; GET /processes/\(offered.id) describes the inputs"
    var request: JSONValue
    do throws(FormatError) {
      request = try JSONValue(parsing: body)
    } catch {
      throw HTTPProblem(
        .badRequest, "bad-json",
        "the body is no JSON: \(error.message)"
          + (error.offset.map { " (after \($0) bytes)" } ?? ""), hint: error.hint ?? example)
    }
    guard let members = request.members else {
      throw HTTPProblem(.badRequest, "bad-request", "the body is no JSON object", hint: example)
    }
    if let other = members.first(where: { !Self.members.contains($0.0) })?.0 {
      let isInput = offered.inputs.names.contains(other)
      throw HTTPProblem(
        .badRequest, other == "subscriber" ? "no-callbacks" : "unknown-member",
        "a request to execute has no member \"\(other.prefix(40))\"",
        hint: other == "subscriber"
          ? "nobody is called back here: follow /jobs/{jobId}/events"
          : isInput ? "it is an input: " + example : example)
    }
    guard request["inputs"].map({ $0.members != nil }) ?? true else {
      throw HTTPProblem(
        .badRequest, "bad-request", "\"inputs\" is no object", hint: example)
    }
    return request
  }

  // MARK: Values

  /// The value of an input that is qualified or stands as it is; `nil` for a reference.
  private static func ownValue(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .object(let members):
      if isReference(members) { return nil }
      return qualified(members) ?? value
    case .array(let items):
      guard items.contains(where: { $0.members != nil }) else { return value }
      let values = items.compactMap(ownValue)
      return values.count == items.count ? .array(values) : nil
    default: return value
    }
  }

  /// How many references an input holds.
  private static func referenceCount(_ value: JSONValue) -> Int {
    switch value {
    case .object(let members): isReference(members) ? 1 : 0
    case .array(let items): items.reduce(0) { $0 + referenceCount($1) }
    default: 0
    }
  }

  /// The value of an input, fetched where it is a reference.
  private static func value(
    _ value: JSONValue, _ references: inout ReferenceReader
  ) async throws -> JSONValue {
    if let own = ownValue(value) { return own }
    if case .array(let items) = value {
      var values: [JSONValue] = []
      for item in items { values.append(try await Self.value(item, &references)) }
      return .array(values)
    }
    return try await references.read(value["href"]?.string ?? "")
  }

  /// `{"value": …, "mediaType": …}`: what an object as input looks like by the standard.
  private static func qualified(_ members: [(String, JSONValue)]) -> JSONValue? {
    let names = ["value", "mediaType", "encoding", "schema"]
    guard members.allSatisfy({ names.contains($0.0) }) else { return nil }
    return members.first { $0.0 == "value" }?.1
  }

  /// `{"href": …}`.
  private static func isReference(_ members: [(String, JSONValue)]) -> Bool {
    let names = ["href", "rel", "type", "hreflang", "title"]
    return members.allSatisfy { names.contains($0.0) }
      && members.contains { $0.0 == "href" && $0.1.string != nil }
  }
}
