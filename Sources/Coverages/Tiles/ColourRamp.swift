public import SimpleFeatures

/// Colours of a continuous value: between two stops they blend.
public struct ColourRamp: Equatable, Sendable {
  /// A value with its colour.
  public struct Stop: Equatable, Sendable {
    /// In the raster's unit.
    public var value: Double
    /// Its colour.
    public var colour: ClassPalette.Colour

    /// A value with its colour.
    public init(_ value: Double, _ colour: ClassPalette.Colour) {
      self.value = value
      self.colour = colour
    }
  }

  /// Two or more; values rise.
  public let stops: [Stop]
  /// Whether values below the first stop are transparent instead of in its colour.
  public let isClearBelow: Bool

  /// A ramp by its stops.
  ///
  /// - Precondition: There are two to 64 of them, and their values rise.
  public init(_ stops: [Stop], isClearBelow: Bool = false) {
    precondition((2...64).contains(stops.count))
    precondition(zip(stops, stops.dropFirst()).allSatisfy { $0.value < $1.value })
    self.stops = stops
    self.isClearBelow = isClearBelow
  }

  /// How many shades lie from one stop to the next; with the last stop and the transparent entry
  /// they fill a palette of 256.
  private var shades: Int { 254 / (stops.count - 1) }

  /// Red, green, blue and alpha of each entry of a palette; entry 0 is transparent.
  fileprivate var palette: [UInt8] {
    var entries: [UInt8] = [0, 0, 0, 0]
    for (low, high) in zip(stops, stops.dropFirst()) {
      for shade in 0..<shades {
        let share = (Double(shade) + 0.5) / Double(shades)
        entries += low.colour.blended(with: high.colour, share) + [255]
      }
    }
    return entries + (stops.last?.colour.blended(with: stops[0].colour, 0) ?? []) + [255]
  }

  /// Each stop's value, and how many shades a unit has from there on.
  fileprivate var segments: [(value: Float, shadesPerUnit: Float)] {
    zip(stops, stops.dropFirst()).map {
      (Float($0.value), Float(Double(shades) / ($1.value - $0.value)))
    }
  }

  /// The palette's entry for each value.
  fileprivate func entries(of values: [Float]) -> [UInt8] {
    let (segments, shades) = (segments, shades)
    let (first, last) = (Float(stops[0].value), Float(stops[stops.count - 1].value))
    let below: UInt8 = isClearBelow ? 0 : 1
    let top = UInt8(shades * segments.count + 1)
    var entries = [UInt8](repeating: 0, count: values.count)
    var target = entries.mutableSpan
    let (source, parts) = (values.span, segments.span)
    for i in source.indices where !source[i].isNaN {
      let value = source[i]
      if value < first {
        target[i] = below
      } else if value >= last {
        target[i] = top
      } else {
        var segment = 0
        while segment + 1 < parts.count, value >= parts[segment + 1].value { segment += 1 }
        let place = (value - parts[segment].value) * parts[segment].shadesPerUnit
        target[i] = UInt8(
          truncatingIfNeeded: 1 + segment * shades + min(Int(place), shades - 1))
      }
    }
    return entries
  }
}

extension ClassPalette.Colour {
  /// CSS `#rrggbb`.
  public var css: String {
    let number = 1 << 24 | Int(red) << 16 | Int(green) << 8 | Int(blue)
    return "#" + String(number, radix: 16).dropFirst()
  }

  fileprivate func blended(with other: ClassPalette.Colour, _ share: Double) -> [UInt8] {
    func between(_ low: UInt8, _ high: UInt8) -> UInt8 {
      let (low, high) = (Double(low), Double(high))
      return UInt8((low + share * (high - low)).rounded())
    }
    return [
      between(red, other.red), between(green, other.green), between(blue, other.blue),
    ]
  }
}

extension RasterGrid {
  /// The raster as a PNG file in the colours of a ramp, to 1/250 of it or finer; cells without a
  /// value are transparent.
  public func rampPNG(_ ramp: ColourRamp) -> [UInt8] {
    PNGImage.encode(
      palette: ramp.palette, indices: ramp.entries(of: values), width: columns, height: rows)
  }
}
