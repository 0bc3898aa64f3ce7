import CityFile
import Foundation
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("Geometries as SpatiaLite stores them")
struct SpatiaLiteBlobTests {
  @Test("Every kind of geometry comes back as it was stored", arguments: 0..<30)
  func roundTrip(seed: UInt64) throws {
    var make = RandomShape(seed: seed)
    for kind in Geometry.Kind.allCases {
      let geometry = make.geometry(kind)
      #expect(try decode(SpatiaLiteBlob.encode(geometry)) == geometry)
    }
  }

  @Test("SpatiaLite itself writes the same bytes and reads the same shape")
  func againstSpatiaLite() throws {
    let folder = try TemporaryFolder()
    let city = try City.openOrCreate(folder.file("a.city"))
    try city.read { database in
      for seed in 0..<30 as Range<UInt64> {
        var make = RandomShape(seed: seed)
        for kind in Geometry.Kind.allCases {
          let geometry = make.geometry(kind)
          let blob = Data(SpatiaLiteBlob.encode(geometry))
          let row = try #require(
            try Row.fetchOne(
              database,
              sql: """
                SELECT ST_GeomFromWKB(?2, 4490), ST_AsBinary(?1), ST_SRID(?1), MbrMinX(?1),
                MbrMinY(?1), MbrMaxX(?1), MbrMaxY(?1), ST_NPoints(?1)
                """, arguments: [blob, Data(WKB.encode(geometry))]))
          #expect(row[0] as Data == blob, "\(kind)")
          #expect(try WKB.decode(Array(row[1] as Data)) == geometry)
          #expect(row[2] == SpatiaLiteBlob.cityReferenceSystem)
          let box = Envelope(minX: row[3], minY: row[4], maxX: row[5], maxY: row[6])
          #expect(box == geometry.envelope)
          let members = geometry.members.reduce(0) { $0 + $1.vertexCount }
          #expect(row[7] == geometry.vertexCount + members)
        }
      }
    }
    try city.close()
  }

  @Test("SpatiaLite finds a stored rectangle valid and of its size")
  func rectangle() throws {
    let folder = try TemporaryFolder()
    let city = try City.openOrCreate(folder.file("a.city"))
    let shape = Geometry.rectangle(Envelope(minX: 1, minY: 2, maxX: 4, maxY: 6))
    try city.read { database in
      let row = try #require(
        try Row.fetchOne(
          database, sql: "SELECT ST_IsValid(?1), ST_Area(?1), ST_GeometryType(?1), AsText(?1)",
          arguments: [Data(SpatiaLiteBlob.encode(shape.promotedToMulti))]))
      #expect(row[0] == 1)
      #expect(row[1] == 12.0)
      #expect(row[2] == "MULTIPOLYGON")
      #expect(try WKT.decode(row[3]) == shape.promotedToMulti)
    }
    try city.close()
  }

  @Test("Shapes with heights or from another SRID family are not misread")
  func foreignBlobs() throws {
    let folder = try TemporaryFolder()
    let city = try City.openOrCreate(folder.file("a.city"))
    let blobs = try city.read { database in
      try ["POINTZ(1 2 3)", "LINESTRINGM(1 2 3, 4 5 6)"].map { text in
        try #require(
          try Data.fetchOne(database, sql: "SELECT GeomFromText(?, 4490)", arguments: [text]))
      }
    }
    for blob in blobs { #expect(code(of: Array(blob)) == .unsupported) }
    try city.close()
  }

  @Test("A stored shape that was cut short or grew is refused", arguments: 0..<10)
  func truncated(seed: UInt64) {
    var make = RandomShape(seed: seed)
    for kind in Geometry.Kind.allCases {
      let bytes = SpatiaLiteBlob.encode(make.geometry(kind))
      for count in bytes.indices { #expect(code(of: Array(bytes[..<count])) != nil, "\(count)") }
      #expect(code(of: bytes + [0]) != nil)
    }
    #expect(code(of: []) == .syntax)
  }

  @Test("A shape read into the room of another is the shape, whatever was there", arguments: 0..<10)
  func keptRoom(seed: UInt64) throws {
    var make = RandomShape(seed: seed)
    var kept = Geometry(kind: .point, layout: .xyz, ordinates: [1, 2, 3], pathEnds: [1])
    for _ in 0..<200 {
      let kind = Geometry.Kind.allCases.randomElement(using: &make.random) ?? .point
      let geometry = make.geometry(kind)
      try SpatiaLiteBlob.encode(geometry).withUnsafeBytes {
        try SpatiaLiteBlob.decode($0, into: &kept)
      }
      #expect(kept == geometry)
    }
  }

  private func decode(_ bytes: [UInt8]) throws -> Geometry {
    try bytes.withUnsafeBytes { try SpatiaLiteBlob.decode($0) }
  }

  private func code(of bytes: [UInt8]) -> FormatError.Code? {
    do {
      _ = try decode(bytes)
      return nil
    } catch {
      return (error as? FormatError)?.code
    }
  }
}
