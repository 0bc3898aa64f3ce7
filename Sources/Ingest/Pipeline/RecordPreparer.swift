import Catalog
import FeatureStore
import GeometryCore
import SimpleFeatures

/// Makes records ready to be written: into the city's coordinates, valid, their values in the types
/// of the layer's fields.
struct RecordPreparer {
  private let layer: LayerDefinition
  private let transform: CoordinateTransform
  private(set) var mapping: FieldMapping
  /// One for each field of the layer.
  private let converters: [FieldConverter]
  private let rules: RecordRules
  /// Where the layer's file says what records break.
  private let places: LayerPlaces

  init(_ layer: LayerDefinition, _ transform: CoordinateTransform, _ mapping: FieldMapping) {
    self.layer = layer
    self.transform = transform
    self.mapping = mapping
    converters = layer.fields.map { FieldConverter($0) }
    rules = RecordRules(layer)
    places = LayerPlaces(layer)
  }

  private typealias Remark = PreparedRecord.Remark

  /// The record, ready to be written or with the remark that says why it is not.
  mutating func prepared(_ record: SourceRecord, _ extent: ReadExtent) -> PreparedRecord {
    var result = PreparedRecord(number: record.number, position: record.position, extent: extent)
    var geometry: Geometry?
    do throws(Remark) {
      let feature = try Self.readable(record)
      result.id = mapping.identifier(of: feature)
      let placed = try placed(feature, &result)
      geometry = placed
      let values = try values(of: feature, &result)
      result.isIdentifiedByGeometry = result.id == nil
      let id = result.id ?? "g" + Fingerprint.text(of: WKB.encode(placed))
      result.content = PreparedRecord.Content(id: id, geometry: placed, values: values)
    } catch {
      result.remarks.append(error)
    }
    if !result.remarks.isEmpty, let geometry { result.place = Problem.Place(inside: geometry) }
    return result
  }

  private static func rejection(
    _ rule: String, _ message: String, hint: String? = nil
  ) -> Remark {
    Remark(severity: .rejected, rule: rule, message: message, hint: hint)
  }

  private static func readable(_ record: SourceRecord) throws(Remark) -> Feature {
    do {
      return try record.feature.get()
    } catch {
      throw rejection(error.code.rawValue, error.message, hint: error.hint)
    }
  }

  // MARK: Geometry

  /// The record's geometry in the city's coordinates, valid and of the layer's type.
  private func placed(
    _ feature: Feature, _ result: inout PreparedRecord
  ) throws(Remark) -> Geometry {
    guard let source = feature.geometry?.demotedFromMulti, !source.isEmpty else {
      throw Self.rejection("no-geometry", "the record has no geometry")
    }
    guard source.kind.fits(layer.geometry) else {
      result.place = place(of: source)
      throw Self.rejection(
        "geometry-type",
        "a \(source.kind.geoJSONName) does not belong into a layer of \(layer.geometry.rawValue)s",
        hint: "import such records into a layer of their own")
    }
    guard source.envelope.width <= 180 || !transform.from.isGeographic else {
      throw Self.rejection(
        "antimeridian", "the shape is wider than 180 degrees",
        hint: "cut it at the antimeridian (RFC 7946 section 3.1.9)")
    }
    result.isFlattened = source.layout != .xy
    do throws(GeometryError) {
      let repair = try transform.transform(source.flattened).repaired()
      if let fault = repair.fault {
        let place = fault.x.flatMap { x in fault.y.map { " at \(x), \($0)" } } ?? ""
        result.remarks.append(
          Remark(
            severity: .repaired, rule: fault.rule,
            message: "\(fault.message)\(place); the shape was repaired"))
      }
      return repair.geometry
    } catch {
      throw Self.rejection(error.code.rawValue, error.message, hint: error.hint)
    }
  }

  /// Where a shape that cannot be used lies, if it lies anywhere.
  private func place(of shape: Geometry) -> Problem.Place? {
    (try? transform.transform(shape.flattened)).flatMap { Problem.Place(inside: $0) }
  }

  // MARK: Attributes

  private mutating func values(
    of feature: Feature, _ result: inout PreparedRecord
  ) throws(Remark) -> [PropertyValue] {
    var values = mapping.values(of: feature)
    for index in layer.fields.indices {
      do throws(FieldValue.Misfit) {
        values[index] = try converters[index].converted(values[index])
        if !values[index].isNull { continue }
      } catch {
        let field = layer.fields[index]
        var misfit = Remark(
          severity: .warning, rule: error.rule, message: "\(field.name): \(error.message)",
          hint: hint(error, field))
        guard !field.isRequired else {
          misfit.severity = .rejected
          throw misfit
        }
        misfit.message += "; left empty"
        values[index] = .null
        result.remarks.append(misfit)
      }
      let field = layer.fields[index]
      if field.isRequired && values[index].isNull {
        throw Self.rejection(
          "required", "\(field.name) is missing, but the layer requires it",
          hint: "name the column that holds it: --map \(field.name)=COLUMN")
      }
    }
    for breach in rules.breaches(of: values) {
      let place = places.text(places.position(of: breach.rule))
      let remark = Remark(
        severity: breach.severity == .warning ? .warning : .rejected, rule: breach.rule,
        message: "\(breach.message.zh) / \(breach.message.en)",
        hint: "correct the record; the rule stands at \(place)")
      guard breach.severity == .warning else { throw remark }
      result.remarks.append(remark)
    }
    return values
  }

  /// What to do about a value that does not fit, with the line of the layer's file.
  private func hint(_ misfit: FieldValue.Misfit, _ field: Field) -> String? {
    switch misfit.rule {
    case "code":
      let place = places.text(places.position(ofCodesOf: field.name))
      return "add the code to the list at \(place), or correct the record"
    case "range":
      return "its bounds stand at \(places.text(places.position(ofField: field.name)))"
    default: return misfit.hint
    }
  }
}

extension Geometry.Kind {
  /// Whether a layer of `type` takes such geometries.
  fileprivate func fits(_ type: GeometryType) -> Bool {
    switch type {
    case .point: self == .point
    case .line: isLinear
    case .polygon: isPolygonal
    }
  }
}
