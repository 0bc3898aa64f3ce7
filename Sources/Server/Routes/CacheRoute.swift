import HTTPTypes
import Hummingbird

/// `DELETE /cache`: drops the tiles that are kept ready.
struct CacheRoute {
  let cache: TileCache

  var route: Route {
    Route(
      method: .delete, needsToken: true, isBrief: true, path: "/cache", operation: "deleteCache",
      summary: "Drops the tiles that are kept ready", tag: "Operation", formats: [.json]
    ) { _ in
      cache.removeAll()
      return Response(status: .noContent)
    }
  }
}
