import Catalog
import Foundation
import SimpleFeatures
import TestSupport
import Testing

@testable import MapSymbols

@Suite("Icons of layers are drawn on badges and gathered in a sprite sheet")
struct SpriteTests {
  private static let layers = TestData.repository.appending(path: "Layers").path
  private static let icons = IconFolder(layers + "/icons")
  private static let light = BadgePalette(
    border: SRGBColour("#ffffff")!, lightGlyph: SRGBColour("#ffffff")!,
    darkGlyph: SRGBColour("#1f2a2e")!)

  /// A square icon in the middle, of 5 units.
  private static let square = Icon(
    svg: Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15 15">\
      <path fill="#f00" d="M5 5h5v5h-5z"/></svg>
      """.utf8))!

  private static func entry(_ sheet: SpriteSheet, _ name: String) throws -> [String: Int] {
    let index = try JSONValue(parsing: sheet.index)
    let members = try #require(index[name]?.members)
    return Dictionary(uniqueKeysWithValues: members.map { ($0.0, Int($0.1.number ?? -1)) })
  }

  private static func pixel(_ text: String) -> [UInt8] {
    let colour = SRGBColour(text)!
    return [colour.red, colour.green, colour.blue].map { UInt8(($0 * 255).rounded()) } + [255]
  }

  @Test("A badge is a circle in the colour, a border around it and a glyph", arguments: [1, 2])
  func badge(ratio: Int) throws {
    let badges = [
      Badge(name: "first", colour: SRGBColour("#0b7a75")!, icon: nil),
      Badge(name: "second/a", colour: SRGBColour("#d7191c")!, icon: Self.square),
      Badge(name: "second/b", colour: SRGBColour("#ffe680")!, icon: Self.square),
    ]
    let sheet = SpriteSheet(badges, Self.light, pixelRatio: ratio)
    let picture = try PNGPicture(sheet.png)
    #expect(picture.width == 46 * ratio && picture.height == 46 * ratio)
    for (badge, glyph) in zip(badges, ["#0b7a75", "#ffffff", "#1f2a2e"]) {
      let entry = try Self.entry(sheet, badge.name)
      #expect(entry["width"] == 23 * ratio && entry["height"] == 23 * ratio)
      #expect(entry["pixelRatio"] == ratio)
      let (x, y) = (try #require(entry["x"]), try #require(entry["y"]))
      #expect(picture[x + 11 * ratio, y + 11 * ratio] == Self.pixel(glyph))
      #expect(picture[x + 4 * ratio, y + 11 * ratio] == Self.pixel("\(badge.colour)"))
      #expect(picture[x, y] == [0, 0, 0, 0])
    }
  }

  @Test("The border has the palette's colour")
  func border() throws {
    var dark = Self.light
    dark.border = SRGBColour("#12181c")!
    let badge = Badge(name: "a", colour: SRGBColour("#58b9c9")!, icon: nil)
    let picture = try PNGPicture(SpriteSheet([badge], dark, pixelRatio: 2).png)
    #expect(picture[1, 23] == Self.pixel("#12181c"))
    #expect(picture[5, 23] == Self.pixel("#58b9c9"))
  }

  @Test("Safety signs are squares and triangles, and warnings have a dark band")
  func safetySigns() throws {
    let red = SRGBColour("#c8102e")!
    let yellow = SRGBColour("#f9a800")!
    let badges = [
      Badge(name: "a", colour: red, icon: nil),
      Badge(name: "b", colour: red, shape: .square, icon: nil),
      Badge(name: "c", colour: yellow, shape: .triangle, icon: nil),
    ]
    let pictures = try badges.map {
      try PNGPicture(SpriteSheet([$0], Self.light, pixelRatio: 2).png)
    }
    // Near the corners of the box there is a square only.
    #expect(pictures[0][5, 5][3] == 0 && pictures[2][5, 5][3] == 0)
    #expect(pictures[1][5, 5][3] == 255 && pictures[1][9, 9] == Self.pixel("#c8102e"))
    // A triangle is wide below, narrow above, and stands upright in the middle.
    let rows = [8, 20, 34].map { y in (0..<46).count { pictures[2][$0, y][3] == 255 } }
    #expect(rows == rows.sorted() && Set(rows).count == 3)
    #expect(pictures[2][23, 26] == Self.pixel("#f9a800"))
    let edge = (0..<23).first { pictures[2][$0, 34][3] == 255 }!
    #expect(pictures[2][edge, 34] == Self.pixel("#1f2a2e"))
    let versions = Set(badges.map { SpriteSheet.version([$0], Self.light) })
    #expect(versions.count == 3)
  }

  @Test("The layers of safety signs have their shapes and colours")
  func layersOfSigns() throws {
    let layers = LayerCatalog.check(folder: Self.layers).layers
    let shapes = Dictionary(
      uniqueKeysWithValues: layers.compactMap { layer in
        layer.style.sign.map { ($0, Badge.badges(of: layer, Self.icons).first?.shape) }
      })
    #expect(
      shapes == [.warning: .triangle, .safeCondition: .square, .fireEquipment: .square])
  }

  @Test("A sheet without images is a picture all the same, with an empty index")
  func empty() throws {
    let sheet = SpriteSheet([], Self.light, pixelRatio: 1)
    #expect(try PNGPicture(sheet.png).width == 1)
    #expect(String(decoding: sheet.index, as: UTF8.self) == "{}")
  }

  @Test("Glyphs stand out of every colour of every layer by 3 : 1 or more")
  func contrast() throws {
    for layer in LayerCatalog.check(folder: Self.layers).layers {
      for badge in Badge.badges(of: layer, Self.icons) {
        let glyph = Self.light.glyph(on: badge.colour)
        #expect(
          glyph.contrast(to: badge.colour) >= 3, "\(badge.name) \(badge.colour) with \(glyph)")
      }
    }
    #expect(SRGBColour("#000000")!.contrast(to: SRGBColour("#ffffff")!) == 21)
    #expect(SRGBColour("red") == nil && SRGBColour("#12345g") == nil)
  }

  @Test("A layer's images are called after it and its categories, in the style's colours")
  func names() throws {
    let layers = LayerCatalog.check(folder: Self.layers).layers
    let manhole = try #require(layers.first { $0.id == "manhole" })
    let badges = Badge.badges(of: manhole, Self.icons)
    #expect(
      badges.map(\.name) == ["manhole"]
        + ["YS", "WS", "HS", "JS", "RQ", "RL", "DL", "TX"].map {
          "manhole/\($0)"
        })
    #expect(badges.allSatisfy { $0.icon == Self.icons["manhole"] && $0.icon != nil })
    var water = try #require(layers.first { $0.id == "water" })
    #expect(Badge.badges(of: water, Self.icons) == [])
    water.style.icon = "no-such-icon"
    let plain = Badge.badges(of: water, Self.icons)
    #expect(plain.first?.name == "water" && plain.first?.icon == nil)
    let night = Badge.badges(of: manhole, Self.icons) { _ in "#c0ffee" }
    #expect(night.allSatisfy { $0.colour == SRGBColour("#c0ffee") })
  }

  @Test("Every icon of the folder can be drawn, shows something and is used by a layer")
  func shippedIcons() throws {
    #expect(Self.icons.unreadable == [])
    let used = Set(LayerCatalog.check(folder: Self.layers).layers.compactMap(\.style.icon))
    #expect(Set(Self.icons.names) == used)
    for name in Self.icons.names {
      let badge = Badge(name: name, colour: SRGBColour("#000000")!, icon: Self.icons[name])
      let picture = try PNGPicture(SpriteSheet([badge], Self.light, pixelRatio: 1).png)
      // Inside the circle, where it is black but for the glyph.
      let ink = (4..<19).flatMap { y in (4..<19).map { Int(picture[$0, y][0]) } }.reduce(0, +)
      #expect((25...130).contains(ink / 255), "\(name): the area of \(ink / 255) pixels")
    }
  }

  @Test("What is no SVG or too large is told by its path and is no icon")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("not SVG".utf8, to: "bad.svg")
    let padding = [UInt8](repeating: 0x20, count: IconFolder.limitBytes)
    let large = try folder.write(Self.square.svg + padding, to: "large.svg")
    _ = try folder.write(Self.square.svg, to: "good.svg")
    let icons = IconFolder(folder.path)
    #expect(icons.names == ["good"])
    #expect(icons.unreadable == [bad, large])
    #expect(IconFolder(folder.path + "/none").names == [])
  }

  @Test("A sheet's version changes with a colour, an icon and the palette, and with nothing else")
  func version() {
    let badge = Badge(name: "a", colour: SRGBColour("#0b7a75")!, icon: Self.square)
    let version = SpriteSheet.version([badge], Self.light)
    #expect(SpriteSheet.version([badge], Self.light) == version)
    var other = badge
    other.colour = SRGBColour("#0b7a76")!
    #expect(SpriteSheet.version([other], Self.light) != version)
    other = badge
    other.icon = nil
    #expect(SpriteSheet.version([other], Self.light) != version)
    var palette = Self.light
    palette.border = SRGBColour("#000000")!
    #expect(SpriteSheet.version([badge], palette) != version)
  }
}
