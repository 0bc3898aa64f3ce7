import CExpat
import Foundation
import SimpleFeatures

/// The elements of an XML file, one after the other, with the line of each.
///
/// Attributes are given as texts; characters between elements are passed over. Safe, as the parser
/// lives only while `parse` runs.
@safe
final class XMLElements {
  /// An element as it begins.
  struct Element {
    let name: String
    let attributes: [String: String]
    let line: Int
  }

  /// What is done with the elements; an error ends the reading.
  struct Handler {
    var begin: (Element) throws(SUMOError) -> Void
    var end: (String) throws(SUMOError) -> Void
  }

  private let handler: Handler
  private var parser: XML_Parser?
  private var failure: SUMOError?

  private init(_ handler: Handler) {
    self.handler = handler
  }

  /// Reads a file to its end.
  ///
  /// - Throws: ``SUMOError`` `unreadable-file`, `invalid-xml`, and what the handler throws.
  static func read(_ path: String, _ handler: Handler) throws(SUMOError) {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw SUMOError(.unreadableFile, "\(path) cannot be opened", hint: "Check the file's name.")
    }
    defer { try? file.close() }
    var start = try? file.read(upToCount: 1 << 20)
    if let start, start.starts(with: [0x1F, 0x8B]) {
      throw SUMOError(
        .wrongKind, "\(path) is compressed", hint: "Unpack it first: gunzip -k \(path)")
    }
    try XMLElements(handler).parse(path) {
      if let first = start {
        start = nil
        return first
      }
      return try file.read(upToCount: 1 << 20) ?? Data()
    }
  }

  /// Reads a text; `name` is what messages call it.
  static func read(text: String, name: String, _ handler: Handler) throws(SUMOError) {
    var parts = [Data(text.utf8)]
    try XMLElements(handler).parse(name) { parts.popLast() ?? Data() }
  }

  private func parse(_ name: String, next: () throws -> Data) throws(SUMOError) {
    guard let parser = unsafe XML_ParserCreate("UTF-8") else {
      throw SUMOError(.unreadableFile, "\(name): no memory for reading it")
    }
    unsafe self.parser = parser
    defer { unsafe XML_ParserFree(parser) }
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { user, name, attributes in
        unsafe Unmanaged<XMLElements>.fromOpaque(user!).takeUnretainedValue()
          .began(name!, attributes!)
      },
      { user, name in
        unsafe Unmanaged<XMLElements>.fromOpaque(user!).takeUnretainedValue()
          .ended(String(cString: name!))
      })
    // A file of roads declares no entities; one that does is refused before it can grow.
    unsafe XML_SetEntityDeclHandler(parser) { user, _, _, _, _, _, _, _, _ in
      unsafe Unmanaged<XMLElements>.fromOpaque(user!).takeUnretainedValue()
        .stop(SUMOError(.invalidXML, "the file declares entities", hint: "Write it without them."))
    }
    while true {
      let data: Data
      do { data = try next() } catch {
        throw SUMOError(.unreadableFile, "\(name) cannot be read: \(error.localizedDescription)")
      }
      let status = unsafe data.withUnsafeBytes { bytes in
        unsafe XML_Parse(
          parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
          data.isEmpty ? 1 : 0)
      }
      let line = unsafe Int(XML_GetCurrentLineNumber(parser))
      if let failure {
        throw SUMOError(
          failure.code, "\(name):\(line): \(failure.message)", hint: failure.hint)
      }
      if status == XML_STATUS_ERROR {
        let words = unsafe String(cString: XML_ErrorString(XML_GetErrorCode(parser)))
        throw SUMOError(
          .invalidXML, "\(name):\(line): \(words)",
          hint: data.isEmpty
            ? "The file ends too early: was it written to its end?" : "Is it an XML file?")
      }
      if data.isEmpty { return }
    }
  }

  private func began(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
  ) {
    guard failure == nil else { return }
    var texts: [String: String] = [:]
    var index = 0
    while let key = unsafe attributes[index], let value = unsafe attributes[index + 1] {
      unsafe texts[String(cString: key)] = unsafe String(cString: value)
      index += 2
    }
    let line = unsafe Int(XML_GetCurrentLineNumber(parser))
    let element = unsafe Element(name: String(cString: name), attributes: texts, line: line)
    // SUMO reads the file in the element's place; passed over, what it holds would be missing.
    guard element.name != "include" else {
      stop(
        SUMOError(
          .wrongKind, "<include> of \"\(element.attributes["href"] ?? "")\" is not followed",
          hint: "Write what that file holds in its place."))
      return
    }
    do { try handler.begin(element) } catch { stop(error) }
  }

  private func ended(_ name: String) {
    guard failure == nil else { return }
    do { try handler.end(name) } catch { stop(error) }
  }

  private func stop(_ error: SUMOError) {
    if failure == nil { failure = error }
    unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
  }
}

extension XMLElements.Element {
  /// An attribute's text.
  ///
  /// - Throws: ``SUMOError`` `invalid-value` where it is missing.
  func text(_ name: String) throws(SUMOError) -> String {
    guard let text = attributes[name] else {
      throw SUMOError(
        .invalidValue, "<\(self.name)> has no \(name)\(identity)", hint: "Add \(name)=\"…\".")
    }
    return text
  }

  /// An attribute's finite number, or `fallback` where it is missing.
  ///
  /// - Throws: ``SUMOError`` `invalid-value` where it is no number or missing without a fallback.
  func number(_ name: String, _ fallback: Double? = nil) throws(SUMOError) -> Double {
    if let fallback, attributes[name] == nil { return fallback }
    let text = try text(name)
    guard let number = Double(text), number.isFinite else {
      throw SUMOError(
        .invalidValue, "\(name)=\"\(text)\" of <\(self.name)>\(identity) is no number",
        hint: "Write a decimal number.")
    }
    return number
  }

  /// An attribute's number that may not be negative.
  ///
  /// - Throws: ``SUMOError`` `invalid-value`.
  func amount(_ name: String, _ fallback: Double? = nil) throws(SUMOError) -> Double {
    try notNegative(try number(name, fallback), name, "a number")
  }

  private func notNegative(
    _ number: Double, _ name: String, _ what: String
  ) throws(SUMOError) -> Double {
    guard number >= 0 else {
      throw SUMOError(
        .invalidValue, "\(name)=\"\(number)\" of <\(self.name)>\(identity) is negative",
        hint: "Write \(what) of 0 or more.")
    }
    return number
  }

  /// An attribute's number within bounds.
  ///
  /// - Throws: ``SUMOError`` `invalid-value`.
  func number(
    _ name: String, _ fallback: Double? = nil, in bounds: ClosedRange<Double>
  ) throws(SUMOError) -> Double {
    let number = try number(name, fallback)
    guard bounds.contains(number) else {
      throw SUMOError(
        .invalidValue,
        "\(name)=\"\(attributes[name] ?? "")\" of <\(self.name)>\(identity) is not between "
          + "\(bounds.lowerBound) and \(bounds.upperBound)",
        hint: "Lengths are in m, speeds in m/s, accelerations in m/s², times in s.")
    }
    return number
  }

  /// An attribute's time in seconds: a number, or days, hours, minutes and seconds with colons.
  ///
  /// - Throws: ``SUMOError`` `invalid-value`, also for times beyond
  ///   ``SignalProgram/latestSeconds``.
  func seconds(_ name: String, _ fallback: Double? = nil) throws(SUMOError) -> Double {
    let latestSeconds = SignalProgram.latestSeconds
    guard let text = attributes[name], text.contains(":") else {
      return try number(name, fallback, in: -latestSeconds...latestSeconds)
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter { $0 >= 0 }
    let days = numbers.count == 4 ? numbers[0] : 0
    let timeSeconds = days * 86_400 + numbers.suffix(3).reduce(0) { $0 * 60 + $1 }
    guard parts.count == numbers.count, parts.count == 3 || parts.count == 4,
      timeSeconds <= latestSeconds
    else {
      throw SUMOError(
        .invalidValue, "\(name)=\"\(text)\" of <\(self.name)>\(identity) is no time",
        hint: "Write seconds, or hours:minutes:seconds.")
    }
    return timeSeconds
  }

  /// An attribute's time that may not be negative.
  ///
  /// - Throws: ``SUMOError`` `invalid-value`.
  func moment(_ name: String, _ fallback: Double? = nil) throws(SUMOError) -> Double {
    try notNegative(try seconds(name, fallback), name, "a time")
  }

  /// An attribute's whole number of 0 or more.
  ///
  /// - Throws: ``SUMOError`` `invalid-value`.
  func index(_ name: String) throws(SUMOError) -> Int {
    let text = try text(name)
    guard let index = Int(text), index >= 0, index < 1 << 31 else {
      throw SUMOError(
        .invalidValue, "\(name)=\"\(text)\" of <\(self.name)>\(identity) is no whole number",
        hint: "Write a whole number of 0 or more.")
    }
    return index
  }

  /// An attribute's list of whole numbers of 0 or more; none where it is missing.
  ///
  /// - Throws: ``SUMOError`` `invalid-value`.
  func indices(_ name: String) throws(SUMOError) -> [Int] {
    let words = (attributes[name] ?? "").split(whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { Int($0) }.filter { $0 >= 0 && $0 < 1 << 31 }
    guard numbers.count == words.count else {
      throw SUMOError(
        .invalidValue,
        "\(name)=\"\(attributes[name] ?? "")\" of <\(self.name)>\(identity) is no list of numbers",
        hint: "Write whole numbers of 0 or more with blanks between them.")
    }
    return numbers
  }

  /// The points of a shape attribute, in metres; heights are passed over.
  ///
  /// - Throws: ``SUMOError`` `invalid-value`.
  func points(_ name: String) throws(SUMOError) -> [SIMD2<Double>] {
    guard let text = attributes[name] else { return [] }
    var points: [SIMD2<Double>] = []
    for part in text.split(separator: " ") {
      let ordinates = part.split(separator: ",")
      guard ordinates.count >= 2, let x = Double(ordinates[0]), let y = Double(ordinates[1]),
        x.magnitude <= 1e9, y.magnitude <= 1e9
      else {
        throw SUMOError(
          .invalidValue, "\"\(part)\" in \(name) of <\(self.name)>\(identity) is no point",
          hint: "Write x,y in metres.")
      }
      points.append(SIMD2(x, y))
    }
    return points
  }

  var identity: String {
    attributes["id"].map { " \"\($0)\"" } ?? ""
  }
}
