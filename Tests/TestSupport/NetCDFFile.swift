import Foundation

/// A NetCDF file of the classic format, as forecasts of rain come: a quantity over time, latitude
/// and longitude, and over members where there are several.
///
/// The format: https://docs.unidata.ucar.edu/nug/current/file_format_specifications.html
package struct NetCDFFile {
  /// Northernmost first.
  package var latitudes: [Double]
  package var longitudes: [Double]
  /// In `timeUnits`.
  package var times: [Double]
  package var timeUnits = "minutes since 2026-07-05 12:00:00"
  /// How many members there are; `nil` for no such dimension.
  package var members: Int?
  package var name = "rain"
  package var unit = "mm/h"
  /// The names of further quantities of the same form.
  package var others: [String] = []
  /// What stands for no value.
  package var fill: Float = -999
  /// By member, time, latitude and longitude.
  package var value: (Int, Int, Int, Int) -> Float

  package init(
    latitudes: [Double], longitudes: [Double], times: [Double],
    value: @escaping (Int, Int, Int, Int) -> Float
  ) {
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.times = times
    self.value = value
  }

  private struct Variable {
    var name: String
    var dimensions: [Int]
    var attributes: [(String, [UInt8], type: UInt32, count: Int)]
    var type: UInt32
    var data: [UInt8]
  }

  private static let (char, float, double) = (UInt32(2), UInt32(5), UInt32(6))

  package var bytes: [UInt8] {
    var dimensions = [("time", times.count), ("lat", latitudes.count), ("lon", longitudes.count)]
    if let members { dimensions.append(("realization", members)) }
    func text(_ name: String, _ value: String) -> (String, [UInt8], type: UInt32, count: Int) {
      (name, Array(value.utf8), Self.char, value.utf8.count)
    }
    func axis(_ name: String, _ dimension: Int, _ values: [Double], _ unit: String) -> Variable {
      Variable(
        name: name, dimensions: [dimension], attributes: [text("units", unit)], type: Self.double,
        data: values.flatMap { Self.big($0.bitPattern) })
    }
    var variables = [
      axis("time", 0, times, timeUnits), axis("lat", 1, latitudes, "degrees_north"),
      axis("lon", 2, longitudes, "degrees_east"),
    ]
    if let members { variables.append(axis("realization", 3, (0..<members).map(Double.init), "1")) }
    var cells: [UInt8] = []
    for member in 0..<(members ?? 1) {
      for time in times.indices {
        for row in latitudes.indices {
          for column in longitudes.indices {
            cells += Self.big(value(member, time, row, column).bitPattern)
          }
        }
      }
    }
    for name in [name] + others {
      variables.append(
        Variable(
          name: name, dimensions: (members == nil ? [] : [3]) + [0, 1, 2],
          attributes: [
            text("units", unit), ("_FillValue", Self.big(fill.bitPattern), Self.float, 1),
          ], type: Self.float, data: cells))
    }
    var start = head(dimensions, variables, starts: variables.map { _ in 0 }).count
    var starts: [Int] = []
    for variable in variables {
      starts.append(start)
      start += variable.data.count
    }
    return head(dimensions, variables, starts: starts) + variables.flatMap(\.data)
  }

  private func head(
    _ dimensions: [(String, Int)], _ variables: [Variable], starts: [Int]
  ) -> [UInt8] {
    var bytes = Array("CDF".utf8) + [1] + Self.big(UInt32(0))
    bytes += Self.list(10, dimensions) { Self.name($0.0) + Self.big(UInt32($0.1)) }
    bytes += Self.list(12, [Int]()) { _ in [] }
    bytes += Self.list(11, Array(zip(variables, starts))) { variable, start in
      Self.name(variable.name) + Self.big(UInt32(variable.dimensions.count))
        + variable.dimensions.flatMap { Self.big(UInt32($0)) }
        + Self.list(12, variable.attributes) {
          Self.name($0.0) + Self.big($0.type) + Self.big(UInt32($0.count)) + Self.padded($0.1)
        } + Self.big(variable.type) + Self.big(UInt32(variable.data.count))
        + Self.big(UInt32(start))
    }
    return bytes
  }

  private static func list<Item>(
    _ tag: UInt32, _ items: [Item], _ bytes: (Item) -> [UInt8]
  ) -> [UInt8] {
    big(items.isEmpty ? 0 : tag) + big(UInt32(items.count)) + items.flatMap(bytes)
  }

  private static func name(_ text: String) -> [UInt8] {
    big(UInt32(text.utf8.count)) + padded(Array(text.utf8))
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  private static func big(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
