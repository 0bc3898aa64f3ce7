import Testing

@testable import Signals

@Suite("Who controls a signal")
struct SignalTakeoverTests {
  private var hands = SignalTakeover(["A", "B"], at: 100)

  private mutating func look(
    _ signal: String, ours: Bool = true, _ state: String = "Gr", expected: String? = nil
  ) -> SignalTakeover.Event? {
    hands.look(signal, isOurs: ours, state: state, expected: expected, at: 200)
  }

  @Test("A signal is control's from its take-over on, and while it shows what it should")
  mutating func taken() {
    #expect(hands.waiting == ["A", "B"] && hands.taken.isEmpty)
    hands.take("B")
    #expect(hands.waiting == ["A"] && hands.taken == ["B"])
    let events = [
      look("B", expected: "Gr"), look("B", "yr"), look("A", ours: false), look("A", expected: "rG"),
    ]
    #expect(events == [nil, nil, nil, nil])
    #expect(hands.taken == ["B"])
  }

  @Test("Who gives it another programme has it until they give it back")
  mutating func lost() {
    hands.take("A")
    let lost = look("A", ours: false)
    #expect(lost == .lost)
    #expect(hands.others == ["A"] && !hands.isTaken("A") && hands.waiting == ["B"])
    let again = [look("A", ours: false), look("A")]
    #expect(again == [nil, .returned])
    #expect(hands.waiting == ["A", "B"] && hands.others.isEmpty)
  }

  @Test("A signal that shows something else is taken over anew")
  mutating func strayed() {
    hands.take("A")
    let event = look("A", "rG", expected: "Gr")
    #expect(event == .strayed)
    #expect(hands.waiting == ["A", "B"])
  }

  @Test("A signal that is left to its programme stays with it")
  mutating func left() {
    hands.take("A")
    hands.leave("A")
    let event = look("A", "rG", expected: "Gr")
    #expect(event == nil && hands.left == ["A"] && !hands.isTaken("A") && hands.waiting == ["B"])
  }

  @Test("One that waits for too long is named; its time begins anew when it is given back")
  mutating func overdue() {
    #expect(hands.overdue(at: 160, after: 60) == nil)
    #expect(hands.overdue(at: 161, after: 60) == "A")
    hands.take("A")
    #expect(hands.overdue(at: 161, after: 60) == "B")
    hands.take("B")
    #expect(hands.overdue(at: 999, after: 60) == nil)
    _ = look("A", ours: false)
    _ = look("A")
    #expect(hands.overdue(at: 250, after: 60) == nil)
    #expect(hands.overdue(at: 261, after: 60) == "A")
  }
}
