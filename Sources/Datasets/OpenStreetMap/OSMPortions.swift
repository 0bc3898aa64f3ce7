/// An object by the block it is in and its number there.
struct BlockPlace: Comparable, Sendable {
  var block: Int
  var index: Int

  /// Behind every object.
  static let beyond = BlockPlace(block: .max, index: .max)

  static func < (a: BlockPlace, b: BlockPlace) -> Bool {
    (a.block, a.index) < (b.block, b.index)
  }
}

/// A relation that belongs into the layer.
struct WantedRelation: Sendable {
  var place: BlockPlace
  var id: Int64
  var choice: OSMChoice
  /// Its ways, each once.
  var ways: [Member]

  struct Member: Sendable {
    var id: Int64
    /// Whether its role says that it ends a hole.
    var isInner: Bool
  }
}

/// Relations that are assembled together, and the nodes of their ways.
struct RelationPortion: Sendable {
  private(set) var relations: [WantedRelation] = []
  private var memberCount = 0
  /// The last relation of the portion, where more come behind it.
  private(set) var next: BlockPlace?
  /// Of those ways that the file has.
  var nodesByWay: [Int64: [Int64]] = [:]

  /// Takes a relation; false where it comes into the next portion.
  mutating func take(_ relation: WantedRelation, atMost most: Int) -> Bool {
    if let last = relations.last, memberCount + relation.ways.count > most {
      next = last.place
      return false
    }
    memberCount += relation.ways.count
    relations.append(relation)
    return true
  }

  /// The ids of the member ways.
  var wayIDs: Set<Int64> { Set(relations.lazy.flatMap { $0.ways.lazy.map(\.id) }) }

  /// The ids of the nodes of the member ways.
  var memberNodes: [Int64] { nodesByWay.values.flatMap(\.self) }
}

/// The ways of a block that are wanted, and their nodes.
struct WayNodes: Sendable {
  struct Way: Sendable {
    var place: BlockPlace
    var nodes: Int
  }

  struct Member: Sendable {
    var id: Int64
    var nodes: [Int64]
  }

  var ways: [Way] = []
  /// The nodes of all ways, one way's after the other.
  var nodes: [Int64] = []
  /// Ways of relations.
  var members: [Member] = []
}

/// Ways that become records in one round, and the nodes they need.
struct WayPortion: Sendable {
  private(set) var count = 0
  var nodes: [Int64] = []
  private let start: BlockPlace?
  private var last: BlockPlace?
  /// The last way of the portion, where more come behind it.
  private(set) var next: BlockPlace?

  init(after start: BlockPlace?) {
    self.start = start
  }

  var isFull: Bool { next != nil }

  /// The ways of the portion: behind the first place, up to the second.
  var range: (after: BlockPlace?, through: BlockPlace) { (start, last ?? .beyond) }

  mutating func take(_ found: WayNodes, atMost most: Int) {
    var place = 0
    for way in found.ways where !isFull {
      if count > 0, nodes.count + way.nodes > most {
        next = last
        return
      }
      nodes += found.nodes[place..<place + way.nodes]
      place += way.nodes
      last = way.place
      count += 1
    }
  }
}
