import Foundation
import TestSupport
import Testing

extension ClientEndToEndTests {
  @Suite("The notebooks", .needsPythonClients)
  struct NotebookTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let folder = Place.repository + "/Notebooks"
    private static let scenario = """
      id: riverside
      title: {zh: 沿江加高, en: Taller by the river}
      edits:
        - {layer: building, id: B1-1-1, set: {floors: 12, height: 38}}
        - {layer: building, id: B1-1-2, remove: true}
      """

    @Test("One map: every cell runs against a fresh sample city, and a scenario changes it")
    func oneMap() async throws {
      let city = folder.file("sample.city")
      let made = try await yutu("sample", "--out", city, in: folder, within: 180)
      #expect(made.code == 0, "\(made.errors)")
      let scenarios = try TestFolder()
      try scenarios.write("riverside.yml", Self.scenario)
      try await serving(city, in: folder, ["--scenarios", scenarios.path]) { served in
        let ended = try await Program(
          "/usr/bin/env",
          [
            "YUTU_URL=\(served.base)", Place.python, Self.folder + "/run.py",
            Self.folder + "/01-one-map.ipynb",
          ], in: folder
        ).end(within: 180)
        #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains("building B1-1-1 changed {'height': ("))
        #expect(ended.output.contains("after commit 1 the city held ['terrain']"))
      }
    }

    @Test("A flood: two scenarios and an edit on a sample city, and what they do to it")
    func flood() async throws {
      let city = folder.file("sample.city")
      let made = try await yutu("sample", "--out", city, in: folder, within: 180)
      #expect(made.code == 0, "\(made.errors)")
      try await serving(city, in: folder) { served in
        let ended = try await Program(
          "/usr/bin/env",
          [
            "YUTU_URL=\(served.base)", "YUTU_TOKEN=\(served.token)", Place.python,
            Self.folder + "/run.py", Self.folder + "/05-flood.ipynb",
          ], in: folder
        ).end(within: 900)
        #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains("buildings under water at the worst moment"))
        #expect(ended.output.contains("underpass"))
        #expect(ended.output.contains("floods that are left: 0"))
      }
    }

    @Test(
      "They are kept without outputs",
      arguments: [
        "01-one-map", "02-flood-validation", "03-signals", "04-parking", "05-flood",
      ])
    func stripped(_ name: String) throws {
      let notebook = try JSON(
        [UInt8](Data(contentsOf: URL(filePath: Self.folder + "/\(name).ipynb"))))
      #expect(notebook.cells.list.count > 10)
      for cell in notebook.cells.list where cell.cell_type.text == "code" {
        #expect(cell.outputs.list.isEmpty && cell["execution_count"].isNull)
      }
    }
  }
}

/// Apart from the other end-to-end tests: it asks no server, and takes longer than they may.
///
/// The notebooks give way to those, one of which follows the other and decides how long all take.
@Suite("The notebook of floods", .needsPythonClients, .timeLimit(.minutes(15)))
struct FloodNotebookTests {
  @Test("Every case comes within its bound of the closed form")
  func floodValidation() async throws {
    let ended = try await run(notebook: "02-flood-validation", within: 840)
    #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
    #expect(ended.output.contains("order of convergence: swell over a wavy bed, order 2"))
    let hasData = Place.isCI || Place.exists(Place.data + "/flood")
    #expect(hasData == ended.output.contains("Carlisle 2005, cells of 50 m: CSI"))
  }
}

/// Apart as well: it asks no server.
@Suite("The notebook of signals", .needsPythonClients, .timeLimit(.minutes(10)))
struct SignalNotebookTests {
  @Test("A new plan is proved safe and beats today's, also with more traffic", .needsRealData)
  func signalPlans() async throws {
    let ended = try await run(notebook: "03-signals", within: 540)
    #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
    for words in ["vehicle-hours saved in the hour", "same with the new plan", "of them held to"] {
      #expect(ended.output.contains(words))
    }
  }
}

/// Apart as well: it asks no server.
@Suite("The notebook of parking", .needsPythonClients, .timeLimit(.minutes(10)))
struct ParkingNotebookTests {
  @Test("Forecasts are within their bounds and their probabilities come true", .needsRealData)
  func forecasts() async throws {
    let ended = try await run(notebook: "04-parking", within: 540)
    #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
    for words in ["calibration error, 7 d ahead", "forecasts that knew the future: 0 of"] {
      #expect(ended.output.contains(words))
    }
  }
}

/// Runs a notebook that asks no server, behind other work.
private func run(notebook name: String, within seconds: Double) async throws -> Ended {
  let folder = try TestFolder()
  let notebooks = Place.repository + "/Notebooks"
  return try await Program(
    "/usr/bin/nice",
    [
      "-n", "10", "/usr/bin/env", "YUTU=\(Place.command)", "YUTU_TEST_DATA=\(Place.data)",
      Place.python, notebooks + "/run.py", "\(notebooks)/\(name).ipynb",
    ], in: folder
  ).end(within: seconds)
}
