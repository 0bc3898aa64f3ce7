import Foundation
import GRDB
import SimpleFeatures
import Testing
import VectorTiles

@testable import TileArchives

@Suite("Whole pyramids in one file")
final class ArchiveTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "archives-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let contents = ArchiveContents(
    name: "武汉", description: "建筑", attribution: "© 测绘",
    bounds: Envelope(minX: 114, minY: 30, maxX: 115, maxY: 31),
    layers: [.init(id: "road", description: "Roads", zooms: 0...6, fields: [("id", "String")])])

  /// Tiles of some levels in the order of their numbers, contents that come again included.
  private static func tiles(_ zooms: ClosedRange<Int>, distinct: Int) -> [(
    tile: TileCoordinate, bytes: [UInt8]
  )] {
    var random = SplitMix(state: 7)
    var all: [(TileCoordinate, [UInt8])] = []
    for zoom in zooms {
      for place in 0..<(1 << (2 * zoom)) {
        guard random.next() % 4 > 0,
          let tile = TileCoordinate(
            zoom: zoom, column: place % (1 << zoom), row: place / (1 << zoom))
        else { continue }
        let kind = Int(random.next() % UInt64(distinct))
        let raw = [UInt8]((0..<40 + kind % 50).map { UInt8(truncatingIfNeeded: $0 * kind) })
        all.append((tile, Gzip.compress(raw + Array("\(kind)".utf8))))
      }
    }
    return all.sorted { PMTilesID.id(of: $0.0) < PMTilesID.id(of: $1.0) }
  }

  private func write(
    _ name: String, _ tiles: [(tile: TileCoordinate, bytes: [UInt8])]
  ) throws -> (path: String, size: ArchiveSize) {
    let path = folder + "/" + name
    let archive = try #require(TileArchiveFormat(path: path)).create(path)
    for (tile, bytes) in tiles { try archive.append(tile, gzippedBytes: bytes) }
    return (path, try archive.finish(Self.contents))
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  @Test("PMTiles gives every tile back, stores equal ones once and counts what it has")
  func pmtiles() throws {
    let tiles = Self.tiles(2...6, distinct: 60)
    let (path, size) = try write("a.pmtiles", tiles)
    let read = try ReadPMTiles(Array(Data(contentsOf: URL(fileURLWithPath: path))))
    let expected = Dictionary(
      uniqueKeysWithValues: tiles.map { (PMTilesID.id(of: $0.tile), $0.bytes) })
    #expect(read.tiles == expected)
    let distinct = Set(tiles.map(\.bytes))
    #expect(
      size
        == ArchiveSize(
          tiles: tiles.count, distinctTiles: distinct.count, bytes: read.bytes.count))
    // Counts of tiles, entries and contents; the section of tiles holds each content once.
    #expect(
      read.numbers[8...10].map(Int.init) == [tiles.count, read.entries.count, distinct.count])
    #expect(read.numbers[7] == UInt64(distinct.reduce(0) { $0 + $1.count }))
    #expect(read.entries.contains { $0.runLength > 1 })
    #expect(read.leafCount == 0)
    // Clustered, gzip, gzip, MVT, levels.
    #expect(Array(read.bytes[96..<102]) == [1, 2, 2, 1, 2, 6])
    let positions = stride(from: 102, to: 127, by: 1).map { read.bytes[$0] }
    func degrees(_ at: Int) -> Double {
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(positions[at + $1]) << UInt32(8 * $1) }
      return Double(Int32(bitPattern: bits)) / 1e7
    }
    #expect([0, 4, 8, 12, 17, 21].map(degrees) == [114, 30, 115, 31, 114.5, 30.5])
    #expect(try read.metadata.contains(#""vector_layers":[{"id":"road""#))
    #expect(names == ["a.pmtiles"])
  }

  @Test("A directory that is too large for the start of the file is split into leaves")
  func leaves() throws {
    var random = SplitMix(state: 3)
    var id: UInt64 = 0
    let entries = (0..<60_000).map { _ in
      id += 1 + random.next() % 1000
      return PMTilesEntry(
        id: id, offset: random.next() % (1 << 33), length: UInt32(random.next() % 500_000),
        runLength: 1)
    }
    let tree = PMTilesDirectory.tree(entries, rootLimit: 16_384 - 127)
    #expect(tree.root.count <= 16_384 - 127 && !tree.leaves.isEmpty)
    // As a file with directories only.
    let header = PMTilesHeader(
      root: .init(offset: 127, length: tree.root.count), metadata: .init(offset: 0, length: 0),
      leaves: .init(offset: 127 + tree.root.count, length: tree.leaves.count),
      tiles: .init(offset: 0, length: 0), addressedCount: 0, entryCount: 0, contentCount: 0,
      zooms: ZoomTally(), contents: Self.contents)
    let read = try ReadPMTiles(header.bytes + tree.root + tree.leaves)
    #expect(read.leafCount == 15)
    #expect(
      read.entries.map { [$0.id, $0.offset, $0.length, $0.runLength] }
        == entries.map { [$0.id, $0.offset, UInt64($0.length), UInt64($0.runLength)] })
    // A root that would be too large even so gets larger leaves.
    let narrow = PMTilesDirectory.tree(entries, rootLimit: 100)
    #expect(narrow.root.count <= 100)
  }

  @Test("MBTiles has the tables of its specification, rows from the south and equal tiles once")
  func mbtiles() throws {
    let tiles = Self.tiles(1...5, distinct: 40)
    let (path, size) = try write("a.mbtiles", tiles)
    let queue = try DatabaseQueue(path: path)
    try queue.read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM tiles")
      let found = Dictionary(
        uniqueKeysWithValues: rows.map { row in
          let zoom: Int = row["zoom_level"]
          let south: Int = row["tile_row"]
          let data: Data = row["tile_data"]
          return ("\(zoom)/\(row["tile_column"] as Int)/\((1 << zoom) - 1 - south)", Array(data))
        })
      #expect(
        found
          == Dictionary(
            uniqueKeysWithValues: tiles.map { ($0.tile.description, $0.bytes) }))
      let images = try Int.fetchOne(database, sql: "SELECT count(*) FROM images")
      #expect(images == Set(tiles.map(\.bytes)).count && images == size.distinctTiles)
      let metadata = try Row.fetchAll(database, sql: "SELECT name, value FROM metadata")
      let values = Dictionary(
        uniqueKeysWithValues: metadata.map { ($0["name"] as String, $0["value"] as String) })
      #expect(values["format"] == "pbf" && values["name"] == "武汉")
      #expect(values["description"] == "建筑" && values["attribution"] == "© 测绘")
      #expect(values["bounds"] == "114.0,30.0,115.0,31.0" && values["center"] == "114.5,30.5,3")
      #expect(values["minzoom"] == "1" && values["maxzoom"] == "5")
      #expect(values["json"]?.hasPrefix(#"{"vector_layers":[{"id":"road""#) == true)
      #expect(try Int.fetchOne(database, sql: "PRAGMA application_id") == 0x4d50_4258)
      #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
    }
    try queue.close()
    #expect(size.tiles == tiles.count && names == ["a.mbtiles"])
  }

  @Test("What is not finished leaves nothing, and an older file is as it was")
  func abandoned() throws {
    for name in ["b.pmtiles", "b.mbtiles"] {
      try Data("older".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
      do {
        let archive = try #require(TileArchiveFormat(path: name)).create(folder + "/" + name)
        for (tile, bytes) in Self.tiles(0...4, distinct: 30) {
          try archive.append(tile, gzippedBytes: bytes)
        }
        #expect(names.count > 1)
      }
      #expect(try String(contentsOfFile: folder + "/" + name, encoding: .utf8) == "older")
    }
    #expect(names.sorted() == ["b.mbtiles", "b.pmtiles"])
    let (_, size) = try write("b.pmtiles", [])
    #expect(size.tiles == 0)
  }

  @Test("A folder that is not there and a name of another kind are told so")
  func wrongPlaces() {
    for format in TileArchiveFormat.allCases {
      #expect {
        _ = try format.create("/nowhere/at/all.\(format.rawValue)")
      } throws: { error in
        (error as? TileArchiveError)?.hint == "make the folder first, or correct the path"
      }
    }
    #expect(TileArchiveFormat(path: "a.PMTiles") == .pmtiles)
    #expect(TileArchiveFormat(path: "pmtiles") == nil)
  }
}

/// Random numbers that are the same in every run (splitmix64).
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
