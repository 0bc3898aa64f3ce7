public import Catalog

extension RoadProfile {
  /// Reads one profile; throws every fault of the file.
  public static func load(file: String) throws(CatalogError) -> RoadProfile {
    try parse(yaml: CatalogFile.readText(of: file), file: file)
  }

  /// Reads one profile from its YAML text; the name in `file` is the id that it must have.
  public static func parse(yaml: String, file: String) throws(CatalogError) -> RoadProfile {
    try ConfigReader.read(yaml, file: file) {
      $0.roadProfile($1, expectedID: CatalogFile.id(of: file))
    }
  }

  /// The profiles in the files `*.yml` of a folder, which need not exist, that are free of faults,
  /// and the faults of the others.
  public static func check(folder: String) -> (profiles: [RoadProfile], diagnostics: [Diagnostic]) {
    let read = CatalogFile.folder(folder, load: load(file:))
    return (read.values, read.diagnostics)
  }
}
