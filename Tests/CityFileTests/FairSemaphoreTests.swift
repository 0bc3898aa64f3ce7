import CityFile
import Testing

@Suite("What clients have inside is bounded, for all and for each, and they take turns")
struct FairSemaphoreTests {
  private static let (one, other) = ("one", "other")

  @Test("Costs inside never exceed the limit or a client's share, and all get in")
  func bounded() async throws {
    let semaphore = FairSemaphore<String>(limit: 10, share: 6)
    let seen = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<500 {
        group.addTask {
          let (cost, client) = (
            number % 50 == 0 ? 25 : number % 5 + 1, "\(number % 7)"
          )
          try await semaphore.enter(cost, of: client)
          let inside = semaphore.inside
          for _ in 0..<number % 5 { await Task.yield() }
          semaphore.leave(cost, of: client)
          return inside
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(seen.count == 500 && seen.allSatisfy { (1...10).contains($0) || $0 == 25 })
    #expect(semaphore.inside == 0 && semaphore.waitingCount == 0)
  }

  @Test("A client that fills its share leaves the rest to others")
  func share() async throws {
    let semaphore = FairSemaphore<String>(limit: 10, share: 6)
    #expect(semaphore.tryEnter(6, of: Self.one) && !semaphore.tryEnter(1, of: Self.one))
    let waiting = Task { try await semaphore.enter(6, of: Self.one) }
    while semaphore.waitingCount == 0 { await Task.yield() }
    // What waits for its own client's share is in nobody's way.
    #expect(semaphore.tryEnter(4, of: Self.other) && !semaphore.tryEnter(1, of: Self.other))
    semaphore.leave(6, of: Self.one)
    try await waiting.value
    #expect(semaphore.inside == 10)
  }

  @Test("However much one client has in line, another's is next")
  func turns() async throws {
    let semaphore = FairSemaphore<String>(limit: 1, share: 1)
    try await semaphore.enter(1, of: Self.one)
    let flood = (0..<20).map { _ in
      Task {
        try await semaphore.enter(1, of: Self.one)
        semaphore.leave(1, of: Self.one)
      }
    }
    while semaphore.waitingCount < 20 { await Task.yield() }
    let single = Task {
      try await semaphore.enter(1, of: Self.other)
      let left = semaphore.waitingCount
      semaphore.leave(1, of: Self.other)
      return left
    }
    while semaphore.waitingCount < 21 { await Task.yield() }
    semaphore.leave(1, of: Self.one)
    #expect(try await single.value >= 19)
    for task in flood { try await task.value }
    #expect(semaphore.inside == 0)
  }

  @Test("Who is called off while waiting leaves the line to those behind")
  func cancelled() async throws {
    for client in [Self.one, Self.other] {
      let semaphore = FairSemaphore<String>(limit: 2, share: 2)
      try await semaphore.enter(1, of: Self.one)
      let large = Task { try await semaphore.enter(2, of: client) }
      while semaphore.waitingCount < 1 { await Task.yield() }
      let small = Task { try await semaphore.enter(1, of: client) }
      while semaphore.waitingCount < 2 { await Task.yield() }
      large.cancel()
      let result = await large.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await small.value
      #expect(semaphore.inside == 2 && semaphore.waitingCount == 0)
    }
  }

  @Test("One client: costs inside never exceed the limit, a larger one goes alone, all get in")
  func boundedOfOne() async throws {
    let turnstile = FairSemaphore<String>(limit: 10, share: 10)
    let seen = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<500 {
        group.addTask {
          let cost = number % 50 == 0 ? 25 : number % 7 + 1
          try await turnstile.enter(cost, of: Self.one)
          let inside = turnstile.inside
          for _ in 0..<number % 5 { await Task.yield() }
          turnstile.leave(cost, of: Self.one)
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

  @Test("One client: who is called off while waiting leaves the line to those behind")
  func cancelledOfOne() async throws {
    for round in 0..<200 {
      let turnstile = FairSemaphore<String>(limit: 2, share: 2)
      try await turnstile.enter(1, of: Self.one)
      // Too large for what is left: those behind it wait for it.
      let large = Task { try await turnstile.enter(2, of: Self.one) }
      if round.isMultiple(of: 2) { while !hasBegun(large) { await Task.yield() } }
      let small = Task { try await turnstile.enter(1, of: Self.one) }
      large.cancel()
      let result = await large.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await small.value
      #expect(turnstile.inside == 2)
      turnstile.leave(1, of: Self.one)
      turnstile.leave(1, of: Self.one)
      #expect(turnstile.inside == 0)
    }
  }

  /// Gives a task some turns; whether it waits cannot be seen from outside.
  private func hasBegun(_ task: Task<Void, any Error>) -> Bool { Bool.random() || task.isCancelled }
}
