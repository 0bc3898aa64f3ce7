import SimpleFeatures

/// The layers of the sample city in the order of writing: what others name comes first.
enum SampleLayers {
  static let all: [(id: String, make: @Sendable (Neighbourhood) -> [Feature])] = [
    ("road", { $0.roadFeatures() }),
    ("bridge", { $0.bridgeFeatures() }),
    ("building", { $0.buildingFeatures() }),
  ]
}
