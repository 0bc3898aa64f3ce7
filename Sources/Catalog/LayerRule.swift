/// What the features of a layer must satisfy beyond the types of their fields.
public struct LayerRule: Equatable, Sendable {
  /// Unique among the layer's relations and rules; reports name it.
  public var id: String
  /// What is tested.
  public var check: Check
  /// What a breach does.
  public var severity: Severity
  /// What is wrong with a feature that breaks the rule.
  public var message: LocalisedText

  /// What a breach does.
  public enum Severity: String, Sendable, CaseIterable {
    /// The record is left out where its values show the breach; where only the finished layer does,
    /// the commit fails.
    case reject
    /// The feature is kept and the breach reported.
    case warning
  }

  /// The tests; lengths and areas are geodesic, fields without value pass.
  public enum Check: Equatable, Sendable {
    /// A number lies between bounds; `nil` is no bound.
    case range(field: String, minimum: Double?, maximum: Double?)
    /// Two fields compare.
    case compare(Comparison)
    /// No two features have the same values in all these fields.
    case unique(fields: [String])
    /// Both ends of a line lie within `metres` of a feature of one of the layers.
    case endsAt(layers: [String], metres: Double)
    /// Every vertex of the feature lies in a feature of one of the layers, borders included.
    case within(layers: [String])
    /// No two polygons share more than `squareMetres`; only those with the same value in the field
    /// `among` are compared where it is given.
    case noOverlap(among: String?, squareMetres: Double)
    /// A line does not cross or touch itself, its ends apart.
    case noSelfCrossing
    /// A line is at least so long.
    case minimumLength(metres: Double)
    /// A polygon is at least so large.
    case minimumArea(squareMetres: Double)

    /// The word for it in layer files.
    public var kind: Kind {
      switch self {
      case .range: .range
      case .compare: .compare
      case .unique: .unique
      case .endsAt: .endsAt
      case .within: .within
      case .noOverlap: .noOverlap
      case .noSelfCrossing: .noSelfCrossing
      case .minimumLength: .minimumLength
      case .minimumArea: .minimumArea
      }
    }

    /// The layers that the test looks at beside its own.
    public var otherLayers: [String] {
      switch self {
      case .endsAt(let layers, _), .within(let layers): layers
      default: []
      }
    }
  }

  /// The words for the tests in layer files.
  public enum Kind: String, Sendable, CaseIterable {
    case range
    case compare
    case unique
    case endsAt = "ends-at"
    case within
    case noOverlap = "no-overlap"
    case noSelfCrossing = "no-self-crossing"
    case minimumLength = "minimum-length"
    case minimumArea = "minimum-area"

    /// The shape that features must have for the test; `nil` where it goes with any.
    var geometry: GeometryType? {
      switch self {
      case .range, .compare, .unique, .within: nil
      case .endsAt, .noSelfCrossing, .minimumLength: .line
      case .noOverlap, .minimumArea: .polygon
      }
    }
  }
}

/// `field` stands in a relation to `times` · `other` + `plus`.
public struct Comparison: Equatable, Sendable {
  /// The field on the left.
  public var field: String
  /// How the two must stand to each other.
  public var relation: Relation
  /// The field on the right: a number like the first, or a date or text of the same type.
  public var other: String
  /// By what a number on the right is multiplied.
  public var times: Double
  /// What is then added, in the unit of the left side.
  public var plus: Double

  /// How two values stand to each other.
  public enum Relation: String, Sendable, CaseIterable {
    case less = "<"
    case atMost = "<="
    case equal = "="
    case unequal = "!="
    case atLeast = ">="
    case greater = ">"

    /// Whether `a` stands so to `b`.
    public func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
      switch self {
      case .less: a < b
      case .atMost: a <= b
      case .equal: a == b
      case .unequal: a != b
      case .atLeast: a >= b
      case .greater: a > b
      }
    }
  }
}
