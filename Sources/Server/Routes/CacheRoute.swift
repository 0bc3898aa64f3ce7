import HTTPTypes
import Hummingbird

/// `DELETE /cache`: drops the tiles that are kept ready.
struct CacheRoute {
  let cache: TileCacheFigures?

  var route: Route {
    Route(
      method: .delete, needsToken: true, path: "/cache", operation: "deleteCache",
      summary: "Drops the tiles that are kept ready", tag: "Operation", formats: [.json]
    ) { _ in
      cache?.clear()
      return Response(status: .noContent)
    }
  }
}
