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
    _ gzippedBytes: [UInt8], type: String, for inquiry: Inquiry, headers: HTTPFields = [:]
  ) throws -> Response {
    var headers = headers
    headers[.vary] = "Accept-Encoding"
    guard inquiry.takesGzip else {
      return .bytes(try Gzip.decompress(gzippedBytes), type: type, headers: headers)
    }
    headers[.contentEncoding] = "gzip"
    return .bytes(gzippedBytes, type: type, headers: headers)
  }
}
