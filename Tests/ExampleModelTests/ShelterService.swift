import Catalog
import Foundation
import SimpleFeatures
import Simulation

/// Which emergency shelters are near a place, and how many people they hold.
struct ShelterService: CityService {
  static let inputs = [LiveInput("full-shelters", "ids of shelters that are full, one a line")]
  static let roles = [LayerRole("emergency-shelter")]

  private let full: FullShelters
  private let file: FileWatcher?

  init(_ context: ServiceContext) throws {
    let full = FullShelters()
    self.full = full
    file = try context.files["full-shelters"].map { path in
      try FileWatcher(path, "full shelters", log: context.log) { path in
        let text = try String(contentsOfFile: path, encoding: .utf8)
        full.put(Set(text.split(separator: "\n").map(String.init)))
        return FileWatcher.Taken()
      }
    }
  }

  var processes: [any Simulation.Process] { [ShelterProcess(full: full)] }

  var sources: [DataSourceStatus] { file.map { [$0.status] } ?? [] }

  func run() async {
    var file = file
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      _ = file?.look()
    }
  }
}

/// The shelters that are near a place and have room.
struct ShelterProcess: Simulation.Process {
  let id = "shelters-near"
  let title = LocalisedText(zh: "附近避难场所", en: "Shelters nearby")
  let full: FullShelters

  static let at = ProcessInput.place(
    "at", title: LocalisedText(zh: "地点", en: "Place"),
    LocalisedText(zh: "以此地点查找", en: "the place to search from"))
  static let within = ProcessInput(
    "within_m", .number(in: 0...50_000), default: 1000, unit: .metres,
    title: LocalisedText(zh: "距离", en: "Distance"),
    LocalisedText(zh: "最大直线距离", en: "maximum straight-line distance"))

  var inputs: InputSet { InputSet(Self.at, Self.within) }

  let outputs = OutputSet(
    OutputDeclaration(
      "shelters", title: LocalisedText(zh: "附近避难场所", en: "Shelters nearby"),
      .features(LocalisedText(zh: "避难场所，由近到远", en: "shelters, nearest first"))),
    OutputDeclaration(
      "capacity", title: LocalisedText(zh: "容纳人数", en: "Capacity"),
      .integer(LocalisedText(zh: "各场所容纳人数之和", en: "people whom all of them hold"))))

  func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let (at, within) = (try inputs[Self.at], try inputs[Self.within])
    let full = full.ids
    var near: [(shelter: Feature, metres: Double)] = []
    let hasLayer = try snapshot.forEachFeature(withRole: ShelterService.roles[0]) {
      guard let place = $0.geometry?.ordinates, !full.contains($0.id ?? "") else { return }
      let east = (place[0] - at.longitude) * 111_320 * cos(at.latitude * .pi / 180)
      let metres = hypot(east, (place[1] - at.latitude) * 110_574)
      if metres <= within { near.append(($0, metres)) }
    }
    guard hasLayer else {
      throw ProcessError(
        "no-shelters", "the city has no shelters", hint: "import some", status: 422)
    }
    near.sort { $0.metres < $1.metres }
    var outputs = ProcessOutputs()
    outputs.append(
      features: "shelters",
      JSONText.features(of: near) { text, found in
        text.feature(
          id: found.shelter.id, geometry: found.shelter.geometry,
          properties: [Property("distance_m", .real(found.metres.rounded()))])
      }, title: LocalisedText(zh: "附近避难场所", en: "Shelters nearby"))
    outputs.append("capacity", JSONValue.integer(near.reduce(0) { $0 + $1.shelter.capacity }))
    return outputs
  }
}

extension Feature {
  fileprivate var capacity: Int {
    if case .integer(let number)? = self["capacity"] { Int(number) } else { 0 }
  }
}
