import HTTPTypes
import Hummingbird

/// An answer whose body is at hand as a whole.
struct ReadyAnswer {
  var status: HTTPResponse.Status
  var headers: HTTPFields
  var body = ByteBuffer()

  var response: Response {
    Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}
