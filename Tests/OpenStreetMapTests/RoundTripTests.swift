import Foundation
import OpenStreetMap
import Testing

@Suite("What is written is read")
struct RoundTripTests {
  @Test(
    "Objects come back however a file packs them",
    arguments: RepeatedStyle.allCases, [true, false])
  func packings(style: RepeatedStyle, isDense: Bool) throws {
    for isPacked in [true, false] {
      let writer = PBFWriter(isDense: isDense, isPacked: isPacked, style: style)
      for seed in 1...5 as ClosedRange<UInt64> {
        let objects = Objects.random(seed: seed, count: 120)
        for threads in 1...3 {
          #expect(try TestFile.objects(writer.file(objects), threads: threads) == objects)
        }
      }
    }
  }

  @Test("Deleted objects are left out, with their tags", arguments: [true, false])
  func deleted(isDense: Bool) throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let objects = Objects.random(seed: seed, count: 60, withDeleted: true)
      #expect(objects != objects.present)
      let file = PBFWriter(isDense: isDense).file(objects)
      #expect(try TestFile.objects(file) == objects.present)
      #expect(try TestFile.objects(XMLWriter.file(objects)) == objects.present)
    }
  }

  @Test("XML gives the same objects as PBF, in pieces of any size and on any number of threads")
  func xml() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let objects = Objects.random(seed: seed, count: seed == 1 ? 9_000 : 200)
      let file = XMLWriter.file(objects)
      for threads in 1...3 {
        #expect(try TestFile.objects(file, threads: threads) == objects)
      }
    }
  }

  @Test(
    "Only kinds that are asked for come",
    arguments: [OSMKinds.nodes, .ways, .relations, [.nodes, .relations], []])
  func kinds(kinds: OSMKinds) throws {
    let objects = Objects.random(seed: 8, count: 70)
    var wanted = Objects()
    if kinds.contains(.nodes) { wanted.nodes = objects.nodes }
    if kinds.contains(.ways) { wanted.ways = objects.ways }
    if kinds.contains(.relations) { wanted.relations = objects.relations }
    #expect(try TestFile.objects(PBFWriter().file(objects), kinds) == wanted)
    #expect(try TestFile.objects(XMLWriter.file(objects), kinds) == wanted)
    let mixed = PBFWriter().header() + PBFWriter().data(PBFWriter().block(objects))
    #expect(try TestFile.objects(mixed, kinds) == wanted)
  }

  @Test("Coordinates in other units and from other origins are the same to a ten-millionth degree")
  func units() throws {
    var objects = Objects()
    for number in -90...90 as ClosedRange<Int32> {
      objects.nodes.append(
        .init(
          id: Int64(number), longitude: number * 19_999_990 + 3, latitude: number * 9_999_999))
    }
    for (granularity, offset) in [(1, 0), (50, 700), (100, 1_000_000_000), (10, -123_456_780)] {
      for isDense in [true, false] {
        let writer = PBFWriter(
          isDense: isDense, granularity: Int64(granularity), longitudeOffset: Int64(offset),
          latitudeOffset: Int64(-offset))
        #expect(try TestFile.objects(writer.file(objects)) == objects, "\(granularity) \(offset)")
      }
    }
    // What lies between two units goes to the nearer one.
    var block = Message()
    var node = Message()
    node.signed(1, 1)
    node.signed(8, -149)
    node.signed(9, 151)
    var group = Message()
    group.data(1, node.bytes)
    block.data(1, [])
    block.data(2, group.bytes)
    block.number(17, 1)
    let read = try TestFile.objects(PBFWriter().header() + PBFWriter().data(block.bytes))
    #expect(read.nodes == [.init(id: 1, longitude: 2, latitude: -1)])
  }

  @Test("Ways give the places of their nodes where the file keeps them there")
  func locations() throws {
    var objects = Objects()
    objects.ways = [.init(id: 1, refs: [5, -17, 900]), .init(id: 2, refs: [])]
    let writer = PBFWriter(hasLocationsOnWays: true)
    try TestFile.with(writer.file(objects)) { path in
      try OSMFile(path: path).read(.ways, threads: 1) { block in
        guard block.ways.count > 0 else { return }
        #expect(block.ways.haveLocations)
        let places = (0..<3).map { block.ways.location(0, $0)?.longitude }
        #expect(places == [5, -17, 900])
      } consume: { _ in
      }
    }
    try TestFile.with(PBFWriter().file(objects)) { path in
      try OSMFile(path: path).read(.ways, threads: 1) { block in
        guard block.ways.count > 0 else { return }
        #expect(!block.ways.haveLocations && block.ways.location(0, 1) == nil)
      } consume: { _ in
      }
    }
  }

  @Test("Tags are found by key, by number and by bytes, also where a string has two numbers")
  func tags() throws {
    var table = Message()
    for text in ["", "highway", "primary", "highway", "name", "路"] { table.text(1, text) }
    var group = Message()
    for (id, keys) in [(1, [1, 4]), (2, [3, 4])] as [(UInt64, [UInt64])] {
      var way = Message()
      way.number(1, id)
      way.numbers(2, keys, .packed)
      way.numbers(3, [2, 5], .packed)
      group.data(3, way.bytes)
    }
    var block = Message()
    block.data(1, table.bytes)
    block.data(2, group.bytes)
    let bytes = PBFWriter().header() + PBFWriter().data(block.bytes)
    try TestFile.with(bytes) { path in
      try OSMFile(path: path).read(.all, threads: 1) { block in
        guard block.ways.count > 0 else { return }
        let highway = try #require(block.keyIndex("highway"))
        #expect(block.keyIndex("footway") == nil && block.stringCount == 6)
        for way in 0..<2 {
          let tags = block.ways.tags(way)
          #expect(tags.value(ofKeyIndex: highway) == "primary" && tags.value(ofKey: "name") == "路")
          #expect(tags.has("highway", "primary") && !tags.has("highway", "primar"))
          #expect(tags.has("name") && !tags.has("nam") && tags.value(ofKey: "x") == nil)
          #expect(tags.withBytes(1) { $0.count == 4 && $1.count == 3 })
          #expect(block.withBytes(ofString: tags.valueIndex(0)) { $0[0] } == UInt8(ascii: "p"))
        }
      } consume: { _ in
      }
    }
  }

  @Test("A block that is kept stays as it was while others are read")
  func kept() throws {
    let objects = Objects.random(seed: 4, count: 300)
    try TestFile.with(PBFWriter(objectsInBlock: 20).file(objects)) { path in
      nonisolated(unsafe) var kept: [(OSMReferences, [Int64])] = []
      try OSMFile(path: path).read(.ways, threads: 1) { block in
        for way in 0..<block.ways.count {
          let refs = block.ways.refs(way)
          kept.append((refs, Array(refs)))
        }
      } consume: { _ in
      }
      #expect(kept.count == 300 && kept.allSatisfy { Array($0.0) == $0.1 })
    }
  }

  @Test("The header says what the file is")
  func header() throws {
    let writer = PBFWriter()
    for bytes in [writer.file(Objects()), XMLWriter.file(Objects())] {
      try TestFile.with(bytes) { path in
        let header = try OSMFile(path: path).header
        #expect(header.writingProgram == "a test")
        #expect(header.bounds == .init(west: 114, south: 30, east: 115, north: 31))
        #expect(header.isSorted == (bytes.first == 0) && !header.hasLocationsOnWays)
      }
    }
  }

  @Test("What map or consume throws ends the reading, on one thread or several", arguments: 1...4)
  func errors(threads: Int) throws {
    struct Stop: Error {}
    let objects = Objects.random(seed: 2, count: 500)
    try TestFile.with(PBFWriter(objectsInBlock: 10).file(objects)) { path in
      let file = try OSMFile(path: path)
      var seen: [Int] = []
      #expect(throws: Stop.self) {
        try file.read(.all, threads: threads) { block in
          if block.number == 30 { throw Stop() }
          return block.number
        } consume: {
          seen.append($0)
        }
      }
      #expect(seen == Array(0..<30))
      var count = 0
      #expect(throws: Stop.self) {
        try file.read(.all, threads: threads) {
          $0.number
        } consume: { _ in
          count += 1
          if count == 7 { throw Stop() }
        }
      }
      #expect(count == 7)
    }
  }
}
