import HTTPTypes
import Hummingbird
import SimpleFeatures
import VectorTiles

extension Response {
  static func bytes(_ bytes: [UInt8], type: String, headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.contentType] = type
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  static func json(_ value: JSONValue, _ format: Format = .json) -> Response {
    bytes(value.bytes, type: format.mediaType)
  }

  /// A body that is kept gzipped, sent as it is to clients that take gzip.
  static func gzipped(
    _ body: ByteBuffer, type: String, takesGzip: Bool, headers: HTTPFields = [:]
  ) throws -> Response {
    var headers = headers
    headers[.vary] = "Accept-Encoding"
    guard takesGzip else {
      return .bytes(try Gzip.decompress(body), type: type, headers: headers)
    }
    headers[.contentType] = type
    headers[.contentEncoding] = "gzip"
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension Gzip {
  /// The bytes that a gzip file holds.
  static func decompress(_ body: ByteBuffer) throws(FormatError) -> [UInt8] {
    try decompress(Array(body.readableBytesView))
  }
}
