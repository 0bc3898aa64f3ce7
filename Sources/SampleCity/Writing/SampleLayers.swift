import SimpleFeatures

/// The layers of the sample city in the order of writing: what others name comes first.
enum SampleLayers {
  static let all: [(id: String, make: @Sendable (Neighbourhood) -> [Feature])] = [
    ("road", { $0.roadFeatures() }),
    ("bridge", { $0.bridgeFeatures() }),
    ("river", { $0.riverFeatures() }),
    ("canal", { $0.canalFeatures() }),
    ("water", { $0.waterFeatures() }),
    ("reservoir", { $0.reservoirFeatures() }),
    ("embankment", { $0.embankmentFeatures() }),
    ("sluice-gate", { $0.gateFeatures() }),
    ("building", { $0.buildingFeatures() }),
    ("address", { $0.addressFeatures() }),
    ("manhole", { $0.manholeFeatures() }),
    ("outfall", { $0.outfallFeatures() }),
    ("drainage-pipe", { $0.drainageFeatures() }),
    ("valve", { $0.valveFeatures() }),
    ("hydrant", { $0.hydrantFeatures() }),
    ("supply-pipe", { $0.supplyFeatures() }),
    ("gas-pipe", { $0.gasFeatures() }),
    ("utility-tunnel", { $0.utilityTunnelFeatures() }),
  ]
}
