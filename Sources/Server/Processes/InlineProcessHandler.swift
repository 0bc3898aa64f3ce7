import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import Simulation

/// Answers requests to execute brief processes as soon as they are there: on the connection's own
/// thread, before a task is woken or a route is looked up.
///
/// Whatever is not plain goes the way of all requests: jobs, references, inputs that are not
/// brief, large bodies.
struct InlineProcessHandler: Sendable {
  private struct Brief: Sendable {
    let offered: OfferedProcess
    let process: any BriefProcess
  }

  /// Brief processes by the paths where they are executed.
  private let briefs: [String: Brief]
  private let access: AccessCheck
  private let observer: RequestObserver
  private let serverName: String
  private let clock = HTTPClock()

  /// The longest body, in bytes, that is taken here.
  private static let mostBytes = 64 << 10

  init(
    executor: ProcessExecutor, access: AccessCheck, observer: RequestObserver, serverName: String
  ) {
    self.access = access
    self.observer = observer
    self.serverName = serverName
    let pairs = executor.all.compactMap { offered in
      (offered.process as? any BriefProcess).map { process in
        (
          ProcessRoutes.executionPath.replacing("{processId}", with: offered.id),
          Brief(offered: offered, process: process)
        )
      }
    }
    briefs = Dictionary(uniqueKeysWithValues: pairs)
  }

  /// Whether a request brings a small body of JSON, asks for nothing else and keeps its connection.
  private static func isPlain(_ headers: HTTPFields) -> Bool {
    guard let length = headers[.contentLength].flatMap({ Int($0) }), length <= mostBytes else {
      return false
    }
    return headers.bringsJSON && headers[.transferEncoding] == nil && headers[.expect] == nil
      && headers[HTTPFields.prefer] == nil
      && ["keep-alive", nil].contains(headers[.connection]?.lowercased())
  }

  /// The whole answer to a request; `nil` where it has to go the way of all.
  func answer(
    _ request: HTTPRequest, _ body: ByteBuffer, from client: String
  ) -> PreparedResponse? {
    let start = ClientConnection.now
    guard request.method == .post, let path = request.path, let brief = briefs[path],
      Self.isPlain(request.headerFields), (try? access.check(request)) != nil
    else { return nil }
    let (offered, process) = (brief.offered, brief.process)
    var answer: PreparedResponse
    do {
      guard let execution = try ExecuteRequest(atOnce: Array(buffer: body), for: offered),
        process.isBrief(execution.inputs)
      else { return nil }
      answer = execution.form.answer(try process.answer(execution.inputs), of: offered)
    } catch {
      answer = HTTPProblem(ofProcess: error, offered.id).readyAnswer(to: request.headerFields)
    }
    access.complete(&answer.headers, for: request)
    answer.headers.append(HTTPField(name: .date, value: clock.now()))
    answer.headers.append(HTTPField(name: .server, value: serverName))
    observer.note(
      request, since: start, route: ProcessRoutes.executionPath,
      status: answer.status, bytes: answer.body.readableBytes,
      client: client, id: "\(RequestID())")
    return answer
  }
}

extension HTTPProblem {
  /// The problem as an answer that is at hand.
  fileprivate func readyAnswer(to request: HTTPFields) -> PreparedResponse {
    var (headers, bytes) = document(in: Language(request))
    let body = ByteBuffer(bytes: bytes)
    headers[.contentLength] = "\(body.readableBytes)"
    return PreparedResponse(status: status, headers: headers, body: body)
  }
}
