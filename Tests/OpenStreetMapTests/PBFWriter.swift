import CDeflate
import OpenStreetMap

/// Writes objects as PBF in any of the ways that the format allows.
struct PBFWriter: Sendable {
  var isDense = true
  var isPacked = true
  var style = RepeatedStyle.packed
  var granularity: Int64 = 100
  var longitudeOffset: Int64 = 0
  var latitudeOffset: Int64 = 0
  var objectsInBlock = 50
  var required = ["OsmSchema-V0.6", "DenseNodes"]
  var hasLocationsOnWays = false

  // MARK: Framing

  static func frame(_ type: String, blob: [UInt8]) -> [UInt8] {
    var header = Message()
    header.text(1, type)
    header.number(3, UInt64(blob.count))
    let count = header.bytes.count
    return [
      UInt8(count >> 24), UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255),
    ]
      + header.bytes + blob
  }

  static func blob(_ content: [UInt8], isPacked: Bool, rawSize: Int? = nil) -> [UInt8] {
    var blob = Message()
    if isPacked {
      blob.number(2, UInt64(rawSize ?? content.count))
      blob.data(3, deflated(content))
    } else {
      blob.data(1, content)
    }
    return blob.bytes
  }

  static func deflated(_ content: [UInt8]) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(6)
    defer { libdeflate_free_compressor(compressor) }
    let room = libdeflate_zlib_compress_bound(compressor, content.count)
    return [UInt8](unsafeUninitializedCapacity: room) { out, count in
      count = content.withUnsafeBytes {
        libdeflate_zlib_compress(compressor, $0.baseAddress, $0.count, out.baseAddress, room)
      }
    }
  }

  func header() -> [UInt8] {
    var box = Message()
    box.signed(1, 114_000_000_000)
    box.signed(2, 115_000_000_000)
    box.signed(3, 31_000_000_000)
    box.signed(4, 30_000_000_000)
    var header = Message()
    header.data(1, box.bytes)
    for feature in required { header.text(4, feature) }
    header.text(5, "Sort.Type_then_ID")
    header.text(16, "a test")
    return Self.frame("OSMHeader", blob: Self.blob(header.bytes, isPacked: isPacked))
  }

  func data(_ block: [UInt8]) -> [UInt8] {
    Self.frame("OSMData", blob: Self.blob(block, isPacked: isPacked))
  }

  // MARK: Files

  func file(_ objects: Objects) -> [UInt8] {
    var bytes = header()
    for block in blocks(objects) { bytes += data(block) }
    return bytes
  }

  /// Blocks of one kind each, in the usual order.
  func blocks(_ objects: Objects) -> [[UInt8]] {
    func parts<T>(_ all: [T], _ take: ([T]) -> Objects) -> [[UInt8]] {
      stride(from: 0, to: all.count, by: objectsInBlock).map { start in
        block(take(Array(all[start..<min(all.count, start + objectsInBlock)])))
      }
    }
    return parts(objects.nodes) {
      var part = Objects()
      part.nodes = $0
      return part
    }
      + parts(objects.ways) {
        var part = Objects()
        part.ways = $0
        return part
      }
      + parts(objects.relations) {
        var part = Objects()
        part.relations = $0
        return part
      }
  }

  /// One block with groups of all kinds that there are.
  func block(_ objects: Objects) -> [UInt8] {
    var strings = Strings()
    var groups: [[UInt8]] = []
    if !objects.nodes.isEmpty {
      groups.append(isDense ? dense(objects.nodes, &strings) : plain(objects.nodes, &strings))
    }
    if !objects.ways.isEmpty { groups.append(ways(objects.ways, &strings)) }
    if !objects.relations.isEmpty { groups.append(relations(objects.relations, &strings)) }
    var table = Message()
    for text in strings.all { table.text(1, text) }
    var block = Message()
    block.data(1, table.bytes)
    for group in groups { block.data(2, group) }
    if granularity != 100 { block.number(17, UInt64(granularity)) }
    if latitudeOffset != 0 { block.number(19, UInt64(bitPattern: latitudeOffset)) }
    if longitudeOffset != 0 { block.number(20, UInt64(bitPattern: longitudeOffset)) }
    return block.bytes
  }

  private struct Strings {
    var all = [""]
    var numbers: [String: Int] = [:]

    mutating func number(_ text: String) -> UInt64 {
      if let number = numbers[text] { return UInt64(number) }
      all.append(text)
      numbers[text] = all.count - 1
      return UInt64(all.count - 1)
    }
  }

  // MARK: Groups

  private func x(_ value: Int32) -> Int64 { (Int64(value) * 100 - longitudeOffset) / granularity }
  private func y(_ value: Int32) -> Int64 { (Int64(value) * 100 - latitudeOffset) / granularity }

  private func dense(_ nodes: [Objects.Node], _ strings: inout Strings) -> [UInt8] {
    var info = Message()
    info.numbers(6, nodes.map { $0.isThere ? 1 : 0 }, style)
    var tags: [UInt64] = []
    for node in nodes {
      for tag in node.tags { tags += [strings.number(tag.key), strings.number(tag.value)] }
      tags.append(0)
    }
    var dense = Message()
    dense.deltas(1, nodes.map(\.id), style)
    if nodes.contains(where: { !$0.isThere }) { dense.data(5, info.bytes) }
    dense.deltas(8, nodes.map { y($0.latitude) }, style)
    dense.deltas(9, nodes.map { x($0.longitude) }, style)
    if nodes.contains(where: { !$0.tags.isEmpty }) { dense.numbers(10, tags, style) }
    var group = Message()
    group.data(2, dense.bytes)
    return group.bytes
  }

  private func plain(_ nodes: [Objects.Node], _ strings: inout Strings) -> [UInt8] {
    var group = Message()
    for node in nodes {
      var message = Message()
      message.signed(1, node.id)
      common(node.tags, node.isThere, &message, &strings)
      message.signed(8, y(node.latitude))
      message.signed(9, x(node.longitude))
      group.data(1, message.bytes)
    }
    return group.bytes
  }

  private func ways(_ ways: [Objects.Way], _ strings: inout Strings) -> [UInt8] {
    var group = Message()
    for way in ways {
      var message = Message()
      message.number(1, UInt64(bitPattern: way.id))
      common(way.tags, way.isThere, &message, &strings)
      message.deltas(8, way.refs, style)
      if hasLocationsOnWays {
        message.deltas(9, way.refs.map { $0 % 900_000_000 }, style)
        message.deltas(10, way.refs.map { $0 % 1_800_000_000 }, style)
      }
      group.data(3, message.bytes)
    }
    return group.bytes
  }

  private func relations(_ relations: [Objects.Relation], _ strings: inout Strings) -> [UInt8] {
    var group = Message()
    for relation in relations {
      var message = Message()
      message.number(1, UInt64(bitPattern: relation.id))
      common(relation.tags, relation.isThere, &message, &strings)
      message.numbers(8, relation.members.map { strings.number($0.role) }, style)
      message.deltas(9, relation.members.map(\.ref), style)
      message.numbers(10, relation.members.map { UInt64($0.kind.rawValue) }, style)
      group.data(4, message.bytes)
    }
    return group.bytes
  }

  private func common(
    _ tags: [Objects.Tag], _ isThere: Bool, _ message: inout Message, _ strings: inout Strings
  ) {
    message.numbers(2, tags.map { strings.number($0.key) }, style)
    message.numbers(3, tags.map { strings.number($0.value) }, style)
    guard !isThere else { return }
    var info = Message()
    info.number(1, 3)
    info.number(6, 0)
    message.data(4, info.bytes)
  }
}
