/// The objects of one block of a file, in flat columns.
///
/// Strings are numbers within the block; a text is made only where it is asked for. What is taken
/// out of a block keeps the block's memory, so a block that is kept costs its size.
@safe public struct OSMBlock {
  /// Counts blocks of the file from 0; blobs that hold no objects count too.
  public let number: Int
  /// How many bytes of the file end with this block.
  public let endByte: Int
  /// The block's nodes, in the order of the file.
  public let nodes: OSMNodes
  /// The block's ways, in the order of the file.
  public let ways: OSMWays
  /// The block's relations, in the order of the file.
  public let relations: OSMRelations

  private let memory: BlockMemory
  private let strings: StringTable

  init(_ memory: BlockMemory, number: Int, endByte: Int) {
    self.memory = memory
    self.number = number
    self.endByte = endByte
    let strings = StringTable(memory)
    self.strings = strings
    nodes = OSMNodes(memory, strings)
    ways = OSMWays(memory, strings)
    relations = OSMRelations(memory, strings)
  }

  /// How many strings the block has; their numbers are 0 up to it.
  public var stringCount: Int { strings.count }

  /// The number of a key in this block; `nil` where no object has it.
  ///
  /// Looks through all strings of the block: ask once for each block and key, not for each object.
  /// Complexity: O(strings of the block).
  public func keyIndex(_ key: String) -> Int32? {
    let all = key.withBytes { sought -> [Int32] in
      var found: [Int32] = []
      for index in 0..<Int32(truncatingIfNeeded: strings.count)
      where strings.isString(index, sought) {
        found.append(index)
      }
      return found
    }
    // Nothing forbids a file to number the same string twice.
    for other in all.dropFirst() {
      memory.replaceString(UInt32(bitPattern: other), by: UInt32(bitPattern: all[0]))
    }
    return all.first
  }

  /// The text of a string; what is not UTF-8 is replaced by U+FFFD.
  public func string(_ index: Int32) -> String { strings.text(index) }

  /// Hands the UTF-8 bytes of a string to `body`.
  public func withBytes<R>(ofString index: Int32, _ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(unsafe strings.buffer(index).span)
  }
}
