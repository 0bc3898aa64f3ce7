package import Catalog

extension DesignStorm {
  /// Reads one storm; throws every fault of the file.
  package static func load(file: String) throws(CatalogError) -> DesignStorm {
    try parse(yaml: CatalogFile.readText(of: file), file: file)
  }

  /// Reads one storm from its YAML text; the name in `file` is the id that it must have.
  package static func parse(yaml: String, file: String) throws(CatalogError) -> DesignStorm {
    try ConfigReader.read(yaml, file: file) {
      $0.designStorm($1, expectedID: CatalogFile.id(of: file))
    }
  }

  /// The storms in the files `*.yml` of a folder, which need not exist, that are free of faults,
  /// and the faults of the others.
  package static func check(folder: String) -> (storms: [DesignStorm], diagnostics: [Diagnostic]) {
    let read = CatalogFile.folder(folder, load: load(file:))
    return (read.values, read.diagnostics)
  }
}
