/// What the simulation knows of a lane or bay.
struct LaneState {
  /// How many vehicles it holds.
  let capacity: Int32
  /// Where its ring begins.
  let ringStart: Int32
  /// How many vehicles are on it.
  var count: Int32 = 0
  /// Where in the ring the first of them is.
  var head: Int32 = 0
  /// How many of a queue have left since it stood; at most `VehicleKind.places`, also without one.
  var discharged = Int32(VehicleKind.places)
  /// When the last vehicle left.
  var lastOutSeconds: Float = -1e6
  /// Before when the first may not leave.
  var holdSeconds: Float = -1e6
  /// When the hole that the last vehicle left began to move.
  var waveSeconds: Float = -1e6
  /// Since when the first has waited for a gap or for space downstream.
  var blockedSinceSeconds: Float = -1e6
  /// Whether it does: nobody needs to yield to it.
  var isStuck = false
}

/// What the simulation knows of a vehicle.
struct VehicleState {
  /// Its step among those of the ways.
  var step: Int32
  /// When it reaches the end of its lane if nothing is in the way.
  var arrivalSeconds: Float = 0
  /// When it came onto its lane.
  var entrySeconds: Float = 0
  /// Seconds that its way so far takes at its free speed.
  var freeSeconds: Float = 0
  /// When it got onto the road; -1 before.
  var insertedSeconds: Float = -1
}
