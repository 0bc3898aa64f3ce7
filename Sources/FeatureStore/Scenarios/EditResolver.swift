import Catalog
import GeometryCore
import SimpleFeatures

/// Turns one edit of a scenario into the feature that it makes, or says why it cannot be.
struct EditResolver {
  private(set) var diagnostics: [Diagnostic] = []
  private let scenario: Scenario
  private let edit: Scenario.Edit
  private let layer: LayerDefinition

  init(_ scenario: Scenario, _ edit: Scenario.Edit, _ layer: LayerDefinition) {
    self.scenario = scenario
    self.edit = edit
    self.layer = layer
  }

  /// The feature after the edit; `nil` where it is removed and where there are faults.
  mutating func resolve(_ before: StoredFeature?, newRow: Int64) -> StoredFeature? {
    checkExistence(before)
    guard edit.action != .remove else { return nil }
    var values = before?.values ?? layer.fields.map { _ in .null }
    for assignment in edit.values { assign(assignment, to: &values) }
    for (field, value) in zip(layer.fields, values) where field.isRequired && value.isNull {
      let place = edit.values.first { $0.field == field.name }?.position ?? edit.position
      note(place, "`\(field.name)` is empty, but layer `\(layer.id)` requires it")
    }
    let geometry = edit.geometry.flatMap { checked($0) } ?? before?.geometry
    guard diagnostics.isEmpty, let geometry else { return nil }
    return StoredFeature(
      row: before?.row ?? newRow, id: edit.id, geometry: geometry, values: values,
      commit: before?.commit ?? 0)
  }

  private mutating func note(_ place: TextPosition, _ message: String, hint: String? = nil) {
    diagnostics.append(scenario.fault(place, message, hint: hint))
  }

  private mutating func checkExistence(_ before: StoredFeature?) {
    switch (edit.action, before) {
    case (.add, .some):
      note(
        edit.position, "layer `\(layer.id)` has a feature `\(edit.id)` already",
        hint: "choose another id, or change it with `set`")
    case (.set, nil), (.remove, nil):
      note(
        edit.position, "layer `\(layer.id)` has no feature `\(edit.id)`",
        hint: "look its id up on the map; `add` makes a new one")
    default: break
    }
  }

  private mutating func assign(_ assignment: Scenario.Assignment, to values: inout [PropertyValue])
  {
    guard let index = layer.fields.firstIndex(where: { $0.name == assignment.field }) else {
      return note(
        assignment.position, "layer `\(layer.id)` has no field `\(assignment.field)`",
        hint: choices(for: assignment.field, among: layer.fields.map(\.name)))
    }
    do throws(FieldValue.ConversionError) {
      values[index] = try FieldValue.converted(assignment.value, to: layer.fields[index])
    } catch {
      note(assignment.position, "\(assignment.field): \(error.message)", hint: error.hint)
    }
  }

  /// The geometry as the store keeps it, valid and of the layer's kind.
  private mutating func checked(_ geometry: Geometry) -> Geometry? {
    let geometry = geometry.demotedFromMulti.flattened
    let fits =
      switch layer.geometry {
      case .point: geometry.kind == .point
      case .line: geometry.kind.isLinear
      case .polygon: geometry.kind.isPolygonal
      }
    guard fits, !geometry.isEmpty else {
      note(
        edit.position, "the geometry is no \(layer.geometry.rawValue), as layer `\(layer.id)` needs"
      )
      return nil
    }
    let bounds = Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90)
    guard bounds.contains(geometry.envelope) else {
      note(
        edit.position, "the geometry lies beyond ±180 degrees of longitude or ±90 of latitude",
        hint: "write longitude and latitude of CGCS2000, longitude first")
      return nil
    }
    do throws(GeometryError) {
      try geometry.checkStructure()
    } catch {
      note(
        edit.position, "the geometry of `\(edit.id)` is not valid: \(error.message)",
        hint: error.hint)
      return nil
    }
    // It is not repaired, as an import's is: that takes minutes where thousands of edges cross.
    guard let fault = geometry.validity().fault else { return geometry }
    note(
      edit.position, "the geometry of `\(edit.id)` is not valid: \(fault.message)",
      hint: fault.x.flatMap { x in fault.y.map { "look at \(x), \($0)" } })
    return nil
  }
}
