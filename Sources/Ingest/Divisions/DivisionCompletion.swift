import Catalog
import Datasets
import SimpleFeatures

/// What the table of divisions completes, by the fields of the layer.
enum DivisionCompletion {
  /// - Throws: ``ImportError`` for a layer of neither divisions nor addresses.
  static func `for`(
    _ layer: LayerDefinition, _ table: DivisionTable
  ) throws(ImportError) -> any RecordCompletion {
    if let areas = AdministrativeAreaCompletion(layer, table) { return areas }
    if let addresses = AddressCompletion(layer, table) { return addresses }
    throw ImportError(
      .unsuitableLayer, "the layer \"\(layer.id)\" holds neither divisions nor addresses",
      hint: "leave out --divisions: it fills name, code, rank and parent of divisions, and "
        + "division, street and number of addresses")
  }
}

extension NormalisedRecord.Diagnostic {
  static func warning(
    _ rule: String, _ message: String, hint: String
  ) -> NormalisedRecord.Diagnostic {
    NormalisedRecord.Diagnostic(severity: .warning, rule: rule, message: message, hint: hint)
  }
}
