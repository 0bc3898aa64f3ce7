import CityFile
import Testing

@Suite("What is inside at once is bounded, and nobody is forgotten in line")
struct WeightedSemaphoreTests {
  @Test("Costs inside never exceed the limit, one that is too large goes alone, all get in")
  func bounded() async throws {
    let turnstile = WeightedSemaphore(limit: 10)
    let seen = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<500 {
        group.addTask {
          let cost = number % 50 == 0 ? 25 : number % 7 + 1
          try await turnstile.enter(cost)
          let inside = turnstile.inside
          for _ in 0..<number % 5 { await Task.yield() }
          turnstile.leave(cost)
          return inside
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(seen.count == 500)
    #expect(seen.allSatisfy { (1...10).contains($0) || $0 == 25 })
    #expect(seen.count { $0 == 25 } >= 10)
    #expect(turnstile.inside == 0)
  }

  @Test("Who is called off while waiting leaves the line to those behind")
  func cancelled() async throws {
    for round in 0..<200 {
      let turnstile = WeightedSemaphore(limit: 2)
      try await turnstile.enter(1)
      // Too large for what is left: those behind it wait for it.
      let large = Task { try await turnstile.enter(2) }
      if round.isMultiple(of: 2) { while !hasBegun(large) { await Task.yield() } }
      let small = Task { try await turnstile.enter(1) }
      large.cancel()
      let result = await large.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await small.value
      #expect(turnstile.inside == 2)
      turnstile.leave(1)
      turnstile.leave(1)
      #expect(turnstile.inside == 0)
    }
  }

  /// Gives a task some turns; whether it waits cannot be seen from outside.
  private func hasBegun(_ task: Task<Void, any Error>) -> Bool { Bool.random() || task.isCancelled }
}
