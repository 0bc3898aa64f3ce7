import Catalog
import FeatureStore
import OneMap
import SimpleFeatures

/// `/scenarios…`: the what-ifs that requests can see the city with.
struct ScenarioRoutes {
  let map: CityMap

  var all: [Route] { [scenarios, scenario] }

  private var scenarios: Route {
    Route(
      path: "/scenarios", operation: "getScenarios", summary: "The scenarios over the city",
      tag: "History", formats: [.json]
    ) { request in
      let (found, diagnostics) = map.scenarios.check()
      var scenarios: [JSONValue] = []
      for one in found {
        scenarios.append(try await description(of: try await onCity(one), request))
      }
      return .json([
        "links": .array(ServerText.selfLinks(request, [.json])),
        "scenarios": .array(scenarios),
        "faults": .array(diagnostics.map { .string($0.withoutFolder.description) }),
      ])
    }
  }

  private var scenario: Route {
    Route(
      path: "/scenarios/{scenarioId}", operation: "getScenario",
      summary: "One scenario: the features that it edits", tag: "History", formats: [.json]
    ) { request in
      let id = try request.parameter("scenarioId")
      let scenario = try await onCity(try ViewParameters.scenario(id, map.scenarios))
      guard case .object(let members) = try await description(of: scenario, request) else {
        return .json(nil)
      }
      let edits = scenario.edits.map { edit in
        [
          "layer": .string(edit.layer), "id": .string(edit.id),
          "action": .string(edit.action.rawValue),
          "values": .object(edit.values.map { ($0.field, JSONValue($0.value)) }),
          "changesGeometry": .boolean(edit.geometry != nil),
        ] as JSONValue
      }
      let contents = scenario.parts.map { ($0.name, $0.tree.json) }
      return .json(
        .object(members + [("edits", .array(edits)), ("contents", .object(contents))]))
    }
  }

  /// The scenario with the ids of the city's layers.
  private func onCity(_ scenario: Scenario) async throws -> Scenario {
    scenario.on(try await map.layers().map(\.definition))
  }

  /// Whether the city has all that the scenario edits.
  private func fits(_ scenario: Scenario) async throws -> Bool {
    do {
      _ = try await map.view(at: MapVersion(scenario: scenario)).layers()
      return true
    } catch is CatalogError {
      return false
    } catch is StoreError {
      // It starts from a commit that the city does not have.
      return false
    }
  }

  private func description(
    of scenario: Scenario, _ request: APIRequest
  ) async throws -> JSONValue {
    let layers = Set(scenario.edits.map(\.layer)).sorted()
    return [
      "id": .string(scenario.id),
      "title": ["zh": .string(scenario.title.zh), "en": .string(scenario.title.en)],
      "description": scenario.description.map {
        ["zh": .string($0.zh), "en": .string($0.en)]
      } ?? nil,
      "base": scenario.base.map { .integer($0) } ?? nil,
      "editCount": .integer(scenario.edits.count),
      "parts": .strings(scenario.parts.map(\.name)),
      "layers": .array(layers.map { .string($0) }),
      "fits": .boolean(try await fits(scenario)),
      "links": .array(
        [
          ServerText.link(
            "self", "\(request.base)/scenarios/\(scenario.id)", .json, "The scenario's edits")
        ]
          + layers.map {
            ServerText.link(
              "items", "\(request.base)/collections/\($0)/items?scenario=\(scenario.id)", .geojson,
              "Layer \($0) with the edits")
          }),
    ]
  }
}

extension Diagnostic {
  /// With the file's name alone: where a server keeps its files is not for its clients.
  var withoutFolder: Diagnostic {
    var fault = self
    fault.file = file.split(separator: "/").last.map(String.init) ?? file
    return fault
  }
}
