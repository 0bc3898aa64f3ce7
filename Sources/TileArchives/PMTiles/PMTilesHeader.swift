import SimpleFeatures

/// The first 127 bytes of a PMTiles file (§3 of the specification of version 3).
struct PMTilesHeader {
  static let length = 127
  /// Header and root directory together are at most this long.
  static let reservedLength = 16_384

  /// A part of the file, in bytes from its start.
  struct Section {
    var offset: Int
    var length: Int
  }

  var root: Section
  var metadata: Section
  var leaves: Section
  var tiles: Section
  /// Tiles that can be asked for.
  var addressedCount: Int
  /// Entries of the directories that are not leaves.
  var entryCount: Int
  /// Tiles that differ from one another.
  var contentCount: Int
  var zooms: ZoomTally
  var contents: ArchiveContents

  /// The header of gzipped vector tiles that lie in the order of their ids.
  var bytes: [UInt8] {
    var bytes = Array("PMTiles".utf8) + [3]
    for section in [root, metadata, leaves, tiles] {
      append(UInt64(section.offset), to: &bytes)
      append(UInt64(section.length), to: &bytes)
    }
    for count in [addressedCount, entryCount, contentCount] { append(UInt64(count), to: &bytes) }
    // In the order of ids; directories in gzip; tiles in gzip; Mapbox Vector Tiles.
    bytes += [1, 2, 2, 1]
    bytes += [UInt8(zooms.range.lowerBound), UInt8(zooms.range.upperBound)]
    let bounds = contents.bounds
    for degrees in [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY] {
      append(Self.position(degrees), to: &bytes)
    }
    let centre = contents.centre
    bytes.append(UInt8(zooms.middle))
    append(Self.position(centre.longitude), to: &bytes)
    append(Self.position(centre.latitude), to: &bytes)
    return bytes
  }

  /// Degrees in ten-millionths.
  private static func position(_ degrees: Double) -> Int32 {
    Int32((min(max(degrees, -180), 180) * 10_000_000).rounded())
  }

  private func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for byte in 0..<number.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte)))
    }
  }
}
