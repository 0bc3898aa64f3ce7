import Catalog
import FeatureStore
import SimpleFeatures

/// The faults that `yutu check` found, as JSON.
enum CheckReport {
  static func json(layers: Int, _ faults: [Fault], _ cityFaults: [CityFault]) -> String {
    var text = JSONText()
    text.raw("{\"layers\":\(layers),\"faults\":[")
    for (index, fault) in faults.enumerated() {
      if index > 0 { text.raw(",") }
      text.raw("{\"file\":")
      text.string(fault.file)
      text.raw(",\"line\":\(fault.line),\"column\":\(fault.column),\"message\":")
      text.string(fault.message)
      text.raw(",\"hint\":")
      text.value(fault.hint.map(PropertyValue.text) ?? .null)
      text.raw("}")
    }
    text.raw("],\"cityFaults\":[")
    for (index, fault) in cityFaults.enumerated() {
      if index > 0 { text.raw(",") }
      text.raw("{\"layer\":")
      text.value(fault.layer.map(PropertyValue.text) ?? .null)
      text.raw(",\"message\":")
      text.string(fault.message)
      text.raw(",\"hint\":")
      text.string(fault.hint)
      text.raw("}")
    }
    text.raw("]}")
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
