import Foundation
import SimpleFeatures

/// A YAML file of `Layers/` or `Models/` as bytes on a disk.
package enum CatalogFile {
  /// The id that a file's content must have: its name without folder and ending.
  package static func id(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.hasSuffix(".yml") ? String(name.dropLast(4)) : name
  }

  /// The file's text, or why it has none.
  static func text(of file: String) -> Result<String, Diagnostic> {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: file).resolvingSymlinksInPath().path)
    guard let attributes else { return .failure(fault(file, "there is no such file")) }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      return .failure(fault(file, "the file cannot be read: it is no ordinary file"))
    }
    let data: Data
    do {
      guard let handle = FileHandle(forReadingAtPath: file) else {
        return .failure(fault(file, "the file cannot be read"))
      }
      data = try handle.read(upToCount: YAMLComposer.byteLimit + 1) ?? Data()
    } catch {
      return .failure(fault(file, "the file cannot be read", hint: error.localizedDescription))
    }
    guard data.count <= YAMLComposer.byteLimit else {
      return .failure(fault(file, "the file is larger than 1 MiB"))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      let place = firstBadByte(data)
      let message = "the file is not UTF-8 from here on"
      let hint = "save it again as UTF-8; editors on Chinese Windows often write GBK"
      return .failure(
        Diagnostic(file: file, line: place.line, column: place.column, message: message, hint: hint)
      )
    }
    return .success(text)
  }

  /// The file's text.
  ///
  /// - Throws: ``CatalogError`` with the fault of a file that has none.
  package static func readText(of file: String) throws(CatalogError) -> String {
    switch text(of: file) {
    case .success(let text): return text
    case .failure(let fault): throw CatalogError(diagnostics: [fault])
    }
  }

  /// The names of the files `*.yml` of a folder without their ending, in the order of the files;
  /// the folder need not exist.
  package static func ids(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { $0.hasSuffix(".yml") && !$0.hasPrefix(".") }.map { String($0.dropLast(4)) }
  }

  /// A fault of the file as a whole.
  package static func fault(_ file: String, _ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(file: file, line: 1, column: 1, message: message, hint: hint)
  }

  /// The faults in the order of their places.
  static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < (
        $1.element.line, $1.element.column, $1.offset
      )
    }.map(\.element)
  }

  /// Where the longest prefix that is UTF-8 ends.
  private static func firstBadByte(_ data: Data) -> TextPosition {
    var place = TextPosition(line: 1, column: 1)
    var decoder = UTF8()
    var bytes = data.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&bytes) {
      place =
        scalar == "\n"
        ? TextPosition(line: place.line + 1, column: 1)
        : TextPosition(line: place.line, column: place.column + 1)
    }
    return place
  }
}
