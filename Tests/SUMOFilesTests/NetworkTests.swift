import SUMOFiles
import Testing

@Suite("Networks and routes of SUMO")
struct NetworkTests {
  @Test("A file that is no network is refused by name")
  func wrongKind() {
    #expect(throws: SUMOError.self) { try SUMONetwork(parsing: "<routes/>") }
  }
}
