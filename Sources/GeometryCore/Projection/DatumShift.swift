import CPROJ
import SimpleFeatures
import Synchronization

/// A published transformation between two geographic systems, with where it holds.
struct DatumShift: Hashable, Sendable {
  var key: OperationKey
  var name: String
  var areaOfUse: Envelope
  var accuracyMetres: Double
}

extension DatumShift {
  /// The two systems that are taken as equal: WGS 84 and CGCS2000 differ by less than 1 m.
  ///
  /// Both are realisations of ITRF; CGCS2000 is fixed to epoch 2000.0 while China moves about
  /// 3 cm a year. EPSG publishes no transformation between them (PROJ offers only a "ballpark").
  static let equals: Set<String> = ["EPSG:4326", "EPSG:4490"]
  /// What treating ``equals`` as one costs.
  static let equalityAccuracyMetres = 1.0

  /// All published transformations from one geographic system to another, best first.
  ///
  /// Ballpark operations (the numbers copied) and those that need a missing grid are left out.
  static func published(
    from source: String, to target: String
  ) throws(GeometryError) -> [DatumShift] {
    let pair = Pair(source: source, target: target)
    if let known = known.withLock({ $0[pair] }) { return known }
    let found = try PROJPool.shared.withSession { (session) throws(GeometryError) in
      session.published(from: source, to: target)
    }
    known.withLock { $0[pair] = found }
    return found
  }

  private struct Pair: Hashable {
    var source: String
    var target: String
  }

  /// Pairs that the registry has been asked about: a search through it costs tens of milliseconds.
  private static let known = Mutex<[Pair: [DatumShift]]>([:])
}

extension PROJSession {
  /// PROJ's list of operations between two systems; the caller destroys it.
  borrowing func shifts(from source: String, to target: String) -> OpaquePointer? {
    let a = unsafe proj_create(context, source)
    let b = unsafe proj_create(context, target)
    let factory = unsafe proj_create_operation_factory_context(context, nil)
    defer {
      unsafe proj_destroy(a)
      unsafe proj_destroy(b)
      unsafe proj_operation_factory_context_destroy(factory)
    }
    guard unsafe a != nil, unsafe b != nil, unsafe factory != nil else { return nil }
    unsafe proj_operation_factory_context_set_allow_ballpark_transformations(context, factory, 0)
    unsafe proj_operation_factory_context_set_grid_availability_use(
      context, factory, PROJ_GRID_AVAILABILITY_DISCARD_OPERATION_IF_MISSING_GRID)
    unsafe proj_operation_factory_context_set_spatial_criterion(
      context, factory, PROJ_SPATIAL_CRITERION_PARTIAL_INTERSECTION)
    return unsafe proj_create_operations(context, a, b, factory)
  }

  fileprivate borrowing func published(from source: String, to target: String) -> [DatumShift] {
    guard let list = unsafe shifts(from: source, to: target) else { return [] }
    defer { unsafe proj_list_destroy(list) }
    var found: [DatumShift] = []
    for i in 0..<(unsafe proj_list_get_count(list)) {
      guard let operation = unsafe proj_list_get(context, list, i) else { continue }
      defer { unsafe proj_destroy(operation) }
      let accuracy = unsafe proj_coordoperation_get_accuracy(context, operation)
      guard unsafe proj_coordoperation_has_ballpark_transformation(context, operation) == 0,
        unsafe proj_coordoperation_is_instantiable(context, operation) == 1, accuracy >= 0,
        let area = unsafe area(of: operation)
      else { continue }
      found.append(
        DatumShift(
          key: .datumShift(source: source, target: target, index: Int(i)),
          name: unsafe proj_get_name(operation).map { unsafe String(cString: $0) } ?? "unnamed",
          areaOfUse: area, accuracyMetres: accuracy))
    }
    return found
  }
}
