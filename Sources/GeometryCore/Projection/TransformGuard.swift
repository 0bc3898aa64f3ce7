import SimpleFeatures

/// The checks that tell coordinates which cannot mean what they claim.
extension CoordinateTransform {
  /// How far from a system's area of use coordinates may lie, in degrees.
  ///
  /// Gauss-Krüger grids are used a zone or more beyond their own (6 degrees); further away the
  /// numbers are mistaken.
  static let marginDegrees = 6.0

  /// Checks the incoming coordinates by their bounds.
  func checkInput(_ box: Envelope) throws(GeometryError) {
    guard !from.isGeographic else {
      try checkDegrees(box)
      try checkChina(box)
      return
    }
    try checkEdge(box, of: from)
    try from.zone?.check(
      eastings: box.minX...box.maxX, northings: box.minY...box.maxY, in: from)
  }

  /// Checks that metres of Web Mercator lie in its square, ± π · 6378137 m.
  func checkEdge(_ box: Envelope, of crs: CoordinateReferenceSystem) throws(GeometryError) {
    guard crs.horizontal == CoordinateReferenceSystem.webMercator.horizontal,
      max(-box.minX, box.maxX, -box.minY, box.maxY) > 20_037_508.35
    else { return }
    throw GeometryError(
      .outsideArea, "\(box.words) metres are beyond the edge of \(crs)",
      hint: crs == from
        ? "eastings with a zone number belong to a Gauss-Krüger system such as EPSG:4526"
        : "Web Mercator ends at ±85.06 degrees of latitude")
  }

  private func checkDegrees(_ box: Envelope) throws(GeometryError) {
    if -180 <= box.minX, box.maxX <= 180, -90 <= box.minY, box.maxY <= 90 { return }
    if -180 <= box.minY, box.maxY <= 180, -90 <= box.minX, box.maxX <= 90 {
      throw GeometryError(
        .swappedAxes, "latitude \(box.maxY > 90 ? box.maxY : box.minY) is outside ±90",
        hint: "longitude and latitude look exchanged: give longitude first")
    }
    throw GeometryError(
      .outsideArea, "\(box.words) are not degrees of longitude and latitude",
      hint: "are these metres? name their system, for example EPSG:4547")
  }

  /// Checks degrees of CGCS2000 that are valid both ways round but in China only exchanged.
  ///
  /// Kashgar (75.99, 39.47) exchanged lies in the Arctic Ocean. Other places abroad pass: CGCS2000
  /// stores what a city needs.
  private func checkChina(_ box: Envelope) throws(GeometryError) {
    let base = CoordinateReferenceSystem.cgcs2000.base
    guard from.base == base || to.base == base || from.mapShift != nil else { return }
    let china = CoordinateReferenceSystem.cgcs2000.areaOfUse
    let swapped = Envelope(minX: box.minY, minY: box.minX, maxX: box.maxY, maxY: box.maxX)
    guard china.contains(swapped), !china.contains(box) else { return }
    throw GeometryError(
      .swappedAxes, "\(box.words) lie in the Arctic Ocean, exchanged in China",
      hint: "longitude and latitude look exchanged: give longitude first")
  }

  /// Checks the longitudes and latitudes on the way against the areas of both systems.
  func checkPlace(_ box: Envelope) throws(GeometryError) {
    for crs in [from, to] where !crs.isGeographic {
      let margin = crs.frame == nil ? Self.marginDegrees : LocalFrame.marginDegrees
      let area = crs.plausibleArea.expanded(by: margin)
      if area.contains(box) { continue }
      let swapped = Envelope(minX: box.minY, minY: box.minX, maxX: box.maxY, maxY: box.maxX)
      if from.isGeographic, area.contains(swapped) {
        throw GeometryError(
          .swappedAxes, "\(box.words) lie far outside \(crs)",
          hint: "longitude and latitude look exchanged: give longitude first")
      }
      throw outside(crs, box)
    }
  }

  private func outside(_ crs: CoordinateReferenceSystem, _ box: Envelope) -> GeometryError {
    if let frame = crs.frame {
      return GeometryError(
        .outsideArea,
        "the coordinates lie at \(box.words) degrees, more than "
          + "\(LocalFrame.marginDegrees) degree from the check points of \(frame.name)",
        hint: "a local frame holds only near its check points; are easting and northing exchanged?")
    }
    let area = crs.areaOfUse.words
    return GeometryError(
      .outsideArea, "the coordinates lie at \(box.words) degrees, far outside \(crs)",
      hint: from == crs && !from.isGeographic
        ? "are the numbers degrees? then use EPSG:4490; it is meant for \(area)"
        : "it is meant for \(area)")
  }
}
