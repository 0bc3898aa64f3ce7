import Compression
import SimpleFeatures

/// A run at a place from which it can go on.
public struct RunCheckpoint: Sendable {
  /// What a saved state must have in common with the run that goes on from it.
  struct Owner: Sendable, Equatable {
    var model: String
    var version: String
    /// Of the run's inputs.
    var fingerprint: String
  }

  let owner: Owner
  /// Frames that the sink had.
  let frames: Int
  /// Steps so far.
  let steps: Int
  /// What they took.
  let work: RunWork
  /// The model's state.
  let state: [UInt8]

  private static let magic: UInt64 = 0x0033_7374_6163_7579

  init(_ owner: Owner, frames: Int, steps: Int, work: RunWork, state: [UInt8]) {
    (self.owner, self.frames, self.steps) = (owner, frames, steps)
    (self.work, self.state) = (work, state)
  }

  /// The bytes to resume from, in pieces to be written one behind the other: the model's state is
  /// large and stays what it is.
  public var pieces: [[UInt8]] {
    var head = StateWriter()
    head.put(Self.magic)
    for text in [owner.model, owner.version, owner.fingerprint] { head.put(text) }
    for count in [frames, steps] { head.put(count) }
    for span in [work.seconds, work.stepSeconds, work.stepCPUSeconds] { head.put(span) }
    head.put(state.count)
    var sum = StateWriter()
    sum.put(crc32(state[...], after: head.checksum))
    return [head.bytes, state, sum.bytes]
  }

  /// The bytes to resume from.
  public var bytes: [UInt8] { Array(pieces.joined()) }

  /// The checkpoint that bytes hold.
  ///
  /// - Throws: ``SimulationError`` `invalid-state` for damaged bytes, and those of another model,
  ///   version or inputs.
  init(encoded bytes: [UInt8], of owner: Owner) throws(SimulationError) {
    var reader = try StateReader(sealed: bytes)
    guard try reader.get(UInt64.self) == Self.magic else { throw StateReader.damaged }
    self.owner = Owner(
      model: try reader.getText(), version: try reader.getText(),
      fingerprint: try reader.getText())
    guard (self.owner.model, self.owner.version) == (owner.model, owner.version) else {
      throw SimulationError(
        .invalidState,
        "the state was saved by \(self.owner.model) \(self.owner.version), which \(owner.model) "
          + "\(owner.version) cannot go on from",
        hint: "start the run again without --resume")
    }
    guard self.owner == owner else {
      throw SimulationError(
        .invalidState, "the state is of another scenario, or its files have changed since",
        hint: "only the same run can be resumed")
    }
    frames = try reader.get(Int.self)
    steps = try reader.get(Int.self)
    var work = RunWork()
    work.seconds = try reader.getDouble()
    work.stepSeconds = try reader.getDouble()
    work.stepCPUSeconds = try reader.getDouble()
    self.work = work
    state = try reader.getBytes()
  }
}
