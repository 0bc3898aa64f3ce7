/// A growing run of plain values whose memory is kept from block to block.
@safe struct Column<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init() {
    capacity = 64
    unsafe base = .allocate(capacity: 64)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Where the values lie; until the next that is added.
  var pointer: UnsafePointer<Element> { unsafe UnsafePointer(base) }

  var isEmpty: Bool { count == 0 }

  mutating func removeAll() { count = 0 }

  /// Gives back memory beyond `most` values.
  mutating func shrink(toAtMost most: Int) {
    guard capacity > most else { return }
    unsafe base.deallocate()
    unsafe base = .allocate(capacity: 64)
    capacity = 64
    count = 0
  }

  mutating func truncate(to newCount: Int) {
    precondition(newCount <= count)
    count = newCount
  }

  /// Room for `more` values behind those that are there; the caller fills it before it commits.
  mutating func room(for more: Int) -> UnsafeMutablePointer<Element> {
    if count + more > capacity {
      capacity = max(count + more, capacity * 2)
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
      unsafe larger.update(from: base, count: count)
      unsafe base.deallocate()
      unsafe base = larger
    }
    return unsafe base + count
  }

  /// Takes `more` values that were written into the room.
  mutating func commit(_ more: Int) {
    precondition(more >= 0 && count + more <= capacity)
    count += more
  }

  @inline(__always)
  mutating func append(_ value: Element) {
    unsafe room(for: 1).pointee = value
    count += 1
  }

  mutating func append(repeating value: Element, count more: Int) {
    unsafe room(for: more).update(repeating: value, count: more)
    count += more
  }

  subscript(_ index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return unsafe base[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }
}
