public import SimpleFeatures

/// A client of SUMO's Traffic Control Interface: it steps a simulation, reads detectors, sets
/// signals.
///
/// It speaks the protocol of SUMO's documentation ("TraCI/Protocol") over one TCP connection: each
/// message is answered before the next one is sent. It reads of the street what lane-area detectors
/// say and nothing else: it knows no command for vehicles, edges or lanes. Not for several threads.
///
/// ```swift
/// let client = try TraCIClient(try TraCIAddress("127.0.0.1:8813"))
/// try client.subscribe(to: ["approach-1"])
/// let readings = try client.step(to: 60)
/// ```
public final class TraCIClient {
  /// What the server calls itself, as "SUMO 1.28.0".
  public private(set) var server = ""
  /// The version of the protocol that it speaks.
  public private(set) var protocolVersion = 0
  /// The simulation's time in seconds as of the last step.
  public private(set) var timeSeconds = 0.0
  /// The length of the simulation's steps in seconds.
  public private(set) var stepLengthSeconds = 1.0
  /// What each signal of ``subscribe(toSignals:)`` showed in the last step.
  public private(set) var shown: [String: SignalReading] = [:]

  private let socket: TraCISocket
  private let log: TraCILog?
  private var detectors: [String: Int] = [:]
  private var readings: [AreaReading] = []
  /// Commands that wait to be sent with the next question, and what each is in words.
  private var waiting = TraCIWriter()
  private var waitingWords: [String] = []

  /// Connects and shakes hands.
  ///
  /// - Parameters:
  ///   - address: Where the server listens.
  ///   - patienceSeconds: The seconds to wait for a server that does not listen yet, and for each
  ///     answer.
  ///   - log: A file for every command, written over.
  ///   - waiting: Hears once what is waited for, where the server does not listen or answer yet.
  /// - Throws: ``TraCIError``; `cancelled` once the task is.
  public init(
    _ address: TraCIAddress, patienceSeconds: Double = 60, log: String? = nil,
    waiting: (@Sendable (String) -> Void)? = nil
  ) throws(TraCIError) {
    if let log { self.log = try TraCILog(log) } else { self.log = nil }
    socket = try TraCISocket(address, patienceSeconds: patienceSeconds, waiting: waiting)
    try shakeHands()
  }

  private func shakeHands() throws(TraCIError) {
    add(Command.version, [], "get-version")
    var reader = try exchange()
    let (id, end) = try reader.command()
    guard id == Command.version else {
      throw .nonsense("the server answered the question for its version with command \(id)")
    }
    protocolVersion = try reader.integer()
    server = try reader.string()
    try reader.check(end: end)
    guard server.hasPrefix("SUMO"), (18...99).contains(protocolVersion) else {
      throw TraCIError(
        .unknownVersion, "the server is \"\(server)\" of protocol \(protocolVersion)",
        hint: "Use SUMO 1.0 or later, whose protocol is 18 or later.")
    }
    // The first and only client; without the order SUMO of several clients waits for ever.
    var order = TraCIWriter()
    order.put(Int32(1))
    add(Command.setOrder, order.bytes, "set-order 1")
    _ = try exchange()
    timeSeconds = try simulation(0x66, "time")
    stepLengthSeconds = try simulation(0x7b, "step-length")
    guard stepLengthSeconds > 0 else {
      throw .nonsense("the server gave \(stepLengthSeconds) s as the length of its steps")
    }
  }

  // MARK: the simulation

  /// When the simulation is to end, in seconds; `nil` where it was started without an end.
  ///
  /// - Throws: ``TraCIError``.
  public func endSeconds() throws(TraCIError) -> Double? {
    let endSeconds = try simulation(0x1d, "end")
    return endSeconds >= 0 ? endSeconds : nil
  }

  /// How many vehicles drive or are yet to come: 0 when nothing more will happen.
  ///
  /// It says nothing of where they are; only the end of a simulation without an end needs it.
  ///
  /// - Throws: ``TraCIError``.
  public func expectedVehicles() throws(TraCIError) -> Int {
    Int(try simulation(0x7d, "expected-vehicles"))
  }

  /// Simulates until a time and gives what the detectors saw in the last step, in the order of
  /// ``subscribe(to:)``.
  ///
  /// - Throws: ``TraCIError``.
  public func step(to timeSeconds: Double) throws(TraCIError) -> [AreaReading] {
    // Apart: SUMO 1.28 loses the answers to commands in the message of a step that is not over at
    // once, of several steps or with several clients, or gives them to another client.
    if !waitingWords.isEmpty { _ = try exchange() }
    var payload = TraCIWriter()
    payload.put(timeSeconds)
    add(Command.step, payload.bytes, "step \(timeSeconds)")
    var reader = try exchange()
    var seen = 0
    for _ in 0..<(try reader.count()) {
      try readSubscription(&reader)
      seen += 1
    }
    let asked = detectors.count + shown.count
    guard seen == asked else {
      throw .nonsense("the server answered for \(seen) of \(asked) detectors and signals")
    }
    self.timeSeconds = timeSeconds
    return readings
  }

  // MARK: detectors

  /// The ids of the lane-area detectors.
  ///
  /// - Throws: ``TraCIError``.
  public func laneAreas() throws(TraCIError) -> [String] {
    var reader = try get(Command.getArea, 0x00, "", "get lanearea ids")
    return try reader.typedStrings()
  }

  /// Asks for the readings of lane-area detectors at each step.
  ///
  /// - Throws: ``TraCIError`` `refused` for a detector that SUMO has not: SUMO 1.28 would hang up.
  public func subscribe(to ids: [String]) throws(TraCIError) {
    let there = Set(try laneAreas())
    for id in ids where detectors[id] == nil {
      guard there.contains(id) else {
        throw TraCIError(
          .refused, "SUMO has no lane-area detector \"\(id)\"",
          hint: "Start SUMO with the additional file of its detectors.")
      }
      detectors[id] = readings.count
      readings.append(.empty)
      try ask(
        Command.subscribeArea, id, AreaReading.variables,
        "subscribe lanearea \(id) vehicle-number halting-number occupancy mean-speed")
    }
  }

  /// Asks for what signals show, and by which programme, at each step: ``shown``.
  ///
  /// - Throws: ``TraCIError`` `refused` for a signal that SUMO has not.
  public func subscribe(toSignals ids: [String]) throws(TraCIError) {
    let there = Set(try signals())
    for id in ids where shown[id] == nil {
      guard there.contains(id) else {
        throw TraCIError(
          .refused, "SUMO has no signal \"\(id)\"",
          hint: "Use the net that SUMO was started with.")
      }
      shown[id] = SignalReading(program: "", state: "")
      try ask(
        Command.subscribeSignal, id, SignalReading.variables,
        "subscribe trafficlight \(id) program state")
    }
  }

  /// Subscribes to variables and reads what they are now.
  private func ask(
    _ command: UInt8, _ id: String, _ variables: [UInt8], _ words: String
  ) throws(TraCIError) {
    var payload = TraCIWriter()
    payload.put(always)
    payload.put(always)
    payload.put(id)
    payload.put(UInt8(variables.count))
    for variable in variables { payload.put(variable) }
    add(command, payload.bytes, words)
    var reader = try exchange()
    try readSubscription(&reader)
  }

  private func readSubscription(_ reader: inout TraCIReader) throws(TraCIError) {
    let (id, end) = try reader.command()
    let whose = try reader.string()
    let isArea = id == Command.areaSubscription
    guard
      isArea && detectors[whose] != nil || id == Command.signalSubscription && shown[whose] != nil
    else { throw .nonsense("the server sent \(id) of \"\(whose)\" without being asked") }
    for _ in 0..<Int(try reader.byte()) {
      let variable = try reader.byte()
      let status = try reader.byte()
      guard status == 0 else {
        throw TraCIError(.refused, "SUMO cannot read \"\(whose)\": \(try reader.typedString())")
      }
      if isArea, let place = detectors[whose] {
        try readings[place].set(variable, try reader.number())
      } else {
        try shown[whose]?.set(variable, try reader.typedString())
      }
    }
    try reader.check(end: end)
  }

  // MARK: signals

  /// The ids of the signals.
  ///
  /// - Throws: ``TraCIError``.
  public func signals() throws(TraCIError) -> [String] {
    var reader = try get(Command.getSignal, 0x00, "", "get trafficlight ids")
    return try reader.typedStrings()
  }

  /// The name of the programme that a signal runs.
  ///
  /// - Throws: ``TraCIError``.
  public func program(of signal: String) throws(TraCIError) -> String {
    var reader = try get(Command.getSignal, 0x29, signal, "get trafficlight \(signal) program")
    return try reader.typedString()
  }

  /// What the links of a signal show.
  ///
  /// - Throws: ``TraCIError``.
  public func state(of signal: String) throws(TraCIError) -> String {
    var reader = try get(Command.getSignal, 0x20, signal, "get trafficlight \(signal) state")
    return try reader.typedString()
  }

  /// Gives a signal a programme, which runs from its current phase on.
  ///
  /// - Throws: ``TraCIError`` `refused` where it does not fit the signal.
  public func install(_ program: TraCIProgram, at signal: String) throws(TraCIError) {
    set(
      signal, 0x2c, program.value, "program-definition \(program.id) \(program.phases.count) phases"
    )
    _ = try exchange()
  }

  /// Has a signal run one of the programmes that it has; sent before the next step.
  public func setProgram(_ program: String, of signal: String) {
    var value = TraCIWriter()
    value.putTyped(program)
    set(signal, 0x23, value.bytes, "program \(program)")
  }

  /// Has a signal show a phase of its programme; sent before the next step.
  ///
  /// The phase lasts its own duration, then the programme goes on.
  public func setPhase(_ phase: Int, of signal: String) {
    var value = TraCIWriter()
    value.putTyped(Int32(phase))
    set(signal, 0x22, value.bytes, "phase \(phase)")
  }

  /// Has the phase that a signal shows last some seconds from now on; sent before the next step.
  public func setRemaining(_ remainingSeconds: Double, of signal: String) {
    var value = TraCIWriter()
    value.putTyped(remainingSeconds)
    set(signal, 0x24, value.bytes, "phase-duration \(remainingSeconds)")
  }

  // MARK: the end

  /// Closes the connection properly; SUMO 1.28 ends its simulation with its last client.
  ///
  /// - Throws: ``TraCIError``.
  public func close() throws(TraCIError) {
    add(Command.close, [], "close")
    _ = try exchange()
    try log?.flush()
  }

  /// Writes what the log still holds back; for the time after an error.
  ///
  /// - Throws: ``TraCIError`` `unwritable-log`.
  public func flushLog() throws(TraCIError) {
    try log?.flush()
  }

  // MARK: messages

  private enum Command {
    static let version: UInt8 = 0x00
    static let step: UInt8 = 0x02
    static let setOrder: UInt8 = 0x03
    static let close: UInt8 = 0x7F
    static let getSignal: UInt8 = 0xa2
    static let setSignal: UInt8 = 0xc2
    static let getSimulation: UInt8 = 0xab
    static let getArea: UInt8 = 0xad
    static let subscribeArea: UInt8 = 0xdd
    static let areaSubscription: UInt8 = 0xed
    static let subscribeSignal: UInt8 = 0xd2
    static let signalSubscription: UInt8 = 0xe2
  }

  /// SUMO's number for "from the beginning" and "to the end".
  private let always = -1_073_741_824.0

  private func add(_ command: UInt8, _ payload: [UInt8], _ words: String) {
    waiting.put(command: command, payload)
    waitingWords.append(words)
  }

  private func set(_ signal: String, _ variable: UInt8, _ value: [UInt8], _ words: String) {
    var payload = TraCIWriter()
    payload.put(variable)
    payload.put(signal)
    add(Command.setSignal, payload.bytes + value, "set trafficlight \(signal) \(words)")
  }

  /// Sends the waiting commands in one message and checks that each was done.
  ///
  /// - Returns: The answer after the last command's status; the others have none.
  private func exchange() throws(TraCIError) -> TraCIReader {
    let words = waitingWords
    let message = waiting.bytes
    waiting = TraCIWriter()
    waitingWords = []
    for line in words { try log?.add("\(timeSeconds) \(line)") }
    try socket.send(message)
    var reader = TraCIReader(try socket.receive())
    for line in words {
      let (_, end) = try reader.command()
      let result = try reader.byte()
      let text = try reader.string()
      try reader.check(end: end)
      guard result == 0 else {
        throw TraCIError(
          .refused, "SUMO refused \"\(line)\": \(text.isEmpty ? "no reason given" : text)",
          hint: "Use the net and the detectors that SUMO was started with.")
      }
    }
    return reader
  }

  private func get(
    _ command: UInt8, _ variable: UInt8, _ id: String, _ words: String
  ) throws(TraCIError) -> TraCIReader {
    var payload = TraCIWriter()
    payload.put(variable)
    payload.put(id)
    add(command, payload.bytes, words)
    var reader = try exchange()
    let (answer, _) = try reader.command()
    guard answer == command + 0x10 else {
      throw .nonsense("the server answered \"\(words)\" with command \(answer)")
    }
    let answered = try reader.byte()
    let whose = try reader.string()
    guard answered == variable, whose == id else {
      throw .nonsense("the server answered \"\(words)\" with variable \(answered) of \"\(whose)\"")
    }
    return reader
  }

  private func simulation(_ variable: UInt8, _ words: String) throws(TraCIError) -> Double {
    var reader = try get(Command.getSimulation, variable, "", "get simulation \(words)")
    let value = try reader.number()
    guard value.isFinite, abs(value) < 1e12 else {
      throw .nonsense("the server gave \(value) as \(words)")
    }
    return value
  }
}
