import Catalog
import CityFile
import FeatureStore
import HTTPTypes
import Hummingbird
import Logging
import Messages
import NIOCore
import SimpleFeatures
import Simulation

/// An error as people and programs get it over HTTP: `application/problem+json` (RFC 9457).
struct HTTPProblem: Error {
  var status: HTTPResponse.Status
  /// A stable name for the kind of fault, for programs.
  var code: String
  /// What was wrong with this request.
  var detail: String
  /// What to do about it.
  var hint: String?
  /// The hint in Chinese where the catalogue need not tell it.
  var chineseHint: String?
  /// Headers of the answer beside its type.
  private var moreHeaders: HTTPFields
  /// What a standard calls the kind of fault.
  private var type: Kind

  /// Kinds of faults that a standard has names for.
  enum Kind: String {
    case blank = "about:blank"
    case noSuchProcess =
      "http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0/no-such-process"
    case noSuchJob = "http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0/no-such-job"
    case resultNotReady =
      "http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0/result-not-ready"
  }

  init(
    _ status: HTTPResponse.Status, _ code: String, _ detail: String, hint: String? = nil,
    headers: HTTPFields = [:], type: Kind = .blank
  ) {
    self.type = type
    self.status = status
    self.code = code
    self.detail = detail
    self.hint = hint
    moreHeaders = headers
  }

  /// The problem that stands for any error of the layers below.
  init(_ error: any Error) {
    switch error {
    case let error as HTTPProblem: self = error
    case let error as StoreError where error.isAboutRequest:
      self.init(.notFound, error.code.rawValue, error.message, hint: error.hint)
    case let error as CatalogError:
      self.init(
        .unprocessableContent, "scenario-does-not-fit",
        "the scenario does not fit the city: "
          + error.firstOfEach.map(\.inFile).joined(separator: "; "),
        hint: "choose a commit that has the layers and features it edits, or correct its file")
    case let error as CityError: self.init(error)
    case let error as any HTTPResponseError:
      self.init(error.status, "http-\(error.status.code)", error.status.reasonPhrase)
    default:
      self.init(
        .internalServerError, "internal", "the server could not answer; its log says why",
        hint: "run yutu check on the city file")
    }
  }

  /// Where the city stands on this machine, and what is wrong with it, is for whoever runs the
  /// server: the log says it.
  init(_ error: CityError) {
    let (status, detail): (HTTPResponse.Status, String) =
      switch error.code {
      case .busy: (.serviceUnavailable, "another process is writing to the city file")
      case .moved: (.serviceUnavailable, "the city file was moved, replaced or written to")
      case .unwritable: (.internalServerError, "the city file cannot be written, or not be read")
      case .damaged, .notFound, .notACity, .newerVersion:
        (.internalServerError, "the city file is damaged, or no city any more")
      }
    self.init(
      status, error.code.rawValue, detail,
      hint: error.code == .busy ? "try again soon" : "the server's log says more")
  }

  /// Notes in the log what an answer does not tell its client.
  func log(_ cause: any Error, of what: String, _ logger: Logger) {
    guard status.code >= 500, !(cause is HTTPProblem), !(cause is ProcessError) else { return }
    let line = "\(what): \(cause)".harmless.replacing("\n", with: " ")
    logger.error("\(line)")
  }

  /// The same in English and Chinese, for a client whose language nobody knows.
  var inBothLanguages: HTTPProblem {
    guard let words = ProblemWords(self) else { return self }
    var problem = self
    problem.detail += " / " + words.detail
    if let hint = words.hint { problem.hint = problem.hint.map { "\($0) / \(hint)" } }
    return problem
  }

  /// The answer's headers and its body in JSON; English where there are no words in `language`.
  func document(in language: Language) -> (headers: HTTPFields, bytes: [UInt8]) {
    let words = language == .english ? nil : ProblemWords(self)
    var headers = moreHeaders
    headers[.contentType] = "application/problem+json"
    if words != nil { headers[.contentLanguage] = language.rawValue }
    return (headers, bytes(told: words))
  }

  /// The status in words; those made of a bare number have none of their own.
  private var title: String {
    if !status.reasonPhrase.isEmpty { return status.reasonPhrase }
    let known: [HTTPResponse.Status] = [
      .badRequest, .notFound, .unprocessableContent, .tooManyRequests, .internalServerError,
      .serviceUnavailable,
    ]
    return known.first { $0.code == status.code }?.reasonPhrase ?? "Error \(status.code)"
  }

  private func bytes(told words: ProblemWords?) -> [UInt8] {
    let head: [(String, JSONValue)] = [
      ("type", .string(type.rawValue)), ("status", .integer(status.code)), ("code", .string(code)),
    ]
    let english: [(String, JSONValue)] = [("detail", .string(detail)), ("hint", JSONValue(hint))]
    guard let words else {
      return JSONValue.object(head + [("title", .string(title))] + english).bytes
    }
    return JSONValue.object(
      head + [
        ("title", .string(words.title ?? title)),
        ("detail", .string(words.detail)), ("hint", JSONValue(words.hint)),
        ("english", .object(english)),
      ]
    ).bytes
  }

  /// Headers of the answer beside its type.
  var headers: HTTPFields { moreHeaders }

  /// What people read of it; English where there are no words in `language`.
  func words(in language: Language) -> (title: String, detail: String, hint: String?) {
    guard language != .english, let words = ProblemWords(self) else { return (title, detail, hint) }
    return (words.title ?? title, words.detail, words.hint)
  }

  /// The problem document as an answer.
  func response(in language: Language) -> Response {
    let (headers, bytes) = document(in: language)
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

extension CatalogError {
  /// What is wrong, each once, where it is first.
  fileprivate var firstOfEach: [Diagnostic] {
    diagnostics.enumerated().filter { index, one in
      !diagnostics[..<index].contains { $0.message == one.message }
    }.map(\.element)
  }
}

extension Diagnostic {
  /// What is wrong, and where, in a sentence of its own.
  fileprivate var inFile: String { "\(message) (\(withoutFolder.file), line \(line))" }
}

extension StoreError {
  /// Whether the request asked for what is not there, rather than the city being at fault.
  fileprivate var isAboutRequest: Bool {
    [.unknownLayer, .unknownCommit, .historyNotKept, .outsideTime].contains(code)
  }
}

/// Turns every error into a problem document or page, unknown paths included.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
  let pages: PageTemplates

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      if error is CancellationError { throw error }
      var problem = HTTPProblem(error)
      if (error as? any HTTPResponseError)?.status == .notFound {
        problem = HTTPProblem(
          .notFound, "unknown-path", "there is nothing at \(request.uri.path)",
          hint: "GET /api lists every path")
      }
      problem.log(error, of: "\(request.method) \(request.uri.path)", context.logger)
      return pages.response(problem, to: request.head)
    }
  }
}
