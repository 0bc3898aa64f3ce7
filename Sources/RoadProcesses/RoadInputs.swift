import Catalog
import Foundation
import Roads
import SimpleFeatures
import Simulation

/// What processes on roads have in common: their inputs, and the weights that those mean.
struct RoadInputs {
  let desk: RoadDesk

  // MARK: Schema

  /// A place of longitude and latitude.
  static func place(_ description: String) -> JSONValue {
    [
      "type": "array", "items": ["type": "number", "minimum": -180, "maximum": 180],
      "minItems": 2, "maxItems": 2, "description": .string("[longitude, latitude]: " + description),
    ]
  }

  /// A schema of inputs of its own and those of all.
  func schema(required: [String], _ own: [(String, JSONValue)]) -> JSONValue {
    let common: [(String, JSONValue)] = [
      (
        "profile",
        [
          "type": "string", "enum": .array(desk.profiles.map { .string($0.id) }),
          "default": .string(desk.profiles.first?.id ?? "car"), "description": "who travels",
        ]
      ),
      (
        "objective",
        [
          "type": "string", "enum": ["time", "length"], "default": "time",
          "description": "what is made as little as possible of",
        ]
      ),
      (
        "departure",
        [
          "type": "string",
          "description":
            "when it begins, RFC 3339: closures that hold then count; now unless it is said",
        ]
      ),
      (
        "conditions",
        [
          "type": "string",
          "description": "the name of a set of closures that counts, or free for none",
        ]
      ),
      (
        "closures",
        [
          "type": "object",
          "description":
            "GeoJSON of areas and lines that are closed besides; speed_kmh slows, depth_m is water",
        ]
      ),
      (
        "snap_m",
        [
          "type": "number", "minimum": 0, "maximum": 100_000, "default": 500,
          "description": "how far a place may be from its road, metres",
        ]
      ),
    ]
    return [
      "type": "object", "required": .array(required.map { .string($0) }),
      "additionalProperties": false, "properties": .object(own + common),
    ]
  }

  /// An output that is a GeoJSON feature collection.
  static func features(_ name: String) -> JSONValue {
    let collection: JSONValue = ["type": "object", "contentMediaType": "application/geo+json"]
    return ["type": "object", "properties": .object([(name, collection)])]
  }

  // MARK: Values

  /// Whether the inputs are answered without making weights first.
  func isBrief(_ inputs: JSONValue) -> Bool {
    desk.current != nil && inputs["closures"] == nil && inputs["departure"] == nil
      && inputs["conditions"] == nil
  }

  /// The weights that inputs mean.
  func router(_ inputs: JSONValue) throws -> Router {
    let id = inputs["profile"]?.string ?? desk.profiles.first?.id ?? "car"
    let (conditions, profile) = try desk.roads(profile: id)
    let objective = RouteObjective(rawValue: inputs["objective"]?.string ?? "time") ?? .time
    var metric = try self.metric(inputs, conditions, profile, objective)
    if let closures = inputs["closures"] {
      metric = try desk.closed.metric(closures, metric, on: conditions.network)
    }
    return Router(conditions.network, metric)
  }

  private func metric(
    _ inputs: JSONValue, _ conditions: RoadConditions, _ profile: Int, _ objective: RouteObjective
  ) throws -> RoadMetric {
    if let name = inputs["conditions"]?.string {
      if name == "free" { return conditions.network.metric(profile: profile, objective) }
      guard let metric = conditions.metric(slot: name, profile: profile, objective) else {
        let known = (["free"] + conditions.names).joined(separator: ", ")
        throw ProcessError(
          "unknown-conditions", "there are no conditions \"\(name)\"",
          hint: "there are: \(known)", status: 422)
      }
      return metric
    }
    var time = Date()
    if let text = inputs["departure"]?.string {
      guard let read = try? Date(text, strategy: .iso8601) else {
        throw ProcessError(
          "invalid-input", "input \"departure\" is `\(text.prefix(40))`, which is no time",
          hint: "write 2026-07-01T08:00:00Z or 2026-07-01T16:00:00+08:00", status: 400)
      }
      time = read
    }
    return conditions.metric(at: time, profile: profile, objective)
  }

  /// The place that an input names.
  func end(_ value: JSONValue, _ name: String) throws -> RouteEnd {
    let numbers = value.items?.compactMap(\.number) ?? []
    guard numbers.count == 2, numbers[1].magnitude <= 90 else {
      throw ProcessError(
        "invalid-input", "input \"\(name)\" is no place: its latitude is beyond 90 degrees",
        hint: "longitude comes first", status: 400)
    }
    return .place(numbers[0], numbers[1])
  }

  func snap(_ inputs: JSONValue) -> Double { inputs["snap_m"]?.number ?? Router.snapMetres }

  /// What went wrong in words that whoever asked understands.
  static func fault(_ failure: RouteError, at place: String? = nil) -> ProcessError {
    let error = failure.error
    var message = error.message
    if let place {
      message = message.replacing("the start", with: place).replacing("the goal", with: place)
    }
    return ProcessError(failure.status, message, hint: error.hint)
  }

  /// Runs `body`, with errors of roads as faults of a process.
  static func telling<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let failure as RouteError {
      throw fault(failure)
    } catch let error as RoadError {
      throw ProcessError(
        error.code.rawValue, error.message, hint: error.hint,
        status: error.code == .noRoads ? 503 : 422)
    } catch let error as FormatError {
      throw ProcessError(
        "invalid-input", "input \"closures\" is no GeoJSON: \(error.message)", hint: error.hint,
        status: 400)
    }
  }
}
