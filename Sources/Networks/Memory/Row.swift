import Foundation

/// Numbers in memory that a `Block` owns and keeps.
///
/// Reads and writes are not checked: whoever makes a row knows how long it is. It is for inner
/// loops whose indices come from tables that this module built and checked.
///
/// Invariant: threads that share a row write different parts of it.
@safe struct Row<Element: BitwiseCopyable>: @unchecked Sendable {
  let base: UnsafeMutablePointer<Element>

  /// The numbers that begin at `base`.
  init(_ base: UnsafeMutablePointer<Element>) { unsafe self.base = unsafe base }

  /// One number.
  @inline(__always)
  subscript(index: Int) -> Element {
    get { unsafe base[index] }
    nonmutating set { unsafe base[index] = newValue }
  }

  /// One number, by an index as tables keep them.
  @inline(__always)
  subscript(index: some FixedWidthInteger) -> Element {
    get { unsafe base[Int(index)] }
    nonmutating set { unsafe base[Int(index)] = newValue }
  }

  /// Copies `count` numbers from another row.
  @inline(__always)
  func copy(_ count: Int, from other: Row) {
    unsafe base.update(from: other.base, count: count)
  }

  /// The numbers from `offset` on.
  @inline(__always)
  func from(_ offset: Int) -> Row { unsafe Row(base + offset) }

  /// Sets the first `count` numbers to one value.
  @inline(__always)
  func fill(_ count: Int, with value: Element) {
    unsafe base.update(repeating: value, count: count)
  }
}

/// Memory for numbers, aligned to cache lines, with a margin that lanes may read before and behind.
///
/// Invariant: it is written only by the one that made it, before others see it.
@safe final class Block<Element: BitwiseCopyable>: @unchecked Sendable {
  /// Its numbers.
  let row: Row<Element>
  /// How many numbers there are.
  let count: Int
  private let raw: UnsafeMutableRawPointer

  private static var margin: Int { 16 }

  /// Memory for `count` numbers, all the same.
  init(count: Int, filledWith value: Element) {
    let all = count + 2 * Self.margin
    unsafe raw = Self.memory(all * MemoryLayout<Element>.stride)
    let base = unsafe raw.bindMemory(to: Element.self, capacity: all)
    unsafe base.initialize(repeating: value, count: all)
    unsafe row = Row(base + Self.margin)
    self.count = count
  }

  private static func memory(_ bytes: Int) -> UnsafeMutableRawPointer {
    guard let all = unsafe aligned_alloc(64, (bytes + 63) & ~63) else {
      fatalError("no memory for \(bytes) bytes")
    }
    return unsafe all
  }

  /// Memory for `zeros` numbers of which all bits are 0; pages that nobody touches cost nothing.
  init(zeros count: Int) {
    let stride = MemoryLayout<Element>.stride
    // `calloc` aligns to 16 bytes only, so a line more is taken.
    let bytes = (count + 2 * Self.margin) * stride + 64
    guard let all = unsafe calloc(1, bytes) else { fatalError("no memory for \(bytes) bytes") }
    unsafe raw = unsafe all
    let begin = unsafe all.alignedUp(toMultipleOf: 64)
    let base = unsafe begin.bindMemory(to: Element.self, capacity: count + 2 * Self.margin)
    unsafe row = Row(base + Self.margin)
    self.count = count
  }

  /// A copy of another block's first numbers.
  init(count: Int, copying other: Block) {
    precondition(count <= other.count, "the other block has as many numbers")
    let all = count + 2 * Self.margin
    unsafe raw = Self.memory(all * MemoryLayout<Element>.stride)
    let base = unsafe raw.bindMemory(to: Element.self, capacity: all)
    unsafe base.initialize(from: other.row.base - Self.margin, count: all)
    unsafe row = Row(base + Self.margin)
    self.count = count
  }

  /// A copy of numbers.
  convenience init(_ numbers: [Element], filler: Element) {
    self.init(count: numbers.count, filledWith: filler)
    unsafe numbers.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe row.base.update(from: start, count: source.count)
    }
  }

  deinit { unsafe free(raw) }
}
