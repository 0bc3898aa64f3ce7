// The panel of one place: what was found there, and the attributes of one of the features.

import { ask } from "./map-access.js";
import { actionButtons } from "./map-actions.js";
import { attributeLists, furtherParts, nameOf, row } from "./map-card.js";
import { element, make, makeButton } from "./map-dom.js";
import { isDivision } from "./map-identify.js";
import { boundsOf } from "./map-document.js";
import { view, viewpointOf } from "./map-view.js";
import { absenceWords } from "./map-when.js";
import { display, local, unitOf, word } from "./map-words.js";


// What was clicked: features as {layer, id, properties}, the one of them that is shown, and the
// place as {lng, lat, values}.
let found = [];
let shown = null;
let place = null;
/** Gets the feature that is shown with its geometry, or null. */
let changed = () => {};

export const isOpen = () => !element("details").hidden;

/** `onChange` is called with the feature that is shown and its item, or with null. */
export function startDetails(onChange) { changed = onChange; }

/** Shows the first of `features`, or the values of rasters at `where`; else closes the panel. */
export function select(features, where = null, takeFocus = true) {
  found = features;
  place = where;
  view.here = where && { lng: where.lng, lat: where.lat };
  if (features.length) return showFeature(features[0], takeFocus);
  if (where && where.values.length) return showPlace(takeFocus);
  closeDetails();
}

export function closeDetails() {
  found = [];
  shown = null;
  place = null;
  view.at = null;
  view.here = null;
  element("details").hidden = true;
  changed(null, null);
}

/** Adds what else lies at the place where `feature` was clicked, unless another is shown by now. */
export function addFound(feature, others, where) {
  const index = others.findIndex((one) => one.layer === feature.layer && one.id === feature.id);
  if (shown !== feature || index < 0) return;
  found = others.with(index, feature);
  place = where;
  showFound();
  showSurroundings();
}

/**
 * Asks for the feature again, after the language or the viewpoint has changed; with `valuesAt` for
 * the values of rasters at its place too.
 */
export async function showAgain(valuesAt) {
  const where = place;
  if (valuesAt && where) where.values = [];
  if (shown) showFeature(shown, false); else if (where) showPlace(false);
  if (!valuesAt || !where) return;
  const values = await valuesAt(where);
  if (place !== where) return;
  where.values = values;
  showSurroundings();
}

/** Puts the place and the values of rasters below the attributes, where these have come. */
function showSurroundings() {
  if (element("details").dataset.state === "loading") return;
  element("attributes").querySelector(".place")?.remove();
  element("attributes").append(...surroundings());
}

function showFound() {
  const box = element("found");
  box.replaceChildren();
  const divisions = found.filter((one) => isDivision(one) && one !== shown);
  const others = found.filter((one) => !divisions.includes(one));
  if (divisions.length && others.length) {
    box.append(make("p", "within", `${word("within")} ${divisions
      .map((one) => nameOf(one.layer, one.id, one.properties)).join(" · ")}`));
  }
  if (others.length < 2) return;
  box.append(make("p", "", word("found").replace("{n}", others.length)));
  for (const feature of others) {
    const { layer, id, properties } = feature;
    const button = makeButton("", nameOf(layer, id, properties), () => showFeature(feature, false));
    button.dataset.layer = layer.id;
    button.dataset.id = id;
    button.title = local(layer.title);
    button.setAttribute("aria-pressed", String(feature === shown));
    box.append(button);
  }
}

/** The place's coordinates and the values of rasters at it. */
function surroundings() {
  if (!place) return [];
  const list = make("dl", "origin place");
  const text = `${place.lng.toFixed(6)}, ${place.lat.toFixed(6)}`;
  row(list, word("place"), text);
  for (const one of place.values) {
    const cell = row(list, local(one.raster.title),
      one.class ? local(one.class) : (one.isSigned && one.value > 0 ? "+" : "")
        + display(null, Math.round(one.value * 100) / 100),
      one.class ? "" : unitOf(one.raster));
    cell.dataset.raster = one.raster.id;
  }
  return [list];
}

/** Heads the card, with what kind of feature it is unless the title says so. */
function head(title, kind) {
  element("feature").textContent = title;
  element("feature-kind").textContent = kind && !title.startsWith(kind) ? kind : "";
}

function openCard(title, kind, takeFocus) {
  element("details").hidden = false;
  head(title, kind);
  showFound();
  if (takeFocus) element("feature").focus({ preventScroll: true });
}

/** Where a feature is: at the click, else in the middle of it. */
function placeOf(item) {
  if (place) return place;
  const [west, south, east, north] = boundsOf(item.geometry);
  return { lng: (west + east) / 2, lat: (south + north) / 2 };
}

function cardOf(layer, item) {
  return [...(item.geometry ? [actionButtons(placeOf(item))] : []), ...attributeLists(layer, item),
    ...furtherParts(layer, item)];
}

function showPlace(takeFocus) {
  shown = null;
  view.at = null;
  openCard(word("here"), "", takeFocus);
  element("attributes").replaceChildren(actionButtons(place), ...surroundings());
  element("details").dataset.state = "ready";
  changed(null, null);
}

/** Why the server gives no attributes. */
async function faultOf(answer) {
  const problem = await answer.json().catch(() => ({}));
  if (problem.code === "unknown-feature") return absenceWords();
  return word([404, 422].includes(answer.status) ? "noView" : "noItem");
}

/** Shows `feature` with the attributes that the server has of it. */
export async function showFeature(feature, takeFocus) {
  const { layer, id } = feature;
  if (!found.includes(feature)) found = [feature];
  shown = feature;
  view.at = { layer: layer.id, id };
  const panel = element("details");
  panel.dataset.state = "loading";
  openCard(nameOf(layer, id, feature.properties), local(layer.title), takeFocus);
  // What stood here belongs to another feature, or to another state of the city.
  element("attributes").replaceChildren(make("p", "note", word("loading")));
  changed(feature, null);
  const asked = viewpointOf(layer);
  const path = `/collections/${encodeURIComponent(layer.id)}` +
    `/items/${encodeURIComponent(id)}${asked}`;
  let content;
  let item = null;
  try {
    const answer = await ask(path, "application/geo+json");
    if (answer.ok) {
      item = await answer.json();
      content = cardOf(layer, item);
    } else {
      content = [make("p", "fault", await faultOf(answer))];
    }
  } catch {
    content = [make("p", "fault", word("noItem"))];
  }
  if (shown !== feature || asked !== viewpointOf(layer)) return;
  if (item) {
    // A link gives no more than the id.
    feature.properties = item.properties || {};
    head(nameOf(layer, id, feature.properties), local(layer.title));
    showFound();
  }
  element("attributes").replaceChildren(...content, ...surroundings());
  changed(feature, item);
  panel.dataset.state = item ? "ready" : "failed";
}
