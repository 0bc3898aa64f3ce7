import Catalog
import Datasets
import GeometryCore
import SimpleFeatures

/// Makes records ready to be written: into the city's coordinates, valid, their values in the types
/// of the layer's fields.
struct RecordNormaliser {
  private let layer: LayerDefinition
  /// Whether what surely means something else than it says is taken so.
  private let fixes: Bool
  private let transform: CoordinateTransform
  private(set) var mapping: FieldMapping
  /// One for each field of the layer.
  private let converters: [FieldConverter]
  /// The fields that tell objects apart where no id does.
  private let keyFields: [Int]
  private let rules: RecordRules
  /// Where the layer's file says what records break.
  private let places: LayerPlaces
  private let nearCodes = NearCodes()
  private let completion: (any RecordCompletion)?
  /// Fields of dates that may be coarse, each with the one that says how exact it is.
  private let coarseDates: [(date: Int, precision: Int)]

  init(
    _ request: Importer.Request, _ transform: CoordinateTransform, _ mapping: FieldMapping,
    _ completion: (any RecordCompletion)? = nil
  ) {
    layer = request.layer
    fixes = request.fixes
    self.transform = transform
    self.mapping = mapping
    converters = layer.fields.map { FieldConverter($0) }
    rules = RecordRules(layer)
    places = LayerPlaces(layer)
    self.completion = completion
    let fields = layer.fields
    keyFields = request.layer.key.fields.compactMap { name in
      fields.firstIndex { $0.name == name }
    }
    coarseDates = fields.indices.filter { fields[$0].type == .date }.compactMap { date in
      fields.firstIndex { $0.name == fields[date].name + "_precision" }.map { (date, $0) }
    }
  }

  /// What was decided about values; for after the last record.
  var remarks: [String] { completion?.remarks ?? [] }

  private typealias Diagnostic = NormalisedRecord.Diagnostic
  /// Properties beyond which a record is refused.
  static let mostProperties = 10_000

  /// The record, ready to be written or with the remark that says why it is not.
  mutating func prepared(_ record: SourceRecord, _ extent: ReadExtent) -> NormalisedRecord {
    var result = NormalisedRecord(number: record.number, position: record.position, extent: extent)
    var geometry: Geometry?
    do throws(Diagnostic) {
      let feature = try Self.readable(record)
      result.id = mapping.identifier(of: feature)
      result.remarks = record.remarks
      if record.remarks.contains(where: { $0.severity == .rejected }) {
        result.place = feature.geometry.flatMap { place(of: $0) }
        return result
      }
      if record.closedRings > 0 {
        result.remarks.append(
          Self.repair("unclosed-ring", "\(record.closedRings) rings were closed"))
      }
      let placed = try placed(feature, &result)
      geometry = placed
      var kept: [Int] = []
      let values = try values(of: feature, &result, &kept)
      result.id = result.id ?? key(of: values)
      result.isIdentifiedByGeometry = result.id == nil
      let id = result.id ?? "g" + Fingerprint.text(of: WKB.encode(placed))
      result.content = NormalisedRecord.Content(
        id: id, geometry: placed, values: values, kept: kept)
    } catch {
      result.id =
        result.id ?? record.id
        ?? mapping.identifier(of: Feature(geometry: nil, properties: record.properties))
      result.remarks.append(error)
    }
    if !result.remarks.isEmpty, let geometry {
      result.place = RecordDiagnostic.Place(inside: geometry)
    }
    return result
  }

  /// The id of a record that has none but the values by which the layer's objects are told apart.
  private func key(of values: [PropertyValue]) -> String? {
    let parts = keyFields.map { FieldValue.plainText(values[$0]) }
    return parts.isEmpty || parts.contains("") ? nil : parts.joined(separator: "/")
  }

  private static func rejection(
    _ rule: String, _ message: String, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(severity: .rejected, rule: rule, message: message, hint: hint)
  }

  private static func repair(_ rule: String, _ message: String) -> Diagnostic {
    Diagnostic(severity: .repaired, rule: rule, message: message)
  }

  private static func readable(_ record: SourceRecord) throws(Diagnostic) -> Feature {
    do throws(FormatError) {
      let feature = try record.feature.get()
      guard feature.properties.count <= Self.mostProperties else {
        throw FormatError(
          .tooLarge, "the record has \(feature.properties.count) properties",
          hint: "at most \(Self.mostProperties) are read")
      }
      return feature
    } catch {
      let hint = error.code == .unclosedRing ? "--fix closes such rings" : error.hint
      throw rejection(error.code.rawValue, error.message, hint: hint)
    }
  }

  // MARK: Geometry

  /// The record's geometry in the city's coordinates, valid and of the layer's type.
  private func placed(
    _ feature: Feature, _ result: inout NormalisedRecord
  ) throws(Diagnostic) -> Geometry {
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
    guard
      source.kind != .point || !transform.from.isGeographic || source.ordinates[0] != 0
        || source.ordinates[1] != 0
    else {
      throw Self.rejection(
        "no-geometry", "longitude and latitude are 0, which stands for a place that is not known",
        hint: "give the record its place")
    }
    guard source.envelope.width <= 180 || !transform.from.isGeographic else {
      throw Self.rejection(
        "antimeridian", "the shape is wider than 180 degrees",
        hint: "cut it at the antimeridian (RFC 7946 section 3.1.9)")
    }
    result.isFlattened = source.layout != .xy
    let repair = try repaired(source.flattened, &result)
    if let fault = repair.fault {
      let place = fault.x.flatMap { x in fault.y.map { (x, $0) } }
      result.remarks.append(
        Self.repair(
          fault.rule,
          place.map { "\(fault.message) at \($0.0), \($0.1); the shape was repaired" }
            ?? "\(fault.message); the shape was repaired"))
    }
    return repair.geometry
  }

  /// The shape in the city's coordinates, made valid.
  private func repaired(
    _ shape: Geometry, _ result: inout NormalisedRecord
  ) throws(Diagnostic) -> Repair {
    do throws(GeometryError) {
      return try transform.transform(shape).repaired()
    } catch {
      guard error.code == .swappedAxes,
        let exchanged = try? transform.transform(Self.exchanged(shape)).repaired()
      else { throw Self.rejection(error.code.rawValue, error.message, hint: error.hint) }
      guard fixes else {
        let hint = (error.hint.map { "\($0); " } ?? "") + "--fix exchanges them"
        throw Self.rejection(error.code.rawValue, error.message, hint: hint)
      }
      result.remarks.append(
        Self.repair(
          error.code.rawValue,
          transform.from.isGeographic
            ? "longitude and latitude were exchanged" : "easting and northing were exchanged"))
      return exchanged
    }
  }

  private static func exchanged(_ shape: Geometry) -> Geometry {
    var shape = shape
    for i in stride(from: 0, to: shape.ordinates.count - 1, by: shape.stride) {
      shape.ordinates.swapAt(i, i + 1)
    }
    return shape
  }

  /// Where a shape that cannot be used lies, if it lies anywhere.
  private func place(of shape: Geometry) -> RecordDiagnostic.Place? {
    (try? transform.transform(shape.flattened)).flatMap { RecordDiagnostic.Place(inside: $0) }
  }

  // MARK: Attributes

  private mutating func values(
    of feature: Feature, _ result: inout NormalisedRecord, _ kept: inout [Int]
  ) throws(Diagnostic) -> [PropertyValue] {
    var values = mapping.values(of: feature)
    completion?.complete(&values, &result.remarks)
    for (date, precision) in coarseDates where values[precision].isNull {
      guard let coarse = CoarseDate(values[date]) else { continue }
      (values[date], values[precision]) = (.text(coarse.firstDay), .text(coarse.precision))
    }
    for index in layer.fields.indices {
      do throws(FieldValue.ConversionError) {
        values[index] = try converters[index].converted(values[index])
        if !values[index].isNull { continue }
      } catch {
        values[index] = try fixed(values[index], error, layer.fields[index], &result)
        if values[index].isNull { kept.append(index) }
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
      let remark = Diagnostic(
        severity: breach.severity == .warning ? .warning : .rejected, rule: breach.rule,
        message: breach.message.both,
        hint: "correct the record; the rule stands at \(place)")
      guard breach.severity == .warning else { throw remark }
      result.remarks.append(remark)
    }
    return values
  }

  /// What stands for a value that does not fit: what it surely means, or nothing, and then what the
  /// city holds stays.
  private func fixed(
    _ value: PropertyValue, _ misfit: FieldValue.ConversionError, _ field: Field,
    _ result: inout NormalisedRecord
  ) throws(Diagnostic) -> PropertyValue {
    let words = "\(field.name): \(misfit.message)"
    let meant = ValueFix.fixed(value, for: field)
    let meaning = meant.map { FieldValue.plainText($0) } ?? ""
    if fixes, let meant {
      result.remarks.append(Self.repair(misfit.rule, "\(words); taken as \(meaning)"))
      return meant
    }
    var hint = meant == nil ? hint(misfit, field, value) : "--fix takes it as \(meaning)"
    if field.type == .date, CoarseDate(value)?.precision == "year" {
      hint = "a year only: write the day, as \(meaning); --fix takes it as that day"
    }
    guard !field.isRequired else { throw Self.rejection(misfit.rule, words, hint: hint) }
    result.remarks.append(
      Diagnostic(severity: .warning, rule: misfit.rule, message: "\(words); not taken", hint: hint))
    return .null
  }

  /// What to do about a value that does not fit, with the line of the layer's file.
  private func hint(
    _ misfit: FieldValue.ConversionError, _ field: Field, _ value: PropertyValue
  ) -> String? {
    switch misfit.rule {
    case "code":
      let place = places.text(places.position(ofCodesOf: field.name))
      let codes = nearCodes.words(FieldValue.plainText(value), field)
      return "\(codes); say what it means in a mapping file (codes:), add it to the list at "
        + "\(place), or correct the record"
    case "range":
      return "its bounds stand at \(places.text(places.position(ofField: field.name)))"
    default: return misfit.hint
    }
  }
}

extension Geometry.Kind {
  /// Whether a layer of `type` takes such geometries.
  func fits(_ type: GeometryType) -> Bool {
    switch type {
    case .point: self == .point
    case .line: isLinear
    case .polygon: isPolygonal
    }
  }
}
