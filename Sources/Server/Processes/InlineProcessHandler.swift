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
  /// A request whose body is awaited.
  struct Visit {
    let request: HTTPRequest
    let start: UInt64
    fileprivate let brief: Brief
    var body = ByteBuffer()
  }

  fileprivate struct Brief: Sendable {
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

  /// What `request` begins where it may be answered here; `nil` for all others.
  func visit(_ request: HTTPRequest) -> Visit? {
    guard request.method == .post, let path = request.path, let brief = briefs[path],
      Self.isPlain(request.headerFields), (try? access.check(request)) != nil
    else { return nil }
    return Visit(request: request, start: ClientConnection.now, brief: brief)
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

  /// The whole answer to a request whose body is there; `nil` where it has to go the way of all.
  func answer(_ visit: Visit) -> PreparedResponse? {
    let (offered, process) = (visit.brief.offered, visit.brief.process)
    var answer: PreparedResponse
    do {
      guard let request = try ExecuteRequest(atOnce: Array(buffer: visit.body), for: offered),
        process.isBrief(request.inputs)
      else { return nil }
      answer = request.form.answer(try process.answer(request.inputs), of: offered)
    } catch {
      answer = HTTPProblem(ofProcess: error).readyAnswer(to: visit.request.headerFields)
    }
    if access.isForAll(visit.request) { CrossOrigin.open(&answer.headers) }
    answer.headers.append(HTTPField(name: .date, value: clock.now()))
    answer.headers.append(HTTPField(name: .server, value: serverName))
    observer.note(
      visit.request, since: visit.start, route: ProcessRoutes.executionPath,
      status: answer.status, bytes: answer.body.readableBytes, id: "\(RequestID())")
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
