import Catalog
import FeatureStore
import HTTPTypes
import SimpleFeatures

/// The query of `/collections/{collectionId}/items`, read strictly.
enum ItemParameters {
  static let defaultLimit = 10
  static let maximumLimit = 10_000
  /// Rows of a page for people; a row costs a hundred times what it costs in GeoJSON.
  static let maximumHTMLLimit = 200

  static let parameters: [Route.Parameter] =
    [
      Route.Parameter(
        name: "limit", description: "Features per page, \(maximumLimit) at most",
        schema: limitSchema(usual: defaultLimit)),
      Route.Parameter(
        name: "bbox",
        description: "Longitude and latitude: west,south,east,north; west > east crosses 180°. "
          + "With bbox-crs the lower and then the upper corner in that system",
        schema: [
          "type": "array", "items": ["type": "number"],
          "oneOf": [["minItems": 4, "maxItems": 4], ["minItems": 6, "maxItems": 6]],
        ]),
      Route.Parameter(
        name: "after", description: "Where the page before ended: follow the link \"next\"",
        schema: ViewParameters.number(from: 0)),
      Route.Parameter(
        name: "bbox-crs", description: "The system of bbox, as URI; one of the collection's crs",
        schema: ["type": "string", "default": .string(ServerText.crs84)]),
      crs,
    ] + ViewParameters.parameters

  static let crs = Route.Parameter(
    name: "crs", description: "The system of the answer, as URI; one of the collection's crs",
    schema: ["type": "string", "default": .string(ServerText.crs84)])

  /// The schema of a page's length.
  ///
  /// It has no maximum: asking for more than the server gives is no error (OGC 17-069r4 §7.15.2).
  static func limitSchema(usual: Int) -> JSONValue {
    guard case .object(let members) = ViewParameters.number(from: 1) else { return nil }
    return .object(members + [("default", .integer(usual))])
  }

  /// The query on `layer` that `request` asks for.
  ///
  /// - Parameter systems: Those that the collection can be asked in.
  static func query(
    _ request: APIRequest, on layer: LayerDefinition, _ systems: SupportedCRSList
  ) throws(HTTPProblem) -> FeatureQuery {
    var query = FeatureQuery(limit: defaultLimit)
    for (name, value) in request.query.parameters {
      switch name {
      case "f", "lang", "commit", "datetime", "scenario", "crs": break
      case "bbox-crs": _ = try systems.system("bbox-crs", request)
      case "limit":
        let most = request.format == .html ? maximumHTMLLimit : maximumLimit
        query.limit = min(try whole(value, name, from: 1), most)
      case "bbox":
        query.predicate = query.predicate.and(try place(value, request, systems))
      case "after": query.afterRow = Int64(try whole(value, name, from: 0))
      default:
        try APIRequest.check(
          name, isIn: parameters.map(\.name) + ["f", "lang"],
          orOneOf: layer.fields.map { ($0.name, [$0.title.zh, $0.title.en]) })
        guard let field = layer.field(named: name) else { continue }
        query.predicate = query.predicate.and(
          .equals(Property(name, try self.value(value, of: field))))
      }
    }
    return query
  }

  private static func place(
    _ text: String, _ request: APIRequest, _ systems: SupportedCRSList
  ) throws(HTTPProblem) -> FeaturePredicate {
    let system = try systems.system("bbox-crs", request)
    if system.isDefault { return .boxes(try boxes(text)) }
    return .intersects(try TransformedBoundingBox(text, in: system).area())
  }

  private static func whole(_ text: String, _ name: String, from least: Int) throws(HTTPProblem)
    -> Int
  {
    guard let number = Int(text), number >= least else {
      throw HTTPProblem(
        .badRequest, "bad-parameter",
        "\(name)=\(text) is not a whole number from \(least) on",
        hint: "write one, as in \(name)=10, or leave it out")
    }
    return number
  }

  /// One box, or two where it crosses the antimeridian.
  static func boxes(_ text: String) throws(HTTPProblem) -> [Envelope] {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double(decimal: $0) ?? .nan }
    guard numbers.count == 4 || numbers.count == 6, numbers.allSatisfy(\.isFinite) else {
      throw HTTPProblem(
        .badRequest, "bad-bbox", "bbox=\(text) is not four (or six) numbers",
        hint: "write bbox=west,south,east,north in degrees, for example 114.2,30.4,114.5,30.7")
    }
    let half = numbers.count / 2
    let (west, south, east, north) = (numbers[0], numbers[1], numbers[half], numbers[half + 1])
    guard [west, east].allSatisfy({ abs($0) <= 180 }) else {
      throw HTTPProblem(.badRequest, "bad-bbox", "a longitude of the bbox is beyond ±180")
    }
    guard [south, north].allSatisfy({ abs($0) <= 90 }) else {
      throw HTTPProblem(
        .badRequest, "bad-bbox", "a latitude of the bbox is beyond ±90",
        hint: "longitude comes first: bbox=west,south,east,north")
    }
    guard south <= north else {
      throw HTTPProblem(.badRequest, "bad-bbox", "the bbox has its south above its north")
    }
    guard west > east else {
      return [Envelope(minX: west, minY: south, maxX: east, maxY: north)]
    }
    return [
      Envelope(minX: west, minY: south, maxX: 180, maxY: north),
      Envelope(minX: -180, minY: south, maxX: east, maxY: north),
    ]
  }

  /// The value that a filter names, read like one of an import: codes by their names too.
  private static func value(_ text: String, of field: Field) throws(HTTPProblem) -> PropertyValue {
    guard !text.isEmpty || field.type == .text else {
      throw HTTPProblem(
        .badRequest, "bad-parameter",
        "\(field.name) is empty, which a field of type \(field.type.rawValue) cannot be")
    }
    do throws(FieldValue.ConversionError) {
      return try FieldValue.converted(.text(text), to: field)
    } catch {
      guard error.rule == "code" else {
        throw HTTPProblem(
          .badRequest, "bad-parameter",
          "\(field.name)=\(text) does not fit a field of type \(field.type.rawValue): "
            + error.message, hint: error.hint)
      }
      throw HTTPProblem(
        .badRequest, "unknown-code", "\(field.name)=\(text) is not one of the field's codes",
        hint: choices(for: text, among: field.codes.map(\.value)))
    }
  }
}
