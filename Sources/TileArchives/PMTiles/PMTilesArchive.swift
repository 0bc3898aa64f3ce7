import Foundation
import SimpleFeatures
import VectorTiles

/// A PMTiles 3 file in the making.
///
/// Tiles are appended behind room for header and root directory; metadata and leaf directories
/// follow when all tiles are there. Beside the entries, 24 bytes a tile at most, nothing is held.
final class PMTilesArchive: TileArchive {
  private let draft: ArchiveDraft
  private let file: OutputFile
  private var entries: [PMTilesEntry] = []
  private var known = KnownContents<PMTilesEntry>()
  private var tileCount = 0
  private var zooms = ZoomTally()

  init(_ path: String) throws(TileArchiveError) {
    draft = try ArchiveDraft(path)
    file = try OutputFile(draft)
    try file.write([UInt8](repeating: 0, count: PMTilesHeader.reservedLength))
  }

  func append(_ tile: TileCoordinate, gzippedBytes bytes: [UInt8]) throws(TileArchiveError) {
    let id = PMTilesID.id(of: tile)
    tileCount += 1
    zooms.count(tile.zoom)
    var entry = PMTilesEntry(
      id: id, offset: UInt64(file.length - PMTilesHeader.reservedLength),
      length: UInt32(bytes.count), runLength: 1)
    let duplicate = try known.find(bytes) { other throws(TileArchiveError) in
      other.length == entry.length
        ? try file.read(
          at: Int(other.offset) + PMTilesHeader.reservedLength, count: Int(other.length)) == bytes
        : false
    }
    if let duplicate {
      entry.offset = duplicate.offset
      if let last = entries.last, last.offset == duplicate.offset,
        last.id + UInt64(last.runLength) == id
      {
        entries[entries.count - 1].runLength += 1
        return
      }
    } else {
      try file.write(bytes)
      known.insert(bytes, entry)
    }
    entries.append(entry)
  }

  func finish(_ contents: ArchiveContents) throws(TileArchiveError) -> ArchiveSize {
    let start = PMTilesHeader.reservedLength
    let tiles = PMTilesHeader.Section(offset: start, length: file.length - start)
    let text = JSONValue.object([
      ("name", .string(contents.name)), ("description", .string(contents.description)),
      ("attribution", .string(contents.attribution)), ("type", "overlay"),
      ("vector_layers", contents.vectorLayers),
    ]).bytes
    let metadata = Gzip.compress(Array(text), level: 9)
    let tree = PMTilesDirectory.tree(entries, rootLimit: start - PMTilesHeader.length)
    try file.write(metadata)
    try file.write(tree.leaves)
    let header = PMTilesHeader(
      root: .init(offset: PMTilesHeader.length, length: tree.root.count),
      metadata: .init(offset: start + tiles.length, length: metadata.count),
      leaves: .init(
        offset: start + tiles.length + metadata.count, length: tree.leaves.count),
      tiles: tiles, addressedCount: tileCount, entryCount: entries.count,
      contentCount: known.count, zooms: zooms, contents: contents)
    try file.write(header.bytes + tree.root, at: 0)
    try file.flush()
    return ArchiveSize(
      tiles: tileCount, distinctTiles: known.count, bytes: try draft.publish())
  }
}
