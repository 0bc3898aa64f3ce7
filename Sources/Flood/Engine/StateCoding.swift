import FloodCells
import SimpleFeatures

/// The bytes of a run's state: a head that names the setup, numbers, then the grid's memory.
///
/// Little endian. The last eight bytes are a checksum (FNV-1a) of all before.
extension Reckoning {
  private static var magic: [UInt8] { Array("YUTUFLD1".utf8) }

  func encoded() -> [UInt8] {
    var out = ByteSink()
    out.bytes += Self.magic
    out.put(whole: setupMark)
    out.put(real: clock.seconds)
    out.put(real: clock.fastestWave)
    for number in [clock.steps, clock.cellUpdates, clock.limitedFaces] { out.put(whole: number) }
    out.put(units: [clock.initialUnits])
    out.put(real: forcing.reckonedUntil)
    out.put(reals: forcing.remainders)
    out.put(units: [forcing.rained, forcing.taken])
    out.put(reals: transfers.numbers.reals)
    out.put(units: transfers.numbers.units)
    out.put(wholes: transfers.numbers.wholes)
    out.put(reals: stepper.sides.parts.map(\.owed))
    out.put(units: stepper.sides.parts.flatMap { [$0.entered, $0.left] })
    if let limit {
      out.put(reals: [
        limit.stepSeconds, limit.atSeconds, limit.depthMetres, limit.speedMetresPerSecond,
      ])
      out.put(wholes: [limit.column, limit.row])
    } else {
      out.put(reals: [])
      out.put(wholes: [])
    }
    forEachMemory { out.put($0, count: grid.stride * grid.rows) }
    out.put(whole: Int(bitPattern: UInt(out.checksum)))
    return out.bytes
  }

  func restore(_ bytes: [UInt8]) throws(FloodError) {
    func refused(_ words: String) -> FloodError {
      FloodError(.invalidState, words, hint: "begin the run anew")
    }
    guard bytes.count > Self.magic.count + 8, Array(bytes.prefix(8)) == Self.magic else {
      throw refused("this is no saved state of a flood run")
    }
    var check = ByteSink()
    check.bytes = Array(bytes.dropLast(8))
    var tail = ByteSource(bytes: Array(bytes.suffix(8)))
    guard tail.whole() == Int(bitPattern: UInt(check.checksum)) else {
      throw refused("the saved state is damaged")
    }
    var source = ByteSource(bytes: check.bytes, place: 8)
    guard source.whole() == setupMark else {
      throw refused("the saved state is of another run: terrain, water or numerics differ")
    }
    clock.seconds = source.real()
    clock.fastestWave = source.real()
    clock.steps = source.whole()
    clock.cellUpdates = source.whole()
    clock.limitedFaces = source.whole()
    clock.initialUnits = source.units()[0]
    let until = source.real()
    let remainders = source.reals()
    let fallen = source.units()
    forcing.restore(
      until: until, remainders: remainders, rained: fallen[0], taken: fallen[1])
    transfers.numbers = (source.reals(), source.units(), source.wholes())
    stepper.sides.restore(owed: source.reals(), counts: source.units())
    let (held, cell) = (source.reals(), source.wholes())
    restoreLimit(held, cell)
    forEachMemory { source.take(into: $0, count: grid.stride * grid.rows) }
    for band in grid.tiles.bands.indices {
      for column in grid.tiles.columns.indices { stepper.noteWetness(band, column) }
    }
  }

  /// Visits the memory that is part of the state, in order.
  private func forEachMemory(_ visit: (any RawMemory) -> Void) {
    visit(grid.water)
    visit(grid.east)
    visit(grid.south)
    for memory in grid.envelopeMemory { visit(memory) }
    if let arrival = grid.arrival { visit(arrival) }
    if let taken = forcing.takenDepth { visit(taken) }
  }

  /// Differs for runs whose states do not fit each other.
  private var setupMark: Int {
    var sink = ByteSink()
    sink.put(whole: grid.columns)
    sink.put(whole: grid.rows)
    sink.put(real: grid.side)
    sink.put(real: grid.unitsPerMetre)
    sink.put(real: grid.manning)
    sink.put(whole: setup.numerics.order.rawValue)
    sink.put(whole: setup.numerics.envelopes.rawValue)
    sink.bytes += Array(setup.numerics.precision.rawValue.utf8)
    sink.put(real: setup.numerics.courant)
    sink.put(real: setup.numerics.dryDepthMetres)
    sink.put(real: setup.numerics.forcingSeconds)
    sink.put(whole: setup.inflows.count)
    sink.put(whole: setup.storages.count)
    sink.put(whole: setup.gates.count)
    sink.put(whole: setup.pumps.count)
    sink.put(whole: setup.rain?.zones.count ?? 0)
    sink.put(whole: stepper.sides.parts.count)
    sink.put(grid.bed, count: grid.stride * grid.rows)
    if let wall = grid.wall { sink.put(wall, count: grid.stride * grid.rows) }
    if let roughness = grid.roughness { sink.put(roughness, count: grid.stride * grid.rows) }
    return Int(bitPattern: UInt(sink.checksum))
  }
}

/// Writes numbers as bytes.
struct ByteSink {
  var bytes: [UInt8] = []

  mutating func put(whole: Int) {
    withUnsafeBytes(of: Int64(whole).littleEndian) { bytes += $0 }
  }
  mutating func put(real: Double) {
    withUnsafeBytes(of: real.bitPattern.littleEndian) { bytes += $0 }
  }
  mutating func put(reals: [Double]) {
    put(whole: reals.count)
    for real in reals { put(real: real) }
  }
  mutating func put(wholes: [Int]) {
    put(whole: wholes.count)
    for whole in wholes { put(whole: whole) }
  }
  mutating func put(units: [Int128]) {
    put(whole: units.count)
    for unit in units {
      put(whole: Int(truncatingIfNeeded: unit))
      put(whole: Int(truncatingIfNeeded: unit >> 64))
    }
  }
  mutating func put(_ memory: any RawMemory, count: Int) { memory.append(count, to: &bytes) }

  /// FNV-1a over 64-bit words and the bytes that are left.
  var checksum: UInt64 {
    bytes.withUnsafeBytes { raw in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      var i = 0
      while i + 8 <= raw.count {
        hash = (hash ^ raw.loadUnaligned(fromByteOffset: i, as: UInt64.self)) &* 0x100_0000_01B3
        hash ^= hash >> 29
        i += 8
      }
      while i < raw.count {
        hash = (hash ^ UInt64(raw[i])) &* 0x100_0000_01B3
        i += 1
      }
      return hash
    }
  }
}

/// Reads numbers from bytes whose checksum held.
struct ByteSource {
  var bytes: [UInt8]
  var place = 0

  mutating func whole() -> Int {
    defer { place += 8 }
    return bytes.withUnsafeBytes {
      Int(Int64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Int64.self)))
    }
  }
  mutating func real() -> Double { Double(bitPattern: UInt64(bitPattern: Int64(whole()))) }
  mutating func reals() -> [Double] { (0..<whole()).map { _ in real() } }
  mutating func wholes() -> [Int] { (0..<whole()).map { _ in whole() } }
  mutating func units() -> [Int128] {
    (0..<whole()).map { _ in
      let low = UInt64(bitPattern: Int64(whole()))
      return Int128(whole()) << 64 | Int128(low)
    }
  }
  mutating func take(into memory: any RawMemory, count: Int) {
    place = memory.take(count, from: bytes, at: place)
  }
}
