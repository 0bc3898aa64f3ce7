/// The rules about the text of files; each returns what is broken, as `line: words`.
enum TextRules {
  static let longestFile = 500
  static let longestLine = 100
  static let longestMedian = 150

  /// Rules for a Swift file.
  static func swiftViolations(_ source: String, isTest: Bool) -> [String] {
    let parts = SwiftText(source)
    var found = lengthViolations(source)
    if !isTest { found += transformInLiterals(parts) }
    found += uncheckedSendable(source, parts) + unimplemented(parts)
    return found
  }

  /// Rules for any text file of the repository.
  static func violations(_ text: String) -> [String] {
    guard text.mentions(["home/", "root/", "work/", "tmp/", "TO" + "DO", "FIX" + "ME"]) else {
      return []
    }
    var found: [String] = []
    for (number, line) in lines(text) {
      if line.contains(#/(?:^|[\s"'`=(:])/(?:home|root|work|tmp)//#) {
        found.append("\(number): a path of one machine; take it from the environment")
      }
      if line.contains(#/\b(?:TO[D]O|FIX[M]E)\b/#) {
        found.append("\(number): unfinished work belongs in an issue")
      }
    }
    return found
  }

  /// SpatiaLite's own transformation, however it is spelt or put together.
  static func transformViolations(_ text: String) -> [String] {
    let skipped = Array(" \n\r\t\"'+`\\#".utf8)
    let joined = text.lowercased().utf8.filter { !skipped.contains($0) }
    return String(decoding: joined, as: UTF8.self).mentions(["st_" + "transform"])
      ? ["SpatiaLite copies numbers between datums: transform in GeometryCore"] : []
  }

  /// The older name of the same SQL function, in string literals only.
  private static func transformInLiterals(_ parts: SwiftText) -> [String] {
    guard parts.literals.lowercased().mentions(["transform"]) else { return [] }
    return lines(parts.literals).compactMap { number, line in
      line.lowercased().contains(#/\btransform\s*\(/#)
        ? "\(number): SQL transforms nothing here: transform in GeometryCore" : nil
    }
  }

  private static func lengthViolations(_ source: String) -> [String] {
    let all = lines(source)
    var found = all.compactMap { number, line in
      line.count > longestLine ? "\(number): \(line.count) columns, at most \(longestLine)" : nil
    }
    if all.count > longestFile {
      found.append("\(all.count): lines in one file, at most \(longestFile)")
    }
    return found
  }

  /// `@unchecked Sendable` needs a comment right above that names the invariant.
  private static func uncheckedSendable(_ source: String, _ parts: SwiftText) -> [String] {
    guard parts.code.mentions(["@unchecked"]) else { return [] }
    let code = lines(parts.code)
    let comments = lines(parts.comments)
    return code.compactMap { number, line in
      guard line.contains(#/@unchecked\s+Sendable\b/#) else { return nil }
      var words = ""
      var above = number - 2
      while above >= 0, code[above].1.trimmed.isEmpty || code[above].1.trimmed.hasPrefix("@") {
        if comments[above].1.trimmed.isEmpty, code[above].1.trimmed.isEmpty { break }
        words += comments[above].1
        above -= 1
      }
      return words.lowercased().contains("invariant")
        ? nil : "\(number): @unchecked Sendable without a comment that names the invariant"
    }
  }

  /// A trap that stands for code still to be written.
  private static func unimplemented(_ parts: SwiftText) -> [String] {
    guard parts.code.mentions(["fatalError"]) else { return [] }
    let code = lines(parts.code)
    let literals = lines(parts.literals)
    return zip(code, literals).compactMap { code, literal in
      guard code.1.contains("fatalError(") else { return nil }
      let words = literal.1.lowercased()
      let isStub =
        words.trimmed.isEmpty || words.contains("implement") || words.contains("not supported yet")
      return isStub ? "\(code.0): a trap in place of code, or one that says nothing" : nil
    }
  }

  /// The median length of files in lines.
  static func medianViolations(_ lengths: [Int]) -> [String] {
    guard !lengths.isEmpty else { return ["no Swift file was found"] }
    let median = lengths.sorted()[lengths.count / 2]
    return median > longestMedian
      ? ["the median file has \(median) lines, at most \(longestMedian)"] : []
  }

  /// What git must never see.
  static func ignoreViolations(_ gitignore: String) -> [String] {
    let entries = Set(lines(gitignore).map { $0.1.trimmed })
    return [".build/", ".tools/", "Package.resolved"].filter { !entries.contains($0) }
      .map { "\($0) is missing from .gitignore" }
  }

  /// The lines of a text, counted from 1.
  static func lines(_ text: String) -> [(Int, String)] {
    var all = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if all.last?.isEmpty == true { all.removeLast() }
    return all.enumerated().map { ($0 + 1, String(Substring($1))) }
  }
}

extension String {
  /// Whether any of the words occurs, byte for byte; a quick look before slower ones.
  func mentions(_ words: [String]) -> Bool {
    let bytes = Array(utf8)
    return words.contains { word in
      let sought = Array(word.utf8)
      guard let first = sought.first, bytes.count >= sought.count else { return false }
      return (0...(bytes.count - sought.count)).contains { start in
        bytes[start] == first && bytes[start..<(start + sought.count)] == sought[...]
      }
    }
  }
}
