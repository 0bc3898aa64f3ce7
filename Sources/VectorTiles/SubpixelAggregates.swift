/// Features too small to be told apart, gathered by type and tags.
struct SubpixelAggregates {
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
