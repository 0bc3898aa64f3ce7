/// A file of OpenStreetMap, as PBF or XML, told apart by its content.
///
/// Reading goes from front to back in bounded memory, as often as one likes. Deleted objects are
/// left out.
///
/// ```swift
/// let file = try OSMFile(path: "district.osm.pbf")
/// var length = 0
/// try file.read(.ways) { block in
///   guard let highway = block.keyIndex("highway") else { return 0 }
///   return (0..<block.ways.count).count { way in
///     block.ways.tags(way).valueIndex(ofKeyIndex: highway) != nil
///   }
/// } consume: { length += $0 }
/// ```
public struct OSMFile: Sendable {
  /// Where the file lies.
  public let path: String
  /// What the file says of itself.
  public let header: OSMHeader
  private let file: InputFile
  private let format: FileFormat
  /// How much of XML is read at a time.
  var chunkBytes = XMLFeed.usualChunkBytes

  /// Opens a file and reads its header.
  ///
  /// - Throws: For a file that is missing, is no OpenStreetMap, or needs what this reader does not
  ///   do.
  public init(path: String) throws(OSMError) {
    self.path = path
    file = try InputFile(path)
    format = try FileFormat(file)
    header =
      switch format {
      case .pbf: try OSMHeader(pbf: file)
      case .xml, .gzippedXML: try OSMHeader(xml: XMLFeed(Self.stream(of: file, format)))
      }
  }

  /// How many bytes the file has.
  public var byteCount: Int { file.byteCount }

  private static func stream(
    of file: InputFile, _ format: FileFormat
  ) throws(OSMError) -> any ByteStream {
    if case .gzippedXML = format { return try GzipStream(file) }
    return PlainStream(file)
  }

  private func feed() throws(OSMError) -> any PieceFeed {
    if case .pbf = format { return BlobFeed(file) }
    return XMLFeed(try Self.stream(of: file, format), chunkBytes: chunkBytes)
  }

  /// Decodes the objects of some kinds, block by block.
  ///
  /// `map` is called on `threads` threads at once, for some blocks ahead; `consume` is called on
  /// the caller's thread with what `map` made, in the order of the file. With one thread both are
  /// called in turn on the caller's. Memory is bounded by what `2 * threads` blocks become.
  ///
  /// - Throws: ``OSMError`` for a file that cannot be read on, after all before it was consumed,
  ///   and whatever `map` and `consume` throw.
  public func read<T: Sendable>(
    _ kinds: OSMKinds, threads: Int = 2, map: @Sendable (OSMBlock) throws -> T,
    consume: (T) throws -> Void
  ) throws {
    try withoutActuallyEscaping(map) { map in
      let reading = try reading(kinds, threads: threads, map: map)
      defer { reading.finish() }
      while let result = try reading.next() { try consume(result) }
    }
  }

  /// Like ``read(_:threads:map:consume:)`` for callers that ask for one result after the other.
  ///
  /// - Throws: ``OSMError`` for a file that cannot be unpacked.
  public func reading<T: Sendable>(
    _ kinds: OSMKinds, threads: Int = 2, map: @escaping @Sendable (OSMBlock) throws -> T
  ) throws(OSMError) -> OSMReading<T> {
    OSMReading(file, try feed(), kinds, threads: threads, map: map)
  }
}
