import SimpleFeatures

/// What coder and decoder of frames both know.
struct FrameCodec {
  /// Every so many frames one stands alone, so that reading any frame costs at most so many.
  static let period = 10

  let head: FrameHead
  /// The ground as multiples of the resolution of each field that counts from it; else empty.
  let grounds: [[Int32]]

  /// - Throws: ``SimulationError`` `not-storable` for a ground of infinite heights,
  ///   `invalid-frame` for a head that fits no frame.
  init(_ head: FrameHead) throws(SimulationError) {
    self.head = head
    var grounds: [[Int32]] = []
    for field in head.fields {
      guard field.resolution > 0, field.resolution.isFinite else {
        throw SimulationError(.invalidFrame, "the field `\(field.name)` has no resolution")
      }
      guard field.isAboveGround, let ground = head.ground else {
        grounds.append([])
        continue
      }
      guard ground.lattice == head.lattice else {
        throw SimulationError(.invalidFrame, "the ground does not lie on the run's cells")
      }
      grounds.append(try Self.plane(ground, "ground", field.resolution).numbers)
    }
    self.grounds = grounds
  }

  /// A raster as multiples of a resolution.
  static func plane(
    _ grid: RasterGrid, _ name: String, _ resolution: Double
  ) throws(SimulationError) -> FieldPlane {
    if let plane = FieldPlane(grid, resolution: resolution) { return plane }
    let limit = Float(1_073_741_824 * resolution)
    let cell = grid.values.firstIndex { abs($0) >= limit } ?? 0
    throw SimulationError(
      .notStorable,
      "the field `\(name)` is \(grid.values[cell]) in column \(cell % grid.columns), row "
        + "\(cell / grid.columns), which is too large to be kept in steps of \(resolution)",
      hint: "the model became unstable, or its inputs are in another unit")
  }
}

/// Codes the frames of a run one after the other.
struct FrameEncoder {
  private let codec: FrameCodec
  private var before: [FieldPlane] = []
  private var count = 0

  /// Begins with the first frame.
  init(_ head: FrameHead) throws(SimulationError) {
    codec = try FrameCodec(head)
  }

  /// Goes on behind so many frames; `last` is the last as it was kept.
  init(_ head: FrameHead, after count: Int, last: Frame?) throws(SimulationError) {
    codec = try FrameCodec(head)
    self.count = count
    for (grid, field) in zip(last?.fields ?? [], head.fields) {
      before.append(try FrameCodec.plane(grid, field.name, field.resolution))
    }
  }

  /// The bytes of the next frame: its time, numbers and fields.
  ///
  /// - Throws: ``SimulationError`` `not-storable` for infinite and huge numbers; the frame then
  ///   does not count.
  mutating func encode(_ frame: Frame) throws(SimulationError) -> [UInt8] {
    var planes: [FieldPlane] = []
    for (grid, field) in zip(frame.fields, codec.head.fields) {
      planes.append(try FrameCodec.plane(grid, field.name, field.resolution))
    }
    let standsAlone = count % FrameCodec.period == 0
    var writer = StateWriter()
    writer.put(frame.seconds)
    writer.put(standsAlone ? 1 as UInt8 : 0)
    writer.put(UInt32(frame.numbers.count))
    for number in frame.numbers {
      writer.put(number.name)
      writer.put(number.value)
    }
    var bytes = writer.bytes
    for (i, plane) in planes.enumerated() {
      bytes += FieldCodec.encode(
        plane, first: i > 0 ? planes[0] : nil, before: standsAlone ? nil : before[i],
        ground: codec.grounds[i])
    }
    before = planes
    count += 1
    return bytes
  }
}

/// Reads what a ``FrameEncoder`` wrote, in the same order from a frame on that stands alone.
struct FrameDecoder {
  private let codec: FrameCodec
  private var before: [FieldPlane] = []

  init(_ head: FrameHead) throws(SimulationError) {
    codec = try FrameCodec(head)
  }

  /// The frame after the one that was read last; one that stands alone after any.
  ///
  /// - Parameter fieldCount: How many of its fields, from the first on, no more than of the frame
  ///   before; `nil` for all.
  mutating func decode(
    _ bytes: [UInt8], fieldCount: Int? = nil
  ) throws(SimulationError) -> Frame {
    let (seconds, numbers) = try pass(bytes, fieldCount: fieldCount)
    let fields = zip(before, codec.head.fields).map {
      $0.grid(codec.head.lattice, resolution: $1.resolution)
    }
    return Frame(seconds: seconds, fields: fields, numbers: numbers)
  }

  /// Reads a frame as ``decode(_:fieldCount:)`` does, for the sake of the next one.
  @discardableResult
  mutating func pass(
    _ bytes: [UInt8], fieldCount: Int?
  ) throws(SimulationError) -> (seconds: Double, numbers: [(name: String, value: Double)]) {
    let all = codec.head.fields.count
    let fieldCount = fieldCount ?? all
    var reader = StateReader(bytes)
    let seconds = try reader.getDouble()
    let standsAlone = try reader.get(UInt8.self) == 1
    var numbers: [(name: String, value: Double)] = []
    for _ in 0..<(try reader.get(UInt32.self)) {
      numbers.append((try reader.getText(), try reader.getDouble()))
    }
    guard standsAlone || before.count >= fieldCount else { throw Self.damaged }
    var place = reader.place
    var planes: [FieldPlane] = []
    for i in 0..<fieldCount {
      let plane = FieldCodec.decode(
        bytes, &place, columns: codec.head.lattice.columns, rows: codec.head.lattice.rows,
        first: planes.first, before: standsAlone ? nil : before[i], ground: codec.grounds[i])
      guard let plane else { throw Self.damaged }
      planes.append(plane)
    }
    guard fieldCount < all || place == bytes.count else { throw Self.damaged }
    before = planes
    return (seconds, numbers)
  }

  static var damaged: SimulationError {
    SimulationError(
      .unreadableFile, "a frame is damaged", hint: "run the scenario again, or resume the run")
  }
}
