package import Catalog

/// An image of a sprite sheet: a filled shape with a border, and a glyph on it.
package struct Badge: Equatable, Sendable {
  /// What styles call the image: `hospital`, or `manhole/YS` for a category of a layer.
  package var name: String
  /// What the shape is filled with.
  package var colour: SRGBColour
  /// A circle but for safety signs.
  package var shape = Shape.circle
  /// The glyph; a badge without one is a plain shape.
  package var icon: Icon?

  package enum Shape: String, Sendable {
    case circle, square, triangle

    /// The shape of safety signs after ISO 3864-1.
    init(_ sign: LayerStyle.SafetySign?) {
      switch sign {
      case .warning: self = .triangle
      case .safeCondition, .fireEquipment: self = .square
      case nil: self = .circle
      }
    }
  }

  package init(name: String, colour: SRGBColour, shape: Shape = .circle, icon: Icon?) {
    self.name = name
    self.colour = colour
    self.shape = shape
    self.icon = icon
  }

  /// The images of a layer that has an icon: in its own colour, then in those of its categories.
  ///
  /// An icon that is not among `icons` leaves the shape plain: what a style names is there.
  ///
  /// - Parameter colour: What a style makes of a colour of layer files.
  package static func badges(
    of layer: LayerDefinition, _ icons: IconFolder, colour: (String) -> String = { $0 }
  ) -> [Badge] {
    guard let name = layer.style.icon else { return [] }
    let (glyph, shape) = (icons[name], Shape(layer.style.sign))
    let categories = (layer.style.categories?.colours ?? []).map {
      (name: "\(layer.id)/\($0.value)", colour: $0.colour)
    }
    return ([(name: layer.id, colour: layer.style.colour)] + categories).compactMap { entry in
      SRGBColour(colour(entry.colour)).map {
        Badge(name: entry.name, colour: $0, shape: shape, icon: glyph)
      }
    }
  }
}

/// The colours of badges that do not come from layers.
package struct BadgePalette: Equatable, Sendable {
  /// The border around the shape.
  package var border: SRGBColour
  /// The glyph on most colours.
  package var lightGlyph: SRGBColour
  /// The glyph on colours that are too light for ``lightGlyph``.
  package var darkGlyph: SRGBColour

  package init(border: SRGBColour, lightGlyph: SRGBColour, darkGlyph: SRGBColour) {
    self.border = border
    self.lightGlyph = lightGlyph
    self.darkGlyph = darkGlyph
  }

  /// The contrast that WCAG 2.2 asks of graphical objects.
  package static let leastContrast = 3.0

  /// The colour of the glyph on a shape of `colour`.
  package func glyph(on colour: SRGBColour) -> SRGBColour {
    lightGlyph.contrast(to: colour) >= Self.leastContrast ? lightGlyph : darkGlyph
  }

  /// The colour of the border around a shape of `colour`: another one where both would be alike.
  package func border(around colour: SRGBColour) -> SRGBColour {
    border.contrast(to: colour) >= 1.25 ? border : glyph(on: colour)
  }
}
