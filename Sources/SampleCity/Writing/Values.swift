import SimpleFeatures

extension PropertyValue {
  /// A whole number.
  static func whole(_ number: Int) -> PropertyValue { .integer(Int64(number)) }
  /// A measure to the centimetre, or to as many decimals.
  static func measure(_ number: Double, _ decimals: Int = 2) -> PropertyValue {
    .real(number.rounded(decimals: decimals))
  }
  /// The first of July of a year.
  static func year(_ year: Int) -> PropertyValue { .text("\(year)-07-01") }
}

extension Feature {
  /// A feature by its values, in any order.
  init(_ id: String, _ geometry: Geometry, _ values: KeyValuePairs<String, PropertyValue>) {
    self.init(
      id: id, geometry: geometry, properties: values.map { Property($0.key, $0.value) })
  }
}
