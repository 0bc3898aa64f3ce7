extension LayerDefinition {
  /// The definition of a layer that a process gave, which no file declares.
  ///
  /// - Parameters:
  ///   - fields: Names and types of its features' properties, in their order.
  ///   - process: What people call the process.
  package static func ofResult(
    id: String, title: LocalisedText, geometry: GeometryType,
    fields: [(name: String, type: FieldType)], process: LocalisedText
  ) -> LayerDefinition {
    let words = LocalisedText(
      zh: "\(process.zh)的计算结果，任务删除后消失", en: "A result of \(process.en), until its job is gone")
    return LayerDefinition(
      id: id, title: title, description: words, theme: .publicTheme, level: nil,
      content: .features(geometry),
      fields: fields.map { name, type in
        Field(
          name: name, title: LocalisedText(zh: name, en: name), description: nil, type: type,
          unit: nil, datum: nil, grade: nil, isRequired: false, aliases: [], codes: [],
          minimum: nil, maximum: nil)
      },
      identifiers: [], duplicates: .reject, openStreetMap: nil, key: .none, relations: [],
      rules: [],
      tiles: TileRule(
        minimumZoom: 0, maximumZoom: 16, buffer: LayerDefaults.buffer,
        simplification: LayerDefaults.simplification),
      style: LayerStyle(
        colour: "#7a3fb5", width: geometry == .point ? 5 : 4, categories: nil, label: nil,
        labelZooms: nil, icon: nil, rank: LayerDefaults.rank, opacity: 0.35, isShown: true),
      provenance: Provenance(
        owner: LocalisedText(zh: "舆图", en: "Yutu"), source: process, licence: "CC0-1.0",
        grade: .general),
      text: "")
  }
}
