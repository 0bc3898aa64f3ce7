import Catalog
import Foundation
import Messages
import SimpleFeatures
import Simulation

/// Processes and jobs as JSON (OGC 18-062r2).
enum ProcessDocuments {
  private static let relations = "http://www.opengis.net/def/rel/ogc/1.0/"
  static let processes = relations + "processes"
  static let jobs = relations + "job-list"

  // MARK: Processes

  /// - Parameter language: That of the title and the description.
  static func summary(
    of offered: OfferedProcess, in language: SchemaLanguage, _ request: APIRequest
  ) -> [(String, JSONValue)] {
    let process = offered.process
    let path = "\(request.base)/processes/\(offered.id)"
    return [
      ("id", .string(offered.id)), ("title", .string(language.text(process.title))),
      ("description", .string(language.text(process.summary))),
      ("titles", inBothLanguages(process.title)),
      ("version", .string(process.version)),
      // The one first that suits it.
      (
        "jobControlOptions",
        process.isLong
          ? ["async-execute", "sync-execute", "dismiss"]
          : ["sync-execute", "async-execute", "dismiss"]
      ),
      ("pausable", .boolean(process is any ResumableProcess)),
      ("outputTransmission", ["value"]),
      (
        "links",
        [
          ServerText.link("self", path, .json, "The process, described"),
          ServerText.link("alternate", path + "?f=html", .html, "The process, to read"),
          ServerText.link(
            relations + "execute", path + "/execution", .json, "Where it is executed (POST)"),
        ]
      ),
    ]
  }

  /// - Parameter language: That of the words that stand alone, such as those within schemas.
  static func description(
    of offered: OfferedProcess, in language: SchemaLanguage, _ request: APIRequest
  ) -> JSONValue {
    let required = offered.inputs.required
    let schemas = offered.process.inputs.schema(in: language)["properties"]?.members ?? []
    let inputs = zip(schemas, offered.process.inputs.words).map { input, words in
      let (name, schema) = input
      return (
        name,
        .object(
          part(name, schema, words.title, words.description) + [
            ("minOccurs", required.contains(name) ? 1 : 0), ("maxOccurs", 1),
            ("schema", bare(schema)),
          ]) as JSONValue
      )
    }
    let outputs = offered.outputs.map { output in
      let schema = output.declaration.schema(in: language)
      return (
        output.name,
        .object(
          part(output.name, schema, output.declaration.title, output.declaration.description)
            + [("schema", bare(schema))]) as JSONValue
      )
    }
    return .object(
      summary(of: offered, in: language, request) + [
        ("inputs", .object(inputs)), ("outputs", .object(outputs)),
      ])
  }

  /// What an input or output is called, and what it is: both languages joined, and apart.
  private static func part(
    _ name: String, _ schema: JSONValue, _ title: LocalisedText, _ description: LocalisedText
  ) -> [(String, JSONValue)] {
    [("title", schema["title"] ?? .string(name))]
      + (schema["description"].map { [("description", $0)] } ?? [])
      + [("titles", inBothLanguages(title)), ("descriptions", inBothLanguages(description))]
  }

  /// The schema without the words for people, which stand beside it.
  private static func bare(_ schema: JSONValue) -> JSONValue {
    .object((schema.members ?? []).filter { $0.0 != "title" && $0.0 != "description" })
  }

  private static func inBothLanguages(_ text: LocalisedText) -> JSONValue {
    ["zh": .string(text.zh), "en": .string(text.en)]
  }

  // MARK: Jobs

  static func job(_ status: JobStatus, base: String) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("processID", .string(status.process)), ("type", "process"), ("jobID", .string(status.id)),
      ("status", .string(status.state.rawValue)), ("paused", .boolean(status.isPaused)),
      ("message", .string(message(of: status))),
      ("messages", inBothLanguages(words(of: status))),
      ("created", .string(time(status.created))),
    ]
    if let started = status.started { members.append(("started", .string(time(started)))) }
    if let finished = status.finished { members.append(("finished", .string(time(finished)))) }
    members += [
      ("updated", .string(time(status.updated))),
      ("progress", .integer(Int((status.progress.share * 100).rounded(.down)))),
      ("details", status.progress.details),
      ("links", .array(links(of: status, base: base))),
    ]
    return .object(members)
  }

  /// How a job stands, in a sentence.
  static func words(of status: JobStatus) -> LocalisedText {
    let chinese = MessageCatalogue.chinese
    guard let failure = status.failure else {
      let english = message(of: status)
      return LocalisedText(zh: chinese.translated(english), en: english)
    }
    let hint = failure.hint.map { "（\(chinese.translated($0))）" } ?? ""
    return LocalisedText(zh: chinese.translated(failure.message) + hint, en: failure.description)
  }

  private static func message(of status: JobStatus) -> String {
    switch status.state {
    case .accepted: status.isPaused ? "it is paused" : "it waits for others to end"
    case .running: "it is running"
    case .successful:
      status.layers.isEmpty
        ? "it has ended" : "it has ended; its layers: \(status.layers.joined(separator: ", "))"
    case .failed: status.failure?.description ?? "it has failed"
    case .dismissed: "it was dismissed"
    }
  }

  private static func links(of status: JobStatus, base: String) -> [JSONValue] {
    let path = "\(base)/jobs/\(status.id)"
    var links = [
      ServerText.link("self", path, .json, "The job"),
      ServerText.link("alternate", path + "?f=html", .html, "The job, to read"),
      ServerText.link("monitor", path + "/events", .events, "Its progress as it goes"),
    ]
    if status.state == .successful {
      links.append(
        ServerText.link(relations + "results", path + "/results", .json, "What it gave"))
    }
    if status.state == .failed {
      links.append(
        ServerText.link(relations + "exceptions", path + "/results", .json, "Why it failed"))
    }
    return links
      + status.layers.map {
        ServerText.link("collection", "\(base)/collections/\($0)", .json, "A layer that it gave")
      }
  }

  static func time(_ date: Date) -> String {
    date.formatted(
      .iso8601.year().month().day().time(includingFractionalSeconds: true)
        .timeZone(separator: .omitted))
  }
}
