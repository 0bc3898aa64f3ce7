import Catalog
import GeometryCore
import OpenStreetMap
import SimpleFeatures

/// Makes records of the objects of blocks that belong into a layer.
struct OSMObjects: Sendable {
  typealias Place = NodePlaces.Place

  /// What a block gave.
  struct Batch: Sendable {
    var records: [SourceRecord] = []
    var places: [NodePlaces.Found] = []
    var endByte: Int
  }

  let layer: LayerDefinition
  let selection: OSMSelection
  /// Whether a line stands for an area.
  private var takesOutlines: Bool {
    selection.rule.areas == .line && layer.geometry != .polygon
  }

  init(_ layer: LayerDefinition, _ selection: OSMSelection) {
    self.layer = layer
    self.selection = selection
  }

  // MARK: Nodes

  /// The block's nodes that belong into the layer, and the places of those that ways need.
  func nodes(of block: OSMBlock, needed: [Int64]) -> Batch {
    var batch = places(of: block, needed: needed)
    guard selection.takesNodes else { return batch }
    let chooser = OSMBlockSelection(selection, in: block)
    guard !chooser.isEmpty else { return batch }
    for index in 0..<block.nodes.count {
      guard let choice = chooser.choice(block.nodes.tags(index)) else { continue }
      let place = Place(
        longitude: block.nodes.longitude(index), latitude: block.nodes.latitude(index))
      batch.records.append(
        record("node/\(block.nodes.id(index))", choice, .point(x: place.x, y: place.y)))
    }
    return batch
  }

  /// The places of the block's nodes that ways need.
  func places(of block: OSMBlock, needed: [Int64]) -> Batch {
    Batch(places: NodePlaces.found(block.nodes, among: needed), endByte: block.endByte)
  }

  // MARK: Ways

  /// Whether a way counts as an area; `nil` where the layer takes no way of its kind.
  private func isArea(_ tags: OSMTags, _ nodes: OSMReferences) -> Bool? {
    let isArea = nodes.count > 3 && nodes.first == nodes.last && selection.isArea(tags)
    return isArea ? (selection.takesAreas ? true : nil) : (selection.takesLines ? false : nil)
  }

  /// The nodes that the block's ways need, of those behind `start` that belong into the layer and
  /// of the members of relations.
  func wayNodes(
    of block: OSMBlock, after start: BlockPlace?, members: Set<Int64>
  ) -> WayNodes {
    var found = WayNodes()
    let chooser = OSMBlockSelection(selection, in: block)
    guard !chooser.isEmpty || !members.isEmpty else { return found }
    for index in 0..<block.ways.count {
      let nodes = block.ways.refs(index)
      if !members.isEmpty, members.contains(block.ways.id(index)) {
        found.members.append(.init(id: block.ways.id(index), nodes: Array(nodes)))
      }
      let place = BlockPlace(block: block.number, index: index)
      if let start, place <= start { continue }
      let tags = block.ways.tags(index)
      guard chooser.choice(tags) != nil, isArea(tags, nodes) != nil else { continue }
      found.ways.append(.init(place: place, nodes: nodes.count))
      found.nodes.append(contentsOf: nodes)
    }
    return found
  }

  /// The records of the block's ways in a range.
  func ways(
    of block: OSMBlock, in range: (after: BlockPlace?, through: BlockPlace), _ places: NodePlaces
  ) -> Batch {
    var batch = Batch(endByte: block.endByte)
    let chooser = OSMBlockSelection(selection, in: block)
    guard !chooser.isEmpty else { return batch }
    for index in 0..<block.ways.count {
      let place = BlockPlace(block: block.number, index: index)
      if place > range.through { break }
      if let after = range.after, place <= after { continue }
      let tags = block.ways.tags(index)
      let nodes = block.ways.refs(index)
      guard let choice = chooser.choice(tags), let isArea = isArea(tags, nodes) else { continue }
      let found = nodes.compactMap { places.place(of: $0) }
      let id = "way/\(block.ways.id(index))"
      batch.records.append(record(id, choice, found, of: nodes.count, isArea: isArea))
    }
    return batch
  }

  private func record(
    _ id: String, _ choice: OSMChoice, _ found: [Place], of count: Int, isArea: Bool
  ) -> SourceRecord {
    var places = found
    // The outline of a cut area must not run where it has no edge.
    let isArea = isArea && !takesOutlines
    // Where the border cut off the node that closes it.
    if isArea, let first = places.first, places.last != first { places.append(first) }
    guard places.count > (isArea ? 3 : 1) else {
      return refused(
        id, .tooFewPoints, "of the \(count) nodes of the way \(found.count) are in the file",
        hint: found.count < count ? "the extract is cut there: take a larger one" : nil)
    }
    let ordinates = places.flatMap { [$0.x, $0.y] }
    guard isArea else { return record(id, choice, .lineString(ordinates)) }
    return record(id, choice, shape(ofArea: .polygon([ordinates])))
  }

  /// What stands for an area in the layer.
  private func shape(ofArea area: Geometry) -> Geometry {
    if layer.geometry == .polygon { return area }
    return (try? area.pointOnSurface()) ?? .point(x: area.ordinates[0], y: area.ordinates[1])
  }

  // MARK: Relations

  /// The block's relations behind `start` that belong into the layer as areas.
  func relations(of block: OSMBlock, after start: BlockPlace?) -> [WantedRelation] {
    var found: [WantedRelation] = []
    // The outline that stands for an area is that of a way.
    guard !takesOutlines else { return found }
    let chooser = OSMBlockSelection(selection, in: block)
    guard !chooser.isEmpty else { return found }
    for index in 0..<block.relations.count {
      let place = BlockPlace(block: block.number, index: index)
      if let start, place <= start { continue }
      let tags = block.relations.tags(index)
      guard tags.has("type", "multipolygon") || tags.has("type", "boundary"),
        let choice = chooser.choice(tags)
      else { continue }
      var seen: Set<Int64> = []
      let ways = block.relations.members(index).filter { member in
        member.kind == .way && !member.hasRole("subarea") && seen.insert(member.ref).inserted
      }
      found.append(
        WantedRelation(
          place: place, id: block.relations.id(index), choice: choice,
          ways: ways.map { .init(id: $0.ref, isInner: $0.hasRole("inner")) }))
    }
    return found
  }

  /// The records of relations whose ways' nodes are known.
  func records(of portion: RelationPortion, _ places: NodePlaces) -> [SourceRecord] {
    portion.relations.map { record(of: $0, portion.nodesByWay, places) }
  }

  private func record(
    of relation: WantedRelation, _ nodesByWay: [Int64: [Int64]], _ places: NodePlaces
  ) -> SourceRecord {
    let id = "relation/\(relation.id)"
    var missing = 0
    let ways = relation.ways.compactMap { way -> RingAssembly.Way? in
      guard let nodes = nodesByWay[way.id] else {
        missing += 1
        return nil
      }
      let found = nodes.compactMap { places.place(of: $0) }
      if found.count < nodes.count { missing += 1 }
      return RingAssembly.Way(places: found, isInner: way.isInner)
    }
    let assembly = RingAssembly(ways)
    let isCut = missing > 0
    let lack =
      "\(missing) of the \(relation.ways.count) ways of the relation are not whole in the file"
    guard let area = assembly.polygons(isCut: isCut), isCut || assembly.looseEnds.isEmpty else {
      let end = assembly.looseEnds.first.map {
        "a ring does not close: it ends at \($0.x), \($0.y)"
      }
      return refused(
        id, .unclosedRing,
        isCut ? lack + ", and nothing closes" : end ?? "its ways enclose nothing",
        hint: isCut ? "the extract is cut there: take a larger one" : nil)
    }
    var record = record(id, relation.choice, shape(ofArea: area))
    if isCut {
      record.remarks.append(
        SourceRecord.Diagnostic(
          severity: .warning, rule: "incomplete-relation",
          message: lack + "; what closes without them is taken",
          hint: "the extract is cut there: take a larger one"))
    }
    return record
  }

  // MARK: Records

  private func refused(
    _ id: String, _ code: FormatError.Code, _ message: String, hint: String?
  ) -> SourceRecord {
    var record = SourceRecord(
      number: 0, feature: .failure(FormatError(code, message, hint: hint)))
    record.id = id
    return record
  }

  private func record(_ id: String, _ choice: OSMChoice, _ shape: Geometry) -> SourceRecord {
    var feature = Feature(id: id, geometry: shape, properties: [])
    feature.properties = choice.tags.sorted { $0.key < $1.key }.map {
      Property($0.key, .text($0.value))
    }
    for (field, template) in choice.selection.values.sorted(by: { $0.key < $1.key }) {
      let names = [field] + (layer.field(named: field)?.aliases ?? [])
      let text = OpenStreetMapRule.text(of: template) { choice.tags[$0] }
      if !text.isEmpty, !names.contains(where: { choice.tags[$0] != nil }) {
        feature.properties.append(Property(field, .text(text)))
      }
    }
    return SourceRecord(number: 0, feature: .success(feature))
  }
}
