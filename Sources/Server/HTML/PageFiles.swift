import HTTPTypes
import Hummingbird

/// The files of all pages, the map page's too: style sheets, the icon, and modules below `/map/`.
enum PageFiles {
  private static let script = "text/javascript; charset=utf-8"
  private static let styleSheet = "text/css; charset=utf-8"

  private static let all: [(path: String, type: String, bytes: [UInt8])] = [
    ("/theme.css", styleSheet, PackageResources.theme_css),
    ("/pages.css", styleSheet, PackageResources.pages_css),
    ("/map/map.css", styleSheet, PackageResources.map_css),
    ("/map/map-panels.css", styleSheet, PackageResources.map_panels_css),
    ("/map/map-process.css", styleSheet, PackageResources.map_process_css),
    ("/favicon.svg", "image/svg+xml", PackageResources.favicon_svg),
    ("/map/map.js", script, PackageResources.map_js),
    ("/map/map-access.js", script, PackageResources.map_access_js),
    ("/map/map-actions.js", script, PackageResources.map_actions_js),
    ("/map/map-analyse.js", script, PackageResources.map_analyse_js),
    ("/map/map-assumptions.js", script, PackageResources.map_assumptions_js),
    ("/map/map-canvas.js", script, PackageResources.map_canvas_js),
    ("/map/map-card.js", script, PackageResources.map_card_js),
    ("/map/map-chart.js", script, PackageResources.map_chart_js),
    ("/map/map-clock.js", script, PackageResources.map_clock_js),
    ("/map/map-cluster-style.js", script, PackageResources.map_cluster_style_js),
    ("/map/map-clusters.js", script, PackageResources.map_clusters_js),
    ("/map/map-compare.js", script, PackageResources.map_compare_js),
    ("/map/map-curve.js", script, PackageResources.map_curve_js),
    ("/map/map-details.js", script, PackageResources.map_details_js),
    ("/map/map-difference.js", script, PackageResources.map_difference_js),
    ("/map/map-document.js", script, PackageResources.map_document_js),
    ("/map/map-dom.js", script, PackageResources.map_dom_js),
    ("/map/map-edits.js", script, PackageResources.map_edits_js),
    ("/map/map-filter.js", script, PackageResources.map_filter_js),
    ("/map/map-geodesic.js", script, PackageResources.map_geodesic_js),
    ("/map/map-goto.js", script, PackageResources.map_goto_js),
    ("/map/map-icons.js", script, PackageResources.map_icons_js),
    ("/map/map-identify.js", script, PackageResources.map_identify_js),
    ("/map/map-impact.js", script, PackageResources.map_impact_js),
    ("/map/map-kiosk.js", script, PackageResources.map_kiosk_js),
    ("/map/map-layer-menu.js", script, PackageResources.map_layer_menu_js),
    ("/map/map-layer-times.js", script, PackageResources.map_layer_times_js),
    ("/map/map-layers.js", script, PackageResources.map_layers_js),
    ("/map/map-measure.js", script, PackageResources.map_measure_js),
    ("/map/map-moments.js", script, PackageResources.map_moments_js),
    ("/map/map-panels.js", script, PackageResources.map_panels_js),
    ("/map/map-rasters.js", script, PackageResources.map_rasters_js),
    ("/map/map-result.js", script, PackageResources.map_result_js),
    ("/map/map-result-times.js", script, PackageResources.map_result_times_js),
    ("/map/map-route.js", script, PackageResources.map_route_js),
    ("/map/map-route-answer.js", script, PackageResources.map_route_answer_js),
    ("/map/map-route-style.js", script, PackageResources.map_route_style_js),
    ("/map/map-run-curve.js", script, PackageResources.map_run_curve_js),
    ("/map/map-run-job.js", script, PackageResources.map_run_job_js),
    ("/map/map-run-layer.js", script, PackageResources.map_run_layer_js),
    ("/map/map-run-results.js", script, PackageResources.map_run_results_js),
    ("/map/map-runs.js", script, PackageResources.map_runs_js),
    ("/map/map-scenario.js", script, PackageResources.map_scenario_js),
    ("/map/map-search.js", script, PackageResources.map_search_js),
    ("/map/map-sheet.js", script, PackageResources.map_sheet_js),
    ("/map/map-state-changes.js", script, PackageResources.map_state_changes_js),
    ("/map/map-state-difference.js", script, PackageResources.map_state_difference_js),
    ("/map/map-states.js", script, PackageResources.map_states_js),
    ("/map/map-status.js", script, PackageResources.map_status_js),
    ("/map/map-style.js", script, PackageResources.map_style_js),
    ("/map/map-table.js", script, PackageResources.map_table_js),
    ("/map/map-theme.js", script, PackageResources.map_theme_js),
    ("/map/map-timeline.js", script, PackageResources.map_timeline_js),
    ("/map/map-view.js", script, PackageResources.map_view_js),
    ("/map/map-viewpoint.js", script, PackageResources.map_viewpoint_js),
    ("/map/map-when.js", script, PackageResources.map_when_js),
    ("/map/map-words.js", script, PackageResources.map_words_js),
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
