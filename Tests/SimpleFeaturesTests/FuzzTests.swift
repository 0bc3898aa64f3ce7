import SimpleFeatures
import Testing

@Suite("Garbled GeoJSON")
struct FuzzTests {
  private static let marks = Array("{}[]\",:\\-+.eE0123456789 \n\r\t\0\u{1E}ntfuNI".utf8)

  @Test("No text can stop the program or keep it busy for ever", arguments: 0..<16)
  func mutated(seed: UInt64) {
    var make = RandomGeometry(seed: seed)
    for round in 0..<400 {
      let features = (0..<Int.random(in: 1...4, using: &make.random)).map {
        JSONText.line(make.feature($0))
      }
      var bytes = Array(
        (round % 2 == 0 ? collection(features) : features.joined(separator: "\n")).utf8)
      for _ in 0..<Int.random(in: 1...6, using: &make.random) { FuzzTests.mutate(&bytes, &make) }
      check(bytes, chunkBytes: Int.random(in: 1...300, using: &make.random))
    }
  }

  @Test("Inputs that once did harm do none", arguments: keptInputs)
  func kept(text: String) {
    for size in [1, 2, 3, 7, 1 << 18] { check(Array(text.utf8), chunkBytes: size) }
  }

  /// Reads the text in two ways and writes what was read.
  private func check(_ bytes: [UInt8], chunkBytes: Int) {
    let reading = Reading(bytes)
    #expect(Reading(bytes, chunkBytes: chunkBytes) == reading)
    for feature in reading.features {
      #expect(feature.geometry?.pathFault == nil)
      let written = Reading(JSONText.line(feature))
      #expect(written.fault == nil && written.entries.count == 1)
      #expect(
        JSONText.line(feature) == written.features.first.map(JSONText.line),
        "\(JSONText.line(feature))")
    }
  }

  private static func mutate(_ bytes: inout [UInt8], _ make: inout RandomGeometry) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: bytes.indices, using: &make.random)
    let end = min(bytes.count, index + Int.random(in: 1...20, using: &make.random))
    let mark = marks.randomElement(using: &make.random) ?? 0
    switch Int.random(in: 0..<6, using: &make.random) {
    case 0: bytes[index] = mark
    case 1: bytes.insert(mark, at: index)
    case 2: bytes.removeSubrange(index..<end)
    case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
    case 4: bytes[index] = UInt8.random(in: 0...255, using: &make.random)
    default: bytes.removeSubrange(end...)
    }
  }
}
