import Compression

/// A PNG of 8-bit RGBA, read without the library that wrote it.
struct PNGPicture {
  var width = 0
  var height = 0
  private var bytes: [UInt8] = []

  /// - Throws: Where the bytes are not such a PNG.
  init(_ png: [UInt8]) throws {
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    struct NotAPicture: Error {}
    guard png.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
      throw NotAPicture()
    }
    var packed: [UInt8] = []
    var place = 8
    while place + 8 <= png.count {
      let length = number(place)
      let kind = String(decoding: png[place + 4..<place + 8], as: UTF8.self)
      if kind == "IHDR" {
        (width, height) = (number(place + 8), number(place + 12))
        guard png[place + 16..<place + 21].elementsEqual([8, 6, 0, 0, 0]) else {
          throw NotAPicture()
        }
      }
      if kind == "IDAT" { packed += png[place + 8..<place + 8 + length] }
      place += length + 12
    }
    let stride = width * 4 + 1
    let lines = try Decompressor().decompress(packed[...], as: .zlib, room: stride * height).bytes
    bytes = [UInt8](repeating: 0, count: width * height * 4)
    for row in 0..<height {
      for column in 0..<width * 4 {
        let at = row * width * 4 + column
        let left = column >= 4 ? bytes[at - 4] : 0
        let above = row > 0 ? bytes[at - width * 4] : 0
        let corner = column >= 4 && row > 0 ? bytes[at - width * 4 - 4] : 0
        let predicted: UInt8 =
          switch lines[row * stride] {
          case 1: left
          case 2: above
          case 3: UInt8((Int(left) + Int(above)) / 2)
          case 4: Self.paeth(left, above, corner)
          default: 0
          }
        bytes[at] = lines[row * stride + 1 + column] &+ predicted
      }
    }
  }

  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(above) - Int(corner)
    return [left, above, corner].enumerated().min {
      (abs(estimate - Int($0.element)), $0.offset) < (abs(estimate - Int($1.element)), $1.offset)
    }!.element
  }

  /// Red, green, blue and alpha.
  subscript(x: Int, y: Int) -> [UInt8] {
    Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4])
  }
}
