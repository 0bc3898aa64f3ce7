import TestSupport
import Testing

@testable import Catalog

/// The field of a layer file; `text` is its type and what else stands in its braces.
func field(_ text: String) throws -> Field {
  let yaml = LayerText.features("t", "point", fields: ["name: f, \(text)"], more: [])
  let (layer, diagnostics) = LayerCatalog.parse(yaml: yaml, file: "t.yml")
  return try #require(layer?.fields.first, "\(diagnostics.map(\.description))")
}
