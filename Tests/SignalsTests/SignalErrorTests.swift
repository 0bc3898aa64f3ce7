import Signals
import Testing

@Suite("Errors of signals")
struct SignalErrorTests {
  @Test("An error has its words")
  func words() {
    #expect(SignalError(.noDemand, "nobody drives").message == "nobody drives")
  }
}
