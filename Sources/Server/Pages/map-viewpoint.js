// From where the city is seen: what is there from the chosen scenario or commit, and what is asked for
// again once another is chosen, the server is back or a token is given.

import { ask } from "./map-access.js";
import { showAgain } from "./map-details.js";
import { valuesAt } from "./map-identify.js";
import { renewLayerTimes } from "./map-layer-times.js";
import { showReach } from "./map-layers.js";
import { differenceAt } from "./map-state-difference.js";
import { isOfScenario, problemNow, setProblem, setState } from "./map-status.js";
import { applyVisibility, renewStyle } from "./map-style.js";
import { absent, isShown, seen, view, viewpoint, writeView } from "./map-view.js";
import { showWhen } from "./map-when.js";

let map = null;
let config = null;

/** Says of which configuration the layers are, and on which map they are drawn, once there is one. */
export function seeOn(theConfig, theMap = null) { [config, map] = [theConfig, theMap]; }

/**
 * Learns which layers there are, and how many features they have, from where the city is seen;
 * whether it can be seen so. Says why not; leaves everything as it is where another view was chosen
 * meanwhile.
 */
export async function readLayers() {
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
export async function changeViewpoint(isAnew = false) {
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
  renewLayerTimes();
}

let isTokenAsked = false;

/** Asks for the token, which holds no more, and for what was not given without it. */
export async function askToken() {
  if (isTokenAsked) return;
  isTokenAsked = true;
  await ask("/map/config.json").catch(() => {});
  isTokenAsked = false;
  changeViewpoint(true);
}

/** Goes on once the server can be reached again. */
export function goOn() {
  if (map) changeViewpoint(true); else location.reload();
}

/** Goes back from a scenario or commit that does not fit the city. */
export function leaveView() {
  view[isOfScenario() ? "scenario" : "commit"] = "";
  showWhen();
  changeViewpoint();
}

/** The values of rasters at a place, as the city is seen. */
export async function valuesNow(where) {
  const rasters = config.rasters.filter((one) => isShown(one.id) && !absent.has(one.id));
  const [values, difference] = await Promise.all([valuesAt(rasters, where), differenceAt(where)]);
  return difference ? [difference, ...values] : values;
}
