import Ingest
import TestSupport
import Testing

@Suite("A CRS that a GeoJSON file declares after its features")
struct LateSystemTests {
  private static func text(_ crs: String) -> String {
    let feature = pointText("1", x: 529_305.238, y: 3_385_867.029)
    return #"{"type":"FeatureCollection","features":[\#(feature)],"#
      + #""crs":{"type":"name","properties":{"name":"\#(crs)"}}}"#
  }

  @Test("is overruled by --crs as one at the front; without it the file is refused")
  func overruled() throws {
    let test = try TestImport()
    let path = try test.folder.write(Self.text("EPSG:4526").utf8, to: "in.geojson")
    #expect(try test.refusal(path).contains("is declared after the features"))
    #expect(try test.take(path, crs: "EPSG:4547").added == 1)
  }

  @Test("still has its say between shifted and unshifted degrees")
  func shifted() throws {
    let test = try TestImport()
    let text = Self.text("GCJ-02").replacing("529305.238", with: "114.3")
      .replacing("3385867.029", with: "30.5")
    let path = try test.folder.write(text.utf8, to: "in.geojson")
    #expect(try test.refusal(path, crs: "EPSG:4490").contains("declares GCJ-02"))
    #expect(try test.take(path, crs: "GCJ-02").added == 1)
  }
}
