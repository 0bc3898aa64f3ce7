/// The value of a feature's property, as GeoJSON and the store know it.
public enum PropertyValue: Equatable, Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  /// An array or object, kept as its JSON text.
  case json(String)

  /// Whether there is no value.
  @inlinable
  public var isNull: Bool { if case .null = self { true } else { false } }
}

/// A named property; order within a feature is kept.
public struct Property: Equatable, Sendable {
  /// The property's name.
  public var name: String
  /// The property's value.
  public var value: PropertyValue

  /// A property or feature of its parts.
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
  /// The shape; `nil` where the file has `null`.
  public var geometry: Geometry?
  /// The attributes in the order of the file.
  public var properties: [Property]

  /// A property or feature of its parts.
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
