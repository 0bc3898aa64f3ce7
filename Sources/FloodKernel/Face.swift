/// The water on one side of a face.
struct FaceState {
  /// Depth in units of water.
  var depth: WaterLanes
  /// Velocity across the face and along it, m/s.
  var across, along: Lanes
}

/// What passes a face.
struct FaceFlux {
  /// Water, m²/s.
  var water: Lanes
  /// Momentum across the face as the cell before and the cell behind it feel it, less the pressure
  /// of that cell's own water, m³/s².
  var before, behind: Lanes
  /// Momentum along the face, m³/s².
  var along: Lanes
}

/// The flux between the cell before a face and the cell behind it (HLLC, Toro 2001).
///
/// Depths are reconstructed over the higher bed, but never above the lower surface, so that thin
/// water on a slope feels all of it (Chen and Noelle 2017, doi:10.1137/15M1053074). Levels are
/// compared in whole units and pressures computed as differences to each cell's own: water at rest
/// stays so to the last bit.
///
/// - Parameters:
///   - rise: The bed behind less the bed before the face, units.
///   - crest: Height of a wall on the face over the bed before it, units.
///   - metres: Metres in a unit; a power of two, so that it may stand wherever it saves work.
@_transparent
func flux(
  _ l: FaceState, _ r: FaceState, rise: WaterLanes, crest: WaterLanes?, metres: Lanes,
  gravity g: Lanes
) -> FaceFlux {
  let zero = Lanes.zero
  let half = Lanes(repeating: 0.5)
  // All levels count from the bed before the face.
  let levelBehind = rise &+ r.depth
  let higherBed = larger(WaterLanes.zero, rise)
  var sill = smaller(higherBed, smaller(l.depth, levelBehind))
  var isCrest = LaneMask(repeating: false)
  if let crest {
    // swift-format-ignore: NoAssignmentInExpressions
    isCrest = crest .> higherBed
    sill = sill.replacing(with: crest, where: isCrest)
  }
  let aboveL = l.depth &- sill
  let aboveR = levelBehind &- sill
  var (unitsL, unitsR) = (aboveL, aboveR)
  // Where water stands over the higher bed on both sides, as it mostly does, less is to be done.
  let isThin =
    crest != nil
    || anyIsNegative((sill &- higherBed) | (smaller(aboveL, aboveR) &- WaterLanes(repeating: 1)))
  var (heldL, heldR) = (zero, zero)
  if isThin {
    unitsL = smaller(aboveL, l.depth)
    unitsR = smaller(aboveR, r.depth)
    if crest != nil {
      unitsL = larger(unitsL, WaterLanes.zero)
      unitsR = larger(unitsR, WaterLanes.zero)
    }
    // What the bed between the cell and the face holds up; nothing where the water covers it.
    let weight = half * g * (metres * metres)
    heldL = real(l.depth &+ unitsL) * real(unitsL &- aboveL) * weight
    heldR = real(r.depth &+ unitsR) * real(unitsR &- aboveR) * weight
    if crest != nil {
      heldL = heldL.replacing(with: zero, where: isCrest)
      heldR = heldR.replacing(with: zero, where: isCrest)
    }
  }
  let a = real(unitsL) * metres
  let b = real(unitsR) * metres
  let step = real(unitsR &- unitsL) * metres

  let ca = squareRoot(a * g)
  let cb = squareRoot(b * g)
  let meanVelocity = (l.across + r.across) * half + (ca - cb)
  let meanCelerity = (ca + cb) * half + (l.across - r.across) * Lanes(repeating: 0.25)
  var slow = smaller(l.across - ca, meanVelocity - meanCelerity)
  var fast = larger(r.across + cb, meanVelocity + meanCelerity)
  if isThin {
    slow = slow.replacing(with: r.across - (cb + cb), where: a .<= zero)
    fast = fast.replacing(with: l.across + (ca + ca), where: b .<= zero)
  }
  slow = smaller(slow, zero)
  fast = larger(fast, zero)
  let share = Lanes(repeating: 1) / ((fast - slow) + Lanes(repeating: 1e-12))

  let qa = a * l.across
  let qb = b * r.across
  let both = slow * fast
  let water = ((fast * qa - slow * qb) + both * step) * share
  let carried = ((fast * (qa * l.across) - slow * (qb * r.across)) + both * (qb - qa)) * share
  let halfG = half * g
  let pressureRise = halfG * (step * (b + a)) * share
  let before = carried - slow * pressureRise + heldL
  let behind = carried - fast * pressureRise + heldR
  let along = water * r.along.replacing(with: l.along, where: water .> zero)
  return FaceFlux(water: water, before: before, behind: behind, along: along)
}
