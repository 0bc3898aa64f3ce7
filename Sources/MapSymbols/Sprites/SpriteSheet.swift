import Catalog
import SimpleFeatures

/// Many badges in one picture with an index of them, after MapLibre's specification of sprites.
package struct SpriteSheet: Sendable {
  /// The picture.
  package let png: [UInt8]
  /// Where each image lies: `{"hospital": {"x": 0, "y": 0, "width": 23, …}, …}`.
  package let index: [UInt8]

  /// The width and height of a badge in pixels at ratio 1, border included.
  package static let side = 23
  /// The radius of the filled circle.
  static let radius = 10.0
  static let borderWidth = 1.25
  /// The width and height of icons, whose units are pixels at ratio 1.
  static let iconSide = 15.0

  /// - Parameters:
  ///   - badges: With a name of their own each.
  ///   - pixelRatio: 1, or 2 for screens of twice the density.
  package init(_ badges: [Badge], _ palette: BadgePalette, pixelRatio: Int) {
    let side = Self.side * pixelRatio
    let columns = max(1, Int(Double(badges.count).squareRoot().rounded(.up)))
    let rows = max(1, (badges.count + columns - 1) / columns)
    let sheet = Canvas(
      width: badges.isEmpty ? 1 : columns * side, height: badges.isEmpty ? 1 : rows * side)
    var index: [(String, JSONValue)] = []
    for (number, badge) in badges.enumerated() {
      let (x, y) = (number % columns * side, number / columns * side)
      let image = Self.image(of: badge, palette, pixelRatio: pixelRatio)
      sheet.draw(image, x: x, y: y)
      index.append(
        (
          badge.name,
          [
            "x": .integer(x), "y": .integer(y), "width": .integer(side), "height": .integer(side),
            "pixelRatio": .integer(pixelRatio),
          ]
        ))
    }
    png = sheet.png()
    self.index = JSONValue.object(index).bytes
  }

  private static func image(
    of badge: Badge, _ palette: BadgePalette, pixelRatio: Int
  ) -> Canvas {
    let canvas = Canvas(
      width: side * pixelRatio, height: side * pixelRatio, scale: Double(pixelRatio))
    let middle = Double(side) / 2
    canvas.fillCircle(
      x: middle, y: middle, radius: radius + borderWidth, palette.border(around: badge.colour))
    canvas.fillCircle(x: middle, y: middle, radius: radius, badge.colour)
    if let icon = badge.icon {
      let corner = middle - iconSide / 2
      canvas.stamp(
        icon, x: corner, y: corner, side: iconSide, palette.glyph(on: badge.colour))
    }
    return canvas
  }

  /// What tells two sheets apart before they are made.
  package static func version(_ badges: [Badge], _ palette: BadgePalette) -> String {
    var print = Fingerprint()
    for colour in [palette.border, palette.lightGlyph, palette.darkGlyph] {
      print.add(colour.description.utf8)
    }
    for badge in badges {
      print.add("\u{0}\(badge.name)\u{0}\(badge.colour)\u{0}".utf8)
      print.add(badge.icon?.svg ?? [])
    }
    return print.text
  }
}
