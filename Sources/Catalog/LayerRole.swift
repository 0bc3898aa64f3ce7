/// What a layer is to the models: how they find it, whatever it is called.
///
/// A layer file states it under `role:`; several layers may have one role. Each model declares the
/// roles that it reads (`CityService.roles`); `Layers/README.md` lists them.
public struct LayerRole: RawRepresentable, Hashable, Sendable {
  /// Lower-case words joined by hyphens: `road-network`.
  public let rawValue: String

  /// A role by its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A role by its name.
  public init(_ name: String) { rawValue = name }
}
