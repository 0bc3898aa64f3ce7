import SimpleFeatures
import Testing

@testable import GeometryCore

@Suite("Identifiers of coordinate reference systems")
struct CRSIdentifierTests {
  @Test(
    "Every spelling of CGCS2000 Gauss-Krüger zone 114°E is the same system",
    arguments: [
      "EPSG:4547", "epsg:4547", " EPSG:4547\n", "urn:ogc:def:crs:EPSG::4547",
      "urn:ogc:def:crs:EPSG:9.8:4547", "http://www.opengis.net/def/crs/EPSG/0/4547",
      "https://www.opengis.net/def/crs/EPSG/0/4547",
    ])
  func gaussKruger(text: String) throws {
    let crs = try CoordinateReferenceSystem(text)
    #expect(crs.identifier == "EPSG:4547")
    #expect(crs.name == "CGCS2000 / 3-degree Gauss-Kruger CM 114E")
    #expect(!crs.isGeographic && crs.hasNorthFirst)
    #expect(crs.uri == "http://www.opengis.net/def/crs/EPSG/0/4547")
  }

  @Test(
    "Every spelling of CRS84 is longitude first",
    arguments: [
      "CRS84", "crs84", "OGC:CRS84", "CRS:84", "urn:ogc:def:crs:OGC:1.3:CRS84",
      "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
      "https://www.opengis.net/def/crs/OGC/1.3/CRS84", "urn:ogc:def:crs:OGC::CRS84",
    ])
  func crs84(text: String) throws {
    let crs = try CoordinateReferenceSystem(text)
    #expect(crs == .crs84 && !crs.hasNorthFirst && crs.isGeographic)
    #expect(crs.uri == "http://www.opengis.net/def/crs/OGC/1.3/CRS84")
  }

  @Test(
    "What is no identifier is refused with examples of what is",
    arguments: [
      "", ":", "EPSG:", "EPSG:abc", "EPSG:-1", "EPSG:999999", "ESRI:102100", "4547", "WGS84",
      "EPSG:4547+", "EPSG:4547+5737+5737", "+5737", "EPSG:4547+5737\0", "EPSG:4547+station=",
      "urn:ogc:def:crs,crs:EPSG::4547", "urn:ogc:def:crs,EPSG::4547,EPSG::5737",
      "http://www.opengis.net/def/crs-compound?1=EPSG:4547", "EPSG:4547+EPSG:4547x",
      "http://www.opengis.net/def/crs-compound?1=EPSG:4547&1=EPSG:5737", "urn:ogc:def:crs:EPSG::",
      "http://example.com/def/crs/EPSG/0/4547",
      "http://www.opengis.net/def/crs/EPSG/0/4547/x", "OGC:CRS83", "EPSG:4547\0", "+proj=longlat",
      "EPSG:４５４７",
    ])
  func unknown(text: String) {
    let error = #expect(throws: GeometryError.self) { try CoordinateReferenceSystem(text) }
    #expect(error?.code == .unknownCRS)
    #expect(error?.hint?.contains(text == "WGS84" ? "EPSG:4326" : "EPSG:4547") == true)
  }

  @Test("Heights alone and geocentric systems are refused", arguments: [5737, 4978, 4479])
  func unsupported(code: Int) {
    let error = #expect(throws: GeometryError.self) {
      try CoordinateReferenceSystem("EPSG:\(code)")
    }
    #expect(error?.code == .unsupportedCRS)
  }

  @Test(
    "Every spelling of a map with 1985 heights is the same system",
    arguments: [
      "EPSG:4547+5737", "epsg:4547+EPSG:5737", "urn:ogc:def:crs,crs:EPSG::4547,crs:EPSG::5737",
      "urn:ogc:def:crs,crs:EPSG:9.8:4547,crs:EPSG:9.8:5737",
      "urn:ogc:def:crs:EPSG::4547,urn:ogc:def:crs:EPSG::5737",
      "http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/4547"
        + "&2=http://www.opengis.net/def/crs/EPSG/0/5737",
      "https://www.opengis.net/def/crs-compound?2=EPSG:5737"
        + "&1=http%3A%2F%2Fwww.opengis.net%2Fdef%2Fcrs%2FEPSG%2F0%2F4547",
    ])
  func compound(text: String) throws {
    let crs = try CoordinateReferenceSystem(text)
    #expect(crs.identifier == "EPSG:4547+5737")
    #expect(crs.vertical == .yellowSea1985 && crs.hasNorthFirst)
    #expect(try CoordinateReferenceSystem(crs.uri) == crs)
    #expect(crs != (try CoordinateReferenceSystem("EPSG:4547")))
  }

  @Test("Systems with heights of their own stand on their flat partner")
  func solid() throws {
    for (code, base) in [("EPSG:4480", "EPSG:4490"), ("EPSG:4979", "EPSG:4326")] {
      let crs = try CoordinateReferenceSystem(code)
      #expect(crs.identifier == code && crs.base == base && crs.horizontal == base)
      #expect(crs.vertical == .ellipsoid(of: base))
    }
    // Netherlands: a pair that the registry itself has.
    let pair = try CoordinateReferenceSystem("EPSG:7415")
    #expect(pair.horizontal == "EPSG:28992" && pair.vertical?.code == "5709")
    #expect(try CoordinateReferenceSystem("EPSG:4490+5738").vertical?.code == "5738")
    // Depths, and heights in feet.
    for bad in ["EPSG:4490+5831", "EPSG:4490+6360"] {
      #expect(throws: GeometryError.self) { try CoordinateReferenceSystem(bad) }
    }
  }

  @Test("What is written down about the four common systems is what the registry says")
  func constants() throws {
    let known: [CoordinateReferenceSystem] = [.wgs84, .crs84, .cgcs2000, .webMercator]
    for crs in known {
      let registered = try crs.registered()
      #expect(registered.identifier == crs.identifier)
      #expect(registered.hasNorthFirst == crs.hasNorthFirst)
      #expect(registered.isGeographic == crs.isGeographic)
      #expect(registered.areaOfUse == crs.areaOfUse)
      if crs != .crs84 { #expect(registered.name == crs.name) }
    }
  }
}

extension CoordinateReferenceSystem {
  /// What PROJ says about the same code, past the table of common systems.
  fileprivate func registered() throws -> CoordinateReferenceSystem {
    try PROJPool.shared.withSession { (session) throws(GeometryError) in
      try session.lookUp(authority: authority, code: code)
    }
  }
}
