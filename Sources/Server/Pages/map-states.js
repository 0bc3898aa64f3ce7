// Two states of the city beside each other: what differs between them, listed and marked on the map,
// and a line that is moved between both.

import { ask } from "./map-access.js";
import { swipeStyles } from "./map-compare.js";
import { element, make, makeButton, setOptions } from "./map-dom.js";
import { openPanel, padding } from "./map-panels.js";
import { boundsOf } from "./map-document.js";
import { applyComparison, fetchStyle, styleWith } from "./map-style.js";
import { view, writeView } from "./map-view.js";
import { display, local, word } from "./map-words.js";

/** The most differences of a layer that are listed, and layers that are looked at. */
const MOST = 200;
const LAYERS = 12;
const SOURCE = "result/changes";
const COLOURS = { added: "#2e9e4f", changed: "#e08214", removed: "#d7301f" };

let map = null;
let config = null;
let scenarios = [];
let commits = [];
/** What people call a commit in lists. */
let commitName = () => "";
/** How many layers that may differ are not looked at. */
let unseen = 0;
/** The differences that are shown, by layer: {layer, changes}. */
let differences = [];
let asked = 0;
/** Whether the state to compare with is not there. */
let isGone = false;
/** Resolves once what differs is known. */
let known = Promise.resolve();

/** Prepares the comparison. */
export function startStates(theMap, theConfig) {
  [map, config] = [theMap, theConfig];
  element("other-state").addEventListener("change", () => {
    view.other = element("other-state").value;
    applyComparison();
    showStates(scenarios, commits, commitName);
    writeView(map);
  });
}

/** Does something once what differs is known and drawn. */
export const whenCompared = (action) => known.then(() => setTimeout(action, 0));

// MARK: States

/** A state as links have it: "" for the city as it is, `scenario:ID` or `commit:NUMBER`. */
const stateNow = () => (view.scenario ? `scenario:${view.scenario}`
  : view.commit ? `commit:${view.commit}` : "now");

/** The viewpoint of a state, as parameters of a request. */
function parametersOf(state) {
  const [kind, ...rest] = state.split(":");
  return kind === "now" ? "" : `${kind}=${encodeURIComponent(rest.join(":"))}`;
}

/** What people call a state. */
function nameOf(state) {
  const [kind, ...rest] = state.split(":");
  const id = rest.join(":");
  if (kind === "scenario") return local(scenarios.find((one) => one.id === id)?.title) || id;
  return kind === "commit" ? `${word("commit")} ${id}` : word("now");
}

/** Shows what can be compared, and the comparison that is chosen. */
export async function showStates(theScenarios, theCommits, nameOfCommit) {
  [scenarios, commits, commitName] = [theScenarios, theCommits, nameOfCommit];
  const entries = [["now", word("now")],
    ...scenarios.filter((one) => one.fits && one.editCount)
      .map((one) => [`scenario:${one.id}`, local(one.title)]),
    ...commits.map((one) => [`commit:${one.number}`, commitName(one)])]
    .filter(([state]) => state !== stateNow());
  element("other-state-title").textContent = word("compareWith");
  setOptions(element("other-state"), [["", word("noComparison")], ...entries]);
  element("other-state").value = view.other;
  element("other-state").classList.toggle("chosen", Boolean(view.other));
  if (element("other-state").selectedIndex < 0) element("other-state").value = "";
  const state = element("other-state").value;
  isGone = Boolean(view.other) && !state;
  asked += 1;
  const mine = asked;
  // A scenario is compared with the city that it changes, without a second map.
  const base = state || (view.scenario ? "now" : "");
  const looking = base ? differencesOf(base) : Promise.resolve([]);
  known = looking;
  differences = await looking;
  if (mine !== asked) return;
  showList();
  drawChanges();
  if (!state) return swipeStyles(null);
  const given = await fetchStyle(parametersOf(state)).catch(() => null);
  if (mine !== asked) return undefined;
  if (!given) return swipeStyles(null);
  return swipeStyles({ style: () => styleWith(given), names: [nameOf(stateNow()), nameOf(state)] });
}

// MARK: Differences

/**
 * The layers that may differ, the parameters that ask for the differences, and between which states
 * they are: from the earlier commit to the later one, from the city to its scenario.
 */
function questionOf(other) {
  const [now, then] = [stateNow(), other];
  const commitOf = (state) => (state.startsWith("commit:") ? Number(state.slice(7)) : null);
  const scenario = [now, then].find((one) => one.startsWith("scenario:"))?.slice(9);
  if (scenario) {
    const known = scenarios.find((one) => one.id === scenario);
    return { layers: known?.layers || [], query: `scenario=${encodeURIComponent(scenario)}`,
      after: `scenario:${scenario}`, before: now.startsWith("scenario:") ? then : now };
  }
  const [from, to] = [commitOf(then), commitOf(now)];
  const [first, last] = [Math.min(from ?? Infinity, to ?? Infinity),
    Math.max(from ?? Infinity, to ?? Infinity)];
  const layers = commits.filter((one) => one.number > first && one.number <= last)
    .map((one) => one.layer);
  const isForward = (from ?? Infinity) === first;
  return { layers: [...new Set(layers)],
    query: `from=${first}${Number.isFinite(last) ? `&to=${last}` : ""}`,
    before: isForward ? then : now, after: isForward ? now : then };
}

async function differencesOf(other) {
  const { layers, query, before, after } = questionOf(other);
  const known = layers.map((id) => config.layers.find((one) => one.id === id)).filter(Boolean);
  unseen = Math.max(known.length - LAYERS, 0);
  const found = await Promise.all(known.slice(0, LAYERS).map(async (layer) => {
    try {
      const answer = await ask(
        `/collections/${encodeURIComponent(layer.id)}/diff?f=json&limit=${MOST}&${query}`);
      if (!answer.ok) return null;
      const { changes, links } = await answer.json();
      const isMore = links.some((one) => one.rel === "next");
      const items = await Promise.all(changes.map((change) =>
        withGeometry(layer, change, change.change === "removed" ? before : after)));
      return items.length ? { layer, changes: items, isMore } : null;
    } catch {
      return null;
    }
  }));
  return found.filter(Boolean);
}

/** A change with the feature's geometry and name, in the state that has it. */
async function withGeometry(layer, change, state) {
  const parameters = parametersOf(state);
  const answer = await ask(`/collections/${encodeURIComponent(layer.id)}/items/` +
    `${encodeURIComponent(change.id)}?f=json${parameters ? `&${parameters}` : ""}`,
  "application/geo+json");
  const item = answer.ok ? await answer.json() : null;
  return { ...change, geometry: item?.geometry, name: item?.properties?.[layer.style.label] };
}

// MARK: Drawing

function drawChanges() {
  const features = differences.flatMap(({ changes }) => changes.filter((one) => one.geometry)
    .map((one) => ({ type: "Feature", geometry: one.geometry,
      properties: { change: one.change } })));
  const data = { type: "FeatureCollection", features };
  if (map.getSource(SOURCE)) {
    map.getSource(SOURCE).setData(data);
    return;
  }
  if (!features.length) return;
  const colour = ["match", ["get", "change"], ...Object.entries(COLOURS).flat(), "#888888"];
  map.addSource(SOURCE, { type: "geojson", data });
  map.addLayer({ id: `${SOURCE}/fill`, type: "fill", source: SOURCE,
    filter: ["==", "$type", "Polygon"], paint: { "fill-color": colour, "fill-opacity": 0.35 } });
  map.addLayer({ id: `${SOURCE}/line`, type: "line", source: SOURCE,
    filter: ["!=", "$type", "Point"], layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": colour, "line-width": 3.5 } });
  map.addLayer({ id: `${SOURCE}/circle`, type: "circle", source: SOURCE,
    filter: ["==", "$type", "Point"], paint: { "circle-color": "rgba(0,0,0,0)",
      "circle-radius": 13, "circle-stroke-color": colour, "circle-stroke-width": 3 } });
}

function goTo(geometries, maxZoom = 18) {
  const known = geometries.filter(Boolean);
  if (!known.length) return;
  const box = boundsOf(...known);
  map.fitBounds([[box[0], box[1]], [box[2], box[3]]],
    { padding: padding(), maxZoom, duration: 900 });
}

/** Goes to all that differs. */
export function goToChanges() {
  goTo(differences.flatMap(({ changes }) => changes.map((one) => one.geometry)), 17);
}

/** What differs of a feature, as people read it. */
function wordsOf(layer, change) {
  if (change.change !== "changed") return "";
  const parts = Object.entries(change.fields || {}).map(([name, { before, after }]) => {
    const field = layer.fields.find((one) => one.name === name);
    return `${field ? local(field.title) : name} ${display(field, before)} → ${display(field, after)}`;
  });
  if (change.geometryChanged) parts.push(word("geometryChanged"));
  return parts.join(word("semicolon"));
}

function showList() {
  const box = element("differences");
  const scenario = scenarios.find((one) => one.id === view.scenario);
  const nodes = scenario?.description ? [make("p", "note", local(scenario.description))] : [];
  if (scenario?.parts?.includes("flood")) {
    nodes.push(makeButton("primary", word("simulateThis"), () => simulate(scenario.id)));
  }
  const count = differences.reduce((sum, one) => sum + one.changes.length, 0);
  if (count) {
    if (view.other) {
      const { before, after } = questionOf(view.other);
      nodes.push(make("p", "note", `${nameOf(before)} → ${nameOf(after)}`));
    }
    nodes.push(makeButton("", word("goToChanges").replace("{n}", count), goToChanges));
    const legend = make("ul", "legend");
    for (const [name, colour] of Object.entries(COLOURS)) {
      const entry = make("li");
      const swatch = make("span", "swatch polygon");
      swatch.style.background = colour;
      entry.append(swatch, make("span", "", word(`change_${name}`)));
      legend.append(entry);
    }
    nodes.push(legend);
  } else if (view.other) nodes.push(make("p", "note", word(isGone ? "goneState" : "noDifference")));
  for (const { layer, changes, isMore } of differences) {
    const list = make("ul", "changes");
    list.append(...changes.map((change) => {
      const item = make("li", change.change);
      const button = makeButton("step", "", () => goTo([change.geometry]));
      button.append(make("b", "", `${word(`change_${change.change}`)} ${change.name || change.id}`),
        make("span", "note", wordsOf(layer, change)));
      item.append(button);
      return item;
    }));
    nodes.push(make("h3", "", `${local(layer.title)} ${changes.length}${isMore ? "+" : ""}`), list);
  }
  if (count && unseen) nodes.push(make("p", "note", word("moreLayers").replace("{n}", unseen)));
  box.replaceChildren(...nodes);
}

/** Opens the panel of simulations on a scenario. */
function simulate(id) {
  openPanel("runs");
  const list = element("run-scenario");
  list.value = id;
  list.dispatchEvent(new Event("change"));
}
