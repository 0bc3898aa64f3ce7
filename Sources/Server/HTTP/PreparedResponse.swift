import HTTPTypes
import Hummingbird
import VectorTiles

/// An answer whose body is at hand as a whole.
struct PreparedResponse {
  var status: HTTPResponse.Status
  var headers: HTTPFields
  var body = ByteBuffer()

  var response: Response {
    Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension PreparedResponse {
  /// A body that is kept, gzipped or not, as a client takes it.
  ///
  /// - Parameters:
  ///   - takesGzip: Whether the client takes gzipped bodies.
  ///   - headers: Those that do not follow from the body.
  init(
    kept body: ByteBuffer, isGzipped: Bool, type: String, takesGzip: Bool, headers: HTTPFields
  ) throws {
    self.init(status: .ok, headers: headers, body: body)
    if isGzipped, !takesGzip {
      self.body = ByteBuffer(bytes: try Gzip.decompress(Array(body.readableBytesView)))
    }
    self.headers.append(HTTPField(name: .contentType, value: type))
    self.headers.append(HTTPField(name: .contentLength, value: "\(self.body.readableBytes)"))
    if isGzipped, takesGzip {
      self.headers.append(HTTPField(name: .contentEncoding, value: "gzip"))
    }
  }
}
