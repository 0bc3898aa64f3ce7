import Catalog
import SimpleFeatures
import Simulation
import Testing

@testable import ParkingProcesses

@Suite("What processes on parking say of their answers")
struct OutputSchemaTests {
  private static let inputs: [JSONValue] = [
    ["time": "2026-03-30T10:00", "below": [0.7], "quantiles": [0.25]],
    [
      "from": ClosedCity.place(0, 0), "to": ClosedCity.place(2.9, 2), "stay_min": 25,
      "within_m": 300,
    ],
    [
      "drivers": [
        ["from": ClosedCity.place(0, 0), "to": ClosedCity.place(2.9, 2)],
        ["from": ClosedCity.place(0, 0), "to": ClosedCity.place(2.9, 2), "accessible": true],
      ]
    ],
  ]

  /// Where a schema is none of OpenAPI 3.0, or does not say what it is of.
  private func diagnostics(_ schema: JSONValue, _ place: String, isDescribed: Bool = true)
    -> [String]
  {
    var diagnostics: [String] = []
    if schema["type"]?.string == nil { diagnostics.append("\(place): type") }
    if schema["required"]?.items?.isEmpty ?? false { diagnostics.append("\(place): required") }
    if isDescribed, schema["description"]?.string?.isEmpty ?? true {
      diagnostics.append("\(place): description")
    }
    if schema["type"]?.string == "array", schema["items"] == nil {
      diagnostics.append("\(place): items")
    }
    for (name, part) in schema["properties"]?.members ?? [] {
      diagnostics += self.diagnostics(part, "\(place).\(name)")
    }
    for word in ["items", "additionalProperties"] where schema[word]?.members != nil {
      diagnostics += self.diagnostics(
        schema[word]!, "\(place).\(word)", isDescribed: word != "items")
    }
    return diagnostics
  }

  /// Where a value is not as its schema says.
  private func misfits(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    switch (value, schema["type"]?.string) {
    case (.null, _): return schema["nullable"]?.flag ?? false ? [] : ["\(place) is null"]
    case (.string(let text), "string"):
      let words = schema["enum"]?.items?.compactMap(\.string) ?? [text]
      return words.contains(text) ? [] : ["\(place) is \(text)"]
    case (.integer, "integer"), (.integer, "number"), (.real, "number"), (.boolean, "boolean"):
      return []
    case (.array(let items), "array"):
      return items.flatMap { misfits($0, schema["items"] ?? .null, "\(place)[]") }
    case (.object(let members), "object"):
      return members.flatMap { name, member in
        guard let part = schema["properties"]?[name] ?? schema["additionalProperties"] else {
          return ["\(place).\(name) is not described"]
        }
        return misfits(member, part, "\(place).\(name)")
      }
    default: return ["\(place) is no \(schema["type"]?.string ?? "")"]
    }
  }

  @Test("Schemas are of OpenAPI 3.0, and all members are described")
  func described() throws {
    for process in try ClosedCity(counts: false).service.processes {
      #expect(diagnostics(process.outputs.schema(in: .both), process.id, isDescribed: false) == [])
      #expect(diagnostics(process.inputs.schema(in: .both), process.id, isDescribed: false) == [])
    }
  }

  @Test("Answers are as their schemas say", arguments: [true, false])
  func answers(counts: Bool) async throws {
    let city = try ClosedCity(counts: counts)
    for (process, inputs) in zip(city.service.processes, Self.inputs).dropFirst(counts ? 0 : 1) {
      let answer = try await city.ask(process, inputs)
      #expect(Set(misfits(answer, process.outputs.schema(in: .en), process.id)) == [])
      #expect(answer.members?.map(\.0).sorted() == process.outputs.all.map(\.name).sorted())
    }
  }

  @Test("Layers' titles say which process, where and when")
  func titles() async throws {
    let city = try ClosedCity()
    var titles: [String] = []
    for (process, inputs) in zip(city.service.processes, Self.inputs) {
      let outputs = try await process.outputs(
        of: InputValues(unchecked: inputs), on: city.map
      ) { _ in }
      for title in outputs.all.compactMap(\.layer?.title) {
        #expect(title.zh.contains("停车") && title.zh.contains("2026-03-30"))
        titles.append(title.en)
      }
    }
    #expect(
      titles == [
        "Parking forecast: 6 car parks, 2026-03-30 10:00 (issued 2026-03-30 09:10)",
        "Parking choice: near 114.3058, 30.5040, leaving 2026-03-30 09:10",
        "Parking assignment: 2 drivers to around 114.3058, 30.5040, leaving 2026-03-30 09:10",
        "Parking assignment: room and price of 7 car parks around 114.3058, 30.5040, "
          + "2026-03-30 09:10",
      ])
  }
}
