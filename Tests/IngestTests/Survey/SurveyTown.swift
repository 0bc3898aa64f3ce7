import Catalog
import Foundation
import Ingest
import SimpleFeatures
import TestSupport

/// A small town as surveyors hand it over: a table of points and a table of lines.
///
/// Three manholes stand 50 m from each other in a row to the east, the ground and the sewer between
/// them falling by 0.1 m and 0.2 m.
enum SurveyTown {
  static let points = """
    物探点号,X,Y,地面高程,附属物,井深
    YS1,3385000.000,529000.000,25.00,检查井,2.10
    YS2,3385000.000,529050.000,24.90,检查井,2.20
    YS3,3385000.000,529100.000,24.80,检查井,2.30

    """
  static let lines = """
    起点点号,终点点号,管线小类,起点埋深,终点埋深,起点高程,终点高程,断面尺寸,材质,敷设年代,流向
    YS1,YS2,YS,2.00,2.10,23.00,22.80,300,混凝土,2015-05-31,forward
    YS2,YS3,YS,2.10,2.20,22.80,22.60,800×600,混凝土,2015,forward

    """
}

extension TestImport {
  /// Imports lines between points, as `yutu import --points` does.
  @discardableResult
  func survey(
    _ lines: String = SurveyTown.lines, points: String? = SurveyTown.points,
    into id: String = "drainage-pipe", fixes: Bool = false, crs: String? = "EPSG:4547"
  ) throws -> ImportReport {
    let isJSON = lines.hasPrefix("{")
    let file = try folder.write(lines.utf8, to: isJSON ? "lines.geojson" : "lines.csv")
    return try survey(
      file: file, points: try points.map { try folder.write($0.utf8, to: "points.csv") }, into: id,
      fixes: fixes, crs: crs)
  }

  @discardableResult
  func survey(
    file: String, points: String?, into id: String = "drainage-pipe", fixes: Bool = false,
    crs: String? = "EPSG:4547"
  ) throws -> ImportReport {
    let layer = try TestData.layer(id)
    let nodes = try (SurveyInput.nodeLayers(of: layer) ?? []).map { try TestData.layer($0) }
    var request = Importer.Request(file: file, layer: layer, crs: crs)
    request.survey = SurveyInput(points: points, nodes: nodes)
    request.fixes = fixes
    return try Importer(request).run { store }
  }

  /// The values of a field by id, by its name.
  func values(_ layer: String, named field: String) throws -> [String: PropertyValue] {
    let definition = try TestData.layer(layer)
    guard let index = definition.fields.firstIndex(where: { $0.name == field }) else { return [:] }
    return try values(layer, index)
  }
}
