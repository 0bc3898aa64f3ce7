import SimpleFeatures

/// All that the reader says about one text.
struct Reading: Equatable {
  struct Entry: Equatable {
    var number: Int
    var position: TextPosition
    var feature: Result<Feature, FormatError>
  }

  var entries: [Entry] = []
  /// What ended the reading before the end of the text.
  var fault: FormatError?
  var declaredCRS: String?

  init(_ bytes: some Sequence<UInt8>, chunkBytes: Int = 1 << 18) {
    let bytes = Array(bytes)
    var offset = 0
    var reader = GeoJSONReader { () throws(FormatError) in
      let chunk = Array(bytes[offset..<min(offset + chunkBytes, bytes.count)])
      offset += chunk.count
      return chunk
    }
    do throws(FormatError) {
      while let record = try reader.next() {
        entries.append(
          Entry(number: record.number, position: record.position, feature: record.feature))
        // A reader that stands still would go on for ever.
        precondition(entries.count <= bytes.count, "more records than bytes")
      }
    } catch {
      fault = error
    }
    declaredCRS = reader.declaredCRS
  }

  init(_ text: String, chunkBytes: Int = 1 << 18) {
    self.init(text.utf8, chunkBytes: chunkBytes)
  }

  var features: [Feature] { entries.compactMap { try? $0.feature.get() } }
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
