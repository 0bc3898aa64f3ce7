/// Reads and unpacks blobs; one for each thread.
struct BlobReader: ~Copyable {
  private static let packings: [UInt64: String] = [
    0x22: "lzma", 0x2A: "bzip2", 0x32: "lz4", 0x3A: "zstd",
  ]

  private let file: InputFile
  private let inflater = Inflater()
  private var packed = Column<UInt8>()

  init(_ file: InputFile) {
    self.file = file
  }

  /// The unpacked bytes of a blob, put into `out`.
  mutating func read(_ frame: BlobFrame, into out: inout Column<UInt8>) throws(OSMError) {
    packed.removeAll()
    packed.shrink(toAtMost: 4 << 20)
    let count = frame.data.count
    let room = unsafe packed.room(for: count)
    let got = unsafe try file.read(
      UnsafeMutableBufferPointer(start: room, count: count), at: frame.data.lowerBound)
    guard got == count else {
      throw OSMError.truncated("the file ends within it")
    }
    packed.commit(count)
    var wire = unsafe Wire(BlockBytes(packed.pointer), 0..<count)
    var rawSize: UInt64?
    var content: (range: Range<Int>, isPacked: Bool)?
    while let tag = try wire.next() {
      switch tag {
      case 0x0A: content = (try wire.bytes(), false)
      case 0x10: rawSize = try wire.varint()
      case 0x1A: content = (try wire.bytes(), true)
      default:
        if let name = Self.packings[tag] {
          throw OSMError(
            .unsupported, "it is packed with \(name), which this reader does not unpack",
            hint: "pack it with zlib: osmium cat -f pbf,pbf_compression=zlib -o NEW.osm.pbf OLD")
        }
        try wire.skip(tag)
      }
    }
    guard let content else { throw OSMError.damaged("it holds no data") }
    try unpack(content.range, isPacked: content.isPacked, rawSize, into: &out)
  }

  private func unpack(
    _ range: Range<Int>, isPacked: Bool, _ rawSize: UInt64?, into out: inout Column<UInt8>
  ) throws(OSMError) {
    if isPacked, rawSize == nil {
      throw OSMError.damaged("it is packed and has no raw_size")
    }
    let size = rawSize ?? UInt64(range.count)
    guard size <= UInt64(BlobFrames.mostBlobBytes) else {
      throw OSMError.damaged(
        "it unpacks to \(size) bytes; the most are \(BlobFrames.mostBlobBytes)")
    }
    let count = Int(size)
    let source = unsafe UnsafeBufferPointer(
      start: packed.pointer + range.lowerBound, count: range.count)
    out.removeAll()
    let room = unsafe UnsafeMutableBufferPointer(start: out.room(for: count), count: count)
    if isPacked {
      if let fault = unsafe inflater.unpack(source, into: room) { throw OSMError.damaged(fault) }
    } else {
      guard count == source.count else {
        throw OSMError.damaged("it has \(source.count) bytes, and its raw_size says \(count)")
      }
      _ = unsafe room.update(from: source)
    }
    out.commit(count)
  }
}
