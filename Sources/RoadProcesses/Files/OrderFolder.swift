import Foundation
package import Networks

/// Orders of road networks that were made before, kept as files: a city's takes seconds to make.
package struct OrderFolder {
  private let path: String
  /// Orders of smaller graphs are made in less time than it takes to wonder about their files.
  private static let leastNodes = 20_000

  init(path: String) { self.path = path }

  /// The folder of this user: `$XDG_CACHE_HOME/yutu`, or `~/.cache/yutu`.
  package static var ofUser: OrderFolder {
    let environment = ProcessInfo.processInfo.environment
    let caches =
      environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
      + "/.cache"
    return OrderFolder(path: caches + "/yutu")
  }

  /// The order of a graph, from its file if there is a sound one, else made now and kept.
  ///
  /// A folder that cannot be written to costs only time.
  package func order(of graph: Graph, x: [Float], y: [Float], threads: Int) -> NodeOrder {
    guard graph.nodeCount >= Self.leastNodes else {
      return NodeOrder.nestedDissection(of: graph, x: x, y: y, threads: threads)
    }
    let file = path + "/\(String(graph.fingerprint, radix: 16)).order"
    if let bytes = FileManager.default.contents(atPath: file),
      let order = try? NodeOrder(bytes: Array(bytes), for: graph)
    {
      return order
    }
    let order = NodeOrder.nestedDissection(of: graph, x: x, y: y, threads: threads)
    let manager = FileManager.default
    try? manager.createDirectory(atPath: path, withIntermediateDirectories: true)
    try? Data(order.bytes(for: graph)).write(to: URL(fileURLWithPath: file), options: .atomic)
    return order
  }
}
