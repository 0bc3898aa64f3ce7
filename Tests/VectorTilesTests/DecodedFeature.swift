extension DecodedTile.Feature {
  /// Reads a feature and checks its tags and its geometry against §4.2 to §4.4.
  init(
    _ bytes: [UInt8], of layer: DecodedTile.Layer, _ usedKeys: inout Set<Int>,
    _ usedValues: inout Set<Int>
  ) throws {
    var reader = FieldReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.bytes) {
      case (1, nil): id = field.varint
      case (2, let body?):
        var pairs = FieldReader(body)
        let indices = try pairs.varints().map(Int.init)
        guard indices.count % 2 == 0 else { throw violation("tags come in pairs") }
        for pair in stride(from: 0, to: indices.count, by: 2) {
          let (key, value) = (indices[pair], indices[pair + 1])
          guard key < layer.keys.count, value < layer.values.count else {
            throw violation("tags point into the dictionaries")
          }
          guard tags.updateValue(layer.values[value], forKey: layer.keys[key]) == nil else {
            throw violation("a feature has a key once")
          }
          usedKeys.insert(key)
          usedValues.insert(value)
        }
      case (3, nil): type = Int(field.varint)
      case (4, let body?):
        var numbers = FieldReader(body)
        commands = try numbers.varints().map { number in
          guard number <= UInt64(UInt32.max) else { throw violation("commands are 32 bits") }
          return UInt32(number)
        }
      default: throw violation("feature field \(field.number)")
      }
    }
    guard (1...3).contains(type) else { throw violation("a known geometry type") }
    try readPaths()
    if type == 3 { try checkRings() }
  }

  private func violation(_ rule: String) -> DecodedTile.Violation {
    DecodedTile.Violation(rule: rule)
  }

  private mutating func readPaths() throws {
    var cursor = DecodedTile.Vertex(x: 0, y: 0)
    var index = 0
    func vertex() throws -> DecodedTile.Vertex {
      guard index + 1 < commands.count else { throw violation("parameters are there") }
      func step(_ word: UInt32) -> Int { Int(word >> 1) ^ -Int(word & 1) }
      cursor.x += step(commands[index])
      cursor.y += step(commands[index + 1])
      index += 2
      return cursor
    }
    func command(_ id: UInt32) throws -> Int {
      guard index < commands.count, commands[index] & 7 == id else {
        throw violation("command \(id) comes next")
      }
      defer { index += 1 }
      return Int(commands[index] >> 3)
    }
    guard !commands.isEmpty else { throw violation("a feature has a geometry") }
    if type == 1 {
      let count = try command(1)
      guard count > 0 else { throw violation("MoveTo of a point counts at least 1") }
      for _ in 0..<count { paths.append([try vertex()]) }
      guard index == commands.count else { throw violation("points are one MoveTo") }
      return
    }
    while index < commands.count {
      guard try command(1) == 1 else { throw violation("MoveTo of a path counts 1") }
      var path = [try vertex()]
      let count = try command(2)
      guard count >= (type == 2 ? 1 : 2) else { throw violation("LineTo counts enough") }
      for _ in 0..<count {
        path.append(try vertex())
        guard path[path.count - 1] != path[path.count - 2] else {
          throw violation("no segment has length zero")
        }
      }
      if type == 3 {
        guard try command(7) == 1 else { throw violation("ClosePath counts 1") }
        guard path.first != path.last else { throw violation("the ring is not closed twice") }
      }
      paths.append(path)
    }
  }

  private func checkRings() throws {
    guard let first = paths.first, ringArea(first) > 0 else {
      throw violation("the first ring is an outer one")
    }
    var shell = 0
    for ring in paths {
      let area = ringArea(ring)
      guard area != 0 else { throw violation("no ring is without area") }
      if area > 0 { shell = area }
      guard area > 0 || -area < shell else { throw violation("a hole is smaller than its shell") }
    }
  }

  /// The area of all polygons less their holes, in square tile units.
  var area: Double { Double(paths.reduce(0) { $0 + ringArea($1) }) / 2 }
}

/// Twice the area of a ring by the surveyor's formula, as the specification writes it.
func ringArea(_ ring: [DecodedTile.Vertex]) -> Int {
  ring.indices.reduce(0) { sum, i in
    let (a, b) = (ring[i], ring[(i + 1) % ring.count])
    return sum + a.x * b.y - b.x * a.y
  }
}
