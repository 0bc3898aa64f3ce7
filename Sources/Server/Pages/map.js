// The map page: draws what /map/config.json lists from the tiles of the one map, and shows the
// attributes of features from the items that the same server answers.

import { ask, withToken } from "./map-access.js";
import { startActions } from "./map-actions.js";
import { showAnalysisWords, startAnalysis } from "./map-analyse.js";
import { startCards } from "./map-card.js";
import { clusterAt, openCluster, renewClusters, startClusters } from "./map-clusters.js";
import { startCompare } from "./map-compare.js";
import {
  addFound, closeDetails, isOpen, select, showAgain, showFeature, startDetails,
} from "./map-details.js";
import { FONTS, boundsOf } from "./map-document.js";
import { element, escaped, isNarrow, make, makeButton } from "./map-dom.js";
import { makeIcon } from "./map-icons.js";
import { filterIn, filterOf } from "./map-filter.js";
import { identify, isAnything, valuesAt } from "./map-identify.js";
import { startKiosk } from "./map-kiosk.js";
import { startLayerMenus } from "./map-layer-menu.js";
import { regroup, showLayers, showOnly, showReach, startLayers, unfold } from "./map-layers.js";
import {
  isMeasuring, listenToMeasure, removePlace, showMeasureWords,
} from "./map-measure.js";
import {
  isPicking, leavePanel, openPanel, padding, pick, showPanelWords, startPanels,
} from "./map-panels.js";
import { listenToRoute, showRouteWords } from "./map-route.js";
import { askRunAt, isRunResult, listenToRuns, showRunWords } from "./map-runs.js";
import { isOfRun } from "./map-run-layer.js";
import { listenToSearch, showSearchWords } from "./map-search.js";
import {
  SOURCE, applyVisibility, heightField, legendOf, mark, renewStyle, startStyle, useMap,
} from "./map-style.js";
import { showSheetWords, startSheet } from "./map-sheet.js";
import {
  fail, isOfScenario, listenToServer, problemNow, sayBriefly, setProblem, setState, showStatus,
} from "./map-status.js";
import { startStates } from "./map-states.js";
import { showTable, startTable } from "./map-table.js";
import { chooseTheme, startTheme, themeChoice } from "./map-theme.js";
import {
  absent, isShown, linkOf, readView, seen, show, startWith, view, viewpoint, writeView,
} from "./map-view.js";
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

/** MapLibre's own buttons, which it titles only when it makes them, and the map's labels. */
function labelMap() {
  if (!map) return;
  const keys = {
    "zoom-in": "zoomIn", "zoom-out": "zoomOut", compass: "north", raised: "raise", home: "overview" };
  for (const [name, key] of Object.entries(keys)) {
    const button = map.getContainer().querySelector(`.maplibregl-ctrl-${name}`);
    if (!button) continue;
    button.title = word(key);
    button.setAttribute("aria-label", button.title);
  }
  map.getCanvas().setAttribute("aria-label", word("map"));
}

// MARK: Changes of the view

function changeLayers() {
  if (!map) return;
  applyVisibility();
  renewClusters();
  writeView(map);
}

/**
 * Learns which layers there are, and how many features they have, from where the city is seen;
 * whether it can be seen so. Says why not; leaves everything as it is where another view was chosen
 * meanwhile.
 */
async function readLayers() {
  absent.clear();
  seen.counts = viewpoint() ? new Map() : null;
  if (!viewpoint()) return true;
  const asked = viewpoint("&");
  let problem = {};
  let collections = null;
  try {
    const answer = await ask(`/collections?f=json${asked}`);
    const body = await answer.json();
    if (answer.ok) collections = body.collections; else problem = body;
  } catch { /* No answer, or none in JSON. */ }
  if (asked !== viewpoint("&")) return true;
  if (!collections) {
    // Nothing is drawn, and no tile asked for that could not be answered either.
    for (const entry of [...config.layers, ...config.rasters]) absent.add(entry.id);
    if (problemNow() !== "noServer") {
      setProblem("noView", { why: problem.detail,
        ofScenario: Boolean(view.scenario) && problem.code !== "unknown-commit" });
    }
    return false;
  }
  seen.counts = new Map(collections.map((one) => [one.id, one.featureCount]));
  for (const entry of [...config.layers, ...config.rasters]) {
    if (!seen.counts.has(entry.id)) absent.add(entry.id);
  }
  return true;
}

/**
 * Asks for everything after a scenario or commit was chosen; with `isAnew` for what was drawn
 * already, too.
 */
async function changeViewpoint(isAnew = false) {
  const asked = viewpoint();
  if (problemNow() !== "noServer") setProblem(null);
  setState("loading");
  showAgain(valuesNow);
  writeView(map);
  const isThere = await readLayers();
  if (asked !== viewpoint()) return;
  applyVisibility();
  showReach(map.getZoom());
  map.triggerRepaint();
  if (isThere) await renewStyle(isAnew);
}

let isTokenAsked = false;

/** Asks for the token, which holds no more, and for what was not given without it. */
async function askToken() {
  if (isTokenAsked) return;
  isTokenAsked = true;
  await ask("/map/config.json").catch(() => {});
  isTokenAsked = false;
  changeViewpoint(true);
}

/** Goes on once the server can be reached again. */
function goOn() {
  if (map) changeViewpoint(true); else location.reload();
}

/** Goes back from a scenario or commit that does not fit the city. */
function leaveView() {
  view[isOfScenario() ? "scenario" : "commit"] = "";
  showWhen();
  changeViewpoint();
}

function setRaised(next) {
  view.raised = next;
  raisedButton.setAttribute("aria-pressed", String(next));
  applyVisibility();
  map.easeTo({ pitch: next ? 55 : 0, bearing: next ? -20 : 0 });
}

/** The values of rasters at a place, as the city is seen. */
function valuesNow(where) {
  return valuesAt(config.rasters.filter((one) => isShown(one.id) && !absent.has(one.id)), where);
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

/** Goes to a feature that a card links to, and shows it. */
async function openFeature({ layer, id, properties }) {
  turnOn(layer);
  const answer = await ask(`/collections/${encodeURIComponent(layer.id)}/items/` +
    `${encodeURIComponent(id)}?f=json${viewpoint("&")}`, "application/geo+json");
  const geometry = answer.ok ? (await answer.json()).geometry : null;
  if (geometry) {
    const [west, south, east, north] = boundsOf(geometry);
    if (!map.getBounds().contains([(west + east) / 2, (south + north) / 2])) {
      map.fitBounds([[west, south], [east, north]],
        { padding: padding(), maxZoom: Math.max(layer.minzoom + 1, 17), duration: 700 });
    }
  }
  select([{ layer, id, properties }]);
}

/** Goes to what the search box found, and shows it. */
function showHit(hit, layer) {
  if (!layer) return;
  const [west, south, east, north] = boundsOf(hit.geometry);
  turnOn(layer);
  // A street of several pieces is marked as a whole; the card is that of the nearest.
  const street = hit.parts && hit.geometry;
  // The card first: the view keeps clear of it.
  select([{ layer, id: String(hit.id), properties: hit.properties, street }]);
  map.fitBounds([[west, south], [east, north]],
    { padding: padding(), maxZoom: Math.max(layer.minzoom + 1, 17), duration: 800 });
}

function turnOn(layer) {
  show(layer.id, true);
  unfold(layer);
  changeLayers();
  showLayers();
}

/** Shows a layer that the search box found, at its feature that lies nearest. */
function showLayer(layer, nearest) {
  turnOn(layer);
  if (!nearest) return;
  const [west, south, east, north] = boundsOf(nearest.geometry);
  const centre = [(west + east) / 2, (south + north) / 2];
  // From where its points are drawn one by one, if their density is drawn before.
  const first = legendOf(layer.id)?.density?.maxzoom ?? layer.minzoom;
  const isSeen = map.getZoom() >= first && map.getBounds().contains(centre);
  if (!isSeen) map.easeTo({ center: centre, zoom: Math.max(map.getZoom(), first + 0.5) });
}

/** Shows of a layer the features whose field has the value, at the nearest one. */
function showKind(layer, { field, value }, nearest) {
  const definition = layer.fields.find((one) => one.name === field);
  view.filters.set(layer.id, filterOf([{ field: definition, operator: "is", value }]));
  showLayer(layer, nearest);
}

/** Goes to a longitude and latitude that someone typed, and shows what lies there. */
function showTyped(centre) {
  map.jumpTo({ center: centre, zoom: Math.max(map.getZoom(), 17) });
  map.once("idle", () => act(map.project(centre)));
}

function overview(animate) {
  const [west, south, east, north] = config.bounds;
  map.fitBounds([[west, south], [east, north]],
    { padding: padding(), maxZoom: config.maxzoom, animate });
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
  askRunAt(where);
  clicks += 1;
  const number = clicks;
  const [features, values] = await Promise.all(
    [identify(map, config, point), valuesNow(where)]);
  if (number === clicks) select(features, { lng: where.lng, lat: where.lat, values });
}

function listenToMap() {
  map.on("click", (event) => act(event.point));
  let pointer = null;
  map.on("mousemove", (event) => {
    if (!pointer) {
      requestAnimationFrame(() => {
        const cursor = isAnything(map, config, pointer) ? "pointer" : "";
        map.getCanvas().style.cursor = isPicking() ? "crosshair" : cursor;
        pointer = null;
      });
    }
    pointer = event.point;
  });
  map.getCanvas().addEventListener("keydown", (event) => {
    if (event.key === "Enter") act(map.project(map.getCenter()));
    if (event.key === "Backspace" && isMeasuring()) removePlace();
  });
  map.on("idle", () => setState("idle"));
  map.on("movestart", () => setState("busy"));
  map.on("moveend", () => writeView(map));
  map.on("dataloading", () => { if (document.body.dataset.state === "idle") setState("busy"); });
  map.on("zoomend", () => showReach(map.getZoom()));
  map.on("error", (event) => {
    if (event.error && event.error.name === "AbortError") return;
    // MapLibre draws no frame after a tile that failed, and so would never become idle.
    map.triggerRepaint();
    // A moment of a run that has gone while its tiles were read.
    if (isOfRun(event.sourceId) && !event.error?.status) return;
    const { status } = event.error || {};
    if (status === 401) return askToken();
    // An answer to what is not asked for any more.
    const url = event.error?.url || "";
    if (url && (/(scenario|commit)=.*/.exec(url)?.[0] ?? "") !== viewpoint("")) return;
    // The answer to a scenario or commit that does not fit the city.
    if ([404, 422].includes(status) && (view.scenario || view.commit)) {
      if (!problemNow()) setProblem("noView", { ofScenario: Boolean(view.scenario) });
    } else if (event.sourceId === SOURCE || event.tile) {
      if (["noTiles", "noServer"].includes(problemNow())) return;
      setProblem("noTiles");
      // Tells whether it answers at all.
      ask("/health").catch(() => {});
    }
  });
  map.on("sourcedata", (event) => {
    const isLoaded = event.sourceId === SOURCE && event.tile && event.tile.state === "loaded";
    if (isLoaded && problemNow() === "noTiles") setProblem(null);
  });
}

// MARK: Start

let raisedButton = null;

/** The buttons for the tilted view and the whole city. */
function makeViewButtons() {
  const box = make("div", "maplibregl-ctrl maplibregl-ctrl-group");
  raisedButton = makeButton("maplibregl-ctrl-raised", "", () => setRaised(!view.raised));
  raisedButton.append(makeIcon("raised"));
  raisedButton.hidden = !config.layers.some(heightField);
  raisedButton.setAttribute("aria-pressed", String(view.raised));
  const home = makeButton("maplibregl-ctrl-home", "", () => overview(true));
  home.append(makeIcon("home"));
  home.hidden = !config.bounds;
  box.append(raisedButton, home);
  return box;
}

function makeMap(style) {
  map = new maplibregl.Map({
    container: "map", style, center: [104, 34], zoom: 3, maxZoom: 22,
    ...view.camera, attributionControl: false, localIdeographFontFamily: FONTS.join(", "),
    transformRequest: withToken,
  });
  map.addControl(new maplibregl.NavigationControl({ visualizePitch: true }), "bottom-right");
  map.addControl({ onAdd: makeViewButtons, onRemove: () => {} }, "bottom-right");
  map.addControl(new maplibregl.AttributionControl(
    { compact: true, customAttribution: [config.attribution,
      ...config.bases.map((base) => local(base.attribution))].filter(Boolean).map(escaped) }),
  "bottom-right");
  map.addControl(new maplibregl.ScaleControl({ maxWidth: 120, unit: "metric" }), "bottom-left");
  // MapLibre opens the attribution at first, over whatever lies there.
  const attribution = map.getContainer().querySelector(".maplibregl-ctrl-attrib");
  attribution?.classList.remove("maplibregl-compact-show");
  attribution?.removeAttribute("open");
  if (!view.camera && config.bounds) overview(false);
  listenToMap();
  return new Promise((resolve) => map.once("load", resolve));
}

function listen() {
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
  await readLayers();
  if (typeof maplibregl === "undefined") {
    setProblem("noLibrary");
    throw new Error("the server lacks MapLibre's files");
  }
  const style = await startStyle(config);
  let loaded;
  try {
    loaded = makeMap(style);
  } catch (error) {
    setProblem("noWebGL");
    throw error;
  }
  window.yutu.map = map;
  useMap(map, () => map.once("idle", showLayers));
  startLayerMenus(map, showOnly, showLayers);
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
