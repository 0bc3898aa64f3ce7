import CPROJ
import Foundation
import SimpleFeatures
import Synchronization

/// A PROJ context with the operations that it has made; one thread at a time.
///
/// Network access is off, and PROJ's own messages go nowhere: errors are read from return values.
@safe
struct PROJSession: ~Copyable {
  let context: OpaquePointer?
  private var operations: [OperationKey: OpaquePointer] = unsafe [:]

  init() {
    unsafe context = proj_context_create()
    unsafe proj_log_level(context, PJ_LOG_NONE)
    unsafe proj_context_set_enable_network(context, 0)
  }

  deinit {
    // swift-format-ignore: ReplaceForEachWithForLoop
    unsafe operations.values.forEach { unsafe _ = proj_destroy($0) }
    unsafe proj_context_destroy(context)
  }

  /// The operation for `key`, made on first use and kept.
  mutating func operation(_ key: OperationKey) throws(GeometryError) -> OpaquePointer {
    if let known = unsafe operations[key] { return unsafe known }
    guard let raw = unsafe make(key) else { throw failure(key) }
    if case .pipeline = key {
      unsafe operations[key] = unsafe raw
      return unsafe raw
    }
    defer { unsafe proj_destroy(raw) }
    guard let made = unsafe proj_normalize_for_visualization(context, raw) else {
      throw failure(key)
    }
    unsafe operations[key] = unsafe made
    return unsafe made
  }

  private borrowing func make(_ key: OperationKey) -> OpaquePointer? {
    switch key {
    case .projection(let base, let target):
      return unsafe proj_create_crs_to_crs(context, base, target, nil)
    case .datumShift(let source, let target, let index):
      let list = unsafe shifts(from: source, to: target)
      defer { unsafe proj_list_destroy(list) }
      return unsafe proj_list_get(context, list, Int32(index))
    case .pipeline(let text):
      return unsafe proj_create(context, text)
    }
  }

  private borrowing func failure(_ key: OperationKey) -> GeometryError {
    let number = unsafe proj_context_errno(context)
    let reason = unsafe proj_context_errno_string(context, number)
      .map { unsafe String(cString: $0) }
    return GeometryError(
      .operationFailed, "PROJ cannot make \(key): \(reason ?? "no reason given")")
  }
}

/// What names an operation in any context.
enum OperationKey: Hashable, Sendable {
  /// From the geographic system `base` to the projected system that is built on it.
  case projection(base: String, target: String)
  /// The operation at `index` in PROJ's list between two geographic systems.
  case datumShift(source: String, target: String, index: Int)
  /// A chain of steps in PROJ's own language, forward as written.
  case pipeline(String)
}

extension OperationKey {
  /// Runs the operation over x and y of each vertex, in place; places it cannot hold become
  /// infinite.
  func run(
    _ direction: PJ_DIRECTION, _ ordinates: inout [Double], stride: Int
  ) throws(GeometryError) {
    let count = ordinates.count / stride
    let bytes = stride * MemoryLayout<Double>.stride
    try PROJPool.shared.withSession { (session) throws(GeometryError) in
      let operation = unsafe try session.operation(self)
      unsafe ordinates.withUnsafeMutableBufferPointer { numbers in
        let x = numbers.baseAddress
        _ = unsafe proj_trans_generic(
          operation, direction, x, bytes, count, x.map { unsafe $0 + 1 }, bytes, count, nil, 0, 0,
          nil, 0, 0)
      }
    }
  }
}

/// PROJ sessions shared by all tasks: one mutex-guarded slot for each core.
///
/// Nothing is called from within a slot that would take another, so waiting cannot deadlock.
final class PROJPool: Sendable {
  /// The pool of the process.
  static let shared = PROJPool(count: ProcessInfo.processInfo.activeProcessorCount)

  private final class Slot: Sendable {
    let session = Mutex(PROJSession())
  }

  private let slots: [Slot]
  private let next = Atomic(0)

  init(count: Int) {
    slots = (0..<max(1, count)).map { _ in Slot() }
  }

  /// Runs `body` with a session that no other thread uses meanwhile; slot 0 is preferred, since it
  /// has made most operations already.
  func withSession<Answer: Sendable>(
    _ body: (inout PROJSession) throws(GeometryError) -> Answer
  ) throws(GeometryError) -> Answer {
    for slot in slots {
      let answer = try slot.session.withLockIfAvailable {
        (session) throws(GeometryError) in try body(&session)
      }
      if let answer { return answer }
    }
    let turn = UInt(bitPattern: next.wrappingAdd(1, ordering: .relaxed).newValue)
    return try slots[Int(turn % UInt(slots.count))].session.withLock {
      (session) throws(GeometryError) in try body(&session)
    }
  }
}
