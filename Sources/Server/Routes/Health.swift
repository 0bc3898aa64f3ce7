import Foundation
import SimpleFeatures
import Simulation

/// What `/health` answers once the city was read.
struct Health {
  let layerCount: Int
  let sources: [DataSourceStatus]

  /// Every member of the answer, with its schema: a new one is added here.
  private static let members: [JSONMember<Health>] = [
    JSONMember("status", OpenAPISchemas.oneOf("ok")) { _ in "ok" },
    JSONMember("layers", OpenAPISchemas.count) { .integer($0.layerCount) },
    JSONMember("feeds", OpenAPISchemas.list(JSONMember.schema(of: feedMembers))) {
      .array($0.sources.map { JSONMember.object(feedMembers, of: $0) })
    },
  ]

  /// Every member of what it says of one source.
  private static let feedMembers: [JSONMember<DataSourceStatus>] = [
    JSONMember("name", OpenAPISchemas.text) { .string($0.name) },
    JSONMember("status", OpenAPISchemas.oneOf("ok", "partly", "refused")) {
      .string($0.state.status)
    },
    JSONMember("taken", OpenAPISchemas.nullable(OpenAPISchemas.moment)) { moment($0.state.taken) },
    JSONMember("newest", OpenAPISchemas.nullable(OpenAPISchemas.moment)) {
      moment($0.state.newest)
    },
  ]

  static let schema = JSONMember.schema(of: members)

  var json: JSONValue { JSONMember.object(Self.members, of: self) }

  private static func moment(_ date: Date?) -> JSONValue {
    date.map { .string($0.formatted(.iso8601)) } ?? .null
  }
}

/// A member of a JSON object that is made of a value: its name, schema and content.
struct JSONMember<Source> {
  let name: String
  let schema: JSONValue
  let value: @Sendable (Source) -> JSONValue

  init(
    _ name: String, _ schema: JSONValue, _ value: @escaping @Sendable (Source) -> JSONValue
  ) {
    self.name = name
    self.schema = schema
    self.value = value
  }

  static func schema(of members: [JSONMember]) -> JSONValue {
    OpenAPISchemas.object(members.map { (key: $0.name, value: $0.schema) })
  }

  static func object(_ members: [JSONMember], of source: Source) -> JSONValue {
    .object(members.map { ($0.name, $0.value(source)) })
  }
}

extension JSONMember: Sendable where Source: Sendable {}
