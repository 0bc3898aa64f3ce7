public import SimpleFeatures

extension CoordinateReferenceSystem {
  /// The system of a file that declares one and whose importer names one.
  ///
  /// What the person says overrules the file, save where just one of the two is shifted (GCJ-02,
  /// BD-09): then somebody has shifted the coordinates or has not, and a mistake moves everything
  /// by half a kilometre. The same holds between GCJ-02 and BD-09.
  ///
  /// - Parameters:
  ///   - declared: What the file says; `nil` where it says nothing.
  ///   - given: What the person says.
  /// - Throws: ``GeometryError`` `contradicting-crs`.
  public static func settled(
    declared: CoordinateReferenceSystem?, given: CoordinateReferenceSystem?
  ) throws(GeometryError) -> CoordinateReferenceSystem? {
    guard let declared, let given else { return given ?? declared }
    guard declared.mapShift == given.mapShift else {
      throw GeometryError(
        .contradictingCRS,
        "the file declares \(declared.identifier), but \(given.identifier) was asked for",
        hint:
          "a shift done twice, or not at all, is half a kilometre: find out which is true, then "
          + "leave out --crs or remove the declaration from the file")
    }
    return given
  }
}
