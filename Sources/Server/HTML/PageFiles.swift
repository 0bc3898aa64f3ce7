import EmbeddedPages
import Hummingbird

/// The files of all pages, the map page's too: style sheets, the icon, and modules below `/map/`.
enum PageFiles {
  private static let all: [(path: String, type: String, bytes: [UInt8])] =
    EmbeddedPages.files.sorted { $0.key < $1.key }
    .compactMap { name, bytes in
      if name.hasSuffix(".js") {
        ("/map/" + name, "text/javascript; charset=utf-8", bytes)
      } else if name.hasSuffix(".css") {
        ((name.hasPrefix("map") ? "/map/" : "/") + name, "text/css; charset=utf-8", bytes)
      } else if name.hasSuffix(".svg") {
        ("/" + name, "image/svg+xml", bytes)
      } else {
        // Pages and templates are answered by routes of their own.
        nil
      }
    }

  /// Whether `path` is one of them, which hold nothing of a city.
  static func has(_ path: String) -> Bool { all.contains { $0.path == path } }

  static func add(to router: Router<BasicRequestContext>) {
    for file in all {
      let kept = TileCache.Tile(file: file.bytes, type: file.type)
      router.get(RouterPath(file.path)) { request, _ in
        try kept.answer(to: request.headers).response
      }
      router.refuseOthers(at: RouterPath(file.path))
    }
  }
}
