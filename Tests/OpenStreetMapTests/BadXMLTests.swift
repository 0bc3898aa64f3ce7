import Foundation
import OpenStreetMap
import Testing

@Suite("XML is read as it is written by many programs, and refused with the line")
struct BadXMLTests {
  private func osm(_ content: String) -> [UInt8] {
    Array("<osm version='0.6'>\n\(content)\n</osm>".utf8)
  }

  private func fault(_ content: String) throws -> OSMError {
    try #require(try TestFile.fault(osm(content)), "\(content) reads")
  }

  @Test("Blanks, quotes, comments, unknown elements and their order do not matter")
  func spellings() throws {
    let text = """
      \u{FEFF}<?xml version="1.0"?>
      <!DOCTYPE osm>
      <!-- <node id="9" lat="1" lon="1"/> -->
      <osm version = '0.6' ><note>5 > 4</note><meta a="1"/>
      <![CDATA[ <node id="8" lat="1" lon="1"/> ]]>
      <changeset id="1"><tag k="a" v="b"/></changeset>
      <node lon="1e1" version="3" lat="+2.5" id="+1"
        ><!-- a --><x><y z="/>"></y></x><tag v='"' k='a&#x2F;&#98;'></tag></node >
      <way id="-2" ><nd ref="1"></nd ><center lat="1" lon="2"/><nd\tref="3" lat="4"/></way>
      <relation id="3"><member ref="1" type="way" role="in"/>
        <member type='node' ref='2'/></relation>
      <?php x ?></osm>
      <!-- the end -->

      """
    let read = try TestFile.objects(Array(text.utf8))
    #expect(
      read.nodes == [
        .init(
          id: 1, longitude: 100_000_000, latitude: 25_000_000,
          tags: [.init(key: "a/b", value: "\"")])
      ])
    #expect(read.ways == [.init(id: -2, refs: [1, 3])])
    #expect(
      read.relations == [
        .init(
          id: 3,
          members: [
            .init(kind: .way, ref: 1, role: "in"), .init(kind: .node, ref: 2, role: ""),
          ])
      ])
    #expect(try TestFile.objects(Array("<osm/>".utf8)) == Objects())
  }

  @Test("Degrees are those of the nearest ten-millionth")
  func degrees() throws {
    for (text, value) in [
      ("1", 10_000_000), ("-0.00000005", -1), ("0.000000049999", 0), (".5", 5_000_000),
      ("7.", 70_000_000), ("31.2292438", 312_292_438), ("31.22924375", 312_292_438),
      ("-31.229243749", -312_292_437), ("3.1e1", 310_000_000), ("0031.0", 310_000_000),
      ("-90.000000000000", -900_000_000),
    ] as [(String, Int32)] {
      let node = "<node id='1' lat='\(text)' lon='0'/>"
      #expect(try TestFile.objects(osm(node)).nodes.first?.latitude == value, "\(text)")
    }
    for text in [
      "", "-", ".", "91", "90.00000006", "nan", "inf", "1,5", "0x1", "1e5", "1.2.3", "--1",
      "99999999999",
      "1000.1",
    ] {
      let words = try fault("<node id='1' lat='\(text)' lon='0'/>").message
      #expect(words.contains("no place on the earth"), "\(text): \(words)")
    }
  }

  @Test(
    "What is wrong is told with its line",
    arguments: [
      ("<node id='1' lat='1'/>", "line 2: node 1 has no lat and lon"),
      ("\n<node lat='1' lon='1'/>", "line 3: a node without id"),
      ("<way/>", "a way without id"), ("<relation/>", "a relation without id"),
      ("<node id='1.5' lat='1' lon='1'/>", "the id \"1.5\" is no whole number"),
      ("<way id='99999999999999999999'/>", "is no whole number"),
      ("<way id='1'><nd/></way>", "a nd without ref"),
      ("<way id='1'><nd ref='x'/></way>", "the ref \"x\""),
      ("<way id='1'>\n\n<tag k='a'/></way>", "line 4: a tag without k or v"),
      ("<relation id='1'><member ref='1' type='area'/></relation>", "a known type"),
      ("<way id='1'>", "</osm> where </way> should be"),
      ("<way id='1'></node>", "</node> where </way> should be"),
      ("<way id='1' id2></way>", "id2 has no value"), ("<way id=1></way>", "not in quotes"),
      ("<way id='1'><tag k='a' v='&nbsp;'/></way>", "the unknown entity &nbsp;"),
      ("<way id='1'><tag k='a' v='a & b'/></way>", "&amp;"),
      ("<way id='1'><tag k='a' v='&#0;'/></way>", "&#0;"),
      ("<way id='1'><tag k='a' v='<'/></way>", "a < within the value of v"),
      ("<way id='1'/ >", "a / where a tag does not end"), ("< way id='1'/>", "a name is missing"),
      ("<way id='1'><node id='1'/></way>", "<node> within <way>"),
      ("<x><y><way id='1'/></y></x>", "<way> within <y>"), ("</way>", "</way> closes nothing"),
      ("</osm><way id='1'/>", "goes on behind </osm>"),
      ("<!-- ", "line 2: what starts here has no end"), ("<!ELEMENT a>", "no markup of XML"),
      ("<!DOCTYPE osm [<!ENTITY a 'b'>]>", "a document type of its own"),
      ("<create><node id='1' lat='1' lon='1'/></create>", "holds changes"),
      ("<action type='modify'><old/></action>", "holds changes"),
      ("<remark> runtime error: Query timed out </remark>", "runtime error: Query timed out"),
    ])
  func diagnostics(content: String, words: String) throws {
    let error = try fault(content)
    #expect(error.message.contains(words), "\(error)")
    #expect(error.position != nil)
  }

  @Test("Changes, other roots, other versions and other encodings are refused by name")
  func documents() throws {
    for (text, words) in [
      ("<osmChange version='0.6'><modify/></osmChange>", "changes"), ("<gpx></gpx>", "<gpx>"),
      ("<osm version='0.5'/>", "version 0.5"), ("<!-- x -->", "before <osm>"),
      ("<?xml version='1.0' encoding='GB18030'?><osm/>", "GB18030"),
      ("<osm/><way id='1'/>", "behind an empty <osm/>"), ("<osm>", "before </osm>"),
    ] {
      let error = try #require(try TestFile.fault(Array(text.utf8)), "\(text)")
      #expect(error.message.contains(words), "\(error)")
    }
    let changes = try #require(try TestFile.fault(Array("<osmChange/>".utf8)))
    #expect(changes.hint?.contains("osmium apply-changes") == true)
  }

  @Test("A file that ends anywhere before its end is told as cut off or damaged")
  func truncated() throws {
    let file = XMLWriter.file(.random(seed: 6, count: 6))
    for count in 0..<file.count - 2 {
      #expect(try TestFile.fault(Array(file[..<count])) != nil, "\(count)")
    }
  }

  @Test("XML packed with gzip is read, in several parts too, and told where it is cut off")
  func gzip() throws {
    let objects = Objects.random(seed: 5, count: 4000)
    let file = XMLWriter.file(objects)
    let parts = [file[..<1000], file[1000...]].map { Gzip.packed(Array($0)) }
    let packed = parts[0] + parts[1]
    for threads in 1...2 {
      #expect(try TestFile.objects(packed, threads: threads) == objects)
    }
    for count in [30, packed.count / 2, packed.count - 1] {
      let error = try #require(try TestFile.fault(Array(packed[..<count])))
      #expect(error.code == .truncated, "\(count): \(error)")
    }
    var damaged = packed
    damaged[packed.count - 6] ^= 1
    #expect(try TestFile.fault(damaged)?.code == .damaged)
    let pbf = Gzip.packed(PBFWriter().file(objects))
    #expect(try TestFile.fault(pbf)?.hint?.contains("gunzip") == true)
  }

  // MARK: Pieces

  @Test("Objects longer than a piece are read whole, and deep nesting ends somewhere")
  func long() throws {
    var objects = Objects()
    objects.ways = [.init(id: 1, refs: Array(1...100_000)), .init(id: 2, refs: [1])]
    objects.ways += (3...9000).map {
      .init(id: $0, refs: [$0], tags: [.init(key: "k\($0)", value: "")])
    }
    #expect(try TestFile.objects(XMLWriter.file(objects), threads: 2) == objects)
    let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
    #expect(try fault(deep).message.contains("elements within each other"))
  }
}
