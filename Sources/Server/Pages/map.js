// The map page: draws what /map/config.json lists from the tiles of the one map, and shows a
// feature's attributes from the items that the same server answers. All text that comes from
// data goes into the page as text nodes, never as markup.

import {
  FONTS, MARK, NOWHERE, SOURCE, TILES, byCategory, heightField, isFeature, labelText, styleOf,
} from "./map-style.js";
import { rasterItem } from "./map-rasters.js";
import { baseItem } from "./map-base.js";
import { boundsOf, listenToSearch, showSearchWords } from "./map-search.js";
import { currentLanguage, display, keepLanguage, local, unitOf, word } from "./map-words.js";

const element = (id) => document.getElementById(id);
let config = null;
let map = null;
// The map's drawing layers as {id, layer}.
let parts = [];
let raised = false;
const hidden = new Set();
// What was clicked: features as {layer, id, properties}, and the one of them that is shown.
let found = [];
let shown = null;
let problem = null;

// MARK: Language

function setLanguage(next) {
  keepLanguage(next);
  showWords();
  showLayers();
  labelMap();
  if (shown) showFeature(shown, false);
}

function showWords() {
  document.documentElement.lang = currentLanguage() === "zh" ? "zh-Hans" : "en";
  for (const id of ["fold", "raise", "overview", "retry"]) element(id).textContent = word(id);
  element("close").setAttribute("aria-label", word("close"));
  showSearchWords();
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === currentLanguage()));
  }
  if (config) {
    element("title").textContent = local(config.title);
    document.title = `${local(config.title)} · 舆图 Yutu`;
  }
  showStatus();
}

/** MapLibre's own buttons, which it titles only when it makes them. */
function labelMap() {
  if (!map) return;
  const keys = { "zoom-in": "zoomIn", "zoom-out": "zoomOut", compass: "north" };
  for (const [name, key] of Object.entries(keys)) {
    const button = map.getContainer().querySelector(`.maplibregl-ctrl-${name}`);
    if (!button) continue;
    button.title = word(key);
    button.setAttribute("aria-label", button.title);
  }
  map.getCanvas().setAttribute("aria-label", word("map"));
  for (const layer of config.layers) {
    const id = `${layer.id}/label`;
    if (map.getLayer(id)) map.setLayoutProperty(id, "text-field", labelText(layer));
  }
}

// MARK: Status

function showStatus() {
  const isBusy = document.body.dataset.state === "loading";
  const text = problem ? word(problem) : isBusy ? word("loading") : "";
  element("message").textContent = text;
  element("status").hidden = !text;
  element("status").classList.toggle("fault", Boolean(problem) && problem !== "empty");
  element("retry").hidden = problem !== "noTiles" && problem !== "noConfig";
}

function setProblem(next) {
  if (problem === next) return;
  problem = next;
  showStatus();
}

function setState(state) {
  if (document.body.dataset.state === state) return;
  document.body.dataset.state = state;
  showStatus();
}

/** The map's drawing layers that show features of `layer`. */
const drawnAs = (layer) => parts.filter((one) => one.layer === layer.id).map((one) => one.id);

function applyVisibility() {
  for (const layer of config.layers) {
    for (const id of drawnAs(layer)) {
      const isFlat = id.endsWith("/fill") && heightField(layer);
      const isOff = hidden.has(layer.id) || (id.endsWith("/raised") && !raised) ||
        (isFlat && raised);
      map.setLayoutProperty(id, "visibility", isOff ? "none" : "visible");
    }
  }
}

function markShown() {
  for (const layer of config.layers) {
    const isHere = shown && shown.layer.id === layer.id;
    map.setFilter(`${layer.id}/shown`, isHere ? isFeature(shown.id) : NOWHERE);
    if (map.getLayer(`${layer.id}/raised`)) {
      const colour = byCategory(layer, "colour", layer.style.colour);
      map.setPaintProperty(`${layer.id}/raised`, "fill-extrusion-color",
        isHere ? ["case", isFeature(shown.id), MARK, colour] : colour);
    }
  }
}

// MARK: Layer list

function make(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function legendEntry(layer, colour, text) {
  const item = make("li");
  const swatch = make("span", `swatch ${layer.geometry}`);
  swatch.style.background = colour;
  item.append(swatch, make("span", "", text));
  item.title = text;
  return item;
}

function showLayers() {
  if (!config) return;
  const list = element("layers");
  list.replaceChildren(...config.layers.map((layer) => {
    const item = make("li", "layer");
    item.dataset.layer = layer.id;
    const label = make("label");
    const box = make("input");
    box.type = "checkbox";
    box.checked = !hidden.has(layer.id);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(layer.id); else hidden.add(layer.id);
      applyVisibility();
      showReach();
    });
    label.append(box, make("span", "name", local(layer.title)),
      make("span", "count", layer.count.toLocaleString(currentLanguage())));
    item.append(label, make("p", "note"));
    const legend = make("ul", "legend");
    const categories = layer.style.categories;
    for (const entry of categories ? categories.colours : []) {
      legend.append(legendEntry(layer, entry.colour, local(entry.title)));
    }
    legend.append(legendEntry(layer, layer.style.colour,
      categories ? word("other") : local(layer.title)));
    item.append(legend);
    return item;
  }), ...config.rasters.map((raster) => rasterItem(raster, hidden, () => map)),
    ...config.bases.map((base) => baseItem(base, hidden, () => map)));
  showReach();
}

/** Says of each layer whether it can be seen at the present zoom. */
function showReach() {
  for (const layer of config.layers) {
    const item = document.querySelector(`[data-layer="${CSS.escape(layer.id)}"].layer`);
    const isFar = map !== null && map.getZoom() < layer.minzoom;
    item.classList.toggle("far", isFar || !layer.count);
    item.classList.toggle("off", hidden.has(layer.id));
    const note = item.querySelector(".note");
    note.textContent = !layer.count ? word("emptyLayer") : isFar ? word("far") : "";
    note.hidden = !note.textContent;
  }
}

// MARK: Picking features

/** What lies under a point of the screen, topmost first, each feature once. */
function pick(point) {
  const near = [[point.x - 4, point.y - 4], [point.x + 4, point.y + 4]];
  const results = [];
  for (const kind of ["point", "line", "polygon"]) {
    const layers = config.layers.filter((layer) => layer.geometry === kind);
    const ids = layers.flatMap(drawnAs).filter((id) => !/\/(label|shown)$/.test(id));
    if (!ids.length) continue;
    const area = kind === "polygon" ? point : near;
    for (const feature of map.queryRenderedFeatures(area, { layers: ids })) {
      const id = feature.properties.id;
      const layer = layers.find((one) => one.id === feature.sourceLayer);
      if (id === undefined || !layer) continue;
      if (results.some((one) => one.layer === layer && one.id === String(id))) continue;
      results.push({ layer, id: String(id), properties: feature.properties });
    }
  }
  return results.slice(0, 20);
}

/** A feature's name for people: its label, or its layer and id. */
function nameOf(layer, id, properties) {
  const field = layer.fields.find((one) => one.name === layer.style.label);
  const value = field && properties[field.name];
  if (value === undefined || value === null || value === "") return `${local(layer.title)} ${id}`;
  return display(field, value);
}

function select(features) {
  found = features;
  if (features.length) showFeature(features[0], true); else closeDetails();
}

function closeDetails() {
  found = [];
  shown = null;
  element("details").hidden = true;
  markShown();
}

function showFound() {
  const box = element("found");
  box.replaceChildren();
  if (found.length < 2) return;
  box.append(make("p", "", word("found").replace("{n}", found.length)));
  for (const feature of found) {
    const button = make("button", "", nameOf(feature.layer, feature.id, feature.properties));
    button.type = "button";
    button.dataset.layer = feature.layer.id;
    button.dataset.id = feature.id;
    button.setAttribute("aria-pressed", String(feature === shown));
    button.addEventListener("click", () => showFeature(feature, false));
    box.append(button);
  }
}

/** Goes to what the search box found, and shows it. */
function showHit(hit, layer) {
  if (!layer) return;
  const [west, south, east, north] = boundsOf(hit.geometry);
  const sides = isNarrow() ? 60 : { left: 360, right: 380, top: 60, bottom: 60 };
  hidden.delete(layer.id);
  applyVisibility();
  showLayers();
  map.fitBounds([[west, south], [east, north]],
    { padding: sides, maxZoom: Math.max(layer.minzoom + 1, 17), duration: 800 });
  select([{ layer, id: String(hit.id), properties: hit.properties }]);
}

// MARK: Attributes

function row(list, title, text, unit) {
  const value = make("dd", "", text);
  if (unit) value.append(" ", make("span", "unit", unit));
  list.append(make("dt", "", title), value);
  return value;
}

function attributes(layer, item) {
  const properties = item.properties || {};
  const list = make("dl");
  const known = new Set(["commit", "commit_seq"]);
  for (const field of layer.fields) {
    known.add(field.name);
    const value = properties[field.name];
    if (value === null || value === undefined) continue;
    const cell = row(list, local(field.title), display(field, value), unitOf(field));
    cell.dataset.field = field.name;
    cell.dataset.value = JSON.stringify(value);
  }
  for (const [name, value] of Object.entries(properties)) {
    if (known.has(name) || value === null) continue;
    const cell = row(list, name, display(null, value));
    cell.dataset.field = name;
    cell.dataset.value = JSON.stringify(value);
  }
  const origin = make("dl", "origin");
  row(origin, word("layer"), local(layer.title));
  row(origin, word("id"), String(item.id)).dataset.id = item.id;
  const commit = item.commit ?? properties.commit ?? properties.commit_seq;
  if (commit !== undefined && commit !== null) {
    row(origin, word("commit"), display(null, commit)).dataset.commit = JSON.stringify(commit);
  }
  return [list.childElementCount ? list : make("p", "note", word("none")), origin];
}

async function showFeature(feature, takeFocus) {
  shown = feature;
  const panel = element("details");
  panel.hidden = false;
  panel.dataset.state = "loading";
  element("feature").textContent = nameOf(feature.layer, feature.id, feature.properties);
  showFound();
  markShown();
  if (takeFocus) element("feature").focus({ preventScroll: true });
  const path = `/collections/${encodeURIComponent(feature.layer.id)}` +
    `/items/${encodeURIComponent(feature.id)}`;
  let content;
  try {
    const answer = await fetch(path, { headers: { Accept: "application/geo+json" } });
    if (answer.status === 404) throw new Error("gone");
    if (!answer.ok) throw new Error("noItem");
    const item = await answer.json();
    if (shown !== feature) return;
    element("feature").textContent = nameOf(feature.layer, feature.id, item.properties || {});
    content = attributes(feature.layer, item);
    panel.dataset.state = "ready";
  } catch (error) {
    if (shown !== feature) return;
    content = [make("p", "fault", word(error.message === "gone" ? "gone" : "noItem"))];
    panel.dataset.state = "failed";
  }
  element("attributes").replaceChildren(...content);
}

// MARK: Start

function overview(animate) {
  const sides = isNarrow()
    ? { left: 20, right: 20, top: 130, bottom: 50 }
    : { left: 340, right: 60, top: 50, bottom: 60 };
  const [west, south, east, north] = config.bounds;
  map.fitBounds([[west, south], [east, north]],
    { padding: sides, maxZoom: config.maxzoom, animate });
}

function setRaised(next) {
  raised = next;
  element("raise").setAttribute("aria-pressed", String(raised));
  applyVisibility();
  map.easeTo({ pitch: raised ? 55 : 0, bearing: raised ? -20 : 0 });
}

/** Text as HTML that shows it as it is: the control takes HTML only. */
function escaped(text) {
  const holder = document.createElement("span");
  holder.textContent = text || "";
  return holder.innerHTML;
}

function makeMap() {
  const hasHash = /^#-?[\d.]+\/-?[\d.]+\/-?[\d.]+/.test(location.hash);
  const style = styleOf(config);
  parts = style.layers.map((one) => ({ id: one.id, layer: one["source-layer"] }));
  map = new maplibregl.Map({
    container: "map", style, hash: true, center: [104, 34], zoom: 3, maxZoom: 22,
    attributionControl: false, localIdeographFontFamily: FONTS.join(", "),
  });
  map.addControl(new maplibregl.NavigationControl({ visualizePitch: true }), "bottom-right");
  map.addControl(new maplibregl.AttributionControl(
    { compact: true, customAttribution: [config.attribution,
      ...config.bases.map((base) => local(base.attribution))].filter(Boolean).map(escaped) }),
  "bottom-right");
  map.addControl(new maplibregl.ScaleControl({ maxWidth: 120, unit: "metric" }), "bottom-left");
  if (!hasHash && config.bounds) overview(false);

  map.on("idle", () => setState("idle"));
  map.on("movestart", () => setState("busy"));
  map.on("dataloading", () => { if (document.body.dataset.state === "idle") setState("busy"); });
  map.on("zoomend", showReach);
  map.on("error", (event) => {
    if (event.error && event.error.name === "AbortError") return;
    if (event.sourceId === SOURCE || event.tile) setProblem("noTiles");
  });
  map.on("sourcedata", (event) => {
    const isLoaded = event.tile && event.tile.state === "loaded";
    if (isLoaded && problem === "noTiles") setProblem(null);
  });
  map.on("click", (event) => select(pick(event.point)));
  let pointer = null;
  map.on("mousemove", (event) => {
    if (!pointer) {
      requestAnimationFrame(() => {
        map.getCanvas().style.cursor = pick(pointer).length ? "pointer" : "";
        pointer = null;
      });
    }
    pointer = event.point;
  });
  map.getCanvas().addEventListener("keydown", (event) => {
    if (event.key === "Enter") select(pick(map.project(map.getCenter())));
  });
  return new Promise((resolve) => map.once("load", resolve));
}

/** Where the panels lie above and below the map, as in map.css. */
const isNarrow = () => window.innerWidth <= 720;

function fold(isFolded) {
  element("layers").hidden = isFolded;
  element("fold").setAttribute("aria-expanded", String(!isFolded));
}

function listen() {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => setLanguage(button.dataset.language));
  }
  element("fold").addEventListener("click", () => fold(!element("layers").hidden));
  fold(isNarrow());
  element("raise").addEventListener("click", () => setRaised(!raised));
  element("overview").addEventListener("click", () => overview(true));
  listenToSearch(() => config.layers, showHit);
  element("close").addEventListener("click", () => {
    closeDetails();
    map.getCanvas().focus({ preventScroll: true });
  });
  element("retry").addEventListener("click", () => {
    if (!map) return location.reload();
    setProblem(null);
    setState("loading");
    map.getSource(SOURCE).setTiles(TILES);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown) element("close").click();
  });
}

async function start() {
  showWords();
  listen();
  try {
    const answer = await fetch("/map/config.json", { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    config = await answer.json();
  } catch (error) {
    setProblem("noConfig");
    throw error;
  }
  showWords();
  showLayers();
  element("raise").hidden = !config.layers.some(heightField);
  element("overview").hidden = !config.bounds;
  if (!config.layers.some((layer) => layer.count) && !config.rasters.length) setProblem("empty");
  let loaded;
  try {
    loaded = makeMap();
  } catch (error) {
    setProblem("noWebGL");
    throw error;
  }
  window.yutu.map = map;
  showReach();
  labelMap();
  await loaded;
  return map;
}

window.yutu = { map: null, ready: null };
window.yutu.ready = start();
window.yutu.ready.catch((error) => {
  document.body.dataset.state = "failed";
  console.warn("the map did not start:", error.message);
});
