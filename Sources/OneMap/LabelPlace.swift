package import Catalog
import SimpleFeatures

extension LayerDefinition {
  /// Whether ``labelElsewhere`` may stand in its tiles: it labels polygons.
  var isLabelledOnce: Bool { geometry == .polygon && style.label != nil }

  /// The property of a part of a polygon whose label belongs into another tile, so that a map that
  /// places labels tile by tile shows each once.
  static let labelElsewhere = "label_elsewhere"

  /// What features of the layer may have in tiles, and of what type.
  package var tileFields: [(name: String, type: FieldType)] {
    [("id", .text)] + fields.map { ($0.name, $0.type) }
      + (isLabelledOnce ? [(Self.labelElsewhere, .boolean)] : [])
  }

  /// A layer of tiles, as documents about them describe it.
  package struct TileLayer {
    package var id: String
    package var title: LocalisedText
    package var geometry: GeometryType
    package var firstZoom: Int
    /// `nil` where deeper tiles have it too.
    package var lastZoom: Int?
    package var fields: [(name: String, type: FieldType)]
  }

  /// What its tiles hold: its features, and from afar its lines joined by their names.
  package var tileLayers: [TileLayer] {
    let features = TileLayer(
      id: id, title: title, geometry: geometry, firstZoom: tiles.minimumZoom, lastZoom: nil,
      fields: tileFields)
    guard let joinedLines, let zooms = joinedZooms else { return [features] }
    let names = [style.label, style.categories?.field]
    let joined = TileLayer(
      id: joinedLines, title: LocalisedText(zh: title.zh + "名称", en: title.en + ", names"),
      geometry: .line, firstZoom: zooms.lowerBound, lastZoom: zooms.upperBound,
      fields: fields.filter { names.contains($0.name) }.map { ($0.name, $0.type) })
    return [features, joined]
  }
}

extension Geometry {
  /// Whether the label of a polygon belongs into a tile: every polygon is labelled in one tile of
  /// each level.
  ///
  /// - Parameter box: The tile without its buffer.
  func isLabelled(in box: Envelope) -> Bool {
    let own = envelope
    if own.minX >= box.minX, own.minY >= box.minY, own.maxX < box.maxX, own.maxY < box.maxY {
      return true
    }
    guard let place = labelPlace else { return true }
    return place.x >= box.minX && place.y >= box.minY && place.x < box.maxX && place.y < box.maxY
  }

  /// The middle of the widest stretch of the largest polygon, halfway up; `nil` where there is no
  /// polygon.
  ///
  /// - Complexity: O(*n* log *n*) for *n* vertices, linear for most shapes.
  var labelPlace: (x: Double, y: Double)? {
    let parts = [self].flatMap { $0.members.isEmpty ? [$0] : $0.members }
    var largest: (area: Double, geometry: Geometry, paths: Range<Int>)?
    for geometry in parts {
      for part in geometry.partEnds.indices {
        let paths = geometry.pathRange(ofPart: part)
        guard let shell = paths.first else { continue }
        let area = geometry.area(ofPath: shell)
        if area > largest?.area ?? -1 { largest = (area, geometry, paths) }
      }
    }
    return largest.flatMap { $0.geometry.middle(ofPart: $0.paths) }
  }

  private func area(ofPath path: Int) -> Double {
    let range = vertexRange(ofPath: path)
    guard let first = range.first else { return 0 }
    let (x0, y0) = (ordinates[first * stride], ordinates[first * stride + 1])
    var twice = 0.0
    for vertex in range.dropLast() {
      let (a, b) = (vertex * stride, (vertex + 1) * stride)
      twice += (ordinates[a] - x0) * (ordinates[b + 1] - y0)
      twice -= (ordinates[b] - x0) * (ordinates[a + 1] - y0)
    }
    return abs(twice) / 2
  }

  private func middle(ofPart paths: Range<Int>) -> (x: Double, y: Double)? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for vertex in vertexRange(ofPath: paths.lowerBound) {
      low = min(low, ordinates[vertex * stride + 1])
      high = max(high, ordinates[vertex * stride + 1])
    }
    let y = (low + high) / 2
    var crossings: [Double] = []
    for path in paths {
      for vertex in vertexRange(ofPath: path).dropLast() {
        let (a, b) = (vertex * stride, (vertex + 1) * stride)
        let (ay, by) = (ordinates[a + 1], ordinates[b + 1])
        guard (ay > y) != (by > y) else { continue }
        crossings.append(ordinates[a] + (y - ay) / (by - ay) * (ordinates[b] - ordinates[a]))
      }
    }
    crossings.sort()
    var widest: (west: Double, east: Double)?
    for i in Swift.stride(from: 0, to: crossings.count - 1, by: 2) {
      let stretch = (west: crossings[i], east: crossings[i + 1])
      if let known = widest, known.east - known.west >= stretch.east - stretch.west { continue }
      widest = stretch
    }
    return widest.map { (($0.west + $0.east) / 2, y) }
  }
}
