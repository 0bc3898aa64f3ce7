import Foundation
import SimpleFeatures
import TestSupport
import Testing

@testable import Datasets

@Suite("Rasters at times are read with their times and members")
struct RasterSeriesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Four rows from 30.6° southwards, three columns from 114.2° eastwards.
  private func file(_ change: (inout NetCDFFile) -> Void = { _ in }) throws -> String {
    var file = NetCDFFile(
      latitudes: [30.6, 30.5, 30.4, 30.3], longitudes: [114.2, 114.3, 114.4], times: [0, 5, 15]
    ) { member, time, row, column in
      row == 3 && column == 2 ? -999 : Float(1000 * member + 100 * time + 10 * row + column)
    }
    change(&file)
    return try folder.write(file.bytes, to: "rain.nc")
  }

  private func whole(_ lattice: RasterLattice) -> (columns: Range<Int>, rows: Range<Int>) {
    (0..<lattice.columns, 0..<lattice.rows)
  }

  @Test("A NetCDF file: cells from the north, times by their unit, no value as NaN")
  func netCDF() throws {
    let series = try RasterSeries(try file(), window: whole)
    #expect(series.unit == "mm/h")
    #expect(series.lattice.columns == 3 && series.lattice.rows == 4)
    #expect(abs(series.lattice.originX - 114.15) < 1e-9)
    #expect(abs(series.lattice.originY - 30.65) < 1e-9)
    let noon = try Date("2026-07-05T12:00:00Z", strategy: .iso8601)
    #expect(series.slices.map(\.moment) == [noon, noon + 300, noon + 900])
    #expect(series.slices.map(\.member) == [0, 0, 0])
    #expect(
      Array(series.values[2].prefix(11)) == [200, 201, 202, 210, 211, 212, 220, 221, 222, 230, 231])
    #expect(series.values[2][11].isNaN)
  }

  @Test("Rows from the south upwards are the same map")
  func southUp() throws {
    let path = try file {
      let value = $0.value
      $0.latitudes.reverse()
      $0.value = { value($0, $1, 3 - $2, $3) }
    }
    let series = try RasterSeries(path, window: whole)
    #expect(Array(series.values[0].prefix(6)) == [0, 1, 2, 10, 11, 12])
  }

  @Test("A part of the cells, of an ensemble's members by turns")
  func members() throws {
    let series = try RasterSeries(try file { $0.members = 2 }) { _ in (1..<3, 2..<3) }
    #expect(series.slices.map(\.member) == [0, 0, 0, 1, 1, 1])
    #expect(
      series.values == [
        [21, 22], [121, 122], [221, 222], [1021, 1022], [1121, 1122], [1221, 1222],
      ])
    let outline = try RasterSeries.outline(of: try file { $0.members = 2 })
    #expect(outline.members == 2)
    #expect(outline.last.timeIntervalSince(outline.first) == 900)
  }

  @Test("Of several quantities one is named")
  func variables() throws {
    let path = try file { $0.others = ["wind"] }
    let error = #expect(throws: ImportError.self) { try RasterSeries(path, window: whole) }
    #expect(error?.message.hasSuffix("rain.nc has 2 variables over time") == true)
    #expect(error?.hint == "say which is the rain: variable: rain, or wind")
    #expect(try RasterSeries(path, variable: "wind", window: whole).slices.count == 3)
    let other = #expect(throws: ImportError.self) {
      try RasterSeries(path, variable: "snow", window: whole)
    }
    #expect(other?.hint == "it has: rain, wind")
  }

  @Test("A file without times, and one that is none, are refused with a way out")
  func refused() throws {
    let path = try file { $0.timeUnits = "1" }
    let error = #expect(throws: ImportError.self) { try RasterSeries(path, window: whole) }
    #expect(error?.message.contains("no time axis of the CF conventions") == true)
    let text = try folder.write("no raster".utf8, to: "other.nc")
    #expect(throws: ImportError.self) { try RasterSeries(text, window: whole) }
    let cut = try folder.write(try folder.bytes(of: "rain.nc").prefix(700), to: "cut.nc")
    #expect(throws: ImportError.self) { try RasterSeries(cut, window: whole) }
    #expect(throws: ImportError.self) { try RasterSeries(folder.file("none.nc"), window: whole) }
  }

  @Test("A folder of GeoTIFFs: each is of the time in its name")
  func geoTIFFs() throws {
    let lattice = RasterLattice(
      columns: 2, rows: 2, originX: 500_000, originY: 3_400_000, cellWidth: 1000,
      cellHeight: 1000, crs: "EPSG:4547")
    for (index, name) in ["r_20260705T2010.tif", "r_20260705T2000.tif"].enumerated() {
      let values = [Float](repeating: Float(index), count: 4)
      try GridFile.write(
        RasterGrid(lattice, values: values), to: folder.file(name), unit: nil)
    }
    let series = try RasterSeries(folder.path, window: whole)
    let noon = try Date("2026-07-05T12:00:00Z", strategy: .iso8601)
    #expect(series.slices.map(\.moment) == [noon, noon + 600])
    #expect(series.values.map { $0[0] } == [1, 0])

    try GridFile.write(
      RasterGrid(lattice.part(columns: 0..<1, rows: 0..<1), values: [1]),
      to: folder.file("r_20260705T2020.tif"), unit: nil)
    let error = #expect(throws: ImportError.self) { try RasterSeries(folder.path, window: whole) }
    #expect(error?.message.contains("has other cells than") == true)
    try GridFile.write(
      RasterGrid(lattice, values: [1, 2, 3, 4]), to: folder.file("map.tif"), unit: nil)
    let nameless = #expect(throws: ImportError.self) {
      try RasterSeries(folder.path, window: whole)
    }
    #expect(nameless?.message.hasSuffix("map.tif has no time") == true)
  }

  @Test(
    "Times in names of files",
    arguments: [
      ("rain-202607051200.tif", "2026-07-05T04:00:00Z"),
      ("Z_RADR_20260705_120130_QPE.tif", "2026-07-05T04:01:30Z"),
      ("20260705T1200Z.tif", "2026-07-05T12:00:00Z"),
      ("issued202607050000-valid202607050110.tif", "2026-07-04T17:10:00Z"),
      ("rain-20260705.tif", nil), ("rain-202613051200.tif", nil), ("120020260705120012.tif", nil),
    ])
  func names(name: String, moment: String?) throws {
    let expected = try moment.map { try Date($0, strategy: .iso8601) }
    #expect(ForecastTime.moment(inFileName: name) == expected)
  }

  @Test(
    "Time axes of the CF conventions",
    arguments: [
      ("seconds since 1970-01-01", "1970-01-01T00:00:00Z", 1.0),
      ("hours since 2026-07-05 20:00:00 +08:00", "2026-07-05T12:00:00Z", 3600),
      ("days since 2026-7-5T06:30Z", "2026-07-05T06:30:00Z", 86400),
      ("min since 2026-07-05 12:00:00.0", "2026-07-05T12:00:00Z", 60),
      ("months since 2026-07-05", nil, 0), ("mm/h", nil, 0), ("hours since 2026-02-30", nil, 0),
    ])
  func axes(units: String, origin: String?, seconds: Double) throws {
    let axis = ForecastTime.axis(units)
    #expect(try axis?.origin == origin.map { try Date($0, strategy: .iso8601) })
    if origin != nil { #expect(axis?.secondsPerUnit == seconds) }
  }
}
