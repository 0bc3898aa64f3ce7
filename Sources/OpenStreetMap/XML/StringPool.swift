/// Numbers the strings of a piece of XML, each once.
@safe struct StringPool: ~Copyable {
  /// Numbers of strings, plus 1, by their hash; a power of two of them.
  private var slots = Column<UInt32>()
  private var mask = 0
  private var count = 0
  /// Of this pool alone, so that no file can be made to collide.
  private let seed = UInt64.random(in: 1...UInt64.max) | 1

  init() {
    resize(to: 1 << 12)
  }

  private mutating func resize(to size: Int) {
    slots.removeAll()
    slots.append(repeating: 0, count: size)
    mask = size - 1
  }

  /// Forgets all strings.
  mutating func removeAll() {
    count = 0
    resize(to: max(1 << 12, min(slots.count, 1 << 16)))
  }

  /// The number of a string, which is put into `memory` where it is not there yet.
  mutating func number(
    _ text: UnsafeBufferPointer<UInt8>, in memory: BlockMemory
  ) -> UInt32 {
    var slot = unsafe hash(text) & mask
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      if unsafe isString(number, text, memory) { return number }
      slot = (slot + 1) & mask
    }
    let number = UInt32(memory.stringStarts.count)
    memory.stringStarts.append(UInt32(memory.bytes.count))
    memory.stringLengths.append(UInt32(text.count))
    let room = unsafe memory.bytes.room(for: text.count)
    if let base = text.baseAddress { unsafe room.update(from: base, count: text.count) }
    memory.bytes.commit(text.count)
    slots[slot] = number + 1
    count += 1
    if count * 2 > mask { grow(memory) }
    return number
  }

  private mutating func grow(_ memory: BlockMemory) {
    resize(to: (mask + 1) * 4)
    for number in 0..<memory.stringStarts.count {
      let text = unsafe UnsafeBufferPointer(
        start: memory.bytes.pointer + Int(memory.stringStarts[number]),
        count: Int(memory.stringLengths[number]))
      var slot = unsafe hash(text) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number) + 1
    }
  }

  private func isString(
    _ number: UInt32, _ text: UnsafeBufferPointer<UInt8>, _ memory: BlockMemory
  ) -> Bool {
    guard memory.stringLengths[Int(number)] == text.count else { return false }
    let own = unsafe memory.bytes.pointer + Int(memory.stringStarts[Int(number)])
    for index in 0..<text.count where unsafe own[index] != text[index] { return false }
    return true
  }

  @inline(__always)
  private func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hash = seed &+ UInt64(text.count)
    for index in 0..<text.count {
      unsafe hash = (hash ^ UInt64(text[index])) &* 0x9E37_79B9_7F4A_7C15
    }
    hash ^= hash >> 32
    return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF)
  }
}
