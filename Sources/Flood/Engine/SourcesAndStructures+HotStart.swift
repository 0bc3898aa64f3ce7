/// Goes on from another run's sources and structures, by their names.
extension SourcesAndStructures {
  /// - Parameter edits: Gets what those have brought and taken that are no more, and the water of
  ///   storages that came or went.
  mutating func take(_ other: SourcesAndStructures, _ scale: UnitScale, _ edits: inout WaterEdits) {
    takeInflows(other, scale, &edits)
    takeStorages(other, &edits)
    for (index, joint) in joints.enumerated() {
      guard
        let before = other.joints.firstIndex(where: { $0.kind == joint.kind && $0.id == joint.id })
      else { continue }
      (passed[index], flows[index]) = (other.passed[before], other.flows[before])
      if joint.kind == .pump {
        isRunning[index - setup.gates.count] = other.isRunning[before - other.setup.gates.count]
      }
    }
    for (joint, volume) in zip(other.joints, other.passed)
    where !joints.contains(where: { $0.kind == joint.kind && $0.id == joint.id }) {
      if case .outside = joint.to.water { edits.outside[joint.id, default: 0] += volume }
      if case .outside = joint.from.water { edits.outside[joint.id, default: 0] -= volume }
    }
  }

  private mutating func takeInflows(
    _ other: SourcesAndStructures, _ scale: UnitScale, _ edits: inout WaterEdits
  ) {
    for (index, inflow) in setup.inflows.enumerated() {
      guard let before = other.setup.inflows.firstIndex(where: { $0.id == inflow.id }) else {
        continue
      }
      owed[index] = other.owed[before]
      inflowUnits[index] = scale.units(other.inflowUnits[before])
    }
    for (inflow, units) in zip(other.setup.inflows, other.inflowUnits)
    where !setup.inflows.contains(where: { $0.id == inflow.id }) {
      edits.inflows[inflow.id, default: 0] += Double(units) * other.grid.cubicMetresPerUnit
    }
  }

  private mutating func takeStorages(_ other: SourcesAndStructures, _ edits: inout WaterEdits) {
    for (index, storage) in setup.storages.enumerated() {
      guard let before = other.setup.storages.firstIndex(where: { $0.id == storage.id }) else {
        continue
      }
      volumes[index] = other.volumes[before]
      largestVolumes[index] = other.largestVolumes[before]
      storageInflows[index] = other.storageInflows[before]
    }
    for (storage, volume) in zip(other.setup.storages, other.storageInflows)
    where !setup.storages.contains(where: { $0.id == storage.id }) {
      edits.storageInflows[storage.id, default: 0] += volume
    }
    initialVolume = other.initialVolume
    edits.cubicMetres += volumes.reduce(0, +) - other.volumes.reduce(0, +)
  }
}
