/// An axis-aligned box in the units of the coordinates it bounds; empty until extended.
public struct Envelope: Equatable, Hashable, Sendable {
  /// The western side.
  public var minX: Double
  /// The southern side.
  public var minY: Double
  /// The eastern side.
  public var maxX: Double
  /// The northern side.
  public var maxY: Double

  /// A box by its four sides.
  @inlinable
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The box that contains nothing and changes no union.
  @inlinable
  public static var empty: Envelope {
    Envelope(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
  }

  /// Whether the box contains no point.
  @inlinable public var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }
  /// Extent in x; 0 when empty.
  @inlinable public var width: Double { isEmpty ? 0 : maxX - minX }
  /// Extent in y; 0 when empty.
  @inlinable public var height: Double { isEmpty ? 0 : maxY - minY }

  /// Grows the box to hold the point (`x`, `y`).
  @inlinable
  public mutating func extend(x: Double, y: Double) {
    if x < minX { minX = x }
    if x > maxX { maxX = x }
    if y < minY { minY = y }
    if y > maxY { maxY = y }
  }

  /// Grows the box to hold `other`.
  @inlinable
  public mutating func formUnion(_ other: Envelope) {
    guard !other.isEmpty else { return }
    extend(x: other.minX, y: other.minY)
    extend(x: other.maxX, y: other.maxY)
  }

  /// Whether the closed boxes share at least one point.
  @inlinable
  public func intersects(_ other: Envelope) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// What both have in common; empty where they do not meet.
  public func intersection(_ other: Envelope) -> Envelope {
    Envelope(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// Whether `other` lies wholly inside this closed box.
  @inlinable
  public func contains(_ other: Envelope) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  /// The box moved outwards by `margin` on every side.
  @inlinable
  public func expanded(by margin: Double) -> Envelope {
    Envelope(
      minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }
}
