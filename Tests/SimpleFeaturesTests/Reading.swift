import SimpleFeatures

extension Reading {
  init(_ text: String, chunkBytes: Int = 1 << 18) {
    self.init(text.utf8, chunkBytes: chunkBytes)
  }

  var ids: [String] { features.map { $0.id ?? "-" } }
  var positions: [String] { entries.map(\.position.description) }

  /// The faults of records, `nil` for good ones.
  var recordFaults: [FormatError?] {
    entries.map {
      if case .failure(let error) = $0.feature { error } else { nil }
    }
  }
}

/// A point feature as text.
func point(_ id: String, _ x: String = "114.4", _ y: String = "30.5") -> String {
  """
  {"type":"Feature","id":"\(id)","geometry":{"type":"Point","coordinates":[\(x),\(y)]},\
  "properties":{"名称":"光谷"}}
  """
}

/// A feature with this text as its geometry.
func feature(_ id: String, geometry: String) -> String {
  "{\"type\":\"Feature\",\"id\":\"\(id)\",\"geometry\":\(geometry),\"properties\":null}"
}

func collection(_ features: [String]) -> String {
  "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
}
