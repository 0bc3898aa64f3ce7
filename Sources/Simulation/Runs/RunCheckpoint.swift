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

  private static let magic: UInt64 = 0x0032_7374_6163_7579

  /// The checkpoint with model, version and a checksum.
  func encoded(_ model: String, _ version: String) -> [UInt8] {
    var writer = StateWriter()
    writer.put(Self.magic)
    writer.put(model)
    writer.put(version)
    writer.put(UInt64(frames))
    writer.put(UInt64(steps))
    writer.put(state)
    return writer.sealed()
  }

  /// The checkpoint that bytes hold.
  ///
  /// - Throws: ``SimulationError`` `invalid-state` for damaged bytes, and those of another model or
  ///   version.
  init(encoded bytes: [UInt8], _ model: String, _ version: String) throws(SimulationError) {
    var reader = try StateReader(sealed: bytes)
    guard try reader.get(UInt64.self) == Self.magic else { throw StateReader.damaged }
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
