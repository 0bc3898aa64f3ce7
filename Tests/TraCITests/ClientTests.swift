import Foundation
import SimpleFeatures
import TestSupport
import Testing

@testable import TraCI

@Suite("Talking to a street")
struct ClientTests {
  private func error(_ answers: [[UInt8]], waits: Bool = false) throws -> TraCIError? {
    let server = try ScriptedServer(answers, waits: waits)
    do throws(TraCIError) {
      let client = try TraCIClient(server.address, patienceSeconds: 1)
      _ = try client.step(to: 61)
      return nil
    } catch {
      return error
    }
  }

  @Test("After the hand-shake the server's name and time are known, and steps are answered")
  func works() throws {
    let server = try ScriptedServer(ScriptedServer.handShake + [ScriptedServer.step()])
    let client = try TraCIClient(server.address, patienceSeconds: 5)
    #expect(
      client.server == "SUMO 1.28.0" && client.timeSeconds == 60 && client.stepLengthSeconds == 0.5)
    #expect(try client.step(to: 61).isEmpty)
    #expect(client.timeSeconds == 61)
  }

  @Test("Each step tells what signals show and who runs them; commands go before it, by themselves")
  func signals() throws {
    let (other, ours) = (SignalReading(program: "0", state: "Gr"), "yutu-control")
    let server = try ScriptedServer(
      ScriptedServer.handShake + [
        ScriptedServer.signals(["A", "B"]),
        ScriptedServer.message([
          ScriptedServer.status(0xd2), ScriptedServer.shown("A", "0", "Gr"),
        ]), ScriptedServer.message([ScriptedServer.status(0xc2), ScriptedServer.status(0xc2)]),
        ScriptedServer.step([ScriptedServer.shown("A", ours, "rG")]),
        ScriptedServer.step([ScriptedServer.shown("B", ours, "rG")]),
      ])
    let client = try TraCIClient(server.address, patienceSeconds: 5)
    try client.subscribe(toSignals: ["A"])
    #expect(client.shown == ["A": other])
    client.setProgram(ours, of: "A")
    client.setPhase(1, of: "A")
    #expect(try client.step(to: 61).isEmpty)
    #expect(client.shown == ["A": SignalReading(program: ours, state: "rG")])
    // B was not asked for.
    #expect { try client.step(to: 62) } throws: { ($0 as? TraCIError)?.code == .nonsense }
  }

  @Test("A signal that the street has not is refused by name")
  func unknownSignal() throws {
    let server = try ScriptedServer(ScriptedServer.handShake + [ScriptedServer.signals(["A"])])
    let client = try TraCIClient(server.address, patienceSeconds: 5)
    #expect { try client.subscribe(toSignals: ["Z"]) } throws: {
      ($0 as? TraCIError)?.code == .refused
        && ($0 as? TraCIError)?.message.contains("\"Z\"") == true
    }
  }

  @Test("A server that hangs up is told, between messages and inside one")
  func hangsUp() throws {
    #expect(try error([])?.code == .closed)
    #expect(try error(ScriptedServer.handShake)?.code == .closed)
    #expect(try error([Array(ScriptedServer.version().dropLast(3))])?.code == .closed)
  }

  @Test("A silent server is waited for as long as was said")
  func silent() throws {
    #expect(try error(ScriptedServer.handShake, waits: true)?.code == .timeout)
  }

  @Test("A server that speaks something else is refused, not believed")
  func nonsense() throws {
    #expect(try error([Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)])?.code == .nonsense)
    #expect(try error([[0, 0, 0, 2]])?.code == .nonsense)
    #expect(try error([[0, 0, 0, 6, 1, 2]])?.code == .nonsense)
    #expect(try error([ScriptedServer.version("SUMO 0.30", 15)])?.code == .unknownVersion)
    #expect(try error([ScriptedServer.version("Another 2.0")])?.code == .unknownVersion)
  }

  @Test("A refused command is told in SUMO's words")
  func refused() throws {
    let refusal = ScriptedServer.message([ScriptedServer.status(2, "no more steps")])
    let error = try #require(try error(ScriptedServer.handShake + [refusal]))
    #expect(error.code == .refused)
    #expect(error.message.contains("no more steps"))
  }

  @Test("Where nobody listens, it says so when the patience is over")
  func nobody() throws {
    let address = try TraCIAddress("127.0.0.1:1")
    #expect { try TraCIClient(address, patienceSeconds: 0.3) } throws: {
      ($0 as? TraCIError)?.code == .unreachable
    }
  }

  @Test("A task that is cancelled waits no longer, neither for a server nor for its answers")
  func cancelled() async throws {
    let silent = try ScriptedServer([], waits: true)
    for address in [silent.address, try TraCIAddress("127.0.0.1:9")] {
      let task = Task.detached(executorPreference: OwnThread()) { () -> TraCIError.Code? in
        do throws(TraCIError) {
          _ = try TraCIClient(address, patienceSeconds: 600)
          return nil
        } catch {
          return error.code
        }
      }
      try await Task.sleep(for: .milliseconds(100))
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  @Test("A log that cannot be written is refused before anything is sent")
  func log() throws {
    let server = try ScriptedServer(ScriptedServer.handShake)
    #expect {
      try TraCIClient(server.address, patienceSeconds: 1, log: "/no/such/folder/commands.log")
    } throws: { ($0 as? TraCIError)?.code == .unwritableLog }
  }

  @Test("A log on a full device is told, and a link to it stays one", .enabled(if: hasFullDevice))
  func fullDevice() throws {
    let link = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID())").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/full")
    defer { try? FileManager.default.removeItem(atPath: link) }
    let server = try ScriptedServer(
      ScriptedServer.handShake + [ScriptedServer.message([ScriptedServer.status(0x7f)])])
    #expect {
      try TraCIClient(server.address, patienceSeconds: 5, log: link).close()
    } throws: { ($0 as? TraCIError)?.code == .unwritableLog }
    let kind = try FileManager.default.attributesOfItem(atPath: link)[.type] as? FileAttributeType
    #expect(kind == .typeSymbolicLink)
  }

  private static var hasFullDevice: Bool {
    let kind = try? FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
    return kind as? FileAttributeType == .typeCharacterSpecial
  }

  @Test("Every command is in the log, with the time at which it was sent")
  func logged() throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "traci-\(UUID().uuidString).log"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let server = try ScriptedServer(
      ScriptedServer.handShake + [ScriptedServer.message([ScriptedServer.status(0x7f)])])
    try TraCIClient(server.address, patienceSeconds: 5, log: path).close()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(
      lines == [
        "0.0 get-version", "0.0 set-order 1", "0.0 get simulation time",
        "60.0 get simulation step-length", "60.0 close",
      ])
  }
}
