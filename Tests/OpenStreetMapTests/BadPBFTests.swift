import Foundation
import OpenStreetMap
import Testing

@Suite("PBF files that cannot be read say what is wrong and where")
struct BadPBFTests {
  private static let writer = PBFWriter()
  private static let header = writer.header()
  private static var place: Int { header.count }

  private func fault(_ rest: [UInt8]) throws -> OSMError {
    try #require(try TestFile.fault(Self.header + rest))
  }

  /// The fault of a file whose one block has one group of this field.
  private func fault(_ field: UInt64, _ object: Message) throws -> OSMError {
    var group = Message()
    group.data(field, object.bytes)
    var table = Message()
    for text in ["", "a", "b"] { table.text(1, text) }
    var block = Message()
    block.data(1, table.bytes)
    block.data(2, group.bytes)
    return try fault(Self.writer.data(block.bytes))
  }

  @Test(
    "A blob of another packing is refused by the packing's name",
    arguments: [(4, "lzma"), (5, "bzip2"), (6, "lz4"), (7, "zstd")] as [(UInt64, String)])
  func packings(field: UInt64, name: String) throws {
    var blob = Message()
    blob.number(2, 100)
    blob.data(field, [1, 2, 3])
    let error = try fault(PBFWriter.frame("OSMData", blob: blob.bytes))
    #expect(error.code == .unsupported && error.position == Self.place)
    #expect(error.message.contains("blob 1 at byte \(Self.place) is packed with \(name)"))
    #expect(error.hint?.contains("zlib") == true)
  }

  @Test("Blobs of unknown types are passed over")
  func unknownTypes() throws {
    let objects = Objects.random(seed: 1, count: 10)
    var bytes = Self.header
    for block in Self.writer.blocks(objects) {
      bytes += PBFWriter.frame("OSMIndex", blob: [0xFF, 0xFF]) + Self.writer.data(block)
    }
    #expect(try TestFile.objects(bytes + PBFWriter.frame("X", blob: [])) == objects)
  }

  @Test("Unknown fields are passed over at every level")
  func unknownFields() throws {
    var extra = Message()
    extra.number(99, 7)
    extra.data(100, [1, 2])
    extra.bytes += Message.varint(101 << 3 | 1) + Array(repeating: 9, count: 8)
    extra.bytes += Message.varint(102 << 3 | 5) + Array(repeating: 9, count: 4)
    var way = Message()
    way.number(1, 5)
    way.deltas(8, [1, 2], .packed)
    way.bytes += extra.bytes
    var group = Message()
    group.data(3, way.bytes)
    group.bytes += extra.bytes
    var block = Message()
    block.data(2, group.bytes)
    block.bytes += extra.bytes
    let blob = PBFWriter.blob(block.bytes, isPacked: true) + extra.bytes
    let read = try TestFile.objects(Self.header + PBFWriter.frame("OSMData", blob: blob))
    #expect(read.ways == [.init(id: 5, refs: [1, 2])])
  }

  @Test(
    "A feature that is required and not known is refused by name",
    arguments: ["HistoricalInformation", "Teleportation"])
  func features(name: String) throws {
    let file = PBFWriter(required: ["OsmSchema-V0.6", name]).header()
    let error = try #require(try TestFile.fault(file))
    #expect(error.code == .unsupported && error.message.contains("the feature \(name)"))
    #expect(error.hint != nil)
    // Also where it comes in the middle, as in files joined end to end.
    #expect(try fault(file).message.contains(name))
  }

  @Test("A file that ends anywhere but between two blobs is told as cut off, with the byte")
  func truncated() throws {
    let file = Self.writer.file(.random(seed: 3, count: 20))
    for count in 1..<file.count {
      do {
        _ = try TestFile.objects(Array(file[..<count]))
        // The ends of the blobs, which nothing tells from the end of a file.
        #expect(try #require(Self.ends(of: file)).contains(count))
      } catch let error as OSMError {
        let isHead = count < Self.place
        #expect(isHead || (error.code == .truncated && error.position != nil), "\(count): \(error)")
      }
    }
  }

  /// Where blobs end.
  private static func ends(of file: [UInt8]) -> [Int]? {
    var ends: [Int] = []
    var place = 0
    while place < file.count {
      let count = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      // The size is the last field of our headers.
      let header = file[place + 4..<place + 4 + count]
      guard let mark = header.lastIndex(of: 0x18) else { return nil }
      let size = header[(mark + 1)...].enumerated().reduce(0) { sum, byte in
        sum | Int(byte.element & 0x7F) << (7 * byte.offset)
      }
      place += 4 + count + size
      ends.append(place)
    }
    return ends
  }

  @Test("Sizes that are wrong or beyond the limits of the format are told")
  func sizes() throws {
    let big = Array(repeating: UInt8(0), count: 70_000)
    #expect(try fault([0, 1, 0, 1] + big).message.contains("a header of 65537 bytes"))
    #expect(try fault([0xFF, 0xFF, 0xFF, 0xFF] + big).message.contains("4294967295 bytes"))
    let content = Self.writer.block(.random(seed: 1, count: 3))
    for (size, words) in [
      (content.count - 1, "more than the \(content.count - 1) bytes"),
      (content.count + 1, "unpacks to \(content.count) bytes"), (33 << 20, "the most are"),
    ] {
      let blob = PBFWriter.blob(content, isPacked: true, rawSize: size)
      let error = try fault(PBFWriter.frame("OSMData", blob: blob))
      #expect(error.code == .damaged && error.message.contains(words), "\(error)")
      #expect(error.message.contains("blob 1 at byte \(Self.place)"))
    }
    var unsized = Message()
    unsized.data(3, PBFWriter.deflated(content))
    #expect(
      try fault(PBFWriter.frame("OSMData", blob: unsized.bytes)).message.contains("no raw_size"))
    #expect(try fault(PBFWriter.frame("OSMData", blob: [])).message.contains("holds no data"))
    var huge = Message()
    huge.text(1, "OSMData")
    huge.number(3, 40 << 20)
    let error = try fault([0, 0, 0, UInt8(huge.bytes.count)] + huge.bytes)
    #expect(error.message.contains("\(40 << 20) bytes; the most are"))
  }

  @Test("Damaged zlib data is told")
  func damaged() throws {
    var packed = PBFWriter.deflated(Self.writer.block(.random(seed: 1, count: 30)))
    packed[packed.count / 2] ^= 0x55
    var blob = Message()
    blob.number(2, 5000)
    blob.data(3, packed)
    let error = try fault(PBFWriter.frame("OSMData", blob: blob.bytes))
    #expect(error.code == .damaged && error.message.contains("zlib"))
  }

  @Test("Strings that the block does not have are told, in tags of all kinds and in roles")
  func strings() throws {
    var way = Message()
    way.number(1, 5)
    way.numbers(2, [1], .packed)
    way.numbers(3, [3], .packed)
    let error = try fault(3, way)
    #expect(error.message.contains("string 3 is named where the block has 3"))
    #expect(error.message.contains("blob 1 at byte \(Self.place), byte "))
    var node = Message()
    node.signed(1, 5)
    node.signed(8, 0)
    node.signed(9, 0)
    node.numbers(2, [UInt64.max], .packed)
    node.numbers(3, [1], .packed)
    #expect(try fault(1, node).message.contains("string 18446744073709551615"))
    var relation = Message()
    relation.number(1, 5)
    relation.numbers(8, [9], .packed)
    relation.deltas(9, [1], .packed)
    relation.numbers(10, [1], .packed)
    #expect(try fault(4, relation).message.contains("string 9"))
    var dense = Message()
    dense.deltas(1, [1], .packed)
    dense.deltas(8, [1], .packed)
    dense.deltas(9, [1], .packed)
    dense.numbers(10, [1, 7, 0], .packed)
    #expect(try fault(2, dense).message.contains("string 7"))
  }

  @Test("Columns of different lengths are told")
  func lengths() throws {
    func dense(_ ids: Int, _ x: Int, _ y: Int, _ tags: [UInt64], _ visible: Int = 0) -> Message {
      var dense = Message()
      dense.deltas(1, Array(repeating: 1, count: ids), .packed)
      var info = Message()
      info.numbers(6, Array(repeating: 0, count: visible), .packed)
      if visible > 0 { dense.data(5, info.bytes) }
      dense.deltas(8, Array(repeating: 1, count: y), .packed)
      dense.deltas(9, Array(repeating: 1, count: x), .packed)
      dense.numbers(10, tags, .packed)
      return dense
    }
    #expect(try fault(2, dense(3, 2, 3, [])).message.contains("3 dense nodes have 2 longitudes"))
    #expect(try fault(2, dense(3, 3, 4, [])).message.contains("3 dense nodes have 4 latitudes"))
    #expect(try fault(2, dense(2, 2, 2, [0, 0, 0])).message.contains("more than the 2"))
    #expect(try fault(2, dense(2, 2, 2, [1, 2, 0])).message.contains("the tags of 1"))
    #expect(try fault(2, dense(1, 1, 1, [1, 0])).message.contains("without its value"))
    #expect(try fault(2, dense(2, 2, 2, [], 1)).message.contains("1 marks"))
    var way = Message()
    way.number(1, 5)
    way.numbers(2, [1, 2], .packed)
    way.numbers(3, [1], .packed)
    #expect(try fault(3, way).message.contains("2 keys and 1 values"))
    var relation = Message()
    relation.number(1, 5)
    relation.deltas(9, [1, 2], .packed)
    relation.numbers(8, [1], .packed)
    relation.numbers(10, [1, 1], .packed)
    #expect(try fault(4, relation).message.contains("relation 5 has different counts"))
    var located = Message()
    located.number(1, 5)
    located.deltas(8, [1, 2], .packed)
    located.deltas(9, [1], .packed)
    located.deltas(10, [1, 2], .packed)
    #expect(try fault(3, located).message.contains("2 longitudes and 1 latitudes"))
  }

  @Test("A node that is off the earth is told by its id")
  func places() throws {
    for isDense in [true, false] {
      var objects = Objects()
      objects.nodes = [
        .init(id: 41, longitude: 1, latitude: 1),
        .init(id: 42, longitude: 1_143_000_000, latitude: 1_800_000_000),
      ]
      let error = try #require(try TestFile.fault(PBFWriter(isDense: isDense).file(objects)))
      #expect(error.message.contains("node 42 lies at longitude 114.3, latitude 180.0"))
      // One that is deleted may lie anywhere.
      objects.nodes[1].isThere = false
      #expect(try TestFile.objects(PBFWriter(isDense: isDense).file(objects)).nodes.count == 1)
    }
    var node = Message()
    node.signed(1, 7)
    node.signed(8, .max)
    node.signed(9, .min)
    #expect(try fault(1, node).message.contains("node 7"))
  }

  @Test("Objects without what they need, and numbers that do not end, are told")
  func parts() throws {
    #expect(try fault(1, Message()).message.contains("a node without id or place"))
    #expect(try fault(3, Message()).message.contains("a way without id"))
    #expect(try fault(4, Message()).message.contains("a relation without id"))
    var relation = Message()
    relation.number(1, 5)
    relation.numbers(8, [1], .packed)
    relation.deltas(9, [1], .packed)
    relation.numbers(10, [3], .packed)
    #expect(try fault(4, relation).message.contains("a member of kind 3"))
    var endless = Message()
    endless.number(1, 5)
    endless.data(8, Array(repeating: 0x80, count: 11) + [1])
    #expect(try fault(3, endless).message.contains("more than ten bytes"))
    var open = Message()
    open.number(1, 5)
    open.data(8, [0x80])
    #expect(try fault(3, open).message.contains("goes on beyond its message"))
    var group = Message()
    group.bytes = [0x0B]
    #expect(try fault(3, group).message.contains("wire type 3"))
  }

  @Test("Files of other formats are told by name")
  func others() throws {
    for (bytes, words) in [
      ([], "is empty"), (Array("BZh91AY".utf8), "bzip2"), (Array("{\"a\":1}".utf8), "JSON"),
      ([0xFF, 0xFE, 0x3C, 0x00], "UTF-16"), ([0xFF, 0xE0, 0x02], "o5m"),
      (Array("PK\u{3}\u{4}".utf8), "zip"), (Array("hello".utf8), "neither PBF nor XML"),
      ([0, 0], "neither PBF nor XML"), (Self.writer.data([]), "the first blob is OSMData"),
    ] as [([UInt8], String)] {
      let error = try #require(try TestFile.fault(bytes))
      #expect(error.message.contains(words), "\(error)")
    }
    #expect(throws: OSMError.self) { try OSMFile(path: "/nowhere/at.all") }
    #expect(throws: OSMError.self) { try OSMFile(path: "/") }
    #expect(throws: OSMError.self) { try OSMFile(path: "/dev/null") }
  }
}
