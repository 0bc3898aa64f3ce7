/// The rules about who imports whom; each returns what is broken, in words.
enum ImportRules {
  /// Imports of one target against the ladder and against what Package.swift declares.
  static func violations(
    target: Manifest.Target, imports: Set<String>, rungs: [String: Ladder.Rung] = Ladder.rungs
  ) -> [String] {
    let name = target.name
    guard target.isTest || rungs[name] != nil else {
      return ["\(name) is not in the ladder: add it to ARCHITECTURE.md"]
    }
    var found: [String] = []
    for module in imports.subtracting(Ladder.platform).sorted() {
      if Ladder.testing.contains(module) {
        if !target.isTest { found.append("\(name) imports \(module), which is for tests") }
        if rungs[module] == nil { continue }
      }
      if !target.dependencies.contains(module) {
        found.append("\(name) imports \(module) but Package.swift does not declare it")
      }
      if let broken = brokenRung(of: target, module, rungs) { found.append(broken) }
    }
    for dependency in target.dependencies {
      if let broken = brokenRung(of: target, dependency, rungs), !found.contains(broken) {
        found.append(broken)
      }
      // A test of the built command depends on it without importing it.
      let isCommand = target.isTest && rungs[dependency]?.level == rungs.values.map(\.level).max()
      if !imports.contains(dependency), !isCommand {
        found.append("\(name) declares \(dependency) but no file imports it")
      }
    }
    return found
  }

  /// What is wrong with `target` using `module`; `nil` when the ladder allows it.
  private static func brokenRung(
    of target: Manifest.Target, _ module: String, _ rungs: [String: Ladder.Rung]
  ) -> String? {
    let name = target.name
    if target.isTest {
      let limit = Ladder.level(ofTests: name)
      guard let other = rungs[module] else {
        let outside = rungs.values.contains { $0.level <= limit && $0.outside.contains(module) }
        return outside ? nil : "\(name) uses \(module), which the ladder does not know"
      }
      return other.level <= limit
        ? nil : "\(name) uses \(module) of level \(other.level), above what it tests"
    }
    guard let rung = rungs[name] else { return nil }
    if let other = rungs[module] {
      return other.level < rung.level
        ? nil
        : "\(name) of level \(rung.level) uses \(module) of level \(other.level): only lower ones"
    }
    return rung.outside.contains(module)
      ? nil : "\(name) uses \(module), which the ladder does not allow it"
  }

  /// Folders of Sources and Tests against the targets of Package.swift.
  static func folderViolations(
    sources: [String], tests: [String: Bool], manifest: Manifest,
    rungs: [String: Ladder.Rung] = Ladder.rungs
  ) -> [String] {
    var found: [String] = []
    let targets = Set(manifest.targets.map(\.name))
    for name in (sources + tests.keys).sorted() where !targets.contains(name) {
      found.append("the folder \(name) is no target of Package.swift")
    }
    for name in sources where rungs[name]?.untested == nil {
      if tests["\(name)Tests"] != true {
        found.append("\(name) has no tests: add Tests/\(name)Tests, or a reason to the ladder")
      }
    }
    for (name, hasTests) in tests.sorted(by: { $0.key < $1.key })
    where !hasTests && !Ladder.testing.contains(name) {
      found.append("\(name) holds no test")
    }
    return found
  }
}
