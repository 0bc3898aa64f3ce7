/// The kinds of objects that are asked for; what is of another kind is passed over early.
public struct OSMKinds: OptionSet, Sendable {
  /// One bit a kind.
  public let rawValue: UInt8

  /// Kinds by their bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Points.
  public static let nodes = OSMKinds(rawValue: 1)
  /// Sequences of nodes.
  public static let ways = OSMKinds(rawValue: 2)
  /// Groups of objects with roles.
  public static let relations = OSMKinds(rawValue: 4)
  /// Every kind.
  public static let all: OSMKinds = [.nodes, .ways, .relations]
}

/// What a member of a relation is.
public enum OSMMemberKind: UInt8, Sendable {
  /// A point.
  case node = 0
  /// A sequence of nodes.
  case way = 1
  /// Another relation.
  case relation = 2
}
