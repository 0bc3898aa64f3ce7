import ArgumentParser
import CommandSupport
import Roads
import SimpleFeatures

/// `yutu route isochrone`: the area within some minutes, or metres, of a place.
struct RouteIsochrone: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "isochrone",
    abstract: "Isochrones: the areas reachable from a place, as polygons.",
    discussion: """
      One polygon per limit, the largest first: the area within 30 m of the reachable roads. With \
      --metric length the limits are kilometres (--kilometres 1,2). --direction to gives the area \
      from which the place can be reached.
      """)

  enum Direction: String, ExpressibleByArgument, CaseIterable { case from, to }

  @OptionGroup var roads: RoadOptions
  @Option(parsing: .unconditional, help: "The place: longitude,latitude.")
  var at: PlaceArgument
  @Option(help: "Time limits in minutes, such as 5,10,15.")
  var minutes: String?
  @Option(help: "Distance limits in kilometres, with --metric length.")
  var kilometres: String?
  @Option(help: "from: reachable from the place; to: from where the place is reachable.")
  var direction: Direction = .from
  @Option(help: "Holes smaller than this are filled, square metres.")
  var holes = 0.0
  @Option(help: "The GeoJSON file to write; default: standard output.")
  var out: String?

  func validate() throws {
    let isTime = roads.metric == .time
    guard (isTime ? minutes : kilometres) != nil, (isTime ? kilometres : minutes) == nil else {
      throw ValidationError(
        isTime ? "give limits: --minutes 5,10,15" : "give limits: --kilometres 1,2")
    }
    _ = try limits()
  }

  /// In minutes or kilometres.
  private func limits() throws -> [Double] {
    let words = (minutes ?? kilometres ?? "").split(separator: ",")
    let numbers = words.compactMap { Double($0) }.filter { $0 > 0 && $0 <= 1440 }
    guard numbers.count == words.count, !numbers.isEmpty else {
      throw ValidationError("limits are numbers above 0 and up to 1440, as 5,10,15")
    }
    return numbers.sorted(by: >)
  }

  func run() async throws {
    try OutputPaths.check([out], against: roads.files)
    let router = try await roads.router()
    let place: RoadPlace
    do throws(RouteError) {
      place = try router.snapToMainComponent(at.end, isStart: true, withinMetres: roads.snap)
    } catch {
      throw error.error()
    }
    if roads.metric == .time || roads.metric == .length,
      router.reach(place, within: 1000).partCount == 0
    {
      Terminal.say("warning: the road at the place is closed: nothing is reached")
    }
    let unit = minutes == nil ? RouteObjective.length : .time
    let text = JSONText.isochrones(
      try limits(), unit, around: place, router, towards: direction == .to,
      leastHoleSquareMetres: holes)
    let line = String(decoding: text.bytes, as: UTF8.self)
    try out.map { try Terminal.write(line + "\n", to: $0) } ?? print(line)
  }
}
