import Foundation
import GeometryCore
import SimpleFeatures
import Testing

@Suite("The traps of docs/coordinates.md")
struct TrapTableTests {
  @Test("The page names at least 60 traps, each once, numbered in order")
  func isWhole() {
    #expect(Trap.all.count >= 60)
    #expect(Trap.all.map(\.number) == Array(1...max(1, Trap.all.count)))
    #expect(Set(Trap.all.map { $0.given + $0.asked }).count == Trap.all.count)
    let rows = Trap.page.split(separator: "\n").count { line in
      line.dropFirst(2).first?.isNumber == true && line.hasPrefix("| ")
    }
    #expect(rows == Trap.all.count, "a line of the tables is not read")
  }

  @Test("Each trap is answered or refused as its line says", arguments: Trap.all)
  func holds(trap: Trap) throws {
    let found: Answer
    do {
      found = try answer(trap)
    } catch let error as GeometryError {
      #expect(error.code.rawValue == trap.code, "\(error)")
      #expect(!error.message.isEmpty)
      for word in trap.hintWords {
        #expect(error.hint?.contains(word) == true, "\(word) is not in: \(error)")
      }
      return
    }
    #expect(trap.code == nil, "answered: \(found)")
    switch found {
    case .words(let words): #expect(words == trap.answer)
    case .numbers(let numbers, let accuracy): check(numbers, accuracy, trap.answer)
    }
  }

  private enum Answer {
    case words(String)
    case numbers([Double], accuracy: Double?)
  }

  private func check(_ numbers: [Double], _ accuracy: Double?, _ answer: String) {
    let parts = answer.split(separator: " (±")
    let text = String(parts[0]).replacing(" m²", with: "").replacing(" m", with: "")
    let expected = Trap.numbers(text)
    #expect(expected.count == numbers.count, "\(numbers)")
    for (number, promised) in zip(numbers, expected) {
      // One in the last digit that is written.
      #expect(abs(number - promised.value) <= 1.1 * promised.digit, "\(numbers)")
    }
    guard let accuracy else { return }
    let stated = parts.count == 2 ? String(parts[1]).replacing(" m)", with: "") : "0"
    #expect(accuracy == Double(stated))
  }

  private func answer(_ trap: Trap) throws -> Answer {
    let asked = trap.asked
    if asked == "identifier" {
      return .words(try CoordinateReferenceSystem(trap.system).identifier)
    }
    let crs = try CoordinateReferenceSystem(trap.system)
    if asked == "first axis" { return .words(crs.hasNorthFirst ? "north" : "east") }
    if asked.hasPrefix("file declares ") {
      let name = String(asked.dropFirst(14))
      let declared = name == "nothing" ? nil : try CoordinateReferenceSystem(name)
      let settled = try CoordinateReferenceSystem.settled(declared: declared, given: crs)
      return .words(settled?.identifier ?? "none")
    }
    let shape = try trap.shape()
    switch asked {
    case "area": return .numbers([try shape.geodesicAreaSquareMetres(in: crs)], accuracy: nil)
    case "length": return .numbers([try shape.geodesicLengthMetres(in: crs)], accuracy: nil)
    case "grid area": return .numbers([try shape.gridAreaSquareMetres(in: crs)], accuracy: nil)
    case "grid length": return .numbers([try shape.gridLengthMetres(in: crs)], accuracy: nil)
    default: break
    }
    let words = asked.split(separator: " ")
    if words[0] == "buffer" {
      let metres = try #require(Double(words[1]))
      let grown = try shape.buffered(byMetres: metres, in: crs)
      return .numbers([try grown.geodesicAreaSquareMetres(in: crs)], accuracy: nil)
    }
    return try transformed(shape, from: crs, asked)
  }

  /// `to SYSTEM`, or `to SYSTEM, stated offset DATUM → DATUM METRES m`.
  private func transformed(
    _ shape: Geometry, from crs: CoordinateReferenceSystem, _ asked: String
  ) throws -> Answer {
    let parts = asked.split(separator: ", stated offset ")
    let target = try CoordinateReferenceSystem(String(parts[0].dropFirst(3)))
    var offset: HeightOffset?
    if parts.count == 2 {
      let words = parts[1].split(separator: " ").map(String.init)
      offset = try HeightOffset(
        from: datum(words[0]), to: datum(words[2]), metres: #require(Double(words[3])),
        accuracyMetres: 0.01, source: "the table")
    }
    let way = try CoordinateTransform(from: crs, to: target, heightOffset: offset)
    return .numbers(
      try way.transform(shape).ordinates, accuracy: way.accuracyMetres)
  }

  private func datum(_ name: String) throws -> VerticalDatum {
    if name == "ellipsoid" { return .ellipsoid(of: "EPSG:4490") }
    return try #require(try CoordinateReferenceSystem("EPSG:4490+\(name)").vertical)
  }
}
