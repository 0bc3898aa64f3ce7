import Glibc
import SimpleFeatures

/// One TCP connection of whole messages: four bytes of length, then as many less four.
///
/// Blocking, with a patience for each wait; a task that is cancelled waits no longer.
final class TraCISocket {
  /// The longest message taken, in bytes: one of a step of a million detectors is shorter.
  static let longestMessage = 256 << 20

  private let descriptor: Int32
  private let address: TraCIAddress
  private let patienceSeconds: Double
  private var waiting: (@Sendable (String) -> Void)?

  /// How often a wait looks whether the task was cancelled, in seconds.
  private static let lookSeconds = 0.1
  /// For how long an answer that is under way is waited for after that, in seconds.
  private static let graceSeconds = 1.0
  /// The silence after which it is said what is waited for, in seconds.
  private static let silenceSeconds = 2.0

  /// Connects, retrying until the timeout while the connection is refused.
  ///
  /// - Parameter waiting: Hears once what is waited for.
  /// - Throws: ``TraCIError`` `invalid-address`, `unreachable`, `timeout` or `cancelled`.
  init(
    _ address: TraCIAddress, patienceSeconds: Double, waiting: (@Sendable (String) -> Void)? = nil
  ) throws(TraCIError) {
    self.address = address
    self.patienceSeconds = patienceSeconds
    var waiting = waiting
    let end = Self.now + patienceSeconds
    while true {
      do {
        descriptor = try Self.connect(address, until: end)
        self.waiting = waiting
        return
      } catch {
        guard error.code == .unreachable, Self.now + 0.1 < end else { throw error }
        waiting?("cannot connect to \(address) yet: waiting up to \(patienceSeconds) s for SUMO")
        waiting = nil
        guard !Task.isCancelled else { throw .cancelled(address) }
        usleep(100_000)
      }
    }
  }

  deinit {
    _ = Glibc.close(descriptor)
  }

  /// Sends one message.
  ///
  /// - Throws: ``TraCIError`` `closed` or `timeout`.
  func send(_ commands: [UInt8]) throws(TraCIError) {
    var writer = TraCIWriter()
    writer.put(Int32(commands.count + 4))
    let message = writer.bytes + commands
    let end = Self.now + patienceSeconds
    var sent = 0
    while sent < message.count {
      try wait(for: POLLOUT, until: end)
      let count = unsafe message[sent...].withUnsafeBytes { bytes in
        unsafe Glibc.send(
          descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR, errno != EAGAIN {
        throw closed("before it took a command")
      }
    }
  }

  /// The next message without its length.
  ///
  /// - Throws: ``TraCIError`` `closed`, `timeout` or `nonsense`.
  func receive() throws(TraCIError) -> [UInt8] {
    let end = Self.now + patienceSeconds
    var head = TraCIReader(try receive(4, until: end, "before it answered"))
    let length = try head.integer()
    guard length >= 4, length <= Self.longestMessage else {
      throw .nonsense("\(address) sent a message of \(length) bytes, which is not TraCI")
    }
    let message = try receive(length - 4, until: end, "in the middle of an answer")
    waiting = nil
    return message
  }

  private func receive(
    _ count: Int, until end: Double, _ when: String
  ) throws(TraCIError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Memory grows with what has come, whatever length was said.
    var part = [UInt8](repeating: 0, count: min(count, 1 << 16))
    while bytes.count < count {
      try wait(for: POLLIN, until: end)
      let wanted = min(part.count, count - bytes.count)
      let got = unsafe part.withUnsafeMutableBytes { room in
        unsafe recv(descriptor, room.baseAddress, wanted, Int32(MSG_DONTWAIT))
      }
      if got > 0 {
        bytes += part[..<got]
      } else if got == 0 || errno != EINTR && errno != EAGAIN {
        throw closed(when)
      }
    }
    return bytes
  }

  private func wait(for event: Int32, until end: Double) throws(TraCIError) {
    let begin = Self.now
    var stop = Double.infinity
    while true {
      let now = Self.now
      var poll = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let leftMilliseconds = Int32(max(0, (min(end - now, Self.lookSeconds) * 1000).rounded(.up)))
      let ready = unsafe Glibc.poll(&poll, 1, leftMilliseconds)
      if ready > 0 { return }
      if Task.isCancelled { stop = min(stop, now + Self.graceSeconds) }
      guard Self.now < stop else { throw .cancelled(address) }
      if now - begin > Self.silenceSeconds {
        waiting?("\(address) has not answered yet: waiting up to \(patienceSeconds) s for SUMO")
        waiting = nil
      }
      if ready == 0, Self.now < end { continue }
      if ready == 0 {
        throw TraCIError(
          .timeout, "\(address) was silent for \(patienceSeconds) s",
          hint:
            "Look whether SUMO still runs: with --num-clients it waits for all of them. Give it "
            + "more time where its steps are long.")
      }
      guard errno == EINTR else { throw closed("while it was waited for") }
    }
  }

  private func closed(_ when: String) -> TraCIError {
    TraCIError(
      .closed, "\(address) hung up \(when)",
      hint: "Look at SUMO's own output for the reason, and start it again.")
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func connect(
    _ address: TraCIAddress, until end: Double
  ) throws(TraCIError) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>? = nil
    guard unsafe getaddrinfo(address.host, "\(address.port)", &hints, &found) == 0,
      let first = unsafe found
    else {
      throw TraCIError(
        .invalidAddress, "the host \"\(address.host)\" has no address",
        hint: "Write the host's number, as 127.0.0.1.")
    }
    defer { unsafe freeaddrinfo(first) }
    var next = unsafe found
    while let candidate = unsafe next {
      if let descriptor = unsafe open(candidate, until: end) { return descriptor }
      unsafe next = candidate.pointee.ai_next
    }
    throw TraCIError(
      .unreachable, "cannot connect to \(address)",
      hint: "Start SUMO with --remote-port \(address.port) first.")
  }

  /// A connected socket; `nil` where this address does not answer in time.
  private static func open(
    _ candidate: UnsafeMutablePointer<addrinfo>, until end: Double
  ) -> Int32? {
    let info = unsafe candidate.pointee
    let descriptor = unsafe socket(
      info.ai_family, info.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
      info.ai_protocol)
    guard descriptor >= 0 else { return nil }
    var status = unsafe Glibc.connect(descriptor, info.ai_addr, info.ai_addrlen)
    if status != 0, errno == EINPROGRESS {
      var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      var fault: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      var ready: Int32 = 0
      while ready == 0, now < end, !Task.isCancelled {
        let leftMilliseconds = Int32(max(0, (min(end - now, lookSeconds) * 1000).rounded(.up)))
        ready = unsafe Glibc.poll(&poll, 1, leftMilliseconds)
      }
      if ready > 0,
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size) == 0, fault == 0
      {
        status = 0
      }
    }
    guard status == 0 else {
      _ = Glibc.close(descriptor)
      return nil
    }
    // A step is a short question and a short answer: neither may wait for more.
    var yes: Int32 = 1
    _ = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
  }
}
