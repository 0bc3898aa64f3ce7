/// Polygons of a layer, cut to the grid, that wait until all are there.
struct WaitingPolygons {
  /// A feature: its rings and its tags among those of all.
  struct Feature {
    var id: UInt64?
    var rings: Range<Int>
    var tags: Range<Int>
  }

  var rings = GridRings()
  private(set) var features: [Feature] = []
  private var tagBytes = ByteWriter()

  var isEmpty: Bool { features.isEmpty }

  /// Makes a feature of the rings that no feature before has.
  mutating func append(id: UInt64?, tags: borrowing ByteWriter) {
    let start = tagBytes.count
    tagBytes.append(tags)
    features.append(
      Feature(
        id: id, rings: (features.last?.rings.upperBound ?? 0)..<rings.count,
        tags: start..<tagBytes.count))
  }

  func tags(of feature: Feature) -> ByteWriter {
    var bytes = ByteWriter()
    bytes.append(tagBytes.storage.span.extracting(feature.tags))
    return bytes
  }
}

/// Features too small to be told apart, gathered by type and tags.
struct Specks {
  struct Group {
    let type: TileGeometryType
    let tags: ByteWriter
    var commands = GeometryCommands()
  }

  private(set) var groups: [Group] = []
  private var indices: [Key: Int] = [:]
  /// The group that was taken.
  private var current = 0

  private struct Key: Hashable {
    let type: TileGeometryType
    let tags: [UInt8]
  }

  var isEmpty: Bool { groups.isEmpty }

  /// The commands of the group with these tags, to be extended and put back.
  mutating func take(_ type: TileGeometryType, _ tags: borrowing ByteWriter) -> GeometryCommands {
    let key = Key(type: type, tags: Array(tags.storage[..<tags.count]))
    if let known = indices[key] {
      current = known
    } else {
      current = groups.count
      indices[key] = current
      groups.append(Group(type: type, tags: copy tags))
    }
    var commands = GeometryCommands()
    swap(&commands, &groups[current].commands)
    return commands
  }

  mutating func put(_ commands: GeometryCommands) { groups[current].commands = commands }
}
