import HTTPTypes
import Hummingbird
import VectorTiles

extension TileCache.Tile {
  /// The tile as it is sent to a client: gzipped where it takes gzip, 304 where it has the tile,
  /// 204 where there is nothing to show.
  func answer(to headers: HTTPFields) throws -> ReadyAnswer {
    if let unchanged = version.notModified(headers) { return unchanged }
    let sendsGzip = isGzipped && headers.takesGzip
    var answer = version.headers(isGzipped: sendsGzip)
    guard body.readableBytes > 0 else { return ReadyAnswer(status: .noContent, headers: answer) }
    let sent = isGzipped && !sendsGzip ? ByteBuffer(bytes: try Gzip.decompress(body)) : body
    answer.append(HTTPField(name: .contentType, value: mediaType))
    answer.append(HTTPField(name: .contentLength, value: "\(sent.readableBytes)"))
    if sendsGzip { answer.append(HTTPField(name: .contentEncoding, value: "gzip")) }
    return ReadyAnswer(status: .ok, headers: answer, body: sent)
  }
}
