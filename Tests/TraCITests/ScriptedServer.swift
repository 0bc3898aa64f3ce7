import Foundation

@testable import TraCI

/// A server that answers each message with the next bytes of its script, then hangs up.
final class ScriptedServer: Sendable {
  let address: TraCIAddress

  /// - Parameters:
  ///   - answers: What is sent after each message, as it is.
  ///   - waits: Whether it stays silent at the end of its script instead of hanging up.
  init(_ answers: [[UInt8]], waits: Bool = false) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        precondition(bind(listener, address, size) == 0 && listen(listener, 1) == 0)
        precondition(getsockname(listener, address, &size) == 0)
      }
    }
    address = try TraCIAddress("127.0.0.1:\(UInt16(bigEndian: name.sin_port))")
    Thread.detachNewThread {
      let client = accept(listener, nil, nil)
      for answer in answers {
        guard Self.skipMessage(client) else { break }
        _ = answer.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
      while waits, Self.skipMessage(client) {}
      close(client)
      close(listener)
    }
  }

  private static func skipMessage(_ client: Int32) -> Bool {
    func take(_ count: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      var got = 0
      while got < count {
        let more = bytes[got...].withUnsafeMutableBytes {
          recv(client, $0.baseAddress, $0.count, 0)
        }
        if more <= 0 { return nil }
        got += more
      }
      return bytes
    }
    guard let head = take(4) else { return false }
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    return take(max(0, length - 4)) != nil
  }

  /// A message of commands.
  static func message(_ commands: [(UInt8, [UInt8])]) -> [UInt8] {
    var body = TraCIWriter()
    for (id, payload) in commands { body.put(command: id, payload) }
    var whole = TraCIWriter()
    whole.put(Int32(body.bytes.count + 4))
    return whole.bytes + body.bytes
  }

  /// That a command was done, or refused with words.
  static func status(_ command: UInt8, _ fault: String? = nil) -> (UInt8, [UInt8]) {
    var payload = TraCIWriter()
    payload.put(UInt8(fault == nil ? 0 : 0xff))
    payload.put(fault ?? "")
    return (command, payload.bytes)
  }

  static func version(_ name: String = "SUMO 1.28.0", _ number: Int32 = 22) -> [UInt8] {
    var payload = TraCIWriter()
    payload.put(number)
    payload.put(name)
    return message([status(0), (0, payload.bytes)])
  }

  /// The answer to a step, with what was subscribed to.
  static func step(_ subscriptions: [(UInt8, [UInt8])] = []) -> [UInt8] {
    var whole = TraCIWriter()
    var body = TraCIWriter()
    body.put(command: 2, status(2).1)
    body.put(Int32(subscriptions.count))
    for (id, payload) in subscriptions { body.put(command: id, payload) }
    whole.put(Int32(body.bytes.count + 4))
    return whole.bytes + body.bytes
  }

  /// What a signal shows.
  static func shown(_ signal: String, _ program: String, _ state: String) -> (UInt8, [UInt8]) {
    var payload = TraCIWriter()
    payload.put(signal)
    payload.put(UInt8(2))
    for (variable, value) in [(UInt8(0x29), program), (0x20, state)] {
      payload.put(variable)
      payload.put(UInt8(0))
      payload.putTyped(value)
    }
    return (0xe2, payload.bytes)
  }

  /// The ids of all signals.
  static func signals(_ ids: [String]) -> [UInt8] {
    var list = TraCIWriter()
    list.put(UInt8(0))
    list.put("")
    list.put(TraCIWriter.Kind.stringList)
    list.put(Int32(ids.count))
    for id in ids { list.put(id) }
    return message([status(0xa2), (0xb2, list.bytes)])
  }

  /// The answers to the hand-shake: version, order, time, length of a step.
  static var handShake: [[UInt8]] {
    let times = [(UInt8(0x66), 60.0), (0x7b, 0.5)].map { variable, value in
      var time = TraCIWriter()
      time.put(variable)
      time.put("")
      time.putTyped(value)
      return message([status(0xab), (0xbb, time.bytes)])
    }
    return [version(), message([status(3)])] + times
  }
}
