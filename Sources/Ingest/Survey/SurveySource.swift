import Catalog
import Datasets
import SimpleFeatures

extension Importer.Request {
  /// The file's records, and what completes their values.
  ///
  /// Lines without shapes are given those of their points, from the points' file or the city.
  func source(in city: OpenedOnce) throws -> (any RecordSource, (any RecordCompletion)?) {
    let file = try SourceFile.open(sourceRequest)
    if let divisions { return (file, try DivisionCompletion.for(layer, divisions)) }
    guard let survey else { return (file, nil) }
    let lines = SampledSource(file)
    try lines.fill()
    let hasShapes = lines.sample.contains { record in
      (try? record.feature.get())?.geometry != nil
    }
    if let path = survey.points {
      let points = try SurveyPoints.read(path, survey, for: self)
      return try surveyed(lines, points, hasShapes: hasShapes)
    }
    guard !hasShapes, !lines.sample.isEmpty else { return (lines, nil) }
    let points = try SurveyPoints.read(survey, from: try city.store())
    guard points.count > 0 else {
      throw ImportError(
        .missingPoints,
        "the lines of \(self.file) have no coordinates, and the city has none of their points",
        hint: "name the file of the points with --points, or import it first into one of "
          + survey.nodes.map(\.id).joined(separator: ", "))
    }
    guard crs == nil else {
      throw ImportError(
        .unclearCoordinates, "the lines take their places from the city, so --crs has no meaning",
        hint: "leave it out, or name the file of the points with --points")
    }
    return try surveyed(lines, points, hasShapes: false)
  }

  private func surveyed(
    _ lines: SampledSource, _ points: SurveyPoints, hasShapes: Bool
  ) throws -> (any RecordSource, (any RecordCompletion)?) {
    guard hasShapes else {
      let source = try SurveyedLines(lines, points, points.declaredCRS, self)
      return (source, SurveyDepths(points, self))
    }
    let declared = try lines.declaredCRS
    let placed = try points.transformed(to: try system(declared: declared))
    return (try SurveyedLines(lines, placed, declared, self), SurveyDepths(placed, self))
  }
}
