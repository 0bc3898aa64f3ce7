import HTTPTypes
import Hummingbird

extension TileCache.Tile {
  /// The tile as it is sent to a client: gzipped where it takes gzip, 304 where it has the tile,
  /// 204 where there is nothing to show.
  func response(to headers: HTTPFields) throws -> Response {
    let takesGzip = isGzipped && headers.takesGzip
    if let unchanged = Self.notModified(version: version, headers) { return unchanged }
    var answer = Self.headers(version: version, isGzipped: takesGzip)
    guard body.readableBytes > 0 else { return Response(status: .noContent, headers: answer) }
    if isGzipped {
      return try .gzipped(body, type: mediaType, takesGzip: takesGzip, headers: answer)
    }
    answer[.contentType] = mediaType
    return Response(status: .ok, headers: answer, body: ResponseBody(byteBuffer: body))
  }

  /// 304 where the client has a tile of this version.
  static func notModified(version: String, _ headers: HTTPFields) -> Response? {
    guard let known = headers[.ifNoneMatch] else { return nil }
    for isGzipped in [true, false]
    where HTTPFields.lists(known, tag: tag(version, isGzipped: isGzipped)) {
      return Response(
        status: .notModified, headers: Self.headers(version: version, isGzipped: isGzipped))
    }
    return nil
  }

  private static func tag(_ version: String, isGzipped: Bool) -> String {
    isGzipped ? "\"\(version)-gzip\"" : "\"\(version)\""
  }

  private static func headers(version: String, isGzipped: Bool) -> HTTPFields {
    [
      .eTag: tag(version, isGzipped: isGzipped), .cacheControl: "no-cache",
      .vary: "Accept-Encoding",
    ]
  }
}
