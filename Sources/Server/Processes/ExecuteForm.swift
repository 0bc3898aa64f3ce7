import HTTPTypes
import NIOCore
import SimpleFeatures
import Simulation

/// In which form a client wants the outputs of a process: which, and whether as one document.
struct ExecuteForm: Sendable {
  /// The outputs that are wanted; `nil` for all.
  var outputs: [String]?
  /// Whether the answer is a JSON document of all outputs, else the outputs themselves.
  var isDocument = false

  /// - Throws: ``HTTPProblem`` 400.
  init(_ request: JSONValue, for offered: OfferedProcess) throws(HTTPProblem) {
    if let response = request["response"] {
      guard let word = response.string, ["raw", "document"].contains(word) else {
        throw HTTPProblem(
          .badRequest, "bad-request", "\"response\" is neither \"raw\" nor \"document\"")
      }
      isDocument = word == "document"
    }
    guard let wanted = request["outputs"] else { return }
    guard let members = wanted.members else {
      throw HTTPProblem(.badRequest, "bad-request", "\"outputs\" is no object")
    }
    for (name, output) in members {
      guard let known = offered.outputs.first(where: { $0.name == name }) else {
        throw HTTPProblem(
          .badRequest, "unknown-output", "there is no output \"\(name.prefix(40))\"",
          hint: choices(for: name, among: offered.outputs.map(\.name)))
      }
      if let mode = output["transmissionMode"], mode.string != "value" {
        throw HTTPProblem(
          .badRequest, "bad-request", "output \"\(name)\" is not given as \(mode.text)",
          hint: "transmissionMode is \"value\"; outputs of jobs have addresses of their own")
      }
      if let type = output["format"]?["mediaType"]?.string,
        type != known.mediaType, type != Format.json.mediaType, type != Format.geojson.mediaType
      {
        throw HTTPProblem(
          .badRequest, "unknown-format", "output \"\(name)\" has no form \"\(type.prefix(60))\"",
          hint: "it has: \(known.mediaType)")
      }
    }
    outputs = members.isEmpty ? nil : members.map(\.0)
  }

  /// As a job keeps it.
  var note: JSONValue {
    ["outputs": outputs.map { .strings($0) } ?? nil, "document": .boolean(isDocument)]
  }

  init(note: JSONValue) {
    outputs = note["outputs"]?.items?.compactMap(\.string)
    isDocument = note["document"]?.flag ?? false
  }

  // MARK: Answers

  /// The outputs in this form.
  func answer(_ outputs: ProcessOutputs, of offered: OfferedProcess) -> PreparedResponse {
    let all = outputs.all.filter { self.outputs?.contains($0.name) ?? true }
    if isDocument { return document(all, of: offered) }
    if all.count == 1, let one = all.first {
      return ready(one.json.bytes, type: offered.mediaType(of: one))
    }
    return related(all, of: offered)
  }

  private func ready(_ bytes: [UInt8], type: String) -> PreparedResponse {
    var headers = HTTPFields()
    headers.append(HTTPField(name: .contentType, value: type))
    headers.append(HTTPField(name: .contentLength, value: "\(bytes.count)"))
    return PreparedResponse(status: .ok, headers: headers, body: ByteBuffer(bytes: bytes))
  }

  /// One JSON document (results.yaml), in which objects are qualified by their media types.
  private func document(
    _ outputs: [ProcessOutputs.Output], of offered: OfferedProcess
  ) -> PreparedResponse {
    var text = JSONText(capacity: outputs.reduce(256) { $0 + $1.json.bytes.count })
    text.raw("{")
    for (index, output) in outputs.enumerated() {
      if index > 0 { text.raw(",") }
      text.string(output.name)
      guard output.json.bytes.first == UInt8(ascii: "{") else {
        text.raw(":")
        text.raw(output.json)
        continue
      }
      text.raw(":{\"value\":")
      text.raw(output.json)
      text.raw(",\"mediaType\":")
      text.string(offered.mediaType(of: output))
      text.raw("}")
    }
    text.raw("}")
    return ready(text.bytes, type: Format.json.mediaType)
  }

  /// Each output as a part of a body of several (RFC 2387).
  private func related(
    _ outputs: [ProcessOutputs.Output], of offered: OfferedProcess
  ) -> PreparedResponse {
    let boundary = "yutu-\(UInt64.random(in: .min ... .max))"
    var body = ByteBuffer()
    for output in outputs {
      let type = offered.mediaType(of: output)
      body.writeString(
        "--\(boundary)\r\nContent-ID: \(output.name)\r\nContent-Type: \(type)\r\n"
          + "Content-Length: \(output.json.bytes.count)\r\n\r\n")
      body.writeBytes(output.json.bytes)
      body.writeString("\r\n")
    }
    body.writeString("--\(boundary)--\r\n")
    let first = outputs.first.map { offered.mediaType(of: $0) } ?? Format.json.mediaType
    var answer = ready([], type: "multipart/related; boundary=\(boundary); type=\"\(first)\"")
    answer.body = body
    answer.headers[.contentLength] = "\(body.readableBytes)"
    return answer
  }
}
