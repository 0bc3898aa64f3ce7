import ArgumentParser

/// `yutu route`: ways on roads, and what is within reach.
struct Route: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Routing on a road network: routes, isochrones, matrices, nearest facilities.",
    discussion: """
      Roads come from an OpenStreetMap file (--pbf) or a city (--city). Without a subcommand, the \
      routes of origin-destination pairs are computed: id,from_lon,from_lat,to_lon,to_lat or \
      id,from_node,to_node.

      Example: yutu route --pbf town.osm.pbf --pairs pairs.csv --out routes.csv
      Example: yutu route --city wuhan.city --pairs pairs.csv --flood depth-3600.tif
      Example: yutu route isochrone --city wuhan.city --at 114.3,30.6 --minutes 5,10,15
      """,
    subcommands: [
      RoutePairs.self, RouteIsochrone.self, RouteTable.self, RouteNearest.self,
    ],
    defaultSubcommand: RoutePairs.self)
}
