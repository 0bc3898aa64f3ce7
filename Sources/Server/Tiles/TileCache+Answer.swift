import HTTPTypes
import NIOCore
import SimpleFeatures
import VectorTiles

extension TileCache.Tile {
  /// A file that is kept like a tile: gzipped, with the fingerprint of its bytes as its version.
  init(file bytes: [UInt8], type: String, cacheControl: String = "no-cache") {
    self.init(
      version: TileVersion(Fingerprint.text(of: bytes), cacheControl: cacheControl),
      mediaType: type, body: ByteBuffer(bytes: Gzip.compress(bytes)), isGzipped: true, commit: 0)
  }

  /// The tile as it is sent to a client: gzipped where it takes gzip, 304 where it has the tile,
  /// 204 where there is nothing to show.
  func answer(to headers: HTTPFields) throws -> PreparedResponse {
    if let unchanged = version.notModified(headers) { return unchanged }
    let takesGzip = headers.takesGzip
    let answer = version.headers(isGzipped: isGzipped && takesGzip)
    guard body.readableBytes > 0 else {
      return PreparedResponse(status: .noContent, headers: answer)
    }
    return try PreparedResponse(
      kept: body, isGzipped: isGzipped, type: mediaType, takesGzip: takesGzip, headers: answer)
  }
}
