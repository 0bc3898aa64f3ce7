import Catalog
import Foundation
import OpenStreetMap
import SimpleFeatures

/// The objects of an OpenStreetMap file (PBF or XML) that belong into a layer, each once: nodes,
/// then ways, then relations, each in the order of the file.
///
/// Ids are `node/1`, `way/2` and `relation/3`, as OpenStreetMap writes them. The file is read
/// several times instead of being held: for relations, for ways, for the places of their nodes, and
/// for the ways again. What does not fit into a portion of memory comes in further rounds.
final class OSMSource: RecordSource {
  /// How much is held at a time.
  struct Portion {
    /// Nodes of ways.
    var nodes = 16 << 20
    /// Members of relations.
    var members = 1 << 20
  }

  private enum Stage { case start, nodes, ways, relations, end }

  private let path: String
  private let file: OSMFile
  private let objects: OSMObjects
  private let portion: Portion
  private var stage = Stage.start
  private var relations: RelationPortion?
  private var ways: WayPortion?
  private var places = NodePlaces(of: [])
  private var reading: OSMReading<OSMObjects.Batch>?
  private var pending: ArraySlice<SourceRecord> = []
  private var number = 0
  private var passes = 0
  private var passShare = 0.0
  let declaredCRS = DeclaredCRS.impliedByFormat

  /// - Throws: ``ImportError`` where the layer's file does not say what it takes, and for a file
  ///   that cannot be read.
  init(
    _ path: String, for layer: LayerDefinition, portion: Portion = Portion()
  ) throws(ImportError) {
    guard let rule = layer.openStreetMap else {
      throw ImportError(
        .unknownFormat,
        "\(path) is OpenStreetMap, and layer \"\(layer.id)\" does not say what it takes of it",
        hint: "add `openstreetmap:` to the layer's file (Layers/README.md)")
    }
    do throws(OSMError) {
      file = try OSMFile(path: path)
    } catch {
      let words = error.message
      throw ImportError(
        .unreadableFile, words.hasPrefix(path) ? words : "\(path) cannot be read: \(words)",
        hint: error.hint)
    }
    self.path = path
    self.portion = portion
    objects = OSMObjects(layer, OSMSelection(layer, rule))
  }

  deinit {
    reading?.finish()
  }

  var remarks: [String] {
    ["objects at the border of an extract come with those of their nodes that the file has"]
  }

  var extent: ReadExtent {
    let planned = objects.selection.passes
    let share = min((Double(passes) + passShare) / Double(max(planned, passes + 1)), 1)
    let done = stage == .end ? file.byteCount : Int(share * Double(file.byteCount))
    return ReadExtent(.bytes, done: done, total: file.byteCount)
  }

  func next() throws -> SourceRecord? {
    while pending.isEmpty {
      guard stage != .end else { return nil }
      do {
        try advance()
      } catch let error as OSMError {
        throw ImportError(
          .unreadableFile, "\(path) cannot be read after record \(number): \(error.message)",
          hint: error.hint)
      }
    }
    number += 1
    var record = pending.removeFirst()
    record.number = number
    return record
  }

  // MARK: Stages

  private func advance() throws {
    switch stage {
    case .start: try begin()
    case .nodes:
      if let batch = try nextBatch() { return take(batch) }
      try beginWays()
    case .ways:
      if let batch = try nextBatch() { return take(batch) }
      try continueWays()
    case .relations: try emitRelations()
    case .end: break
    }
  }

  /// Finds what of the file fits one portion, and starts to read nodes.
  private func begin() throws {
    let selection = objects.selection
    if selection.takesAreas { relations = try readRelations(after: nil) }
    if selection.takesWays {
      let ways = try readWays(after: nil, members: relations)
      self.ways = ways
      places = NodePlaces(of: ways.nodes)
    }
    if selection.takesNodes || !places.ids.isEmpty {
      let (objects, ids) = (objects, places.ids)
      reading = try file.reading(.nodes) { block in
        objects.nodes(of: block, needed: ids)
      }
      stage = .nodes
    } else {
      try beginWays()
    }
  }

  private func beginWays() throws {
    guard let ways, ways.count > 0 else {
      stage = .relations
      return
    }
    let (objects, places, range) = (objects, places, ways.range)
    reading = try file.reading(.ways) { block in
      objects.ways(of: block, in: range, places)
    }
    stage = .ways
  }

  private func continueWays() throws {
    guard let end = ways?.next else {
      stage = .relations
      return
    }
    let more = try readWays(after: end, members: nil)
    ways = more
    try readPlaces(of: more.nodes, keeping: relations == nil ? [] : memberNodes)
    try beginWays()
  }

  /// Nodes of the members of relations that wait for their turn.
  private var memberNodes: [Int64] { relations?.memberNodes ?? [] }

  private func emitRelations() throws {
    guard let portion = relations else {
      stage = .end
      return
    }
    pending = objects.records(of: portion, places)[...]
    relations = nil
    guard let end = portion.next else {
      stage = .end
      return
    }
    let more = try readRelations(after: end)
    relations = more
    let members = try readWays(after: .beyond, members: more)
    try readPlaces(of: members.nodes, keeping: [])
  }

  private func take(_ batch: OSMObjects.Batch) {
    passShare = Double(batch.endByte) / Double(max(file.byteCount, 1))
    places.take(batch.places)
    pending = batch.records[...]
  }

  private func nextBatch() throws -> OSMObjects.Batch? {
    if let batch = try reading?.next() { return batch }
    endPass()
    return nil
  }

  private func endPass() {
    reading?.finish()
    reading = nil
    passes += 1
    passShare = 0
  }

  // MARK: Passes that give no records

  private func readRelations(after start: BlockPlace?) throws -> RelationPortion {
    var found = RelationPortion()
    let (objects, most) = (objects, portion.members)
    let reading = try file.reading(.relations) { block in
      (objects.relations(of: block, after: start), block.endByte)
    }
    defer { endPass() }
    defer { reading.finish() }
    while found.next == nil, let (relations, endByte) = try reading.next() {
      passShare = Double(endByte) / Double(max(file.byteCount, 1))
      for relation in relations where !found.take(relation, atMost: most) { break }
    }
    return found
  }

  private func readWays(
    after start: BlockPlace?, members: RelationPortion?
  ) throws -> WayPortion {
    var found = WayPortion(after: start)
    let wanted = members?.wayIDs ?? []
    let (objects, most) = (objects, portion.nodes)
    let reading = try file.reading(.ways) { block in
      (objects.wayNodes(of: block, after: start, members: wanted), block.endByte)
    }
    defer { endPass() }
    defer { reading.finish() }
    while !found.isFull || members != nil, let (ways, endByte) = try reading.next() {
      passShare = Double(endByte) / Double(max(file.byteCount, 1))
      found.take(ways, atMost: most)
      for way in ways.members {
        relations?.nodesByWay[way.id] = way.nodes
      }
    }
    if members != nil { found.nodes += memberNodes }
    return found
  }

  private func readPlaces(of nodes: [Int64], keeping others: [Int64]) throws {
    places = NodePlaces(of: nodes + others)
    let (objects, ids) = (objects, places.ids)
    let reading = try file.reading(.nodes) { block in
      objects.places(of: block, needed: ids)
    }
    defer { endPass() }
    defer { reading.finish() }
    while let batch = try reading.next() { places.take(batch.places) }
  }
}

extension OSMSelection {
  var takesWays: Bool { takesAreas || takesLines }

  /// How often the file is read where all fits one portion.
  var passes: Int { (takesAreas ? 1 : 0) + (takesWays ? 2 : 0) + 1 }
}
