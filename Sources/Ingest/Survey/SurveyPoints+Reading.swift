import Catalog
import Datasets
import FeatureStore
import Foundation
import GeometryCore
import SimpleFeatures

extension SurveyPoints {
  /// The points of a survey's file.
  ///
  /// - Throws: ``FormatError`` or ``ImportError`` for a file that cannot be read.
  static func read(
    _ file: String, _ survey: SurveyInput, for lines: Importer.Request
  ) throws -> SurveyPoints {
    guard let first = survey.nodes.first else { throw ImportError.noNodeLayer(lines.layer) }
    var request = Importer.Request(file: file, layer: first, crs: lines.crs)
    request.sourceLayer = survey.pointsLayer
    let endings = [file, lines.file].map { URL(fileURLWithPath: $0).pathExtension.lowercased() }
    if endings[0] == endings[1] { request.encoding = lines.encoding }
    let source = SampledSource(try SourceFile.open(request.sourceRequest))
    try source.fill()
    let sample = source.sample
    let guesses = survey.nodes.map {
      MappingGuess($0, named: ImportMapping(), sample: sample)
    }
    guard
      let guess = guesses.enumerated().max(by: {
        ($0.element.lines.count, -$0.offset) < ($1.element.lines.count, -$1.offset)
      })?.element
    else { throw ImportError.noNodeLayer(lines.layer) }
    var mapping = try FieldMapping(guess.layer, named: ImportMapping(), guessed: guess.guessed)
    let fields = HeightFields(guess.layer)
    let declared = try source.declaredCRS
    let name = URL(fileURLWithPath: file).lastPathComponent
    var points = SurveyPoints(name, declared, try request.system(declared: declared))
    while let record = try source.next() {
      switch record.feature {
      case .failure(let error):
        points.note(
          "unusable-point", "record \(record.number) of \(name): \(error.message)",
          hint: error.hint)
      case .success(let feature):
        guard let number = mapping.identifier(of: feature).map(TableText.trimmed),
          !number.isEmpty
        else {
          points.note(
            "unusable-point", "record \(record.number) of \(name) has no point number",
            hint: "its column is called one of " + guess.layer.identifiers.joined(separator: ", "))
          continue
        }
        guard let shape = feature.geometry, shape.demotedFromMulti.kind == .point else {
          points.note(
            "unusable-point", "record \(record.number) of \(name), \(number), has no place",
            hint: "correct its coordinates")
          continue
        }
        points.add(
          number, (shape.ordinates[0], shape.ordinates[1]),
          fields.heights(mapping.values(of: feature)), record: record.number)
      }
    }
    return points
  }

  /// The points that the city has in the layers that hold such.
  static func read(
    _ survey: SurveyInput, from store: SpatiaLiteStore
  ) throws -> SurveyPoints {
    var points = SurveyPoints("the city", .named("EPSG:4490"), .cgcs2000)
    try store.readNow(.latest) { snapshot in
      for node in survey.nodes {
        guard let layer = try? snapshot.layer(node.id) else { continue }
        let fields = HeightFields(layer.definition)
        try snapshot.forEachFeature(of: layer) { row in
          let feature = try row.feature()
          let place = feature.geometry.ordinates
          points.add(
            feature.id, (place[0], place[1]), fields.heights(feature.values), record: nil)
        }
      }
    }
    return points
  }
}

/// Which fields of a layer of points hold heights.
private struct HeightFields {
  private let ground: Int?
  private let bottom: Int?
  private let depth: Int?

  init(_ layer: LayerDefinition) {
    let index = { (name: String) in layer.fields.firstIndex { $0.name == name } }
    (ground, bottom, depth) = (index("ground_height"), index("bottom_height"), index("depth"))
  }

  func heights(_ values: [PropertyValue]) -> SurveyPoints.Heights {
    let number = { (index: Int?) in index.flatMap { FieldValue.number(values[$0]) } ?? .nan }
    var heights = SurveyPoints.Heights(ground: number(ground), bottom: number(bottom))
    if heights.bottom.isNaN { heights.bottom = heights.ground - number(depth) }
    return heights
  }
}

extension ImportError {
  fileprivate static func noNodeLayer(_ layer: LayerDefinition) -> ImportError {
    ImportError(
      .missingPoints, "no layer of points for the lines of \(layer.id) is known",
      hint: "its relations `from` and `to` name them")
  }
}
