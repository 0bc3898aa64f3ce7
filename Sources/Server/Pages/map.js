// The map page: draws what /map/config.json lists from the tiles of the one map, and shows the
// attributes of features from the items that the same server answers.

import { ask } from "./map-access.js";
import { startActions } from "./map-actions.js";
import { showAnalysisWords, startAnalysis } from "./map-analyse.js";
import { labelMap, makeMap } from "./map-canvas.js";
import { startCards } from "./map-card.js";
import { clusterAt, openCluster, renewClusters, startClusters } from "./map-clusters.js";
import { startCompare } from "./map-compare.js";
import { drawCurve } from "./map-curve.js";
import {
  addFound, closeDetails, isOpen, select, showAgain, showFeature, startDetails,
} from "./map-details.js";
import { element, isNarrow, tellWholeTexts } from "./map-dom.js";
import { filterIn } from "./map-filter.js";
import { identify } from "./map-identify.js";
import {
  openFeature, overview, showHit, showKind, showLayer, showTyped, startGoTo, turnOn,
} from "./map-goto.js";
import { startKiosk } from "./map-kiosk.js";
import { startLayerMenus } from "./map-layer-menu.js";
import { startLayerTimes } from "./map-layer-times.js";
import { regroup, showLayers, showOnly, showReach, startLayers } from "./map-layers.js";
import { listenToMeasure, showMeasureWords } from "./map-measure.js";
import {
  isPicking, leavePanel, openPanel, openPanelName, pick, showPanelWords, startPanels,
} from "./map-panels.js";
import { listenToRoute, showRouteWords } from "./map-route.js";
import { isRunResult } from "./map-run-results.js";
import { listenToRuns, showRunWords } from "./map-runs.js";
import { coverOutside } from "./map-run-layer.js";
import { listenToSearch, showSearchWords } from "./map-search.js";
import { SOURCE, applyVisibility, mark, renewStyle, startStyle, useMap } from "./map-style.js";
import { showSheetWords, startSheet } from "./map-sheet.js";
import {
  fail, listenToServer, problemNow, sayBriefly, setProblem, showStatus,
} from "./map-status.js";
import { startStates } from "./map-states.js";
import { showTable, startTable } from "./map-table.js";
import { chooseTheme, startTheme, themeChoice } from "./map-theme.js";
import { linkOf, readView, show, startWith, view, viewpoint, writeView } from "./map-view.js";
import { pickOnAxes, startTimeline } from "./map-timeline.js";
import {
  askToken, changeViewpoint, goOn, leaveView, readLayers, seeOn, valuesNow,
} from "./map-viewpoint.js";
import { listenToWhen, showWhen } from "./map-when.js";
import { currentLanguage, keepLanguage, local, word } from "./map-words.js";

let config = null;
let map = null;

// MARK: Language

function setLanguage(next) {
  keepLanguage(next);
  showWords();
  if (map) renewStyle();
  showAgain();
  // The server's reason stands there in the other language.
  if (problemNow() === "noView") changeViewpoint();
}

/** The words of the panel with language and theme. */
function showMoreWords() {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === currentLanguage()));
  }
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    const { themeChoice: choice } = button.dataset;
    button.textContent = word(`theme_${choice}`);
    button.setAttribute("aria-pressed", String(choice === themeChoice()));
  }
  element("language-title").textContent = word("language");
  element("theme-title").textContent = word("theme");
  element("api-link").textContent = word("api");
}

function showWords() {
  document.documentElement.lang = currentLanguage() === "zh" ? "zh-Hans" : "en";
  for (const id of ["overview", "copy", "kiosk"]) element(id).textContent = word(id);
  element("close").setAttribute("aria-label", word("close"));
  showMoreWords();
  showSheetWords();
  showPanelWords();
  showSearchWords(config ? local(config.title) : "");
  showMeasureWords();
  showRouteWords();
  showRunWords();
  drawCurve(null, null);
  showAnalysisWords();
  showWhen();
  showTable();
  if (config) {
    document.title = `${local(config.title)} · 舆图 Yutu`;
    showLayers();
  }
  labelMap();
  showStatus();
}

// MARK: Changes of the view

function changeLayers() {
  if (!map) return;
  applyVisibility();
  renewClusters();
  writeView(map);
}

/** Draws layers that a job gave, among the others. */
async function showJobLayers(ids) {
  const answer = await ask("/map/config.json");
  if (!answer.ok) return;
  const known = new Set(config.layers.map((one) => one.id));
  const added = (await answer.json()).layers
    .filter((one) => ids.includes(one.id) && !known.has(one.id));
  if (!added.length) return;
  for (const layer of added) {
    startWith(layer.id, layer.shown);
    show(layer.id, true);
  }
  config.layers.push(...added);
  await renewStyle();
  regroup(config);
  writeView(map);
}

async function copyLink() {
  let outcome = "copied";
  try { await navigator.clipboard.writeText(linkOf(map)); } catch { outcome = "copyFailed"; }
  sayBriefly(outcome, 4000);
}

// MARK: Clicks

let clicks = 0;

/** Gives a point of the screen to the open tool, else identifies what is there. */
async function act(point) {
  const where = map.unproject(point);
  if (pick(where)) return;
  const cluster = clusterAt(point);
  if (cluster) return openCluster(cluster);
  pickOnAxes({ point, lng: where.lng, lat: where.lat });
  clicks += 1;
  const number = clicks;
  const [features, values] = await Promise.all(
    [identify(map, config, point), valuesNow(where)]);
  if (number === clicks) select(features, { lng: where.lng, lat: where.lat, values });
}

// MARK: Start

function listen() {
  tellWholeTexts();
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => setLanguage(button.dataset.language));
  }
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    button.addEventListener("click", () => {
      chooseTheme(button.dataset.themeChoice);
      showMoreWords();
    });
  }
  element("overview").addEventListener("click", () => overview(true));
  element("copy").addEventListener("click", copyLink);
  element("leave").addEventListener("click", leaveView);
  listenToSearch({
    layers: () => config.layers, centre: () => map.getCenter().toArray(), onHit: showHit,
    onLayer: showLayer, onKind: showKind, onPlace: showTyped,
  });
  // On a phone the card would lie over the panel.
  element("rail").addEventListener("click", () => {
    if (isNarrow() && openPanelName()) closeDetails();
  });
  element("close").addEventListener("click", () => {
    closeDetails();
    map.getCanvas().focus({ preventScroll: true });
  });
  element("retry").addEventListener("click", () => {
    setProblem(null);
    goOn();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || element("access").open) return;
    if (isOpen() && !isPicking()) element("close").click(); else leavePanel();
  });
  // The page changes its address without this event: it comes from someone who enters a link.
  window.addEventListener("hashchange", () => location.reload());
}

/** Shows the feature that the link names, and what else lies where it was clicked. */
async function showLinked() {
  const layer = view.at && config.layers.find((one) => one.id === view.at.layer);
  if (!layer) return view.at ? sayBriefly("goneLayer", 8000) : undefined;
  const feature = { layer, id: view.at.id, properties: {} };
  const where = view.here;
  showFeature(feature, false);
  if (!where) return;
  if (!map.loaded()) await new Promise((resolve) => map.once("idle", resolve));
  const [features, values] = await Promise.all(
    [identify(map, config, map.project(where)), valuesNow(where)]);
  addFound(feature, features, { ...where, values });
}

/** Which layers are shown at first: where that would be none with features, all of these. */
function startWithLayers() {
  const entries = [...config.layers, ...config.rasters];
  const isSeen = (entry) => entry.shown && entry.count !== 0;
  const isBlank = !entries.some(isSeen);
  for (const entry of entries) startWith(entry.id, entry.shown || (isBlank && entry.count > 0));
}

async function start() {
  startTheme(() => { if (map) renewStyle(); });
  listenToServer(goOn);
  readView();
  startPanels();
  if (!isNarrow()) openPanel("layers", false);
  showWords();
  listen();
  try {
    const answer = await ask("/map/config.json");
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    config = await answer.json();
    config.runs = config.rasters.filter(isRunResult);
    config.rasters = config.rasters.filter((one) => !isRunResult(one));
  } catch (error) {
    if (problemNow() !== "noServer") setProblem("noConfig");
    throw error;
  }
  startWithLayers();
  for (const [id, text] of view.asked) {
    const layer = config.layers.find((one) => one.id === id);
    const filter = layer && filterIn(text, layer);
    if (filter) view.filters.set(id, filter);
  }
  startLayers(config, changeLayers);
  showWords();
  element("overview").hidden = !config.bounds;
  if (!config.layers.some((layer) => layer.count) && !config.rasters.length) setProblem("empty");
  seeOn(config);
  await readLayers();
  if (typeof maplibregl === "undefined") {
    setProblem("noLibrary");
    throw new Error("the server lacks MapLibre's files");
  }
  const style = await startStyle(config);
  let loaded;
  try {
    loaded = makeMap(style, config, (made) => {
      map = made;
      seeOn(config, map);
      startGoTo(map, config, { changeLayers, act });
    }, { act, askToken });
  } catch (error) {
    setProblem("noWebGL");
    throw error;
  }
  window.yutu.map = map;
  useMap(map, () => {
    coverOutside(map);
    map.once("idle", showLayers);
  });
  startLayerMenus(map, showOnly, showLayers);
  startTimeline();
  startClusters(map, () => config.layers);
  startTable(map);
  listenToMeasure(map);
  listenToRoute(map, config);
  startAnalysis(map, showJobLayers);
  startSheet(map, config);
  startCompare(map);
  startStates(map, config);
  const scenarios = listenToWhen([...config.layers, ...config.rasters], changeViewpoint);
  startActions(map, act, closeDetails);
  startCards(config, openFeature);
  startDetails((feature, item) => {
    mark(feature?.layer, feature?.id, feature?.street ?? item?.geometry);
    writeView(map);
  });
  showReach(map.getZoom());
  labelMap();
  await loaded;
  showLayers();
  await listenToRuns(map, config, scenarios);
  startLayerTimes(map, config, turnOn);
  startKiosk(map, config, { renew: () => map.refreshTiles(SOURCE), overview });
  showLinked();
  return map;
}

window.yutu = { map: null, ready: null };
window.yutu.ready = start();
window.yutu.ready.catch((error) => {
  fail(problemNow() ?? "noStart");
  console.warn("the map did not start:", error.message);
});
