import HTTPTypes
import Hummingbird
import NIOCore
import SimpleFeatures
import Simulation

/// The changes of a job as server-sent events; an event's id is the number of changes so far.
///
/// A client that comes back with that number as `Last-Event-ID` gets what it has not seen. A line
/// without meaning goes out now and then, so that nobody takes a slow job for a lost connection.
struct JobEvents {
  let changes: AsyncStream<JobStatus>
  let base: String
  let executor: ProcessExecutor

  /// Seconds between two lines without meaning.
  private static let beatSeconds = 15.0

  /// - Throws: ``HTTPProblem`` 503 where too many listen.
  func response() throws(HTTPProblem) -> Response {
    let place = try executor.listen()
    let connection = ClientConnection.current
    let body = ResponseBody { writer in
      defer { withExtendedLifetime(place) {} }
      let (beating, end) = beating()
      connection?.beginStream(end)
      // A proxy must not wait for more, a browser comes back after two seconds.
      try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
      for await change in beating {
        let text = change.map(event) ?? ":\n\n"
        try await writer.write(ByteBuffer(string: text))
        // The answer leaves as long as the job goes on.
        connection?.enter(.answering, seconds: executor.limits.answerSeconds)
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: Format.events.mediaType, .cacheControl: "no-store",
        HTTPField.Name("X-Accel-Buffering")!: "no",
      ], body: body)
  }

  private func event(_ status: JobStatus) -> String {
    "event: status\nid: \(status.changeCount)\n"
      + "data: \(ProcessDocuments.job(status, base: base).text)\n\n"
  }

  /// The changes, and `nil` where none came for a while; and what ends them.
  private func beating() -> (AsyncStream<JobStatus?>, end: @Sendable () -> Void) {
    let (stream, out) = AsyncStream.makeStream(
      of: JobStatus?.self, bufferingPolicy: .bufferingNewest(16))
    let changes = changes
    let follower = Task {
      for await change in changes { out.yield(change) }
      out.finish()
    }
    let clock = Task {
      while (try? await Task.sleep(for: .seconds(Self.beatSeconds))) != nil { out.yield(nil) }
    }
    out.onTermination = { _ in
      follower.cancel()
      clock.cancel()
    }
    return (stream, { out.finish() })
  }
}
