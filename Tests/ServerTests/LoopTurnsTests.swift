import NIOCore
import NIOEmbedded
import Testing

@testable import Server

@Suite("Clients take turns on an event loop")
struct LoopTurnsTests {
  private static let many = Client("10.0.0.1")
  private static let few = Client("10.0.0.2")

  /// A loop with turns, and how to go on to its next tick.
  private struct Loop {
    let loop = EmbeddedEventLoop()
    let turns: LoopTurns

    init() { turns = LoopTurns(loop) }

    func tick() {
      turns.tickEnded()
      loop.advanceTime(by: .microseconds(10))
    }
  }

  @Test("One client's thousands of requests let another's in at the next tick")
  func othersComeIn() {
    let loop = Loop()
    var (done, doneBefore): (Int, Int?) = (0, nil)
    for _ in 0..<5_000 {
      loop.turns.take(Self.many) {
        done += 1
        return true
      }
    }
    let atOnce = done
    #expect((1...16).contains(atOnce))
    loop.turns.take(Self.few) {
      doneBefore = done
      return true
    }
    loop.tick()
    #expect(doneBefore.map { $0 <= atOnce + 1 } == true)
    #expect(done <= 2 * 16)
    while done < 5_000 { loop.tick() }
  }

  @Test("A tick that goes on and on takes nothing of what waits")
  func longTick() {
    let loop = Loop()
    var done = 0
    for _ in 0..<100 {
      loop.turns.take(Self.many) {
        done += 1
        return true
      }
    }
    let atOnce = done
    for _ in 0..<100 { loop.loop.advanceTime(by: .milliseconds(1)) }
    #expect(done == atOnce)
    loop.tick()
    #expect(done > atOnce)
  }

  @Test("What a client asks for is done in its order, whatever it asks for meanwhile")
  func order() {
    let loop = Loop()
    var seen: [Int] = []
    for number in 0..<200 {
      loop.turns.take(Self.many) {
        seen.append(number)
        if number.isMultiple(of: 3) {
          loop.turns.take(Self.many) {
            seen.append(1_000 + number)
            return true
          }
        }
        return true
      }
    }
    while seen.count < 267 { loop.tick() }
    #expect(seen.filter { $0 < 1_000 } == Array(0..<200))
    #expect(
      seen.filter { $0 >= 1_000 } == (0..<200).filter { $0.isMultiple(of: 3) }.map { 1_000 + $0 })
  }

  @Test("Brief answers are given at once as long as they take no time")
  func atOnce() {
    let loop = Loop()
    for _ in 0..<100 {
      var isDone = false
      loop.turns.take(Self.many) {
        isDone = true
        return false
      }
      #expect(isDone)
      loop.tick()
    }
  }
}
