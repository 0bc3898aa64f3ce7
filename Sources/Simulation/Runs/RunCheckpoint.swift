/// A run at a place from which it can go on.
struct RunCheckpoint: Sendable, Equatable {
  /// Frames that the sink had.
  var frames: Int
  /// Steps so far.
  var steps: Int
  /// The model's state.
  var state: [UInt8]

  init(frames: Int, steps: Int, state: [UInt8]) {
    (self.frames, self.steps, self.state) = (frames, steps, state)
  }

  private static let magic: UInt64 = 0x0031_7374_6163_7579

  /// The checkpoint with model, version and a checksum.
  func encoded(_ model: String, _ version: String) -> [UInt8] {
    var writer = StateWriter()
    writer.put(model)
    writer.put(version)
    writer.put(UInt64(frames))
    writer.put(UInt64(steps))
    writer.put(state)
    var file = StateWriter()
    file.put(Self.magic)
    file.put(Deflate.checksum(writer.bytes))
    return file.bytes + writer.bytes
  }

  /// The checkpoint that bytes hold.
  ///
  /// - Throws: ``SimulationError`` `invalid-state` for damaged bytes, and those of another model or
  ///   version.
  init(encoded bytes: [UInt8], _ model: String, _ version: String) throws(SimulationError) {
    var reader = StateReader(bytes)
    let (magic, sum) = (try reader.get(UInt64.self), try reader.get(UInt32.self))
    guard magic == Self.magic, Deflate.checksum(Array(bytes[reader.place...])) == sum else {
      throw SimulationError(
        .invalidState, "the saved state is damaged or none",
        hint: "start the run anew, without resuming")
    }
    let (savedModel, savedVersion) = (try reader.getText(), try reader.getText())
    guard savedModel == model, savedVersion == version else {
      throw SimulationError(
        .invalidState,
        "the state was saved by \(savedModel) \(savedVersion), which \(model) \(version) cannot "
          + "go on from",
        hint: "start the run anew, without resuming")
    }
    frames = Int(truncatingIfNeeded: try reader.get(UInt64.self))
    steps = Int(truncatingIfNeeded: try reader.get(UInt64.self))
    state = try reader.getBytes()
  }
}
