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

  /// A large document, gzipped where the client takes that.
  static func json(
    _ value: JSONValue, _ format: Format = .json, gzippedFor client: HTTPFields
  ) -> Response {
    var headers: HTTPFields = [.vary: "Accept-Encoding, Accept-Language"]
    var body = value.bytes
    if client.takesGzip {
      body = Gzip.compress(body)
      headers[.contentEncoding] = "gzip"
    }
    return bytes(body, type: format.mediaType, headers: headers)
  }
}
