import CGEOS
import SimpleFeatures

/// A GEOS context of its own, with what GEOS last complained about.
///
/// A context serves one thread at a time: a session lives in a mutex or in one closure and is
/// only borrowed from there.
@safe
struct GEOSSession: ~Copyable {
  /// The context handle that every `_r` function takes first.
  let context: OpaquePointer
  private let message: UnsafeMutablePointer<String>

  init() {
    unsafe message = .allocate(capacity: 1)
    unsafe message.initialize(to: "")
    unsafe context = GEOS_init_r()
    unsafe GEOSContext_setErrorMessageHandler_r(context, keepMessage, message)
    unsafe GEOSContext_setNoticeMessageHandler_r(context, ignoreMessage, nil)
  }

  deinit {
    unsafe GEOS_finish_r(context)
    unsafe message.deinitialize(count: 1)
    unsafe message.deallocate()
  }

  /// The last complaint of GEOS as an error about `operation`.
  borrowing func failure(_ operation: String) -> GeometryError {
    let reason = unsafe message.pointee
    unsafe message.pointee = ""
    return GeometryError(
      .operationFailed, "\(operation) failed: \(reason.isEmpty ? "no reason given" : reason)",
      hint: "repair the geometry first")
  }

  /// Takes over what a GEOS function returned; `nil` from GEOS becomes an error.
  borrowing func own(
    _ pointer: OpaquePointer?, from operation: String
  ) throws(GeometryError) -> GEOSOwned {
    guard let pointer = unsafe pointer else { throw failure(operation) }
    return unsafe GEOSOwned(pointer: pointer, context: context)
  }

  /// Reads the answer of a GEOS predicate: 0, 1 or 2 for "exception".
  borrowing func truth(_ answer: CChar, of operation: String) throws(GeometryError) -> Bool {
    guard answer == 0 || answer == 1 else { throw failure(operation) }
    return answer == 1
  }
}

/// A GEOS geometry that is destroyed with its owner; it must not outlive the session's closure.
@safe
struct GEOSOwned: ~Copyable {
  let pointer: OpaquePointer
  private let context: OpaquePointer

  init(pointer: OpaquePointer, context: OpaquePointer) {
    unsafe self.pointer = pointer
    unsafe self.context = context
  }

  deinit { unsafe GEOSGeom_destroy_r(context, pointer) }

  /// Hands the geometry to a GEOS function that takes ownership.
  consuming func release() -> OpaquePointer {
    let released = unsafe pointer
    discard self
    return unsafe released
  }
}

private func keepMessage(_ text: UnsafePointer<CChar>?, _ target: UnsafeMutableRawPointer?) {
  guard let text = unsafe text, let target = unsafe target else { return }
  let message = unsafe String(cString: text)
  unsafe target.assumingMemoryBound(to: String.self).pointee = message
}

private func ignoreMessage(_ text: UnsafePointer<CChar>?, _ target: UnsafeMutableRawPointer?) {}
