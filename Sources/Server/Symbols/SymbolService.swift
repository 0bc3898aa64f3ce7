import Catalog
import FeatureStore
import HTTPTypes
import MapStyles
import MapSymbols
import NIOCore
import OneMap
import SimpleFeatures
import Synchronization
import VectorTiles

/// Images and glyphs for map styles, each made once and kept.
final class SymbolService: Sendable {
  /// Bytes of glyphs that are kept: those of one font's Chinese characters, gzipped.
  private static let glyphBytes = 16 << 20
  /// How long clients use glyphs without asking: fonts change with an update of the system.
  private static let glyphsKept = "max-age=86400"

  private let map: CityMap
  private let icons: IconFolder
  private let glyphs: GlyphMaker
  private let ranges = TileCache(limitBytes: SymbolService.glyphBytes)
  private let work = SharedWork<TileCache.Tile>()
  /// The last sheet of each style and ratio.
  private let sheets = Mutex<[String: Sheet]>([:])

  private struct Sheet: Sendable {
    var version: String
    var index: TileCache.Tile
    var picture: TileCache.Tile
  }

  init(_ map: CityMap, icons: IconFolder, fonts: [KnownFont: String]) {
    self.map = map
    self.icons = icons
    glyphs = GlyphMaker(fonts)
  }

  // MARK: Sprites

  /// The index of a style's sprite sheet, or its picture.
  func sprite(
    of style: MapPalette, pixelRatio: Int, isPicture: Bool
  ) async throws -> TileCache.Tile {
    let badges = try await map.layers().flatMap { layer in
      let drawn = map.drawn(layer.definition)
      return Badge.badges(of: drawn, icons) { style.badge($0, ofAreas: drawn.geometry == .polygon) }
    }
    let palette = style.badges
    let version = SpriteSheet.version(badges, palette)
    let key = "\(style.id)@\(pixelRatio)"
    let kept = sheets.withLock { $0[key] }
    if let kept, kept.version == version { return isPicture ? kept.picture : kept.index }
    let made = await Self.sheet(badges, palette, pixelRatio, version)
    sheets.withLock { $0[key] = made }
    return isPicture ? made.picture : made.index
  }

  @concurrent private static func sheet(
    _ badges: [Badge], _ palette: BadgePalette, _ pixelRatio: Int, _ version: String
  ) async -> Sheet {
    let sheet = SpriteSheet(badges, palette, pixelRatio: pixelRatio)
    let tag = TileVersion("\(version)-\(pixelRatio)")
    return Sheet(
      version: version,
      index: TileCache.Tile(
        version: tag, mediaType: Format.json.mediaType,
        body: ByteBuffer(bytes: Gzip.compress(sheet.index)), isGzipped: true, commit: 0),
      picture: TileCache.Tile(
        version: tag, mediaType: Format.png.mediaType, body: ByteBuffer(bytes: sheet.png),
        isGzipped: false, commit: 0))
  }

  // MARK: Glyphs

  /// The glyphs of a range, from the first font of a stack that has each.
  ///
  /// - Throws: ``HTTPProblem`` 404 where no font of the stack is there.
  func glyphs(of range: GlyphRange, stack: String) async throws -> TileCache.Tile {
    let fonts = glyphs.fonts(of: stack)
    guard !fonts.isEmpty else { throw unknown(stack) }
    let key = fonts.map(\.name).joined(separator: ",") + "/" + range.text
    if let kept = ranges.tile(key) { return kept }
    return try await work.value(of: key) { [self] in
      let bytes = try await glyphs.glyphs(of: range, from: fonts)
      let tile = TileCache.Tile(
        file: bytes, type: Format.glyphs.mediaType, cacheControl: Self.glyphsKept)
      ranges.keep(tile, for: key)
      return tile
    }
  }

  private func unknown(_ stack: String) -> HTTPProblem {
    let missing = Set(glyphs.missing)
    let known = KnownFont.all.filter { !missing.contains($0) }.map(\.name)
    if known.isEmpty {
      return HTTPProblem(
        .notFound, "no-fonts", "the server has no fonts",
        hint: "whoever runs it installs \(KnownFont.package)")
    }
    return HTTPProblem(
      .notFound, "unknown-font", "there is no font \"\(stack)\"",
      hint: "there are: " + known.joined(separator: ", "))
  }
}

extension MapPalette {
  /// The colour of a badge; areas have pale colours in layer files, which are made stronger.
  fileprivate func badge(_ css: String, ofAreas isOfAreas: Bool) -> String {
    guard isOfAreas else { return colour(css, .mark) }
    let own = OKLCHColour(css: css)
    let stronger = OKLCHColour(
      lightness: min(own.lightness, 0.55),
      chroma: own.chroma > 0.02 ? max(own.chroma, 0.1) : own.chroma, hue: own.hue)
    return colour(stronger.css, .mark)
  }

  /// The colours of its badges that do not come from layers.
  fileprivate var badges: BadgePalette {
    guard let border = SRGBColour(rim), let white = SRGBColour("#ffffff"),
      let dark = SRGBColour("#1f2a2e")
    else { preconditionFailure("\(rim) is no colour") }
    return BadgePalette(border: border, lightGlyph: white, darkGlyph: dark)
  }
}
