import Datasets
import Foundation
import SimpleFeatures

extension DivisionTable {
  /// Reads a file of divisions: JSON with rows [level, code, code of the parent, name].
  ///
  /// - Throws: ``ImportError`` `unreadable-file`.
  package static func read(file path: String) throws -> DivisionTable {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw ImportError(
        .unreadableFile, "\(path) cannot be read: \(error.localizedDescription)",
        hint: "name the file of divisions")
    }
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: data)
    } catch {
      throw ImportError.damagedDivisions("\(path) is not of this form")
    }
    guard !document.divisions.isEmpty else {
      throw ImportError.damagedDivisions("\(path) holds none")
    }
    return try DivisionTable(
      rows: document.divisions.map { ($0.level, $0.code, $0.parent, $0.name) },
      dataAsOf: document.metadata?.dataAsOf)
  }

  private struct Document: Decodable {
    var metadata: Metadata?
    var divisions: [Row]
  }

  private struct Metadata: Decodable {
    var dataAsOf: String?

    enum CodingKeys: String, CodingKey { case dataAsOf = "data_as_of" }
  }

  private struct Row: Decodable {
    var level: Int
    var code: String
    var parent: String
    var name: String

    init(from decoder: any Decoder) throws {
      var cells = try decoder.unkeyedContainer()
      level = try cells.decode(Int.self)
      code = try cells.decode(String.self)
      parent = try cells.decode(String.self)
      name = try cells.decode(String.self)
    }
  }
}
