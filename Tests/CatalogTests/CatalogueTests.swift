import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("The catalogue of layers is whole")
struct CatalogueTests {
  private let folder = repository.appending(path: "Layers").path(percentEncoded: false)

  /// What a city information model of this kind holds.
  private static let ids = """
    administrative-area grid-cell address building road bridge tunnel underpass parking-lot
    lot-entrance parking-bay traffic-signal detector guidance-sign bus-stop metro-entrance
    drainage-pipe manhole outfall pump-station sluice-gate supply-pipe valve hydrant gas-pipe
    utility-tunnel river water canal reservoir embankment waterlogging-spot gauge shelter hospital
    school nursing-home fire-station key-fire-unit substation filling-station emergency-store
    rescue-team rescue-vehicle incident hazard-source construction-site pollution-source green
    farmland control-line camera population land-cover terrain
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  @Test("it has every layer of the one map") func ids() throws {
    let found = Set(try LayerCatalog.load(folder: folder).ids)
    #expect(Self.ids.filter { !found.contains($0) } == [])
    #expect(Self.ids.count == 55)
  }

  @Test("every layer says its CIM level, and every text is Chinese and English") func texts() throws
  {
    for layer in try LayerCatalog.load(folder: folder).layers {
      #expect(layer.level != nil, "\(layer.id)")
      let texts =
        [layer.title, layer.description, layer.provenance.owner, layer.provenance.source]
        + layer.fields.flatMap { [$0.title] + $0.codes.map(\.title) }
        + layer.fields.compactMap(\.description) + layer.relations.map(\.title)
        + layer.rules.map(\.message)
      for text in texts {
        #expect(!text.en.unicodeScalars.contains { isHan($0) }, "\(layer.id): \(text.en)")
      }
      let prose = [layer.title, layer.description] + layer.fields.map(\.title)
      for text in prose {
        #expect(text.zh.unicodeScalars.contains { isHan($0) }, "\(layer.id): \(text.zh)")
      }
    }
  }

  @Test("fields carry units, heights their datum, and persons a grade") func fields() throws {
    for layer in try LayerCatalog.load(folder: folder).layers {
      for field in layer.fields {
        let name = "\(layer.id).\(field.name)"
        #expect((field.unit != nil) == field.type.isNumber, "\(name)")
        if field.title.zh.hasSuffix("高程") || field.title.zh.hasSuffix("水位") {
          #expect(field.datum != nil, "\(name)")
        }
        if ["phone", "keeper", "leader", "reporter"].contains(field.name) {
          #expect(field.grade != nil, "\(name)")
        }
      }
    }
  }

  @Test("layers of one theme and shape have colours that an eye tells apart") func colours() throws
  {
    let layers = try LayerCatalog.load(folder: folder).layers
    for (index, a) in layers.enumerated() {
      for b in layers[(index + 1)...]
      where a.theme == b.theme && a.geometry == b.geometry && a.hasFeatures == b.hasFeatures {
        let distance = LabColour(a.style.colour).distance(to: LabColour(b.style.colour))
        #expect(distance >= 10, "\(a.id) and \(b.id)")
      }
    }
  }

  @Test("pipes have the classes of CJJ 61 under their codes") func pipes() throws {
    let file = dataFolder.appending(path: "pipes/cjj61.json")
    guard let data = try? Data(contentsOf: file) else {
      try #require(ProcessInfo.processInfo.environment["CI"] != "true", "no \(file.path)")
      return
    }
    let table = try JSONDecoder().decode(PipeTable.self, from: data)
    let catalog = try LayerCatalog.load(folder: folder)
    let pairs = [("supply-pipe", "JS"), ("drainage-pipe", "PS"), ("gas-pipe", "RQ")]
    for (id, code) in pairs {
      let codes = try #require(catalog[id]?.field(named: "class")?.codes)
      let expected = try #require(table.classes.first { $0.code == code }?.sub)
      let found = Dictionary(uniqueKeysWithValues: codes.map { ($0.title.zh, $0.value) })
      #expect(found == expected.mapValues { $0[0] })
    }
  }

  @Test("maps of other servers are off and hold no token") func remote() throws {
    let layers = try LayerCatalog.load(folder: folder).layers
    var count = 0
    for layer in layers {
      guard case .remoteMap(let map) = layer.content else { continue }
      count += 1
      #expect(!map.isEnabled)
      let address = try #require(map.address(zoom: 9, row: 104, column: 837, token: "t"))
      #expect(!address.contains("{") && !address.contains(" "))
      #expect(address.hasSuffix("&TILEMATRIX=9&TILEROW=104&TILECOL=837&tk=t"))
      #expect(map.address(zoom: 9, row: 104, column: 837, token: nil) == nil)
    }
    #expect(count == 2)
  }
}

private struct PipeTable: Decodable {
  struct Class: Decodable {
    var code: String
    var sub: [String: [String]]
  }

  var classes: [Class]
}

/// The folder of real data that tests may read.
private var dataFolder: URL { URL(filePath: TestData.folder) }

private func isHan(_ scalar: Unicode.Scalar) -> Bool { (0x4E00...0x9FFF).contains(scalar.value) }

/// A colour in CIE L*a*b* (D65), in which distances are about what an eye sees.
private struct LabColour {
  var l: Double
  var a: Double
  var b: Double

  /// From `#rrggbb`.
  init(_ text: String) {
    let value = Int(text.dropFirst(), radix: 16) ?? 0
    let linear = [16, 8, 0].map { shift -> Double in
      let c = Double(value >> shift & 255) / 255
      return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
    }
    let x = 0.4124 * linear[0] + 0.3576 * linear[1] + 0.1805 * linear[2]
    let y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    let z = 0.0193 * linear[0] + 0.1192 * linear[1] + 0.9505 * linear[2]
    func f(_ t: Double) -> Double { t > 0.008856 ? cbrt(t) : 7.787 * t + 16 / 116 }
    l = 116 * f(y) - 16
    a = 500 * (f(x / 0.9505) - f(y))
    b = 200 * (f(y) - f(z / 1.089))
  }

  /// CIE76; about 2.3 is just seen.
  func distance(to other: LabColour) -> Double {
    ((l - other.l) * (l - other.l) + (a - other.a) * (a - other.a)
      + (b - other.b) * (b - other.b)).squareRoot()
  }
}
