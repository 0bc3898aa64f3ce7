internal import CRsvg

/// A glyph of the icon folder, as SVG that librsvg could read.
package struct Icon: Equatable, Sendable {
  /// The file's text.
  package let svg: [UInt8]

  /// The icon that a file holds; `nil` for what is not SVG.
  package init?(svg: [UInt8]) {
    self.svg = svg
    guard unsafe withHandle({ _ in true }) else { return nil }
  }

  /// Runs `body` with the icon, read; `false` where it cannot be read.
  func withHandle(_ body: (OpaquePointer) -> Bool) -> Bool {
    unsafe svg.withUnsafeBufferPointer { bytes in
      guard
        let handle = unsafe rsvg_handle_new_from_data(bytes.baseAddress, bytes.count, nil)
      else { return false }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }
      return unsafe body(handle)
    }
  }
}
