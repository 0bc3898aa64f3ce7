public import CVector

/// Numbers in memory that someone else owns and keeps.
///
/// Reads and writes are not checked: whoever makes a row knows how long it is. It is for the inner
/// loops of the flood kernel alone.
///
/// Invariant: threads that share a row write different parts of it.
@safe @frozen public struct Row<Element: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline let base: UnsafeMutablePointer<Element>

  /// The numbers that begin at `base`.
  @inlinable public init(_ base: UnsafeMutablePointer<Element>) { unsafe self.base = unsafe base }

  /// One number.
  @inlinable @inline(__always)
  public subscript(index: Int) -> Element {
    get { unsafe base[index] }
    nonmutating set { unsafe base[index] = newValue }
  }

  /// The numbers from `offset` on.
  @inlinable @inline(__always)
  public func from(_ offset: Int) -> Row { unsafe Row(base + offset) }

  /// The lanes that begin at `index`.
  @inlinable @inline(__always)
  public func lanes<V: SIMD & BitwiseCopyable>(_ index: Int, as type: V.Type = V.self) -> V
  where V.Scalar == Element {
    unsafe UnsafeRawPointer(base + index).loadUnaligned(as: V.self)
  }

  /// Writes lanes that begin at `index`.
  @inlinable @inline(__always)
  public func set<V: SIMD & BitwiseCopyable>(_ index: Int, _ lanes: V) where V.Scalar == Element {
    unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: lanes, as: V.self)
  }

  /// Has the processor fetch what lies at `index`, which will be read soon.
  @inlinable @inline(__always)
  public func prefetch(_ index: Int) { unsafe cv_prefetch(base + index) }

  /// Copies `count` numbers from another row.
  @inlinable
  public func copy(_ count: Int, from other: Row) {
    unsafe base.update(from: other.base, count: count)
  }
}

/// Memory for numbers, in whole cache lines, zero at first.
@safe public struct Memory<Element: BitwiseCopyable & Sendable>: Sendable {
  /// Its numbers.
  public let row: Row<Element>
  /// How many numbers there are.
  public let count: Int
  private let owner: Owner

  /// Lanes read up to this many numbers before and behind what they need.
  private static var margin: Int { 16 }

  /// Gives the memory back when nobody uses it any more (invariant: nothing else does).
  @safe private final class Owner: @unchecked Sendable {
    let raw: UnsafeMutableRawPointer
    init(_ raw: UnsafeMutableRawPointer) { unsafe self.raw = unsafe raw }
    deinit { unsafe raw.deallocate() }
  }

  /// Memory for `count` numbers.
  public init(count: Int, filledWith value: Element) {
    self.count = count
    let all = count + 2 * Self.margin
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: all * MemoryLayout<Element>.stride, alignment: 64)
    let base = unsafe raw.bindMemory(to: Element.self, capacity: all)
    unsafe base.initialize(repeating: value, count: all)
    unsafe row = Row(base + Self.margin)
    owner = unsafe Owner(raw)
  }
}

extension Memory {
  /// Memory of its own with the same numbers.
  public func copy() -> Memory {
    let copy = Memory(count: count, filledWith: row[0])
    copy.row.copy(count, from: row)
    return copy
  }
}

/// Memory whose numbers can be told as bytes.
public protocol RawMemory {
  /// The bytes of the first `count` numbers.
  func bytes(count: Int) -> [UInt8]
  /// Takes the first `count` numbers from bytes; changes nothing and answers `false` where these
  /// are more or fewer.
  func take(_ bytes: [UInt8], count: Int) -> Bool
}

extension Memory: RawMemory {
  /// The bytes of the first `count` numbers.
  public func bytes(count: Int) -> [UInt8] {
    precondition(count <= self.count)
    return unsafe [UInt8](
      UnsafeRawBufferPointer(
        UnsafeBufferPointer(start: row.base, count: count)))
  }

  /// Takes the first `count` numbers from bytes; changes nothing and answers `false` where these
  /// are more or fewer.
  public func take(_ bytes: [UInt8], count: Int) -> Bool {
    precondition(count <= self.count)
    guard bytes.count == count * MemoryLayout<Element>.stride else { return false }
    unsafe bytes.withUnsafeBytes { source in
      unsafe UnsafeMutableRawPointer(row.base).copyMemory(
        from: source.baseAddress!, byteCount: source.count)
    }
    return true
  }
}
