/// A value that one YAML file holds.
package protocol ConfigFile {
  /// The value that a file's tree tells; `nil` where it has a fault, which has then been noted.
  ///
  /// - Parameter text: The file's text.
  static func read(_ tree: YAMLTree, text: String, by reader: inout ConfigReader) -> Self?
}

extension ConfigFile {
  /// Reads one file.
  ///
  /// - Throws: ``CatalogError`` with every fault, in the order of their places.
  package static func load(file: String) throws(CatalogError) -> Self {
    try parse(yaml: try CatalogFile.readText(of: file), file: file)
  }

  /// Reads a file's text; where the value has an id, it must be the name in `file`.
  ///
  /// - Throws: ``CatalogError`` with every fault, in the order of their places.
  package static func parse(yaml: String, file: String) throws(CatalogError) -> Self {
    try ConfigReader.read(yaml, file: file) { read($1, text: yaml, by: &$0) }
  }

  /// The values of the files `*.yml` of a folder that are free of faults, in the order of their
  /// names or of `ids`, and the faults of the others; the folder need not exist.
  package static func check(
    folder: String, ids: [String]? = nil
  ) -> (values: [Self], diagnostics: [Diagnostic]) {
    var found: (values: [Self], diagnostics: [Diagnostic]) = ([], [])
    for id in ids ?? CatalogFile.ids(in: folder) {
      do throws(CatalogError) {
        found.values.append(try load(file: "\(folder)/\(id).yml"))
      } catch {
        found.diagnostics += error.diagnostics
      }
    }
    return found
  }
}
