import TestSupport
import Testing

/// What holds for any input of a parser: it is read or refused in short words; `Targets` says what
/// else holds for which.
@Suite("Garbled input")
struct FuzzTests {
  @Test(
    "Inputs that are kept do no harm, nor do changed ones", arguments: FuzzTarget.all.map(\.name))
  func inputs(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let check = try target.makeCheck()
    let inputs = try FuzzInputs.of(target)
    #expect(!inputs.isEmpty)
    for input in inputs { #expect(check(input.bytes) == nil, "\(input.name)") }
    // The same ones in the same order each time; `make fuzz` tries millions.
    var mutator = Mutator(seed: 1, words: target.words.isEmpty ? [[0]] : target.words)
    for number in 0..<target.changedInputs {
      let sample = inputs.randomElement(using: &mutator.random)?.bytes ?? []
      let other = inputs.randomElement(using: &mutator.random)?.bytes ?? []
      let input = Array(mutator.mutated(sample, with: other).prefix(target.longestBytes))
      guard let fault = check(input) else { continue }
      Issue.record("changed input \(number): \(fault); \(input)")
      break
    }
  }
}
