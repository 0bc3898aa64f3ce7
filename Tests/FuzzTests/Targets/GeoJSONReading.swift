import SimpleFeatures

/// All that the reader of GeoJSON says about one text.
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

  var features: [Feature] { entries.compactMap { try? $0.feature.get() } }

  var errors: [FormatError] {
    entries.compactMap { if case .failure(let error) = $0.feature { error } else { nil } }
      + (fault.map { [$0] } ?? [])
  }
}

extension Geometry {
  /// The geometry with every ring in the one of its two directions that comes first by its bits:
  /// what is left of a shape when the way that rings go round does not count.
  var undirected: Geometry {
    var copy = self
    copy.members = members.map(\.undirected)
    guard !partEnds.isEmpty else { return copy }
    for path in pathEnds.indices {
      let vertices = vertexRange(ofPath: path)
      let range = vertices.lowerBound * stride..<vertices.upperBound * stride
      let back = vertices.reversed().flatMap { ordinates[$0 * stride..<($0 + 1) * stride] }
      let bits = { (numbers: ArraySlice<Double>) in numbers.map(\.bitPattern) }
      if bits(back[...]).lexicographicallyPrecedes(bits(ordinates[range])) {
        copy.ordinates.replaceSubrange(range, with: back)
      }
    }
    return copy
  }
}
