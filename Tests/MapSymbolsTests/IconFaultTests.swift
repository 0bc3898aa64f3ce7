import Catalog
import Foundation
import TestSupport
import Testing

@testable import MapSymbols

@Suite("Layer files are told which icons they name in vain")
struct IconFaultTests {
  private static let drawing = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15 15">\
    <path fill="#fff" d="M2 2h11v11h-11z"/></svg>
    """.utf8)

  private static func layer(_ id: String, icon: String) throws -> LayerDefinition {
    let file = TestData.repository.appending(path: "Layers/bus-stop.yml")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing("id: bus-stop", with: "id: \(id)")
      .replacing("icon: bus-stop", with: "icon: \(icon)")
    let (layer, faults) = LayerCatalog.parse(yaml: text, file: "\(id).yml")
    #expect(faults == [])
    return try #require(layer)
  }

  @Test("A name without an icon is told where it stands, with the nearest name")
  func missing() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.drawing, to: "hospital.svg")
    let layers = [
      try Self.layer("clinic", icon: "hospitl"), try Self.layer("kiosk", icon: "newspaper"),
      try Self.layer("ward", icon: "hospital"),
    ]
    let faults = IconFolder(folder.path).faults(of: layers, in: "Own")
    #expect(
      faults.map(\.message) == ["there is no icon `hospitl`", "there is no icon `newspaper`"])
    #expect(faults.map(\.hint) == ["did you mean `hospital`?", "draw Own/icons/newspaper.svg"])
    let lines = layers[0].text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.hasPrefix("  icon:") }) + 1
    #expect(faults[0].description.hasPrefix("Own/clinic.yml:\(line):9: error: "))
  }

  @Test("An icon that cannot be drawn is told once, and not as missing too")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("<svg".utf8, to: "kiosk.svg")
    let faults = IconFolder(folder.path).faults(
      of: [try Self.layer("kiosk", icon: "kiosk")], in: "Own")
    #expect(faults.map(\.description).count == 1)
    #expect(faults.first?.file == path && faults.first?.message == "the icon cannot be drawn")
  }

  @Test("The shipped layers name icons that are there")
  func shipped() {
    let folder = TestData.repository.appending(path: "Layers").path
    let layers = LayerCatalog.check(folder: folder).layers
    #expect(IconFolder(folder + "/icons").faults(of: layers, in: folder) == [])
  }
}
