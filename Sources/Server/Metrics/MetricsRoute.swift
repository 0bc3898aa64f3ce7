import CityFile
import FeatureStore
import Foundation
import OneMap
import Simulation

/// `/metrics`: what the server and the city are doing, for Prometheus.
struct MetricsRoute {
  let map: CityMap
  let metrics: ServerMetrics
  let connections: ConnectionList
  let tiles: TileService
  let processes: ProcessExecutor
  let feeds: [DataSourceStatus]

  var route: Route {
    Route(
      isBrief: true, path: "/metrics", operation: "getMetrics",
      summary: "Figures about the server and the city, for Prometheus", tag: "Operation",
      formats: [.metrics]
    ) { _ in
      var text = MetricsText()
      addRequests(to: &text)
      addServer(to: &text)
      await addJobs(to: &text)
      addFeeds(to: &text)
      try await addCity(to: &text)
      return .bytes(Array(text.text.utf8), type: Format.metrics.mediaType)
    }
  }

  private func addRequests(to text: inout MetricsText) {
    let all = metrics.all
    text.begin("yutu_requests_total", "counter", "Requests by route, method and status.")
    for (template, counters) in all {
      for row in counters.requestCounts {
        let status = row.status == 0 ? "other" : "\(row.status)"
        text.sample(
          "yutu_requests_total",
          [("route", template), ("method", row.method), ("status", status)], Double(row.count))
      }
    }
    text.begin("yutu_response_bytes_total", "counter", "Bytes of bodies by route.")
    for (template, counters) in all {
      text.sample(
        "yutu_response_bytes_total", [("route", template)], Double(counters.totalBytes))
    }
    text.begin("yutu_request_seconds", "histogram", "Seconds until an answer was ready.")
    for (template, counters) in all { addDurations(template, counters, to: &text) }
  }

  private func addDurations(
    _ template: String, _ counters: RouteCounters, to text: inout MetricsText
  ) {
    let counts = counters.bucketCounts
    var sum = 0
    for (index, count) in counts.enumerated() {
      sum += count
      let end =
        index < RouteCounters.bucketSeconds.count ? "\(RouteCounters.bucketSeconds[index])" : "+Inf"
      text.sample("yutu_request_seconds_bucket", [("route", template), ("le", end)], Double(sum))
    }
    text.sample("yutu_request_seconds_sum", [("route", template)], counters.totalSeconds)
    text.sample("yutu_request_seconds_count", [("route", template)], Double(sum))
  }

  private func addServer(to text: inout MetricsText) {
    let figures = ProcessFigures.now
    text.single(
      "yutu_requests_in_flight", "gauge", "Requests being answered.",
      Double(metrics.inFlightCount))
    text.single(
      "yutu_requests_refused_total", "counter", "Requests sent away since too many were at work.",
      Double(connections.shares.places.refusedCount))
    text.single("yutu_connections", "gauge", "Open connections.", Double(connections.count))
    text.single(
      "yutu_connections_evicted_total", "counter", "Connections closed to make room.",
      Double(connections.evictedCount))
    text.single(
      "process_cpu_seconds_total", "counter", "CPU time used, in seconds.", figures.cpuSeconds)
    text.single(
      "process_resident_memory_bytes", "gauge", "Resident memory, in bytes.",
      Double(figures.residentBytes))
    text.single("process_open_fds", "gauge", "Open files.", Double(figures.openFiles))
    addTiles(to: &text)
  }

  private func addTiles(to text: inout MetricsText) {
    let (answers, kept) = (tiles.figures, tiles.cache.figures)
    text.begin("yutu_tiles_total", "counter", "Tiles by how they were answered.")
    for (way, count) in [
      ("kept", answers.hits), ("confirmed", answers.confirmed), ("built", answers.built),
    ] { text.sample("yutu_tiles_total", [("way", way)], Double(count)) }
    text.single(
      "yutu_tile_cache_bytes", "gauge", "Size of the tiles kept ready, in bytes.",
      Double(kept.bytes))
    text.single("yutu_tile_cache_tiles", "gauge", "Tiles kept ready.", Double(kept.tiles))
  }

  private func addJobs(to text: inout MetricsText) async {
    text.single(
      "yutu_processes_at_work", "gauge", "Processes that are executed or wait, jobs apart.",
      Double(connections.shares.waitingExecutions.inside))
    text.begin("yutu_jobs", "gauge", "Jobs that are kept, by state.")
    let states = await processes.jobs.all.map(\.state)
    for state in JobStatus.State.allCases {
      text.sample(
        "yutu_jobs", [("state", state.rawValue)], Double(states.count { $0 == state }))
    }
  }

  private func addFeeds(to text: inout MetricsText) {
    let states = feeds.map { ($0.name, $0.state) }
    guard !states.isEmpty else { return }
    text.begin("yutu_feed_refused", "gauge", "1 while a file cannot be taken as it is now.")
    for (name, state) in states {
      text.sample("yutu_feed_refused", [("feed", name)], state.isRefused ? 1 : 0)
    }
    text.begin("yutu_feed_partly", "gauge", "1 while parts of a file cannot be taken.")
    for (name, state) in states {
      text.sample("yutu_feed_partly", [("feed", name)], state.isWhole ? 0 : 1)
    }
    for (metric, help, path) in [
      ("taken", "When a file was last taken", \DataSourceStatus.State.taken),
      ("newest", "Latest time in a file", \DataSourceStatus.State.newest),
    ] {
      let name = "yutu_feed_\(metric)_timestamp_seconds"
      text.begin(name, "gauge", "\(help), in seconds since 1970.")
      for (feed, state) in states {
        if let date = state[keyPath: path] {
          text.sample(name, [("feed", feed)], date.timeIntervalSince1970.rounded())
        }
      }
    }
  }

  private func addCity(to text: inout MetricsText) async throws {
    text.single(
      "yutu_city_last_commit", "gauge", "Number of the last commit.",
      Double(try await map.lastCommit()))
    text.begin("yutu_layer_features", "gauge", "Features by layer.")
    for layer in try await map.layers() {
      text.sample("yutu_layer_features", [("layer", layer.id)], Double(layer.featureCount))
    }
  }
}
