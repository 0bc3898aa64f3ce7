// The panel of one place: what was found there, and the attributes of one of the features.

import { ask } from "./map-access.js";
import { element, make, makeButton } from "./map-dom.js";
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

/** A feature's name for people: its label, or its layer and id. */
function nameOf(layer, id, properties) {
  const field = layer.fields.find((one) => one.name === layer.style.label);
  const value = field && properties[field.name];
  if (value === undefined || value === null || value === "") return `${local(layer.title)} ${id}`;
  const unit = unitOf(field);
  const text = display(field, value) + (unit ? ` ${unit}` : "");
  return field.name === "name" ? text : `${local(layer.title)} ${text}`;
}

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
  if (found.length < 2) return;
  box.append(make("p", "", word("found").replace("{n}", found.length)));
  for (const feature of found) {
    const { layer, id, properties } = feature;
    const button = makeButton("", nameOf(layer, id, properties), () => showFeature(feature, false));
    button.dataset.layer = layer.id;
    button.dataset.id = id;
    button.title = local(layer.title);
    button.setAttribute("aria-pressed", String(feature === shown));
    box.append(button);
  }
}

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
  const add = (name, title, field, value) => {
    const cell = row(list, title, display(field, value), field ? unitOf(field) : "");
    cell.dataset.field = name;
    cell.dataset.value = JSON.stringify(value);
  };
  for (const field of layer.fields) {
    known.add(field.name);
    const value = properties[field.name];
    if (value === null || value === undefined) continue;
    add(field.name, local(field.title), field, value);
  }
  for (const [name, value] of Object.entries(properties)) {
    if (!known.has(name) && value !== null) add(name, name, null, value);
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

/** The place's coordinates and the values of rasters at it. */
function surroundings() {
  if (!place) return [];
  const list = make("dl", "origin place");
  const text = `${place.lng.toFixed(6)}, ${place.lat.toFixed(6)}`;
  row(list, word("place"), text);
  for (const one of place.values) {
    const cell = row(list, local(one.raster.title),
      one.class ? local(one.class) : display(null, Math.round(one.value * 100) / 100),
      one.class ? "" : unitOf(one.raster));
    cell.dataset.raster = one.raster.id;
  }
  return [list];
}

function openPanel(title, takeFocus) {
  element("details").hidden = false;
  element("feature").textContent = title;
  showFound();
  if (takeFocus) element("feature").focus({ preventScroll: true });
}

function showPlace(takeFocus) {
  shown = null;
  view.at = null;
  openPanel(word("here"), takeFocus);
  element("attributes").replaceChildren(...surroundings());
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
  openPanel(nameOf(layer, id, feature.properties), takeFocus);
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
      content = attributes(layer, item);
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
    element("feature").textContent = nameOf(layer, id, feature.properties);
    showFound();
  }
  element("attributes").replaceChildren(...content, ...surroundings());
  changed(feature, item);
  panel.dataset.state = item ? "ready" : "failed";
}
