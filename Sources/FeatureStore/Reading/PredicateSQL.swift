import CityFile
import SimpleFeatures

/// A predicate as a condition of SQL on the rows `t` of a table, and what its parameters are.
struct PredicateSQL: Hashable {
  /// A parameter.
  private enum Parameter: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// By its bytes, as SQLite compares.
    case text(ExactText)
    case blob([UInt8])
  }

  /// The condition; true of every row where the predicate is.
  private(set) var text = ""
  private var parameters: [Parameter] = []

  /// - Parameter source: Whose R-tree finds what meets an area; `nil` for rows that are looked at
  ///   one by one, where an index would only cost.
  init(_ predicate: FeaturePredicate, on source: RowSource? = nil) {
    text = write(predicate, source)
  }

  private mutating func write(_ predicate: FeaturePredicate, _ source: RowSource?) -> String {
    switch predicate {
    case .all(let terms): return join(terms, " AND ", ofNone: "1", source)
    case .any(let terms): return join(terms, " OR ", ofNone: "0", source)
    case .equals(let property):
      add(property.value)
      return "t.\"\(property.name)\" IS ?"
    case .intersects(let area): return source.map { found(area, $0) } ?? met(area)
    }
  }

  private mutating func join(
    _ terms: [FeaturePredicate], _ word: String, ofNone: String, _ source: RowSource?
  ) -> String {
    if terms.isEmpty { return ofNone }
    return "(" + terms.map { write($0, source) }.joined(separator: word) + ")"
  }

  private mutating func met(_ area: QueryArea) -> String {
    add(area.geometry)
    return "ST_Intersects(t.geom, ?)"
  }

  /// What the R-tree finds.
  ///
  /// It holds boxes rounded outwards to 32-bit floats. So a feature whose R-tree box lies
  /// inside the area certainly meets it; the others are tested exactly.
  private mutating func found(_ area: QueryArea, _ source: RowSource) -> String {
    let (row, entry) = source.key
    let seen = source.indexConditions.map { " AND " + $0 }.joined()
    add(area.bounds)
    add(area.inside)
    add(area.geometry)
    return """
      t.\(row) IN (SELECT \(entry) FROM \(source.index) i
        WHERE xmax >= ? AND ymax >= ? AND xmin <= ? AND ymin <= ?\(seen)
        AND ((xmin >= ? AND ymin >= ? AND xmax <= ? AND ymax <= ?) OR
          (SELECT ST_Intersects(geom, ?) FROM \(source.table) g WHERE g.\(row) = i.\(entry))))
      """
  }

  private mutating func add(_ value: PropertyValue) {
    switch value {
    case .null: parameters.append(.null)
    case .boolean(let flag): parameters.append(.integer(flag ? 1 : 0))
    case .integer(let number): parameters.append(.integer(number))
    case .real(let number): parameters.append(.real(number))
    case .text(let text), .json(let text): parameters.append(.text(ExactText(text)))
    }
  }

  private mutating func add(_ box: Envelope) {
    parameters += [box.minX, box.minY, box.maxX, box.maxY].map { .real($0) }
  }

  private mutating func add(_ geometry: Geometry) {
    parameters.append(.blob(SpatiaLiteBlob.encode(geometry)))
  }

  /// Binds the parameters from `first` on; answers the next.
  func bind(to statement: RowStatement, from first: Int) -> Int {
    for (index, parameter) in parameters.enumerated() {
      switch parameter {
      case .null: statement.bind(first + index, PropertyValue.null)
      case .integer(let number): statement.bind(first + index, number)
      case .real(let number): statement.bind(first + index, number)
      case .text(let text): statement.bind(first + index, text.text)
      case .blob(let bytes): statement.bind(first + index, blob: bytes)
      }
    }
    return first + parameters.count
  }
}
