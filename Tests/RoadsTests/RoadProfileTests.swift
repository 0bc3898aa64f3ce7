import Catalog
import Foundation
import Testing

@testable import Roads

@Suite("A road profile says who travels")
struct RoadProfileTests {
  private static let car = """
    id: ours
    title: {zh: 车, en: Car}
    source: unconfirmed
    mode: car
    speeds: {primary: 60, residential: 25}
    limits: {share: 0.9, maximum: 120, unpaved: 30}
    access: {against_oneway: 0, destination: 0.5, private: 0}
    turns:
      restrictions: true
      u_turn: 20
      give_way: 3
      signal: {left: 25, through: 15, right: 5, u_turn: 35}
    flood: {source: unconfirmed, depths: [0, 0.1, 0.3], speeds: [80, 40, 0]}
    """

  private func diagnostics(_ old: String, _ new: String) -> [String] {
    do throws(CatalogError) {
      _ = try RoadProfile.parse(yaml: Self.car.replacing(old, with: new), file: "roads/ours.yml")
      return []
    } catch {
      return error.diagnostics.map { "\($0.line): \($0.message)" }
    }
  }

  @Test("A profile is read, and nobody has confirmed it")
  func reads() throws {
    let profile = try RoadProfile.parse(yaml: Self.car, file: "roads/ours.yml")
    #expect(profile.id == "ours" && profile.source == nil && profile.mode == .car)
    #expect(profile.speedsKilometresPerHour == ["primary": 60, "residential": 25])
    #expect(profile.vehicle == .init(heightMetres: 0, weightTonnes: 0))
    #expect(profile.turns.signal.leftSeconds == 25 && profile.turns.obeysRestrictions)
    #expect(profile.flood?.depthsMetres == [0, 0.1, 0.3])
  }

  @Test(
    "What cannot be meant is named with its line",
    arguments: [
      ("residential: 25", "residentail: 25", "5: `residentail` is no class of road"),
      ("residential: 25", "residential: 0", "5: `residential` must lie between 0.5 and 300.0"),
      ("mode: car", "mode: horse", "4: `horse` is not a mode"),
      ("id: ours", "id: theirs", "1: the id `theirs` differs from the file's name `ours.yml`"),
      (
        "against_oneway: 0", "against_oneway: 2", "7: `against_oneway` must lie between 0.0 and 1.0"
      ),
      ("depths: [0, 0.1, 0.3]", "depths: [0, 0.3]", "13: 2 depths need as many speeds, not 3"),
      ("depths: [0, 0.1, 0.3]", "depths: [0, 0.3, 0.1]", "13: `depths` must rise"),
      ("speeds: [80, 40, 0]", "speeds: [80, 40, 50]", "13: `speeds` must not rise with the depth"),
      ("  give_way: 3\n", "", "9: `give_way` is missing in `turns`"),
    ])
  func diagnostics(old: String, new: String, expected: String) {
    let found = diagnostics(old, new)
    #expect(found.contains(expected), "\(found)")
  }

  @Test("The profiles that are shipped have no fault, and water slows each of them down")
  func shipped() {
    let (profiles, diagnostics) = RoadProfile.check(folder: "Models/roads")
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    #expect(profiles.map(\.id) == ["car", "emergency", "foot", "truck"])
    for profile in profiles {
      let speeds = [0.0, 0.1, 0.2, 0.3, 1].map {
        profile.flood?.speedKilometresPerHour(atDepthMetres: $0) ?? -1
      }
      #expect(speeds == speeds.sorted(by: >), "\(profile.id): \(speeds)")
      #expect(speeds.last == 0)
    }
  }
}
