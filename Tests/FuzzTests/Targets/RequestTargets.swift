import Catalog
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import SimpleFeatures
import VectorTiles

@testable import Server

/// Requests: understood, or refused as the client's fault.
extension FuzzTarget {
  static let http = FuzzTarget(
    "http",
    words: [
      "GET ", "POST ", "HEAD ", "OPTIONS ", " HTTP/1.1\r\n", " HTTP/1.0\r\n", "\r\n", "\r\n\r\n",
      "\n", "Host: ", "Host: 127.0.0.1\r\n", "Content-Length: ", "Transfer-Encoding: chunked\r\n",
      "0\r\n\r\n", "5\r\nhello\r\n", "Connection: close\r\n", "Accept: ", "q=0.5", "*/*", "%",
      "%00",
      "%FF", "?", "&", "=", "+", "//", "..", ";", "\t", "Origin: ", "Sec-Fetch-Site: cross-site",
    ]
  ) {
    let access = AccessPolicy(
      host: "127.0.0.1", allowedOrigins: ["https://gis.example"],
      token: AccessToken("0123456789abcdef0123456789abcdef")!, tokenPlace: nil, isClosed: true
    ).check
    let route = anyRoute("/collections")
    return { bytes in
      let whole = heads(bytes, pieceBytes: max(bytes.count, 1))
      // Not each time, which would take twice as long.
      let pieceBytes = 1 + bytes.count % 7
      if pieceBytes < 4, heads(bytes, pieceBytes: pieceBytes) != whole {
        return "in pieces other heads"
      }
      for head in whole {
        if let fault = problemFault({ () throws(HTTPProblem) in try access.check(head) }) {
          return fault
        }
        if let fault = problemFault({ () throws(HTTPProblem) in
          _ = try APIRequest(Request(head: head, body: noBody), [:], for: route)
        }) {
          return fault
        }
        var fields = HTTPFields()
        access.complete(&fields, for: head)
      }
      return nil
    }
  }

  static let tilePath = FuzzTarget(
    "tile-path",
    words: [
      "/tiles/", "/collections/", "WebMercatorQuad", "WorldCRS84Quad", "/0/0/0", "-1", "%2F", "%00",
      "%E6", "9223372036854775807", "+", "?f=mvt", "?f=png", "&commit=", "datetime=", "/",
    ], longestBytes: 512
  ) {
    let route = Route(
      path: "/tiles", operation: "", summary: "", tag: "", formats: [.mvt, .png],
      parameters: ViewParameters.parameters, answer: { _ in Response(status: .ok) })
    return { bytes in
      guard let request = request(bytes) else { return nil }
      let target = request.path ?? ""
      _ = TileRoutes.template(of: target)
      let parts = target.prefix { $0 != "?" }.split(separator: "/").suffix(4)
      guard parts.count == 4 else { return nil }
      let names: [Substring] = ["tileMatrixSetId", "tileMatrix", "tileRow", "tileCol"]
      let parameters = Parameters(zip(names, parts).map { ($0, $1) })
      return thrownFault {
        let asked = try APIRequest(Request(head: request, body: noBody), parameters, for: route)
        guard let set = TileMatrixSet.named(try asked.parameter("tileMatrixSetId")) else { return }
        let tile = try TileRoutes.coordinate(asked, in: set)
        _ = try ViewParameters.mapVersion(asked, ScenarioFolder(""))
        precondition(tile.zoom >= 0 && tile.row >= 0 && tile.column >= 0)
      }
    }
  }

  static let parameters = FuzzTarget(
    "parameters",
    words: [
      "limit=", "bbox=", "&", "=", ",", "114.2,30.4,114.5,30.7", "180", "-180", "1e309", "nan",
      "bbox-crs=http://www.opengis.net/def/crs/EPSG/0/4547", "crs=", "after=", "commit=",
      "datetime=2026-01-01T00:00:00Z", "datetime=../2026-01-01", "..", "scenario=", "f=json",
      "f=html", "pressure=", "outlets=", "built=", "seen=", "works=true", "kind=ground", "%", "+",
      "%00", "9223372036854775808", "%E4%B8%80", "T24:00:00+08:00", "2024-02-30",
    ], longestBytes: 1024
  ) {
    let layer = try pointLayer()
    let route = anyRoute("/collections/hydrant/items")
    return { bytes in
      guard let request = request(Array("/items?".utf8) + bytes) else { return nil }
      return thrownFault {
        let asked = try APIRequest(Request(head: request, body: noBody), [:], for: route)
        _ = try ItemParameters.query(asked, on: layer, .all)
        _ = try ViewParameters.mapVersion(asked, ScenarioFolder(""))
      }
    }
  }

  private static let noBody = RequestBody(buffer: ByteBuffer())

  private static func anyRoute(_ path: String) -> Route {
    Route(
      path: path, operation: "", summary: "", tag: "", formats: [.geojson, .html],
      takesFieldNames: true, answer: { _ in Response(status: .ok) })
  }

  /// A request for what the bytes name; `nil` where no decoder would let it through.
  private static func request(_ bytes: [UInt8]) -> HTTPRequest? {
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return HTTPRequest(
      method: .get, scheme: "http", authority: "127.0.0.1:8080",
      path: String(decoding: bytes, as: UTF8.self))
  }

  /// The heads that the server's decoder makes of bytes that come in pieces.
  private static func heads(_ bytes: [UInt8], pieceBytes: Int) -> [HTTPRequest] {
    let channel = EmbeddedChannel()
    let limits = Limits()
    var decoding = NIOHTTPDecoderLimitConfiguration()
    decoding.maxHeaderFieldSize = limits.headerBytes
    decoding.maxHeaderListSize = limits.headerBytes
    decoding.maxHeaderFieldCount = limits.headerCount
    var heads: [HTTPRequest] = []
    do {
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false,
        withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: decoding)
      try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
        let piece = bytes[start..<min(start + pieceBytes, bytes.count)]
        try channel.writeInbound(ByteBuffer(bytes: piece))
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
          if case .head(let head) = part { heads.append(head) }
        }
      }
    } catch {
      // No HTTP from here on; what came before counts.
      while let part = try? channel.readInbound(as: HTTPRequestPart.self) {
        if case .head(let head) = part { heads.append(head) }
      }
    }
    _ = try? channel.finish(acceptAlreadyClosed: true)
    return heads
  }

  private static func problemFault(_ body: () throws(HTTPProblem) -> Void) -> String? {
    do throws(HTTPProblem) {
      try body()
      return nil
    } catch {
      guard error.status.kind == .clientError else { return "status \(error.status)" }
      let bytes = error.detail.utf8.count + (error.hint?.utf8.count ?? 0)
      return bytes > 20_000 ? "a problem of \(bytes) bytes" : nil
    }
  }

  private static func thrownFault(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return problemFault { () throws(HTTPProblem) in throw HTTPProblem(error) }
    }
  }
}
