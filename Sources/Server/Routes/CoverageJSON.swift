import Catalog
import FeatureStore
import Foundation
import GeometryCore
import OneMap
import SimpleFeatures

/// Values as CoverageJSON (OGC 21-069r2).
enum CoverageJSON {
  /// The URI of a CRS that is named by its identifier.
  static func uri(ofCRS identifier: String) -> String {
    (try? CoordinateReferenceSystem(identifier).uri) ?? identifier
  }

  /// Cells as a `Grid`, with the moment that they are of where they are a run's.
  ///
  /// `null` stands where they have no value.
  static func grid(_ grid: RasterGrid, _ raster: StoredRaster) -> JSONValue {
    let cells = grid.lattice
    var axes: [(String, JSONValue)] = [
      ("x", axis(cells.x(ofColumn: 0), cells.x(ofColumn: cells.columns - 1), cells.columns)),
      ("y", axis(cells.y(ofRow: 0), cells.y(ofRow: cells.rows - 1), cells.rows)),
    ]
    let isProjected = (try? CoordinateReferenceSystem(cells.crs).isGeographic) == false
    var referencing: [JSONValue] = [
      [
        "coordinates": ["x", "y"],
        "system": [
          "type": isProjected ? "ProjectedCRS" : "GeographicCRS",
          "id": .string(uri(ofCRS: cells.crs)),
        ],
      ]
    ]
    if raster.isResult {
      axes.append(("t", ["values": [.string(raster.lastCommitTime)]]))
      referencing.append(time)
    }
    let sizes: [JSONValue] = [.integer(cells.rows), .integer(cells.columns)]
    let range: JSONValue = [
      "type": "NdArray", "dataType": "float",
      "axisNames": .strings((raster.isResult ? ["t"] : []) + ["y", "x"]),
      "shape": .array((raster.isResult ? [1] : []) + sizes),
      "values": .array(grid.values.map(number)),
    ]
    return [
      "type": "Coverage",
      "domain": [
        "type": "Domain", "domainType": "Grid", "axes": .object(axes),
        "referencing": .array(referencing),
      ],
      "parameters": .object([(raster.id, parameter(raster))]),
      "ranges": .object([(raster.id, range)]),
    ]
  }

  private static func axis(_ start: Double, _ stop: Double, _ count: Int) -> JSONValue {
    ["start": .real(start), "stop": .real(stop), "num": .integer(count)]
  }

  private static let time: JSONValue = [
    "coordinates": ["t"], "system": ["type": "TemporalRS", "calendar": "Gregorian"],
  ]

  /// The shortest decimals of the 32-bit number, not all those of the 64-bit one.
  private static func number(_ value: Float) -> JSONValue {
    value.isNaN ? nil : .real(Double("\(value)") ?? Double(value))
  }

  /// What a raster layer's values are.
  private static func parameter(_ raster: StoredRaster) -> JSONValue {
    let title = raster.rule?.title ?? raster.definition.title
    var members: [(String, JSONValue)] = [
      ("type", "Parameter"),
      ("observedProperty", ["label": ["zh": .string(title.zh), "en": .string(title.en)]]),
    ]
    if let unit = raster.rule?.unit {
      members.append(
        (
          "unit",
          ["symbol": ["value": .string(unit), "type": "http://www.opengis.net/def/uom/UCUM/"]]
        ))
    }
    return .object(members)
  }

  /// The values of a raster layer at a place over time: a `PointSeries`; `null` where it has none.
  static func series(
    _ series: [(moment: Date, value: Float)], _ place: (x: Double, y: Double),
    _ raster: StoredRaster
  ) -> JSONValue {
    let name = raster.id
    let range: JSONValue = [
      "type": "NdArray", "dataType": "float", "axisNames": ["t"],
      "shape": [.integer(series.count)], "values": .array(series.map { number($0.value) }),
    ]
    return [
      "type": "Coverage",
      "domain": [
        "type": "Domain", "domainType": "PointSeries",
        "axes": [
          "x": ["values": [.real(place.x)]], "y": ["values": [.real(place.y)]],
          "t": ["values": .strings(series.map { $0.moment.formatted(.iso8601) })],
        ],
        "referencing": [
          [
            "coordinates": ["x", "y"],
            "system": [
              "type": "GeographicCRS", "id": "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
            ],
          ],
          time,
        ],
      ],
      "parameters": .object([(name, parameter(raster))]),
      "ranges": .object([(name, range)]),
    ]
  }
}
