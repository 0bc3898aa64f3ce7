import HTTPTypes
import Hummingbird

/// The files that all pages share: style sheets, the icon, and the modules below `/map/` that are
/// not the map page's own.
enum PageFiles {
  private static let script = "text/javascript; charset=utf-8"
  private static let styleSheet = "text/css; charset=utf-8"

  private static let all: [(path: String, type: String, bytes: [UInt8])] = [
    ("/theme.css", styleSheet, PackageResources.theme_css),
    ("/pages.css", styleSheet, PackageResources.pages_css),
    ("/favicon.svg", "image/svg+xml", PackageResources.favicon_svg),
    ("/map/page-collection.js", script, PackageResources.page_collection_js),
    ("/map/page-job.js", script, PackageResources.page_job_js),
    ("/map/page-job-controls.js", script, PackageResources.page_job_controls_js),
    ("/map/page-map.js", script, PackageResources.page_map_js),
    ("/map/page-picker.js", script, PackageResources.page_picker_js),
    ("/map/page-process.js", script, PackageResources.page_process_js),
    ("/map/page-theme.js", script, PackageResources.page_theme_js),
    ("/map/page-token.js", script, PackageResources.page_token_js),
    ("/map/process-form.js", script, PackageResources.process_form_js),
    ("/map/process-controls.js", script, PackageResources.process_controls_js),
    ("/map/process-groups.js", script, PackageResources.process_groups_js),
    ("/map/process-places.js", script, PackageResources.process_places_js),
    ("/map/process-results.js", script, PackageResources.process_results_js),
    ("/map/process-run.js", script, PackageResources.process_run_js),
    ("/map/process-words.js", script, PackageResources.process_words_js),
  ]

  /// Whether `path` is one of them, which hold nothing of a city.
  static func has(_ path: String) -> Bool { all.contains { $0.path == path } }

  static func add(to router: Router<BasicRequestContext>) {
    for file in all {
      router.get(RouterPath(file.path)) { _, _ in
        Response.bytes(file.bytes, type: file.type, headers: [.cacheControl: "no-cache"])
      }
      router.refuseOthers(at: RouterPath(file.path))
    }
  }
}
