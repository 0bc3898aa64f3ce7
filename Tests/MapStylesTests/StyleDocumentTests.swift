import Catalog
import Foundation
import Messages
import SimpleFeatures
import Testing

@testable import MapStyles

@Suite("Style documents of the layers that come with Yutu")
struct StyleDocumentTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Layers").path

  private let layers: [LayerDefinition]

  init() throws { layers = try LayerCatalog.load(folder: Self.folder).layers }

  private func document(
    _ palette: MapPalette, _ language: Language = .english
  ) -> StyleDocument {
    StyleDocument(
      palette: palette, language: language, title: LocalisedText(zh: "城市", en: "City"),
      tiles: "http://localhost/tiles/{z}/{y}/{x}", attribution: "",
      bounds: Envelope(minX: 114, minY: 30, maxX: 115, maxY: 31),
      sprite: "http://localhost/sprite", glyphs: "http://localhost/{fontstack}/{range}.pbf",
      layers: layers.filter(\.hasFeatures).map {
        StyledLayer($0, role: $0.role, isShown: $0.style.isShown)
      },
      rasters: [], bases: [])
  }

  private func parts(_ document: StyleDocument) throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(document.json.bytes))
    let members = try #require(json as? [String: Any])
    return try #require(members["layers"] as? [[String: Any]])
  }

  @Test("Every part has an id of its own, and draws a layer of a source that is there")
  func parts() throws {
    for palette in MapPalette.all {
      let parts = try parts(document(palette))
      let ids = parts.compactMap { $0["id"] as? String }
      #expect(Set(ids).count == parts.count)
      for part in parts.dropFirst() {
        #expect(part["source"] as? String == StyleDocument.source)
        let metadata = try #require(part["metadata"] as? [String: Any])
        let id = try #require(metadata["yutu:layer"] as? String)
        let layer = try #require(layers.first { $0.id == id })
        let isJoined = metadata["yutu:part"] as? String == "label-far"
        #expect(part["source-layer"] as? String == (isJoined ? layer.joinedLines : id))
      }
      // Each layer is drawn.
      let drawn = Set(parts.compactMap { $0["source-layer"] as? String })
      #expect(drawn.isSuperset(of: layers.filter(\.hasFeatures).map(\.id)))
    }
  }

  @Test("Names have a contrast of 4.5 to their halo in both styles")
  func contrast() throws {
    for palette in MapPalette.all {
      let halo = OKLCHColour(css: palette.halo)
      for part in try parts(document(palette)) where part["type"] as? String == "symbol" {
        let paint = try #require(part["paint"] as? [String: Any])
        let ink = OKLCHColour(css: try #require(paint["text-color"] as? String))
        #expect(ink.contrast(with: halo) >= 4.5, "\(part["id"] ?? "") in \(palette.id)")
      }
    }
  }

  @Test("Roads lie over buildings, bridges over roads, and names over all")
  func order() throws {
    let parts = try parts(document(.light))
    func place(_ id: String) throws -> Int {
      try #require(parts.firstIndex { $0["id"] as? String == id }, "\(id)")
    }
    #expect(try place("water/fill") < place("building/fill"))
    #expect(try place("building/fill") < place("road/tunnel"))
    #expect(try place("road/tunnel") < place("road/casing"))
    #expect(try place("road/line") < place("road/bridge-casing"))
    let first = try #require(parts.firstIndex { $0["type"] as? String == "symbol" })
    #expect(parts[first...].allSatisfy { $0["type"] as? String == "symbol" })
    // What is placed first stands last.
    #expect(try place("address/label") < place("building/label"))
    #expect(try place("building/label") < place("hospital/badge"))
  }

  @Test("Layers that are not shown at first are hidden, as are the solids of the flat map")
  func visibility() throws {
    let shown = Dictionary(uniqueKeysWithValues: layers.map { ($0.id, $0.style.isShown) })
    for part in try parts(document(.light)).dropFirst() {
      let layout = try #require(part["layout"] as? [String: Any])
      let isVisible = layout["visibility"] as? String == "visible"
      let metadata = try #require(part["metadata"] as? [String: Any])
      let layer = try #require(metadata["yutu:layer"] as? String)
      let isSolid = part["type"] as? String == "fill-extrusion"
      #expect(isVisible == (shown[layer] == true && !isSolid), "\(part["id"] ?? "")")
    }
  }

  @Test("Codes that are names are told in the language of the document")
  func language() throws {
    var building = try #require(layers.first { $0.id == "building" })
    building.style.label = "usage"
    let title = try #require(building.fields.first { $0.name == "usage" }?.codes.first?.title)
    for (language, word) in [(Language.chinese, title.zh), (.english, title.en)] {
      var document = document(.light, language)
      document.layers = [StyledLayer(building, role: building.role, isShown: true)]
      #expect(document.json.text.contains("\"\(word)\""))
    }
  }

  @Test("Where tiles hold only some points their density is drawn, until all are there")
  func density() throws {
    let stop = try #require(layers.first { $0.id == "bus-stop" })
    let extent = Envelope(minX: 114, minY: 30, maxX: 114.1, maxY: 30.1)
    for palette in MapPalette.all {
      for complete in [14, 16] {
        var document = document(palette)
        let spread = PointSpread(count: 1_000_000, completeZoom: complete, extent: extent)
        document.layers = [StyledLayer(stop, role: stop.role, spread: spread, isShown: true)]
        let parts = try parts(document)
        let heat = parts.first { $0["type"] as? String == "heatmap" }
        // Its tiles begin at level 14: all points are there at once.
        #expect((heat != nil) == (complete > 14))
        let dots = try #require(parts.first { $0["type"] as? String == "circle" })
        #expect(dots["minzoom"] as? Double == Double(complete))
        if let heat { #expect(try #require(heat["maxzoom"] as? Double) > Double(complete)) }
      }
    }
  }

  @Test("Layers of many points with an icon have clusters, unless their file says otherwise")
  func clusters() throws {
    var stop = try #require(layers.first { $0.id == "bus-stop" })
    func has(_ count: Int) -> Bool {
      let spread = PointSpread(count: count, completeZoom: 0, extent: .empty)
      return PointDrawing(
        layer: StyledLayer(stop, role: stop.role, spread: spread, isShown: true), palette: .light
      ).clusters != nil
    }
    #expect(!has(99) && has(100))
    stop.style.isClustered = false
    #expect(!has(100_000))
    stop.style.isClustered = true
    #expect(has(2))
  }
}
