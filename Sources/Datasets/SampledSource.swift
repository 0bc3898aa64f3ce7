import SimpleFeatures

/// A source whose first records can be looked at before they are read.
package final class SampledSource: RecordSource {
  /// The first records, as far as memory allows; none are left out of ``next()``.
  package private(set) var sample: [SourceRecord] = []
  private let source: any RecordSource
  private var served = 0
  private var isAtEnd = false
  private static let maximumRecords = 200
  private static let maximumBytes = 8 << 20

  package init(_ source: any RecordSource) { self.source = source }

  /// Reads the sample.
  package func fill() throws {
    var bytes = 0
    while sample.count < Self.maximumRecords, bytes < Self.maximumBytes, !isAtEnd {
      guard let record = try source.next() else {
        isAtEnd = true
        break
      }
      bytes += Self.weight(of: record)
      sample.append(record)
    }
  }

  package func next() throws -> SourceRecord? {
    if served < sample.count {
      served += 1
      return sample[served - 1]
    }
    sample = []
    served = 0
    return isAtEnd ? nil : try source.next()
  }

  package var declaredCRS: DeclaredCRS { get throws { try source.declaredCRS } }

  package var extent: ReadExtent { source.extent }

  package var remarks: [String] { source.remarks }

  package var problems: [RecordDiagnostic] { source.problems }

  private static func weight(of record: SourceRecord) -> Int {
    guard case .success(let feature) = record.feature else { return 256 }
    return 256 + (feature.geometry?.ordinates.count ?? 0) * 8
      + feature.properties.reduce(0) { $0 + 32 + $1.value.weight }
  }
}
