/// A field that names features of another layer: `pipe.from_node → manhole`.
public struct LayerRelation: Equatable, Sendable {
  /// Unique among the layer's relations and rules.
  public var id: String
  /// What people call it.
  public var title: LocalisedText
  /// The field that holds the reference.
  public var field: String
  /// The layers one of which holds the feature.
  public var layers: [String]
  /// The target's field that equals the reference; `nil` for the target's id.
  public var target: String?
  /// Whether every feature must have its target; else an empty reference is fine.
  public var isRequired: Bool
  /// How many features may name one target.
  public var cardinality: Cardinality

  /// How many features may name one target.
  public enum Cardinality: String, Sendable, CaseIterable {
    case manyToOne = "many-to-one"
    case oneToOne = "one-to-one"
  }

  /// What a breach does: one of a required relation is refused.
  public var severity: LayerRule.Severity { isRequired ? .reject : .warning }
}

/// What makes an object of a layer unique beside its id.
public struct LayerKey: Equatable, Sendable {
  /// Fields whose values, taken together, no two features share; empty where the id says it all.
  ///
  /// Features without a value in one of them are not compared.
  public var fields: [String]
  /// The permanent code that the object carries through its life; `nil` where it has none.
  public var code: PermanentCode?

  /// A layer whose ids say it all.
  static let none = LayerKey(fields: [], code: nil)
}

/// The permanent code of an object and the scheme by which it is given.
///
/// A scheme is a name and a pattern, so that a city whose scheme is not known here brings its own
/// in the layer file.
public struct PermanentCode: Equatable, Sendable {
  /// The field that carries it.
  public var field: String
  /// The scheme's name, as in `neutral` or `DB42/T 2175-2024`.
  public var scheme: String
  /// Regular expression that a whole code matches.
  public var pattern: String

  /// The scheme that is used where no other is named.
  public static let neutralScheme = "neutral"

  /// `division:layer:serial`: 6, 9 or 12 digits of the administrative division (GB/T 2260 and
  /// GB/T 10114), the layer's id, and 1 to 12 digits and capitals, as in `420117:manhole:000123`.
  ///
  /// It says where and what an object was when it got its code, and nothing that later changes.
  static func neutralPattern(layer: String) -> String {
    "[0-9]{6}([0-9]{3}){0,2}:\(layer):[0-9A-Z]{1,12}"
  }
}
