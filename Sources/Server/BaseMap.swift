package import Catalog

/// A map of another server that the map page may draw below the city's own layers.
package struct BaseMap: Sendable {
  let id: String
  let title: LocalisedText
  let theme: Theme
  let attribution: LocalisedText
  /// The address of a tile with `{z}`, `{y}` and `{x}` in it, the person's token included.
  let template: String
  let minimumZoom: Int
  let maximumZoom: Int

  /// Scheme, host and port of the server, as a content security policy names them.
  var origin: String? {
    let parts = template.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[1].isEmpty, ["http:", "https:"].contains(parts[0]) else {
      return nil
    }
    let host = parts[2].prefix { $0 != "?" && $0 != "#" }
    let isPlain = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") }
    return isPlain && !host.isEmpty ? "\(parts[0])//\(host)" : nil
  }

  /// The base map that a layer file of `kind: remote-wmts` turns on.
  ///
  /// - Parameter environment: Where the person's access token is.
  /// - Returns: `nil` for other layers and for maps that are turned off.
  /// - Throws: ``Unusable`` for a map that is turned on and cannot be drawn.
  package init?(
    _ layer: LayerDefinition, environment: [String: String]
  ) throws(Unusable) {
    guard case .remoteMap(let map) = layer.content, map.isEnabled else { return nil }
    guard map.grid == .webMercatorQuad, map.levelOffset == 0 else {
      throw Unusable(
        message: "the base map \(layer.id) is turned on, but the map page draws WebMercatorQuad "
          + "with levels of the same numbers only")
    }
    let token = map.tokenVariable.flatMap { environment[$0] } ?? ""
    if let name = map.tokenVariable, token.isEmpty {
      throw Unusable(
        message: "the base map \(layer.id) is turned on, but \(name) is not set: "
          + "put your access token into that environment variable")
    }
    template =
      map.address(matrix: "{z}", row: "{y}", column: "{x}", token: token) ?? map.url
    id = layer.id
    title = layer.title
    theme = layer.theme
    attribution = map.attribution
    minimumZoom = layer.tiles.minimumZoom
    maximumZoom = layer.tiles.maximumZoom
    guard origin != nil else {
      throw Unusable(
        message: "the base map \(layer.id) is turned on, but its url is no http address")
    }
  }

  /// Why a base map that is turned on cannot be drawn.
  package struct Unusable: Error {
    package let message: String
  }
}
