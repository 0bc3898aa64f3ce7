import SUMOFiles
import SimpleFeatures
import Testing

@testable import Signals

@Suite("A mistake is one finding")
struct FindingGroupTests {
  @Test("A yellow that is too short is one finding of its stage, with all its links")
  func yellow() throws {
    let network = try TestNetworks.avenue()
    // The third stage is yellow for all that went straight on.
    let short = network.programs[0].changed("p") { $0[2].durationSeconds = 2 }
    // (A left turn that gets its own green after it is another.)
    let findings = try SafetyChecker(network).findings(of: short).filter {
      $0.severity == .unsafe && $0.rule == .yellow
    }
    #expect(findings.count > 1)
    let groups = FindingGroup.groups(of: findings)
    #expect(groups.count == 1)
    let group = try #require(groups.first)
    #expect(group.worst.stage == 3)
    #expect(short.stages[2].isTransition)
    #expect(group.links == findings.flatMap(\.links).sorted())
    #expect(group.others.count == findings.count - 1)
    #expect(group.message.contains("also at link"))
    let json = group.json
    #expect(json["stage"]?.wholeNumber == 3)
    #expect(json["all_links"]?.items?.count == group.links.count)
    #expect(json["others"]?.items?.count == group.others.count)
  }

  @Test("Other rules, stages and signals are other mistakes; the worst speaks for each")
  func apart() {
    func finding(_ signal: String, _ stage: Int?, _ link: Int, foundSeconds: Double)
      -> SafetyDiagnostic
    {
      SafetyDiagnostic(
        rule: .minimumGreen, severity: .unsafe, signal: signal, program: "p", stage: stage,
        links: [link], askedSeconds: 5, foundSeconds: foundSeconds, message: "link \(link)")
    }
    let groups = FindingGroup.groups(of: [
      finding("a", 1, 0, foundSeconds: 4), finding("a", 2, 0, foundSeconds: 4),
      finding("a", 1, 3, foundSeconds: 2), finding("b", 1, 0, foundSeconds: 4),
      finding("a", 1, 5, foundSeconds: 2), finding("a", nil, 0, foundSeconds: 1),
    ])
    #expect(groups.map(\.links) == [[0, 3, 5], [0], [0], [0]])
    #expect(groups[0].message == "link 3; also at links 0 5")
    #expect(groups[1].message == "link 0")
    #expect(FindingGroup.groups(of: []).isEmpty)
  }
}
