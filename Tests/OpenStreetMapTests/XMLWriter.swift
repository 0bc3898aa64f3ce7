/// Writes objects as OpenStreetMap's XML.
enum XMLWriter {
  static func file(_ objects: Objects) -> [UInt8] {
    var text = """
      <?xml version='1.0' encoding='UTF-8'?>
      <osm version="0.6" generator="a test">
        <bounds minlat="30" minlon="114" maxlat="31" maxlon="115"/>

      """
    for node in objects.nodes {
      let place = "lat=\"\(degrees(node.latitude))\" lon='\(degrees(node.longitude))'"
      text += "  <node id=\"\(node.id)\"\(deleted(node.isThere)) \(place)"
      text += node.tags.isEmpty ? "/>\n" : ">\n\(tags(node.tags))  </node>\n"
    }
    for way in objects.ways {
      text += "  <way id=\"\(way.id)\"\(deleted(way.isThere))>\n"
      for ref in way.refs { text += "    <nd ref=\"\(ref)\"/>\n" }
      text += tags(way.tags) + "  </way>\n"
    }
    for relation in objects.relations {
      text += "  <relation id=\"\(relation.id)\" timestamp=\"2025-01-01T00:00:00Z\""
      text += "\(deleted(relation.isThere))>\n"
      for member in relation.members {
        text += "    <member type=\"\(member.kind)\" ref=\"\(member.ref)\""
        text += " role=\"\(escaped(member.role))\"/>\n"
      }
      text += tags(relation.tags) + "  </relation>\n"
    }
    return Array((text + "</osm>\n").utf8)
  }

  private static func deleted(_ isThere: Bool) -> String { isThere ? "" : " visible=\"false\"" }

  private static func tags(_ tags: [Objects.Tag]) -> String {
    tags.map { "    <tag k=\"\(escaped($0.key))\" v=\"\(escaped($0.value))\"/>\n" }.joined()
  }

  private static func degrees(_ value: Int32) -> String {
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    return (value < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
  }

  private static func escaped(_ text: String) -> String {
    let names: [Character: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\n": "&#xA;",
      "\t": "&#9;",
    ]
    return text.map { names[$0] ?? String($0) }.joined()
  }
}
