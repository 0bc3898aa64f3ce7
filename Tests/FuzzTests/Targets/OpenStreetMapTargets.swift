import SimpleFeatures

@testable import OpenStreetMap

/// OpenStreetMap: what is read takes no more room than its bytes explain, and is the same on one
/// thread and on two, in small pieces and large.
extension FuzzTarget {
  private static let numbers: [[UInt8]] = [
    [0x80], [0xFF], [0x7F], [0x00], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
    [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
    Array(repeating: 0x80, count: 12), [0x0A], [0x12], [0x1A], [0x22], [0x2A, 0x02, 0x32, 0x00],
    [0x42, 0x01, 0x02], [0x4A, 0x00], [0x52, 0x02, 0x01, 0x01], [0x88, 0x01, 0x01], [0x08, 0x01],
  ]

  private static let marks = [
    "<", ">", "/", "\"", "'", "&", "=", " ", "\n", "<!--", "-->", "<?", "?>", "<![CDATA[", "]]>",
    "&amp;", "&#x10FFFF;", "&#xD800;", "</osm>", "<osm>", "<node ", "<way ", "<relation ", "</way>",
    "<nd ref=\"1\"/>", "<tag k=\"a\" v=\"b\"/>", "<member type=\"way\" ref=\"1\" role=\"\"/>",
    "visible=\"false\"", "id=\"9223372036854775807\"", "lat=\"90.1\"", "lon=\"1e-7\"", "\u{0}",
  ]

  static let openStreetMap: [FuzzTarget] = [
    FuzzTarget("pbf", words: numbers) { try mapCheck("osm.pbf") { $0 } },
    // What is compressed in files, where no change of a byte would reach it.
    FuzzTarget("pbf-block", words: numbers) {
      try mapCheck("osm.pbf") { block in
        let header = frame("OSMHeader", field(4, Array("OsmSchema-V0.6".utf8)))
        return header + frame("OSMData", block) + frame("OSMData", block)
      }
    },
    FuzzTarget("osm-xml", words: marks) { try mapCheck("osm") { $0 } },
  ]

  /// A field of bytes.
  private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var count = bytes.count
    var head = [number << 3 | 2]
    while count >= 0x80 {
      head.append(UInt8(count & 0x7F) | 0x80)
      count >>= 7
    }
    return head + [UInt8(count)] + bytes
  }

  /// A blob that is not compressed, with its header.
  private static func frame(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let blob = field(1, content)
    var size = blob.count
    var header = field(1, Array(type.utf8)) + [3 << 3]
    while size >= 0x80 {
      header.append(UInt8(size & 0x7F) | 0x80)
      size >>= 7
    }
    header.append(UInt8(size))
    return [0, 0, 0, UInt8(header.count)] + header + blob
  }

  private static func mapCheck(
    _ ending: String, file wrap: @escaping ([UInt8]) -> [UInt8]
  ) throws -> Check {
    let file = try InputFile(ending: ending)
    return { bytes in
      let input = wrap(bytes)
      file.hold(input)
      var fault: String?
      let whole = MapReading(file.path, threads: 1, chunkBytes: XMLFeed.usualChunkBytes, &fault)
      if whole.size > 8 * input.count + 8 { return "\(whole.size) objects of \(input.count) bytes" }
      // Threads are slow to start.
      let threads = bytes.reduce(0, &+) == 0x2A ? 2 : 1
      let chunkBytes = bytes.count % 2 == 0 ? 7 : 64
      let other = MapReading(file.path, threads: threads, chunkBytes: chunkBytes, &fault)
      if other != whole {
        fault = "on \(threads) threads, by \(chunkBytes) bytes, it reads otherwise"
      }
      return fault
    }
  }
}

/// How an input reads: what it holds, or that it is refused.
private enum MapReading: Equatable {
  case objects(hash: Int, size: Int)
  case refused

  init(_ path: String, threads: Int, chunkBytes: Int, _ fault: inout String?) {
    do {
      var file = try OSMFile(path: path)
      file.chunkBytes = chunkBytes
      var hasher = Hasher()
      var size = 0
      try file.read(.all, threads: threads) { block in
        Self.parts(block)
      } consume: { parts in
        size += parts.count
        for part in parts { hasher.combine(part) }
      }
      self = .objects(hash: hasher.finalize(), size: size)
    } catch {
      self = .refused
      fault = FuzzTarget.fault(error, mostBytes: 700) ?? fault
    }
  }

  var size: Int { if case .objects(_, let size) = self { size } else { 0 } }

  /// Objects, references, members and tags in words.
  private static func parts(_ block: OSMBlock) -> [String] {
    var parts: [String] = []
    func add(_ tags: OSMTags) { for tag in tags { parts.append("\(tag.key)=\(tag.value)") } }
    for index in 0..<block.nodes.count {
      let (nodes, i) = (block.nodes, index)
      parts.append("n\(nodes.id(i)) \(nodes.longitude(i)) \(nodes.latitude(i))")
      add(nodes.tags(i))
    }
    for index in 0..<block.ways.count {
      parts.append("w\(block.ways.id(index))")
      for reference in block.ways.refs(index) { parts.append("\(reference)") }
      add(block.ways.tags(index))
    }
    for index in 0..<block.relations.count {
      parts.append("r\(block.relations.id(index))")
      for member in block.relations.members(index) {
        parts.append("\(member.kind) \(member.ref) \(member.role)")
      }
      add(block.relations.tags(index))
    }
    return parts
  }
}
