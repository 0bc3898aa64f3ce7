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
  /// The radius of filled circles.
  static let radius = 10.0
  /// Half the side of filled squares.
  static let halfSide = 9.5
  /// How round the corners of squares and triangles are.
  static let cornerRadius = 2.0
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
    // The band around warnings is as dark as their symbol.
    let border =
      badge.shape == .triangle
      ? palette.glyph(on: badge.colour) : palette.border(around: badge.colour)
    fill(badge.shape, on: canvas, border: borderWidth, border)
    fill(badge.shape, on: canvas, border: 0, badge.colour)
    guard let icon = badge.icon else { return canvas }
    let middle = Double(side) / 2
    // There is less room in a triangle, and more of it below.
    let (iconSide, drop) = badge.shape == .triangle ? (iconSide * 0.68, 2.6) : (iconSide, 0)
    let corner = middle - iconSide / 2
    canvas.stamp(
      icon, x: corner, y: corner + drop, side: iconSide, palette.glyph(on: badge.colour))
    return canvas
  }

  private static func fill(
    _ shape: Badge.Shape, on canvas: borrowing Canvas, border: Double, _ colour: SRGBColour
  ) {
    let middle = Double(side) / 2
    let round = cornerRadius + border
    switch shape {
    case .circle: canvas.fillCircle(x: middle, y: middle, radius: radius + border, colour)
    case .square:
      let (low, high) = (middle - halfSide + cornerRadius, middle + halfSide - cornerRadius)
      canvas.fillPolygon(
        [(low, low), (high, low), (high, high), (low, high)], radius: round, colour)
    case .triangle:
      // Equilateral, as high as there is room for with the border.
      let top = borderWidth + cornerRadius
      let bottom = Double(side) - top - 1
      let half = (bottom - top) / 3.0.squareRoot()
      canvas.fillPolygon(
        [(middle, top), (middle + half, bottom), (middle - half, bottom)], radius: round, colour)
    }
  }

  /// What tells two sheets apart before they are made.
  package static func version(_ badges: [Badge], _ palette: BadgePalette) -> String {
    var print = Fingerprint()
    for colour in [palette.border, palette.lightGlyph, palette.darkGlyph] {
      print.add(colour.description.utf8)
    }
    for badge in badges {
      print.add("\u{0}\(badge.name)\u{0}\(badge.colour)\u{0}\(badge.shape.rawValue)\u{0}".utf8)
      print.add(badge.icon?.svg ?? [])
    }
    return print.text
  }
}
