import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("The CRS of a Shapefile as ArcGIS describes it")
struct SystemNameTests {
  /// EPSG 4491 to 4554 after their definitions: 6-degree zones 13 to 23 and 3-degree zones 25 to
  /// 45, each with and without the zone number, as Esri names them.
  struct Zone: Sendable, CustomTestStringConvertible {
    var code: Int
    var name: String
    var meridian: Int
    var falseEasting: Int

    var testDescription: String { "EPSG:\(code)" }

    var description: String {
      """
      PROJCS["\(name)",GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",\
      DATUM["D_China_2000",SPHEROID["CGCS2000",6378137.0,298.257222101]],\
      PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],\
      PARAMETER["False_Easting",\(falseEasting).0],PARAMETER["False_Northing",0.0],\
      PARAMETER["Central_Meridian",\(meridian).0],PARAMETER["Scale_Factor",1.0],\
      PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]
      """
    }
  }

  static let zones: [Zone] =
    (13...23).map { zone in
      Zone(
        code: 4478 + zone, name: "CGCS2000_GK_Zone_\(zone)", meridian: 6 * zone - 3,
        falseEasting: zone * 1_000_000 + 500_000)
    }
    + (13...23).map { zone in
      Zone(
        code: 4489 + zone, name: "CGCS2000_GK_CM_\(6 * zone - 3)E", meridian: 6 * zone - 3,
        falseEasting: 500_000)
    }
    + (25...45).map { zone in
      Zone(
        code: 4488 + zone, name: "CGCS2000_3_Degree_GK_Zone_\(zone)", meridian: 3 * zone,
        falseEasting: zone * 1_000_000 + 500_000)
    }
    + (25...45).map { zone in
      Zone(
        code: 4509 + zone, name: "CGCS2000_3_Degree_GK_CM_\(3 * zone)E", meridian: 3 * zone,
        falseEasting: 500_000)
    }

  @Test("Every zone of CGCS2000 is known without a code, and its points lie where they are")
  func zones() throws {
    #expect(Set(Self.zones.map(\.code)) == Set(4491...4554))
    let test = try TestImport()
    let layer = try TestImport.layer("x", "point", fields: ["name: name, type: text"])
    for zone in Self.zones {
      // On the central meridian the easting is the false easting, whatever the northing.
      let source = try test.folder.write(
        pointText(nil, "\"编号\":\"\(zone.code)\"", x: Double(zone.falseEasting), y: 3_400_000).utf8,
        to: "source.geojson")
      let path = test.folder.file("z\(zone.code).shp")
      try GDALProgram.run(
        "ogr2ogr", ["-q", "-f", "ESRI Shapefile", "-lco", "ENCODING=GBK", path, source])
      _ = try test.folder.write(zone.description.utf8, to: "z\(zone.code).prj")
      // The zones are far from each other.
      let report = try test.file(path, into: layer, acceptsBreaches: true)
      #expect(report.crs == "EPSG:\(zone.code)" && report.added == 1)
      let place = try #require(try test.features("x")["\(zone.code)"]).geometry.ordinates
      #expect(abs(place[0] - Double(zone.meridian)) < 1e-9)
      #expect(abs(place[1] - 30.72) < 0.01)
    }
  }

  @Test("A description that no registered system matches has to be named")
  func unknown() throws {
    let test = try TestImport()
    let path = try test.sample(
      "a.shp", "ESRI Shapefile", crs: "EPSG:4547", options: ["-lco", "ENCODING=GBK"])
    var zone = try #require(Self.zones.first { $0.code == 4547 })
    (zone.name, zone.falseEasting) = ("Wuhan_2000", 800_000)
    _ = try test.folder.write(zone.description.utf8, to: "a.prj")
    let words = try test.refusal(path)
    #expect(words.contains("\"Wuhan_2000\", which is no registered CRS"), "\(words)")
    try FileManager.default.removeItem(atPath: test.folder.file("a.prj"))
    #expect(try test.refusal(path).contains("does not say in which CRS"))
    #expect(try test.take(path, crs: "EPSG:4547").added == FormatFiles.count)
  }
}
