public import SUMOFiles
public import SimpleFeatures

/// Adaptive control of all signals of a network: detectors in, commands out, once a second.
///
/// It keeps no clock and opens nothing: who drives it gives the time. Each signal decides alone,
/// from the detectors before it and behind it (``StageUtility``).
///
/// ```swift
/// var control = AdaptiveControl(network, plan: network.programs, checker: checker)
/// control.takeOver("A", phase: 0, at: 0)
/// for (signal, command) in control.decide(at: 1, readings) { … }
/// ```
public struct AdaptiveControl: Sendable {
  /// The detectors to read.
  public let layout: DetectorLayout
  /// The signals that can be controlled, in the plan's order.
  public let signals: [StagedSignal]
  /// Why each other signal is left to its programme.
  public let leftAlone: [SignalError]
  /// How many changes between stages the checker has ruled out.
  public let unsafeChanges: Int

  private let parameters: ControlParameters
  private var controllers: [SignalController?]
  private let places: [String: Int]
  private let showsQueue: [Bool]
  private var saturatedSeconds: [Double]

  /// Control of the signals of a plan on a network.
  ///
  /// - Parameters:
  ///   - plan: One programme for each signal: what runs on when control ends.
  ///   - checker: Says which changes that the plan does not make are safe.
  ///   - parameters: The numbers of control.
  public init(
    _ network: SUMONetwork, plan: [SignalProgram], checker: SafetyChecker,
    parameters: ControlParameters = ControlParameters()
  ) {
    let layout = DetectorLayout(network)
    var signals: [StagedSignal] = []
    var leftAlone: [SignalError] = []
    var unsafeChanges = 0
    for program in plan {
      do throws(SignalError) {
        var signal = try StagedSignal(
          program, network: network, layout: layout, parameters: parameters)
        unsafeChanges += signal.makeChangesSafe(by: checker)
        signals.append(signal)
      } catch {
        leftAlone.append(error)
      }
    }
    self.layout = layout
    self.signals = signals
    self.leftAlone = leftAlone
    self.unsafeChanges = unsafeChanges
    self.parameters = parameters
    controllers = signals.map { _ in nil }
    places = Dictionary(
      signals.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    showsQueue = layout.queueAreas
    saturatedSeconds = [Double](repeating: 0, count: layout.areas.count)
  }

  /// Begins to control a signal, which begins a phase of its programme now.
  public mutating func takeOver(_ signal: String, phase: Int, at timeSeconds: Double) {
    guard let place = places[signal], signals[place].program.stages.indices.contains(phase) else {
      return
    }
    controllers[place] = SignalController(
      signals[place], phase: phase, at: timeSeconds, parameters: parameters)
  }

  /// Ends control of a signal, which goes on alone until it is taken over again.
  public mutating func release(_ signal: String) {
    if let place = places[signal] { controllers[place] = nil }
  }

  /// What a controlled signal must show by now; `nil` where it changes or is not controlled.
  ///
  /// Of a stage only after its first second: streets tell what they showed in the last one.
  public func expected(of signal: String, at timeSeconds: Double) -> String? {
    guard let controller = places[signal].flatMap({ controllers[$0] }),
      !controller.isChanging(at: timeSeconds - 1)
    else { return nil }
    return controller.signal.stages[controller.stage].state
  }

  /// The controlled signals of which a detector is taken to be broken, with that detector's id.
  ///
  /// They should be released: their fixed programme also serves vehicles that are not detected.
  public var failedDetectors: [(signal: String, detector: String)] {
    controllers.compactMap { controller in
      guard let controller, let lane = controller.brokenLanes.first else { return nil }
      return detector(of: lane, controller).map { (controller.signal.id, $0) }
    }
  }

  /// The detectors of lanes before controlled signals that have not seen a single vehicle.
  public var silentDetectors: [String] {
    controllers.flatMap { controller in
      controller.map { of in of.silentLanes.compactMap { detector(of: $0, of) } } ?? []
    }
  }

  private func detector(of lane: Int, _ controller: SignalController) -> String? {
    controller.signal.lanes[lane].detectors.first.map { layout.areas[$0.area].id }
  }

  /// What to command now; signals that go on as they are have no command.
  ///
  /// - Parameter readings: One for each of the layout's areas.
  /// - Throws: ``SignalError`` `invalid-value` for another number of readings.
  public mutating func decide(
    at timeSeconds: Double, _ readings: [DetectorReading]
  ) throws(SignalError) -> [(signal: String, command: SignalCommand)] {
    guard readings.count == layout.areas.count else {
      throw SignalError(
        .invalidValue, "\(readings.count) readings for \(layout.areas.count) detectors",
        hint: "Give one reading for each area of the layout.")
    }
    for place in readings.indices where showsQueue[place] {
      measureSaturation(place, readings[place])
    }
    var commands: [(signal: String, command: SignalCommand)] = []
    for place in signals.indices {
      if let command = controllers[place]?.decide(at: timeSeconds, readings, saturatedSeconds) {
        commands.append((signals[place].id, command))
      }
    }
    return commands
  }

  /// The signals that are between two stages.
  public func changing(at timeSeconds: Double) -> [String] {
    controllers.compactMap { controller in
      guard let controller, controller.isChanging(at: timeSeconds) else { return nil }
      return controller.signal.id
    }
  }

  /// A detector that is full of standing vehicles hides a queue behind it.
  private mutating func measureSaturation(_ place: Int, _ reading: DetectorReading) {
    let isSaturated =
      reading.occupancy >= 0.5 && 2 * reading.halting >= max(1, reading.vehicles)
    saturatedSeconds[place] =
      isSaturated ? saturatedSeconds[place] + 1 : max(0, saturatedSeconds[place] - 2)
  }
}
