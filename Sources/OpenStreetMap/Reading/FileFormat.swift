/// What a file is, by its first bytes.
enum FileFormat {
  case pbf
  case xml
  case gzippedXML

  init(_ file: InputFile) throws(OSMError) {
    let head = try file.bytes(64, at: 0)
    if head.isEmpty {
      throw OSMError(.unknownFormat, "\(file.path) is empty", hint: "fetch it again")
    }
    if head.starts(with: [0x1F, 0x8B]) {
      self = .gzippedXML
      try Self.look(intoGzip: file)
    } else if Self.isText(head) {
      self = .xml
    } else if Self.isFrame(head) {
      self = .pbf
    } else {
      throw Self.refusal(of: head, file.path)
    }
  }

  /// Whether the file starts as XML does: perhaps blanks, and a tag.
  private static func isText(_ head: [UInt8]) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...]
    return text.first { !XMLCursor.isBlank($0) } == UInt8(ascii: "<")
  }

  /// Whether the file starts as a frame of PBF does: a length below 64 KiB, and a blob header.
  private static func isFrame(_ head: [UInt8]) -> Bool {
    head.count >= 5 && head[0] == 0 && head[1] <= 1 && [0x0A, 0x12, 0x18].contains(head[4])
  }

  private static func look(intoGzip file: InputFile) throws(OSMError) {
    let stream = try GzipStream(file)
    var column = Column<UInt8>()
    let room = unsafe UnsafeMutableBufferPointer(start: column.room(for: 64), count: 64)
    column.commit(unsafe try stream.read(room))
    var head: [UInt8] = []
    for index in 0..<column.count { head.append(column[index]) }
    if isText(head) { return }
    throw OSMError(
      .unknownFormat, "\(file.path) is packed with gzip and holds no XML",
      hint: isFrame(head) ? "PBF is packed already: unpack it with gunzip" : nil)
  }

  private static let others: [([UInt8], String, String)] = [
    (Array("BZh".utf8), "packed with bzip2", "unpack it with bunzip2"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "packed with xz", "unpack it with unxz"),
    ([0x28, 0xB5, 0x2F, 0xFD], "packed with zstd", "unpack it with unzstd"),
    (Array("PK".utf8), "a zip archive", "unpack it"),
    ([0xFF, 0xE0], "o5m", "write it as PBF: osmconvert FILE -o=NEW.osm.pbf"),
    ([0xFF], "o5m", "write it as PBF: osmconvert FILE -o=NEW.osm.pbf"),
    (Array("{".utf8), "JSON", "ask Overpass for [out:xml]"),
  ]

  private static func refusal(of head: [UInt8], _ path: String) -> OSMError {
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      return OSMError(
        .unsupported, "\(path) is text in UTF-16, and OpenStreetMap's is in UTF-8",
        hint: "iconv -f UTF-16 -t UTF-8 FILE > NEW.osm")
    }
    if let (_, what, hint) = others.first(where: { head.starts(with: $0.0) }) {
      return OSMError(.unknownFormat, "\(path) is \(what), which is not read", hint: hint)
    }
    return OSMError(
      .unknownFormat, "\(path) is no OpenStreetMap: neither PBF nor XML",
      hint: "fetch an extract as .osm.pbf")
  }
}
