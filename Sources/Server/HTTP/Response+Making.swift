import HTTPTypes
import Hummingbird
import SimpleFeatures

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
}
