import OpenStreetMap
import TestSupport

/// Objects as plain values, for writers and for comparison.
struct Objects: Equatable, Sendable {
  struct Tag: Equatable, Sendable {
    var key: String
    var value: String
  }

  struct Node: Equatable, Sendable {
    var id: Int64
    var longitude: Int32
    var latitude: Int32
    var tags: [Tag] = []
    var isThere = true
  }

  struct Way: Equatable, Sendable {
    var id: Int64
    var refs: [Int64]
    var tags: [Tag] = []
    var isThere = true
  }

  struct Member: Equatable, Sendable {
    var kind: OSMMemberKind
    var ref: Int64
    var role: String
  }

  struct Relation: Equatable, Sendable {
    var id: Int64
    var members: [Member]
    var tags: [Tag] = []
    var isThere = true
  }

  var nodes: [Node] = []
  var ways: [Way] = []
  var relations: [Relation] = []

  init() {}

  /// What a file gives, block after block.
  init(of file: OSMFile, _ kinds: OSMKinds = .all, threads: Int) throws {
    var all = Objects()
    try file.read(kinds, threads: threads) {
      Objects($0)
    } consume: { part in
      all.nodes += part.nodes
      all.ways += part.ways
      all.relations += part.relations
    }
    self = all
  }

  init(_ block: OSMBlock) {
    for index in 0..<block.nodes.count {
      nodes.append(
        Node(
          id: block.nodes.id(index), longitude: block.nodes.longitude(index),
          latitude: block.nodes.latitude(index), tags: Self.tags(block.nodes.tags(index))))
    }
    for index in 0..<block.ways.count {
      ways.append(
        Way(
          id: block.ways.id(index), refs: Array(block.ways.refs(index)),
          tags: Self.tags(block.ways.tags(index))))
    }
    for index in 0..<block.relations.count {
      let members = block.relations.members(index).map { member in
        Member(kind: member.kind, ref: member.ref, role: member.role)
      }
      relations.append(
        Relation(
          id: block.relations.id(index), members: members,
          tags: Self.tags(block.relations.tags(index))))
    }
  }

  private static func tags(_ tags: OSMTags) -> [Tag] {
    tags.map { Tag(key: $0.key, value: $0.value) }
  }

  /// Without those that are deleted.
  var present: Objects {
    var present = Objects()
    present.nodes = nodes.filter(\.isThere)
    present.ways = ways.filter(\.isThere)
    present.relations = relations.filter(\.isThere)
    return present
  }

  // MARK: Made up

  private static let words = [
    "highway", "name", "building", "yes", "南京路", "", "a & b <\"c'>", "addr:housenumber", "12",
    "footway", "Line\nbreak\tand more", "é", "🚏",
  ]

  /// Some objects of every kind; the same for the same seed.
  static func random(seed: UInt64, count: Int, withDeleted: Bool = false) -> Objects {
    var random = SeededGenerator(seed: seed)
    var made = Objects()
    func tags() -> [Tag] {
      (0..<max(0, Int.random(in: -3...4, using: &random))).map { number in
        Tag(
          key: "\(words.randomElement(using: &random) ?? "")\(number)",
          value: words.randomElement(using: &random) ?? "")
      }
    }
    func isThere() -> Bool { !withDeleted || Int.random(in: 0..<5, using: &random) > 0 }
    func id() -> Int64 {
      Bool.random(using: &random)
        ? Int64.random(in: -1000...1_000_000, using: &random)
        : Int64.random(in: (Int64.min + 1)...Int64.max, using: &random)
    }
    for _ in 0..<count {
      made.nodes.append(
        Node(
          id: id(), longitude: .random(in: -1_800_000_000...1_800_000_000, using: &random),
          latitude: .random(in: -900_000_000...900_000_000, using: &random), tags: tags(),
          isThere: isThere()))
      let refs = (0..<Int.random(in: 0...9, using: &random)).map { _ in id() }
      made.ways.append(Way(id: id(), refs: refs, tags: tags(), isThere: isThere()))
      let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        Member(
          kind: OSMMemberKind(rawValue: .random(in: 0...2, using: &random)) ?? .node, ref: id(),
          role: ["", "outer", "inner", "from"].randomElement(using: &random) ?? "")
      }
      made.relations.append(
        Relation(id: id(), members: members, tags: tags(), isThere: isThere()))
    }
    return made
  }
}
