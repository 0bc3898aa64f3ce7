package import Catalog

/// Where the lines of a survey (CJJ 61) get their shapes: from the points that they name.
package struct SurveyInput: Sendable {
  /// The file of points; `nil` for the points that the city has.
  package var points: String?
  /// Which layer, table or sheet of that file, where it has several.
  package var pointsLayer: String?
  /// The layers in which such points are kept.
  package var nodes: [LayerDefinition]

  package init(points: String? = nil, pointsLayer: String? = nil, nodes: [LayerDefinition]) {
    self.points = points
    self.pointsLayer = pointsLayer
    self.nodes = nodes
  }

  /// The ids of the layers in which the ends of a layer's lines are kept; `nil` for a layer that
  /// does not say so in two relations `from` and `to`.
  package static func nodeLayers(of layer: LayerDefinition) -> [String]? {
    guard layer.geometry == .line, let from = end(of: layer, "from"),
      let to = end(of: layer, "to")
    else { return nil }
    return from.layers + to.layers.filter { !from.layers.contains($0) }
  }

  /// The relation of one end.
  static func end(of layer: LayerDefinition, _ id: String) -> LayerRelation? {
    layer.relations.first { $0.id == id }
  }
}
