// MapLibre's map on the page: its buttons, what it tells of itself and of what fails.

import { ask, withToken } from "./map-access.js";
import { addDisc } from "./map-disc.js";
import { FONTS } from "./map-document.js";
import { escaped, make, makeButton } from "./map-dom.js";
import { overview } from "./map-goto.js";
import { makeIcon } from "./map-icons.js";
import { isAnything } from "./map-identify.js";
import { showReach } from "./map-layers.js";
import { isMeasuring, removePlace } from "./map-measure.js";
import { isPicking } from "./map-panels.js";
import { isOfRun } from "./map-run-layer.js";
import { problemNow, setProblem, setState } from "./map-status.js";
import { SOURCE, applyVisibility, heightField } from "./map-style.js";
import { view, viewpoint, writeView } from "./map-view.js";
import { local, word } from "./map-words.js";

let map = null;
let config = null;

/** MapLibre's own buttons, which it titles only when it makes them, and the map's labels. */
export function labelMap() {
  if (!map) return;
  const keys = {
    "zoom-in": "zoomIn", "zoom-out": "zoomOut", compass: "north", raised: "raise", home: "overview",
    "attrib-button": "attribution" };
  for (const [name, key] of Object.entries(keys)) {
    const button = map.getContainer().querySelector(`.maplibregl-ctrl-${name}`);
    if (!button) continue;
    button.title = word(key);
    button.setAttribute("aria-label", button.title);
  }
  map.getCanvas().setAttribute("aria-label", word("map"));
}

function setRaised(next) {
  view.raised = next;
  raisedButton.setAttribute("aria-pressed", String(next));
  applyVisibility();
  map.easeTo({ pitch: next ? 55 : 0, bearing: next ? -20 : 0 });
}

function listenToMap({ act, askToken }) {
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

/**
 * Makes the map; resolves once it is drawn first.
 *
 * @param onMade gets the map as soon as it is there
 * @param actions {act, askToken}: what a click does, what happens where the token holds no more
 */
export function makeMap(style, theConfig, onMade, actions) {
  config = theConfig;
  map = new maplibregl.Map({
    container: "map", style, center: [104, 34], zoom: 3, maxZoom: 22,
    ...view.camera, attributionControl: false, localIdeographFontFamily: FONTS.join(", "),
    transformRequest: withToken,
  });
  addDisc(map);
  onMade(map);
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
  listenToMap(actions);
  return new Promise((resolve) => map.once("load", resolve));
}
