#include "CEmbedded.h"

// As a Swift array they took the compiler a minute, in which the other processor had nothing to do.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char favicon_svg[] = {
#embed "../Server/Pages/favicon.svg"
};

static const unsigned char layout_mustache[] = {
#embed "../Server/Pages/layout.mustache"
};

static const unsigned char map_access_js[] = {
#embed "../Server/Pages/map-access.js"
};

static const unsigned char map_actions_js[] = {
#embed "../Server/Pages/map-actions.js"
};

static const unsigned char map_analyse_js[] = {
#embed "../Server/Pages/map-analyse.js"
};

static const unsigned char map_assumptions_js[] = {
#embed "../Server/Pages/map-assumptions.js"
};

static const unsigned char map_canvas_js[] = {
#embed "../Server/Pages/map-canvas.js"
};

static const unsigned char map_card_js[] = {
#embed "../Server/Pages/map-card.js"
};

static const unsigned char map_chart_js[] = {
#embed "../Server/Pages/map-chart.js"
};

static const unsigned char map_clock_js[] = {
#embed "../Server/Pages/map-clock.js"
};

static const unsigned char map_cluster_style_js[] = {
#embed "../Server/Pages/map-cluster-style.js"
};

static const unsigned char map_clusters_js[] = {
#embed "../Server/Pages/map-clusters.js"
};

static const unsigned char map_compare_js[] = {
#embed "../Server/Pages/map-compare.js"
};

static const unsigned char map_curve_js[] = {
#embed "../Server/Pages/map-curve.js"
};

static const unsigned char map_details_js[] = {
#embed "../Server/Pages/map-details.js"
};

static const unsigned char map_difference_js[] = {
#embed "../Server/Pages/map-difference.js"
};

static const unsigned char map_disc_js[] = {
#embed "../Server/Pages/map-disc.js"
};

static const unsigned char map_document_js[] = {
#embed "../Server/Pages/map-document.js"
};

static const unsigned char map_dom_js[] = {
#embed "../Server/Pages/map-dom.js"
};

static const unsigned char map_edits_js[] = {
#embed "../Server/Pages/map-edits.js"
};

static const unsigned char map_filter_js[] = {
#embed "../Server/Pages/map-filter.js"
};

static const unsigned char map_geodesic_js[] = {
#embed "../Server/Pages/map-geodesic.js"
};

static const unsigned char map_goto_js[] = {
#embed "../Server/Pages/map-goto.js"
};

static const unsigned char map_icons_js[] = {
#embed "../Server/Pages/map-icons.js"
};

static const unsigned char map_identify_js[] = {
#embed "../Server/Pages/map-identify.js"
};

static const unsigned char map_impact_js[] = {
#embed "../Server/Pages/map-impact.js"
};

static const unsigned char map_kiosk_js[] = {
#embed "../Server/Pages/map-kiosk.js"
};

static const unsigned char map_layer_menu_js[] = {
#embed "../Server/Pages/map-layer-menu.js"
};

static const unsigned char map_layer_times_js[] = {
#embed "../Server/Pages/map-layer-times.js"
};

static const unsigned char map_layers_js[] = {
#embed "../Server/Pages/map-layers.js"
};

static const unsigned char map_measure_js[] = {
#embed "../Server/Pages/map-measure.js"
};

static const unsigned char map_moments_js[] = {
#embed "../Server/Pages/map-moments.js"
};

static const unsigned char map_panels_css[] = {
#embed "../Server/Pages/map-panels.css"
};

static const unsigned char map_panels_js[] = {
#embed "../Server/Pages/map-panels.js"
};

static const unsigned char map_process_css[] = {
#embed "../Server/Pages/map-process.css"
};

static const unsigned char map_rasters_js[] = {
#embed "../Server/Pages/map-rasters.js"
};

static const unsigned char map_result_times_js[] = {
#embed "../Server/Pages/map-result-times.js"
};

static const unsigned char map_result_js[] = {
#embed "../Server/Pages/map-result.js"
};

static const unsigned char map_route_answer_js[] = {
#embed "../Server/Pages/map-route-answer.js"
};

static const unsigned char map_route_style_js[] = {
#embed "../Server/Pages/map-route-style.js"
};

static const unsigned char map_route_js[] = {
#embed "../Server/Pages/map-route.js"
};

static const unsigned char map_run_curve_js[] = {
#embed "../Server/Pages/map-run-curve.js"
};

static const unsigned char map_run_job_js[] = {
#embed "../Server/Pages/map-run-job.js"
};

static const unsigned char map_run_layer_js[] = {
#embed "../Server/Pages/map-run-layer.js"
};

static const unsigned char map_run_results_js[] = {
#embed "../Server/Pages/map-run-results.js"
};

static const unsigned char map_runs_js[] = {
#embed "../Server/Pages/map-runs.js"
};

static const unsigned char map_scenario_js[] = {
#embed "../Server/Pages/map-scenario.js"
};

static const unsigned char map_search_js[] = {
#embed "../Server/Pages/map-search.js"
};

static const unsigned char map_sheet_js[] = {
#embed "../Server/Pages/map-sheet.js"
};

static const unsigned char map_state_changes_js[] = {
#embed "../Server/Pages/map-state-changes.js"
};

static const unsigned char map_state_difference_js[] = {
#embed "../Server/Pages/map-state-difference.js"
};

static const unsigned char map_states_js[] = {
#embed "../Server/Pages/map-states.js"
};

static const unsigned char map_status_js[] = {
#embed "../Server/Pages/map-status.js"
};

static const unsigned char map_style_js[] = {
#embed "../Server/Pages/map-style.js"
};

static const unsigned char map_table_js[] = {
#embed "../Server/Pages/map-table.js"
};

static const unsigned char map_theme_js[] = {
#embed "../Server/Pages/map-theme.js"
};

static const unsigned char map_timeline_js[] = {
#embed "../Server/Pages/map-timeline.js"
};

static const unsigned char map_view_js[] = {
#embed "../Server/Pages/map-view.js"
};

static const unsigned char map_viewpoint_js[] = {
#embed "../Server/Pages/map-viewpoint.js"
};

static const unsigned char map_when_js[] = {
#embed "../Server/Pages/map-when.js"
};

static const unsigned char map_words_js[] = {
#embed "../Server/Pages/map-words.js"
};

static const unsigned char map_css[] = {
#embed "../Server/Pages/map.css"
};

static const unsigned char map_html[] = {
#embed "../Server/Pages/map.html"
};

static const unsigned char map_js[] = {
#embed "../Server/Pages/map.js"
};

static const unsigned char page_collection_js[] = {
#embed "../Server/Pages/page-collection.js"
};

static const unsigned char page_job_controls_js[] = {
#embed "../Server/Pages/page-job-controls.js"
};

static const unsigned char page_job_js[] = {
#embed "../Server/Pages/page-job.js"
};

static const unsigned char page_map_js[] = {
#embed "../Server/Pages/page-map.js"
};

static const unsigned char page_picker_js[] = {
#embed "../Server/Pages/page-picker.js"
};

static const unsigned char page_process_js[] = {
#embed "../Server/Pages/page-process.js"
};

static const unsigned char page_theme_js[] = {
#embed "../Server/Pages/page-theme.js"
};

static const unsigned char page_token_js[] = {
#embed "../Server/Pages/page-token.js"
};

static const unsigned char pages_css[] = {
#embed "../Server/Pages/pages.css"
};

static const unsigned char process_controls_js[] = {
#embed "../Server/Pages/process-controls.js"
};

static const unsigned char process_form_js[] = {
#embed "../Server/Pages/process-form.js"
};

static const unsigned char process_groups_js[] = {
#embed "../Server/Pages/process-groups.js"
};

static const unsigned char process_places_js[] = {
#embed "../Server/Pages/process-places.js"
};

static const unsigned char process_results_js[] = {
#embed "../Server/Pages/process-results.js"
};

static const unsigned char process_run_js[] = {
#embed "../Server/Pages/process-run.js"
};

static const unsigned char process_words_js[] = {
#embed "../Server/Pages/process-words.js"
};

static const unsigned char section_mustache[] = {
#embed "../Server/Pages/section.mustache"
};

static const unsigned char theme_css[] = {
#embed "../Server/Pages/theme.css"
};

#define PAGE(name, bytes) {name, bytes, sizeof bytes}

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t size;
} pages[] = {
    PAGE("favicon.svg", favicon_svg),
    PAGE("layout.mustache", layout_mustache),
    PAGE("map-access.js", map_access_js),
    PAGE("map-actions.js", map_actions_js),
    PAGE("map-analyse.js", map_analyse_js),
    PAGE("map-assumptions.js", map_assumptions_js),
    PAGE("map-canvas.js", map_canvas_js),
    PAGE("map-card.js", map_card_js),
    PAGE("map-chart.js", map_chart_js),
    PAGE("map-clock.js", map_clock_js),
    PAGE("map-cluster-style.js", map_cluster_style_js),
    PAGE("map-clusters.js", map_clusters_js),
    PAGE("map-compare.js", map_compare_js),
    PAGE("map-curve.js", map_curve_js),
    PAGE("map-details.js", map_details_js),
    PAGE("map-difference.js", map_difference_js),
    PAGE("map-disc.js", map_disc_js),
    PAGE("map-document.js", map_document_js),
    PAGE("map-dom.js", map_dom_js),
    PAGE("map-edits.js", map_edits_js),
    PAGE("map-filter.js", map_filter_js),
    PAGE("map-geodesic.js", map_geodesic_js),
    PAGE("map-goto.js", map_goto_js),
    PAGE("map-icons.js", map_icons_js),
    PAGE("map-identify.js", map_identify_js),
    PAGE("map-impact.js", map_impact_js),
    PAGE("map-kiosk.js", map_kiosk_js),
    PAGE("map-layer-menu.js", map_layer_menu_js),
    PAGE("map-layer-times.js", map_layer_times_js),
    PAGE("map-layers.js", map_layers_js),
    PAGE("map-measure.js", map_measure_js),
    PAGE("map-moments.js", map_moments_js),
    PAGE("map-panels.css", map_panels_css),
    PAGE("map-panels.js", map_panels_js),
    PAGE("map-process.css", map_process_css),
    PAGE("map-rasters.js", map_rasters_js),
    PAGE("map-result-times.js", map_result_times_js),
    PAGE("map-result.js", map_result_js),
    PAGE("map-route-answer.js", map_route_answer_js),
    PAGE("map-route-style.js", map_route_style_js),
    PAGE("map-route.js", map_route_js),
    PAGE("map-run-curve.js", map_run_curve_js),
    PAGE("map-run-job.js", map_run_job_js),
    PAGE("map-run-layer.js", map_run_layer_js),
    PAGE("map-run-results.js", map_run_results_js),
    PAGE("map-runs.js", map_runs_js),
    PAGE("map-scenario.js", map_scenario_js),
    PAGE("map-search.js", map_search_js),
    PAGE("map-sheet.js", map_sheet_js),
    PAGE("map-state-changes.js", map_state_changes_js),
    PAGE("map-state-difference.js", map_state_difference_js),
    PAGE("map-states.js", map_states_js),
    PAGE("map-status.js", map_status_js),
    PAGE("map-style.js", map_style_js),
    PAGE("map-table.js", map_table_js),
    PAGE("map-theme.js", map_theme_js),
    PAGE("map-timeline.js", map_timeline_js),
    PAGE("map-view.js", map_view_js),
    PAGE("map-viewpoint.js", map_viewpoint_js),
    PAGE("map-when.js", map_when_js),
    PAGE("map-words.js", map_words_js),
    PAGE("map.css", map_css),
    PAGE("map.html", map_html),
    PAGE("map.js", map_js),
    PAGE("page-collection.js", page_collection_js),
    PAGE("page-job-controls.js", page_job_controls_js),
    PAGE("page-job.js", page_job_js),
    PAGE("page-map.js", page_map_js),
    PAGE("page-picker.js", page_picker_js),
    PAGE("page-process.js", page_process_js),
    PAGE("page-theme.js", page_theme_js),
    PAGE("page-token.js", page_token_js),
    PAGE("pages.css", pages_css),
    PAGE("process-controls.js", process_controls_js),
    PAGE("process-form.js", process_form_js),
    PAGE("process-groups.js", process_groups_js),
    PAGE("process-places.js", process_places_js),
    PAGE("process-results.js", process_results_js),
    PAGE("process-run.js", process_run_js),
    PAGE("process-words.js", process_words_js),
    PAGE("section.mustache", section_mustache),
    PAGE("theme.css", theme_css),
};

size_t yutu_page_count(void) { return sizeof pages / sizeof *pages; }

const char *_Nonnull yutu_page_name(size_t index) { return pages[index].name; }

const unsigned char *_Nonnull yutu_page_bytes(size_t index) { return pages[index].bytes; }

size_t yutu_page_size(size_t index) { return pages[index].size; }
