import NIOCore
import NIOEmbedded
import Testing

@testable import Server

@Suite("Clients take turns on an event loop")
struct LoopTurnsTests {
  private static let many = Client("10.0.0.1")
  private static let few = Client("10.0.0.2")

  @Test("One client's thousands of requests let another's in after the round that has begun")
  func othersComeIn() {
    let loop = EmbeddedEventLoop()
    let turns = LoopTurns(loop)
    var (done, doneBefore): (Int, Int?) = (0, nil)
    for _ in 0..<5_000 { turns.take(Self.many) { done += 1 } }
    let atOnce = done
    #expect((1...32).contains(atOnce))
    turns.take(Self.few) { doneBefore = done }
    loop.run()
    #expect(doneBefore.map { $0 <= atOnce + 1 } == true)
    #expect(done < 5_000, "the loop looks at its connections between two rounds")
    while done < 5_000 { loop.advanceTime(by: .microseconds(10)) }
  }

  @Test("What a client asks for is done in its order, whatever it asks for meanwhile")
  func order() {
    let loop = EmbeddedEventLoop()
    let turns = LoopTurns(loop)
    var seen: [Int] = []
    for number in 0..<200 {
      turns.take(Self.many) {
        seen.append(number)
        if number.isMultiple(of: 3) { turns.take(Self.many) { seen.append(1_000 + number) } }
      }
    }
    while seen.count < 267 { loop.advanceTime(by: .microseconds(10)) }
    #expect(seen.filter { $0 < 1_000 } == Array(0..<200))
    #expect(
      seen.filter { $0 >= 1_000 } == (0..<200).filter { $0.isMultiple(of: 3) }.map { $0 + 1_000 })
  }

  @Test("A loop that has time does at once what it is asked for")
  func atOnce() {
    let loop = EmbeddedEventLoop()
    let turns = LoopTurns(loop)
    for _ in 0..<100 {
      var isDone = false
      turns.take(Self.many) { isDone = true }
      #expect(isDone)
      loop.run()
    }
  }
}
