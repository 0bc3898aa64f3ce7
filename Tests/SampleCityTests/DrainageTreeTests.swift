import SimpleFeatures
import Testing

@testable import SampleCity

@Suite struct DrainageTreeTests {
  @Test(
    "All that pipes drain comes out at outfalls, and no outfall is without a pipe",
    arguments: MadeCity.cases)
  func conserved(made: (scale: Int, seed: UInt64)) throws {
    for neighbourhood in try MadeCity(made).neighbourhoods {
      let drains = neighbourhood.drains
      let length = drains.pipes.reduce(0) { $0 + $1.lengthMetres }
      let ending = drains.pipes.filter { $0.outfall != nil }
      #expect(abs(ending.reduce(0) { $0 + $1.drainedMetres } - length) < 1e-6 * length)
      #expect(ending.compactMap(\.outfall).sorted() == Array(drains.outfalls.indices))
      for pipe in drains.pipes { #expect((pipe.to == nil) != (pipe.outfall == nil)) }
    }
  }

  @Test("Every pipe lies under enough earth at both ends", arguments: MadeCity.cases)
  func cover(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let outfalls = city.byID("outfall")
    for pipe in city["drainage-pipe"] {
      let least = DrainageNetwork.cover + pipe.number("diameter") / 1000 - 0.0015
      #expect(pipe.number("depth_start") >= least, "\(pipe.id ?? "")")
      // An outfall opens in the canal's bank.
      if outfalls[pipe.text("to_node")] == nil {
        #expect(pipe.number("depth_end") >= least, "\(pipe.id ?? "")")
      }
    }
  }

  @Test(
    "Junctions drain by the ways that Bellman and Ford find, and all that have one",
    arguments: MadeCity.cases)
  func shortest(made: (scale: Int, seed: UInt64)) throws {
    for neighbourhood in try MadeCity(made).neighbourhoods {
      let ground = neighbourhood.ground
      let segments = neighbourhood.segments.filter { $0.hasMains && !$0.crossesRiver }
      let dry = segments.filter { !$0.crossesCanal }
      let roots = segments.filter(\.crossesCanal)
      var tree = DrainageTree(dry, roots: roots, ground, owns: neighbourhood.owns)
      tree.grow()
      func height(_ place: Junction) -> Double { ground.land(place.place) }
      func cost(from lower: Junction, to upper: Junction, _ street: StreetSegment) -> Double {
        street.length + 400 * max(0, height(lower) - height(upper))
      }
      var best: [Junction: Double] = [:]
      for end in roots.flatMap({ [$0.from, $0.to] }) where neighbourhood.owns(end) { best[end] = 0 }
      let mouths = Set(best.keys)
      let own = dry.filter { neighbourhood.owns($0.from) && neighbourhood.owns($0.to) }
      var changes = true
      while changes {
        changes = false
        for street in own {
          for (lower, upper) in [(street.from, street.to), (street.to, street.from)] {
            guard let known = best[lower] else { continue }
            let way = known + cost(from: lower, to: upper, street)
            if way < (best[upper] ?? .infinity) - 1e-9 { (best[upper], changes) = (way, true) }
          }
        }
      }
      #expect(Set(tree.reached.map(\.junction)) == Set(best.keys))
      for junction in best.keys {
        var (place, sum) = (junction, 0.0)
        while let street = tree.parent[place] {
          let lower = street.from == place ? street.to : street.from
          sum += cost(from: lower, to: place, street)
          place = lower
          if sum > 1e6 { break }
        }
        #expect(mouths.contains(place), "\(junction)")
        #expect(abs(sum - (best[junction] ?? 0)) < 1e-6, "\(junction)")
      }
    }
  }
}
