/// A stretch of a file that can be decoded apart from all others.
enum Piece {
  case blob(BlobFrame)
  case text(XMLChunk)
}

/// Cuts a file into pieces, in its order.
protocol PieceFeed: AnyObject {
  /// The next piece; `nil` at the end.
  func next() throws(OSMError) -> Piece?
}

/// The blobs of a PBF file.
final class BlobFeed: PieceFeed {
  private var frames: BlobFrames

  init(_ file: InputFile) {
    frames = BlobFrames(file)
  }

  func next() throws(OSMError) -> Piece? {
    try frames.next().map { .blob($0) }
  }
}

/// Makes blocks of pieces; one for each thread.
final class BlockDecoder {
  private let kinds: OSMKinds
  private var memory = BlockMemory()
  private var blobs: BlobReader
  private var objects = XMLObjects()

  init(_ file: InputFile, _ kinds: OSMKinds) {
    self.kinds = kinds
    blobs = BlobReader(file)
  }

  /// The objects of a piece.
  func decode(_ piece: Piece) throws(OSMError) -> OSMBlock {
    // A block that somebody still holds keeps its memory.
    if isKnownUniquelyReferenced(&memory) { memory.removeAll() } else { memory = BlockMemory() }
    switch piece {
    case .blob(let frame):
      do throws(OSMError) {
        try decode(frame)
      } catch {
        throw frame.located(error)
      }
      return OSMBlock(memory, number: frame.number, endByte: frame.data.upperBound)
    case .text(let chunk):
      try objects.decode(chunk, kinds, into: memory)
      return OSMBlock(memory, number: chunk.number, endByte: chunk.endByte)
    }
  }

  private func decode(_ frame: BlobFrame) throws(OSMError) {
    switch frame.type {
    case BlobFrame.dataType:
      try blobs.read(frame, into: &memory.bytes)
      try PrimitiveBlock.decode(memory, kinds)
    case BlobFrame.headerType:
      // Files joined end to end have more than one.
      try blobs.read(frame, into: &memory.bytes)
      _ = try OSMHeader(unsafe Wire(BlockBytes(memory.bytes.pointer), 0..<memory.bytes.count))
    default: break
    }
  }
}
