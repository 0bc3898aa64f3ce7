import HTTPTypes

/// What changes whenever a tile, or what is kept like one, may; and what HTTP says of it.
///
/// Made once, sent often.
struct TileVersion: Sendable {
  /// The heart of the ETag.
  let text: String
  private let plain: Encoding
  private let gzipped: Encoding

  /// The tile as it is, or gzipped: two representations of it, so two tags.
  private struct Encoding: Sendable {
    let tag: String
    let headers: HTTPFields

    init(tag: String, _ cacheControl: String) {
      self.tag = tag
      headers = [.eTag: tag, .cacheControl: cacheControl, .vary: "Accept-Encoding"]
    }
  }

  /// - Parameter cacheControl: How long clients need not ask; by default they ask every time.
  init(_ text: String, cacheControl: String = "no-cache") {
    self.text = text
    plain = Encoding(tag: "\"\(text)\"", cacheControl)
    gzipped = Encoding(tag: "\"\(text)-gzip\"", cacheControl)
  }

  func headers(isGzipped: Bool) -> HTTPFields { (isGzipped ? gzipped : plain).headers }

  /// 304 where the client has a tile of this version.
  func notModified(_ headers: HTTPFields) -> PreparedResponse? {
    guard let known = headers[.ifNoneMatch],
      let same = [gzipped, plain].first(where: { HTTPFields.lists(known, tag: $0.tag) })
    else { return nil }
    return PreparedResponse(status: .notModified, headers: same.headers)
  }
}
