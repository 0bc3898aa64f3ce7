import SimpleFeatures
import Testing

@testable import Catalog

@Suite("Edits that a request adds to a scenario")
struct ScenarioEditTests {
  private static let edits = """
    [{"layer": "building", "id": "B1", "set": {"floors": 30, "name": "null", "usage": null}},
     {"layer": "building", "id": "B2", "remove": true},
     {"layer": "gauge", "id": "G1", "add": {"name": "New"}, "geometry": "POINT (114.3 30.5)"}]
    """

  @Test("They are read as a file's are, and written so that they read the same")
  func roundTrip() throws {
    let read = try Scenario.adHoc.with(edits: Self.edits)
    #expect(read.edits.map(\.action) == [.set, .remove, .add])
    #expect(read.edits[0].values.map(\.value) == [.text("30"), .text("null"), .null])
    #expect(read.edits[2].geometry.map(WKT.encode) == "POINT (114.3 30.5)")
    let again = try Scenario.adHoc.with(edits: read.editsJSON.text)
    #expect(again.edits.map(Parts.init) == read.edits.map(Parts.init))
  }

  @Test("One of a feature that the scenario edits takes that edit's place, others stay")
  func places() throws {
    let own = try Scenario.adHoc.with(edits: Self.edits)
    let changed = try own.with(edits: #"[{"layer": "building", "id": "B1", "remove": true}]"#)
    #expect(changed.edits.map(\.id) == ["B2", "G1", "B1"])
    #expect(changed.edits.map(\.action) == [.remove, .add, .remove])
    #expect(changed.fingerprint != own.fingerprint)
  }

  @Test(
    "What is wrong with them is told",
    arguments: [
      (#"[{"layer": "building", "set": {"floors": 3}}]"#, "`id` is missing"),
      (#"[{"layer": "building", "id": "B1"}]"#, "`set`, `add` and `remove`"),
      (#"[{"layer": "gauge", "id": "G", "add": {}, "geometry": "POINT 1"}]"#, "cannot be read"),
      (
        #"[{"layer": "a", "id": "1", "remove": true}, {"layer": "a", "id": "1", "remove": true}]"#,
        "is edited twice"
      ),
    ])
  func faults(_ text: String, _ words: String) {
    do {
      _ = try Scenario.adHoc.with(edits: text)
      Issue.record("it is taken")
    } catch {
      #expect(error.diagnostics.contains { $0.message.contains(words) }, "\(error.diagnostics)")
    }
  }

  /// What an edit says, wherever it stands.
  private struct Parts: Equatable {
    var names: [String]
    var values: [PropertyValue]
    var geometry: Geometry?

    init(_ edit: Scenario.Edit) {
      names = [edit.layer, edit.id, edit.action.rawValue] + edit.values.map(\.field)
      values = edit.values.map(\.value)
      geometry = edit.geometry
    }
  }
}
