/// The value of a feature's property, as GeoJSON and the store know it.
public enum PropertyValue: Equatable, Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  /// An array or object, kept as its JSON text.
  case json(String)

  @inlinable
  public var isNull: Bool { if case .null = self { true } else { false } }
}

/// A named property; order within a feature is kept.
public struct Property: Equatable, Sendable {
  public var name: String
  public var value: PropertyValue

  @inlinable
  public init(_ name: String, _ value: PropertyValue) {
    self.name = name
    self.value = value
  }
}

/// A feature as files carry it: an id, a geometry and named properties.
public struct Feature: Equatable, Sendable {
  /// The `id` member, as text; `nil` where the file gives none.
  public var id: String?
  public var geometry: Geometry?
  public var properties: [Property]

  public init(id: String? = nil, geometry: Geometry?, properties: [Property] = []) {
    self.id = id
    self.geometry = geometry
    self.properties = properties
  }

  /// The value of the first property called `name`; `nil` where there is none.
  public subscript(name: String) -> PropertyValue? {
    properties.first { $0.name == name }?.value
  }
}
