import SimpleFeatures
import Testing

@testable import TraCI

@Suite("The bytes of TraCI")
struct ReaderTests {
  @Test(
    "What is written is read again, short and long commands alike",
    arguments: [0, 3, 253, 254, 70_000])
  func commands(_ count: Int) throws {
    var writer = TraCIWriter()
    writer.put(command: 0xa2, [UInt8](repeating: 7, count: count))
    #expect(writer.bytes[0] == (count + 2 <= 255 ? UInt8(count + 2) : 0))
    var reader = TraCIReader(writer.bytes)
    let (id, end) = try reader.command()
    #expect(id == 0xa2 && end == writer.bytes.count)
    #expect(reader.left == count)
  }

  @Test("Numbers and texts keep their values, in network order")
  func values() throws {
    var writer = TraCIWriter()
    writer.putTyped(Int32(-2))
    writer.putTyped(25_200.5)
    writer.putTyped("路口 A")
    #expect(Array(writer.bytes[..<5]) == [0x09, 0xff, 0xff, 0xff, 0xfe])
    var reader = TraCIReader(writer.bytes)
    #expect(try reader.number() == -2)
    #expect(try reader.number() == 25_200.5)
    #expect(try reader.typedString() == "路口 A")
    #expect(reader.left == 0)
  }

  @Test("Any bytes end with a value or an error, never beyond their end")
  func anything() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var reader = TraCIReader(bytes)
      do throws(TraCIError) {
        while reader.left > 0 {
          let (_, end) = try reader.command()
          #expect(end <= bytes.count)
          _ = try reader.typedStrings()
          _ = try reader.number()
          _ = try reader.typedString()
        }
      } catch {
        #expect(error.code == .nonsense)
      }
    }
  }

  @Test("A programme is the compound that SUMO documents")
  func program() throws {
    let program = TraCIProgram(
      id: "p", current: 1,
      phases: [
        .init(durationSeconds: 5, state: "Gr"), .init(durationSeconds: 3, state: "yr", next: 0),
      ])
    var reader = TraCIReader(program.value)
    func compound() throws -> Int {
      #expect(try reader.byte() == 0x0F)
      return try reader.integer()
    }
    #expect(try compound() == 5)
    #expect(try reader.typedString() == "p")
    #expect(try reader.number() == 0)
    #expect(try reader.number() == 1)
    #expect(try compound() == 2)
    for phase in program.phases {
      #expect(try compound() == 6)
      #expect(try reader.number() == phase.durationSeconds)
      #expect(try reader.typedString() == phase.state)
      #expect(try reader.number() == phase.durationSeconds)
      #expect(try reader.number() == phase.durationSeconds)
      let next = try compound()
      #expect(next == (phase.next == nil ? 0 : 1))
      if next == 1 { #expect(try reader.number() == 0) }
      #expect(try reader.typedString() == "")
    }
    #expect(try compound() == 0)
    #expect(reader.left == 0)
  }
}
