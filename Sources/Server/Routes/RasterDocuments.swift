import Catalog
import Coverages
import FeatureStore
import Foundation
import OneMap
import SimpleFeatures
import Simulation
import VectorTiles

/// The JSON documents about raster layers.
enum RasterDocuments {
  /// A raster layer as a collection.
  ///
  /// - Parameter axis: Its times where a run gave it.
  static func collection(
    _ raster: StoredRaster, _ request: APIRequest, _ axis: RunStore.TimeAxis?
  ) -> JSONValue {
    let definition = raster.definition
    let path = "/collections/\(raster.id)"
    let cells = raster.lattice
    var members: [(String, JSONValue)] = [
      ("id", .string(raster.id)), ("title", title(definition)),
      ("description", .string("\(definition.description.zh) \(definition.description.en)")),
      ("attribution", .string(definition.provenance.owner.en)),
      ("license", .string(definition.provenance.licence)),
      ("extent", ServerText.extent(raster.extent, axis?.moments ?? [])), ("dataType", "coverage"),
      // By this GDAL's OAPIF driver passes over collections that have no items.
      ("layerDataType", "Coverage"),
      ("crs", [.string(ServerText.crs84)]), ("storageCrs", .string(cells.crs)),
      ("columns", .integer(cells.columns)), ("rows", .integer(cells.rows)),
      ("cellSize", [.real(cells.cellWidth), .real(cells.cellHeight)]),
      ("cellType", .string(raster.cellType.rawValue)),
    ]
    members += meaning(raster) + run(axis)
    members += [
      ("lastCommit", .integer(axis?.record.commit ?? raster.lastCommit)),
      ("updated", .string(raster.lastCommitTime)),
      (
        "links",
        [
          ServerText.link("self", request.link(to: path), .json, "This layer"),
          ServerText.link(
            "http://www.opengis.net/def/rel/ogc/1.0/tilesets-coverage",
            request.link(to: path + "/tiles"), .json, "Tiles of values"),
          ServerText.link(
            "http://www.opengis.net/def/rel/ogc/1.0/tilesets-map",
            request.link(to: path + "/map/tiles"), .json, "Tiles in colours"),
          ServerText.link(
            "http://www.opengis.net/def/rel/ogc/1.0/coverage",
            request.link(to: path + "/coverage"), .geotiff, "The cells as a GeoTIFF"),
          ServerText.link(
            "http://www.opengis.net/def/rel/ogc/1.0/coverage",
            request.link(to: path + "/coverage", [("f", "covjson")]), .covjson,
            "The cells as CoverageJSON"),
          ServerText.template(
            "data", request.base + path + "/position?coords={coords}", .geojson,
            "The value at a place"),
        ]
      ),
    ]
    return .object(members)
  }

  /// The run that gave a layer, and the times of its values.
  static func run(_ axis: RunStore.TimeAxis?) -> [(String, JSONValue)] {
    guard let axis else { return [] }
    let record = axis.record
    var members: [(String, JSONValue)] = [
      (
        "run",
        [
          "id": .string(record.id), "process": .string(record.process),
          "title": ["zh": .string(record.title.zh), "en": .string(record.title.en)],
          "scenario": .string(record.scenario), "commit": .integer(record.commit),
          "start": .string(record.start), "created": .string(record.created),
        ]
      ), ("result", true),
    ]
    if !axis.moments.isEmpty {
      members.append(("times", .strings(axis.moments.map { $0.formatted(.iso8601) })))
    }
    return members
  }

  /// What the values mean, and how the colours of tiles are values.
  static func meaning(_ raster: StoredRaster) -> [(String, JSONValue)] {
    guard let rule = raster.rule else { return [] }
    var members: [(String, JSONValue)] = [
      ("value", ["zh": .string(rule.title.zh), "en": .string(rule.title.en)]),
      ("minimum", .real(raster.bounds.lowerBound)), ("maximum", .real(raster.bounds.upperBound)),
    ]
    if let unit = rule.unit { members.append(("unit", .string(unit))) }
    if let datum = rule.datum { members.append(("datum", .string(datum.rawValue))) }
    if raster.palette == nil {
      let coding = raster.valueCoding
      members.append(
        (
          "valueCoding",
          [
            "base": .real(coding.base), "step": .real(coding.step),
            "formula": "value = base + step * (65536 * red + 256 * green + blue); alpha 0: none",
          ]
        ))
    } else {
      members.append(
        (
          "classes",
          .array(
            rule.classes.map {
              [
                "value": .integer($0.value), "colour": .string($0.colour),
                "title": ["zh": .string($0.title.zh), "en": .string($0.title.en)],
              ]
            })
        ))
    }
    return members
  }

  /// What the colours of tiles stand for.
  private static func legend(_ raster: StoredRaster) -> [(String, JSONValue)] {
    let all = meaning(raster).filter { $0.0 != "valueCoding" }
    guard raster.palette == nil else { return all }
    return all + [
      (
        "ramp",
        .array(
          raster.colourRamp.stops.map {
            ["value": .real($0.value), "colour": .string($0.colour.css)]
          })
      )
    ]
  }

  /// The metadata of a raster's tileset: of values, or in colours.
  static func tileSet(
    _ raster: StoredRaster, _ request: APIRequest, _ set: TileMatrixSet, inColours: Bool = false
  ) -> JSONValue {
    let part = inColours ? MapTileRoutes.part : ""
    let path = "\(request.base)/collections/\(raster.id)\(part)/tiles/\(set.id)"
    let rule = raster.definition.tiles
    let limits = TileDocuments.limits(
      rule.minimumZoom...rule.maximumZoom, raster.extent, set)
    return .object(
      [
        ("title", title(raster.definition)), ("dataType", inColours ? "map" : "coverage"),
      ]
        + TileDocuments.grid(set)
        + [
          ("tileMatrixSetLimits", limits),
          (
            "links",
            TileDocuments.links(
              to: path, set, .png, query: TileDocuments.selection(request), request)
          ),
        ] + (inColours ? legend(raster) : meaning(raster)))
  }

  /// TileJSON 3.0; `encoding` is what MapLibre's `raster-dem` source understands.
  static func tileJSON(
    _ raster: StoredRaster, _ request: APIRequest, inColours: Bool = false
  ) -> JSONValue {
    let set = TileMatrixSet.webMercatorQuad.id
    let part = inColours ? MapTileRoutes.part : ""
    let path = "\(request.base)/collections/\(raster.id)\(part)/tiles/\(set)"
    let rule = raster.definition.tiles
    var members: [(String, JSONValue)] = [
      ("tilejson", "3.0.0"), ("name", title(raster.definition)), ("scheme", "xyz"),
      ("tiles", [.string(path + "/{z}/{y}/{x}" + TileDocuments.selection(request))]),
      ("minzoom", .integer(rule.minimumZoom)), ("maxzoom", .integer(rule.maximumZoom)),
      ("bounds", ServerText.bounds(raster.extent)), ("tileSize", 256),
    ]
    if inColours { return .object(members + legend(raster)) }
    if raster.palette == nil {
      let coding = raster.valueCoding
      members += [
        ("encoding", coding == .terrainRGB ? "mapbox" : "custom"),
        ("baseShift", .real(0 - coding.base)), ("redFactor", .real(65536 * coding.step)),
        ("greenFactor", .real(256 * coding.step)), ("blueFactor", .real(coding.step)),
      ]
    }
    return .object(members + meaning(raster))
  }

  /// What the map page needs to draw a raster layer.
  static func drawing(_ raster: StoredRaster, _ axis: RunStore.TimeAxis?) -> JSONValue {
    let definition = raster.definition
    let rule = raster.rule
    let classes = rule?.classes ?? []
    let members: JSONValue = [
      "id": .string(raster.id),
      "title": ["zh": .string(definition.title.zh), "en": .string(definition.title.en)],
      "theme": .string(definition.theme.rawValue),
      "shown": .boolean(axis == nil && definition.style.isShown),
      "unit": JSONValue(rule?.unit), "bounds": ServerText.bounds(raster.extent),
      "minzoom": .integer(definition.tiles.minimumZoom),
      "maxzoom": .integer(definition.tiles.maximumZoom),
      "coding": coding(raster.valueCoding), "relief": coding(raster.reliefCoding),
      "classes": .array(
        classes.map {
          [
            "colour": .string($0.colour),
            "title": ["zh": .string($0.title.zh), "en": .string($0.title.en)],
          ]
        }),
      "ramp": .array(
        (rule?.ramp ?? []).map { ["value": .real($0.value), "colour": .string($0.colour)] }),
    ]
    return .object((members.members ?? []) + run(axis))
  }

  private static func coding(_ coding: ValueCoding) -> JSONValue {
    ["base": .real(coding.base), "step": .real(coding.step)]
  }

  private static func title(_ definition: LayerDefinition) -> JSONValue {
    .string("\(definition.title.zh) \(definition.title.en)")
  }
}
