/// A small file of OpenStreetMap: nodes on a grid of 0.001 degrees east and north of (114, 30),
/// named by column and row: node 203 is in column 2 of row 3.
struct OSMText {
  private var nodes: Set<Int> = []
  private var lacking: Set<Int> = []
  private var objects: [String] = []

  private static func tags(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k=\"\($0.key)\" v=\"\($0.value)\"/>" }.joined()
  }

  private static func place(_ node: Int) -> String {
    let (column, row) = (node / 100, node % 100)
    func digits(_ number: Int) -> String { String("00\(number)".suffix(3)) }
    return "lat=\"30.\(digits(row))\" lon=\"114.\(digits(column))\""
  }

  mutating func node(_ id: Int, _ tags: [String: String]) {
    lacking.insert(id)
    objects.append("<node id=\"\(id)\" \(Self.place(id))>\(Self.tags(tags))</node>")
  }

  mutating func way(_ id: Int, _ refs: [Int], _ tags: [String: String] = [:]) {
    nodes.formUnion(refs)
    let nodes = refs.map { "<nd ref=\"\($0)\"/>" }.joined()
    objects.append("<way id=\"\(id)\">\(nodes)\(Self.tags(tags))</way>")
  }

  mutating func relation(_ id: Int, _ ways: [(Int, String)], _ tags: [String: String]) {
    let members = ways.map { "<member type=\"way\" ref=\"\($0)\" role=\"\($1)\"/>" }.joined()
    objects.append("<relation id=\"\(id)\">\(members)\(Self.tags(tags))</relation>")
  }

  /// Leaves a node out, as the border of an extract does.
  mutating func cut(_ node: Int) { lacking.insert(node) }

  var text: String {
    let places = nodes.subtracting(lacking).sorted()
      .map { "<node id=\"\($0)\" \(Self.place($0))/>" }
    return "<osm version=\"0.6\">\n\((places + objects).joined(separator: "\n"))\n</osm>\n"
  }

  /// The same with relations first and nodes last.
  var reversed: String {
    let lines = text.split(separator: "\n")
    let body = lines.dropFirst().dropLast().reversed()
    return ([lines[0]] + body + [lines[lines.count - 1]]).joined(separator: "\n")
  }
}
