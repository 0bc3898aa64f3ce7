import CEmbedded

/// The files of `Sources/Server/Pages` as they were when the program was built.
///
/// `Sources/CEmbedded/pages.c` lists them.
package enum EmbeddedPages {
  /// Each file by its name.
  package static let files: [String: [UInt8]] = Dictionary(
    uniqueKeysWithValues: (0..<yutu_page_count()).map { index in
      let bytes = unsafe UnsafeBufferPointer(
        start: yutu_page_bytes(index), count: yutu_page_size(index))
      return unsafe (String(cString: yutu_page_name(index)), Array(bytes))
    })

  /// A file that is surely there.
  package static func bytes(of name: String) -> [UInt8] {
    guard let bytes = files[name] else {
      preconditionFailure("Sources/CEmbedded/pages.c lacks \(name)")
    }
    return bytes
  }
}
