import CGDAL
import Catalog
import Foundation
import GeometryCore
import SimpleFeatures

/// The objects of an OpenStreetMap file (PBF or XML) that belong into a layer, each once.
///
/// Ids are `node/1`, `way/2` and `relation/3`, as OpenStreetMap writes them.
@safe final class OSMSource: RecordSource {
  private let path: String
  private let rule: OpenStreetMapRule
  private let layer: LayerDefinition
  private let file: VectorFile
  /// Of GDAL's tables, by name.
  private var columns: [String: OGRColumns] = [:]
  private let byteCount: Int?
  private var number = 0
  private var share = 0.0
  let declaredCRS = DeclaredCRS.impliedByFormat

  /// - Throws: ``ImportError`` where the layer's file does not say what it takes, and for a file
  ///   that cannot be read.
  init(_ path: String, for layer: LayerDefinition) throws(ImportError) {
    guard let rule = layer.openStreetMap else {
      throw ImportError(
        .unknownFormat,
        "\(path) is OpenStreetMap, and layer \"\(layer.id)\" does not say what it takes of it",
        hint: "add `openstreetmap:` to the layer's file (Layers/README.md)")
    }
    let configuration = OSMConfiguration(layer, rule)
    let place = "/vsimem/yutu-osm-\(UUID().uuidString).ini"
    defer { unsafe VSIUnlink(place) }
    Self.keep(configuration.text, as: place)
    let file = try VectorFile(
      path, path: path, .openStreetMap, options: ["CONFIG_FILE=\(place)"])
    self.path = path
    self.rule = rule
    self.layer = layer
    self.file = file
    byteCount = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    let interest = "SET interest_layers = \(configuration.tables.joined(separator: ","))"
    _ = GDALSession.run {
      unsafe GDALDatasetReleaseResultSet(
        file.dataset, GDALDatasetExecuteSQL(file.dataset, interest, nil, nil))
    }
    for (index, table) in file.layers.enumerated() {
      guard let handle = unsafe file.handle(of: index) else { continue }
      let isWanted = configuration.tables.contains(table.name)
      unsafe OGR_L_SetAttributeFilter(handle, isWanted ? configuration.filter : "0 = 1")
      if isWanted { columns[table.name] = unsafe try OGRColumns(handle, .init(), path) }
    }
    unsafe GDALDatasetResetReading(file.dataset)
  }

  private static func keep(_ text: String, as path: String) {
    var bytes = Array(text.utf8)
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      let file = unsafe VSIFOpenL(path, "wb")
      unsafe VSIFWriteL(buffer.baseAddress, 1, buffer.count, file)
      unsafe VSIFCloseL(file)
    }
  }

  var remarks: [String] {
    ["objects at the border of an extract come with those of their nodes that the file has"]
  }

  var extent: ReadExtent {
    ReadExtent(.bytes, done: byteCount.map { Int(share * Double($0)) } ?? 0, total: byteCount)
  }

  func next() throws -> SourceRecord? {
    while true {
      var table: OGRLayerH?
      let (handle, words) = unsafe GDALSession.run {
        unsafe GDALDatasetGetNextFeature(file.dataset, &table, &share, nil, nil)
      }
      guard words.isEmpty else {
        if let handle = unsafe handle { unsafe OGR_F_Destroy(handle) }
        throw ImportError(
          .unreadableFile, "\(path) cannot be read after record \(number): \(words)",
          hint: "it is cut off or damaged: fetch it again")
      }
      guard let handle = unsafe handle else { return nil }
      defer { unsafe OGR_F_Destroy(handle) }
      let name = unsafe String(cString: OGR_L_GetName(table))
      guard columns[name] != nil else { continue }
      let read: Feature
      do throws(FormatError) {
        guard let feature = unsafe try columns[name]?.feature(handle) else { continue }
        read = feature
      } catch {
        number += 1
        var record = SourceRecord(number: number, feature: .failure(error))
        record.id = unsafe Self.id(of: handle, in: name)
        return record
      }
      guard let feature = belonging(read, in: name) else { continue }
      number += 1
      return SourceRecord(number: number, feature: .success(feature))
    }
  }

  /// The id of an object whose shape cannot be read.
  private static func id(of handle: OGRFeatureH, in table: String) -> String? {
    for (column, kind) in [("osm_way_id", "way"), ("osm_id", table == "points" ? "node" : "way")] {
      let index = unsafe OGR_F_GetFieldIndex(handle, column)
      guard index >= 0, unsafe OGR_F_IsFieldSetAndNotNull(handle, index) != 0,
        let text = unsafe OGR_F_GetFieldAsString(handle, index)
      else { continue }
      let isRelation = column == "osm_id" && table == "multipolygons"
      return unsafe "\(isRelation ? "relation" : kind)/\(String(cString: text))"
    }
    return nil
  }

  /// The feature as a record of the layer; `nil` where it does not belong there.
  private func belonging(_ read: Feature, in table: String) -> Feature? {
    var tags: [String: String] = [:]
    for property in read.properties {
      if case .text(let text) = property.value { tags[property.name] = text }
    }
    guard let selection = rule.selection({ tags[$0] }) else { return nil }
    let isWay = table == "lines" || tags["osm_way_id"] != nil
    guard let id = tags["osm_way_id"] ?? tags["osm_id"] else { return nil }
    var feature = Feature(
      id: table == "points" ? "node/\(id)" : isWay ? "way/\(id)" : "relation/\(id)",
      geometry: read.geometry, properties: [])
    if table == "multipolygons", layer.geometry != .polygon {
      guard let shape = shape(ofArea: read.geometry, isWay: isWay) else { return nil }
      feature.geometry = shape
    }
    feature.properties = read.properties.filter {
      !$0.value.isNull && $0.name != "osm_id" && $0.name != "osm_way_id"
    }
    for (field, template) in selection.values.sorted(by: { $0.key < $1.key }) {
      let names = [field] + (layer.field(named: field)?.aliases ?? [])
      let text = OpenStreetMapRule.text(of: template) { tags[$0] }
      if !text.isEmpty, !names.contains(where: { tags[$0] != nil }) {
        feature.properties.append(Property(field, .text(text)))
      }
    }
    return feature
  }

  /// What stands for an area in a layer of points or lines.
  private func shape(ofArea area: Geometry?, isWay: Bool) -> Geometry? {
    guard let area, !area.isEmpty else { return nil }
    switch rule.areas {
    case .point:
      return (try? area.pointOnSurface()) ?? .point(x: area.ordinates[0], y: area.ordinates[1])
    case .line:
      guard isWay else { return nil }
      let vertices = area.vertexRange(ofPath: 0)
      let ordinates = area.ordinates[
        vertices.lowerBound * area.stride..<vertices.upperBound * area.stride]
      return Geometry(
        kind: .lineString, layout: area.layout, ordinates: Array(ordinates),
        pathEnds: [vertices.count])
    case nil: return nil
    }
  }
}
