public import SimpleFeatures

/// A model that takes a state through simulated time, step by step.
///
/// A model knows grids, graphs and numbers. It reads no file and no map: what it needs is in its
/// `Setup`, what it finds goes out as frames. A ``Run`` sees to it that one thread at a time uses
/// it.
public protocol SimulationModel: SendableMetatype {
  /// What a run is made of.
  associatedtype Setup: Sendable

  /// The model's id, such as `flood`.
  static var id: String { get }
  /// Its version; saved states and frames name it.
  static var version: String { get }

  /// The state at time 0.
  ///
  /// - Throws: Where the setup is not sound.
  init(_ setup: Setup) throws

  /// The state that was saved (hot start): goes on bit for bit as the saved one would have.
  ///
  /// - Throws: Where the bytes are damaged or of another setup.
  init(_ setup: Setup, restoring bytes: [UInt8]) throws

  /// The simulated time of the state, in seconds.
  var seconds: Double { get }

  /// Goes on by one step of the model's choice that ends no later than a time.
  ///
  /// - Throws: Where the state is no longer sound.
  mutating func step(notBeyond seconds: Double) throws

  /// What all frames of the run have in common.
  var head: FrameHead { get }

  /// What is known now.
  func frame() -> Frame

  /// What is there, came and went.
  var balance: BalanceLedger { get }

  /// The relative error of the balance beyond which a run fails.
  var balanceTolerance: Double { get }

  /// The state as bytes for ``init(_:restoring:)``.
  func encoded() -> [UInt8]

  /// A state of its own that goes its own way from here: the "B" of an A/B comparison.
  ///
  /// A model that is a structure of values has it for nothing.
  func fork() throws -> sending Self
}

extension SimulationModel where Self: Sendable {
  /// A copy.
  public func fork() -> sending Self { self }
}

extension SimulationModel {
  /// ``balance``, which holds.
  ///
  /// - Throws: ``SimulationError`` `unbalanced` where the model made or lost more than it may.
  public func checkedBalance() throws(SimulationError) -> BalanceLedger {
    let balance = balance
    // Not a number is an error too.
    if balance.relativeError <= balanceTolerance { return balance }
    throw SimulationError(
      .unbalanced,
      "at \(seconds) s the model had made \(balance.error) \(balance.unit), "
        + "\(balance.relativeError) of what it handled, where \(balanceTolerance) is allowed",
      hint: "report this with the scenario: results before are kept, later ones cannot be trusted")
  }
}
