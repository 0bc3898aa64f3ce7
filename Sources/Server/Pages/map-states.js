// Two states of the city beside each other: what differs between them, listed and marked on the map,
// and a line that is moved between both.

import { WAYS, swipeStyles } from "./map-compare.js";
import { element, make, makeButton, setOptions } from "./map-dom.js";
import { openPanel, padding } from "./map-panels.js";
import { boundsOf } from "./map-document.js";
import {
  changesOf, layersBetween, parametersOf, questionsOf,
} from "./map-state-changes.js";
import {
  differenceLegend, hideDifference, isOfValues, showDifference,
} from "./map-state-difference.js";
import { applyComparison, fetchStyle, styleWith } from "./map-style.js";
import { view, writeView } from "./map-view.js";
import { display, local, word } from "./map-words.js";

const SOURCE = "result/changes";
const COLOURS = { added: "#2e9e4f", changed: "#e08214", removed: "#d7301f" };

let map = null;
let config = null;
let scenarios = [];
let commits = [];
/** What people call a commit in lists. */
let commitName = () => "";
/** The differences that are shown, as `changesOf` gives them. */
let differences = [];
/** Why the difference of rasters that is asked for is not drawn; "" where it is. */
let undrawn = "";
/** The rasters that commits between both states have changed. */
let changedRasters = [];
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
    view.difference = "";
    applyComparison();
    showStates(scenarios, commits, commitName);
    writeView(map);
  });
  element("other-way").addEventListener("change", () => {
    view.difference = element("other-way").value;
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
  const questions = base ? questionsOf(stateNow(), base, scenarios, commits) : [];
  const looking = Promise.all(questions.map((one) => changesOf(one, config.layers)));
  known = looking;
  const rasters = offerWays(state);
  const found = await looking;
  if (mine !== asked) return undefined;
  differences = found;
  const raster = rasters.find((one) => one.id === view.difference);
  const why = raster && await subtract(raster, state, () => mine === asked);
  if (mine !== asked) return undefined;
  if (!raster) hideDifference(map);
  undrawn = why ? word(why).replace("{n}", local(raster.title)) : "";
  showList();
  drawChanges();
  if (!state || raster) return swipeStyles(null);
  const given = await fetchStyle(parametersOf(state)).catch(() => null);
  if (mine !== asked) return undefined;
  if (!given) return swipeStyles(null);
  return swipeStyles({ style: () => styleWith(given), names: [nameOf(stateNow()), nameOf(state)] });
}

/** Offers to subtract what rasters differ between both states, and gives these. */
function offerWays(state) {
  const layers = state ? layersBetween([stateNow(), state], commits) : [];
  changedRasters = config.rasters.filter((one) => layers.includes(one.id));
  const rasters = changedRasters.filter(isOfValues);
  element("other-way").parentElement.hidden = !rasters.length;
  element("other-way-title").textContent = word("wayOfComparing");
  setOptions(element("other-way"), [["", word(WAYS[0])], ...rasters.map((one) =>
    [one.id, word("differenceOf").replace("{n}", local(one.title))])]);
  // A link may name one that is not there.
  if (state && !rasters.some((one) => one.id === view.difference)) view.difference = "";
  element("other-way").value = view.difference;
  return rasters;
}

/** Draws the difference of a raster; the key of words that say why not. */
async function subtract(raster, state, isWanted) {
  try {
    return await showDifference(map, raster, [stateNow(), state].map((one) =>
      ({ parameters: parametersOf(one), name: nameOf(one) })), isWanted);
  } catch {
    if (isWanted()) hideDifference(map);
    return "noAnswer";
  }
}

// MARK: Drawing

const allChanges = () =>
  differences.flatMap(({ layers }) => layers.flatMap(({ changes }) => changes));

function drawChanges() {
  const features = allChanges().flatMap((one) => (one.geometry ? [one] : [])
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
  goTo(allChanges().map((one) => one.geometry), 17);
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
  if (undrawn) nodes.push(make("p", "note", undrawn));
  nodes.push(...differenceLegend());
  if (allChanges().length) {
    const count = countWords(differences.flatMap(({ layers }) => layers));
    nodes.push(makeButton("", word("goToChanges").replace("{n}", count), goToChanges), legend());
  } else if (isGone) {
    nodes.push(make("p", "note", word("goneState")));
  } else if (!changedRasters.length) {
    const isUnread = differences.some((one) => one.unread);
    if (view.other) nodes.push(make("p", "note", word(isUnread ? "noAnswer" : "noDifference")));
    if (differences.length && !isUnread && scenario?.parts?.includes("flood")) {
      nodes.push(make("p", "note", word("changesNoFeature")));
    }
  }
  if (changedRasters.length && !view.difference) {
    const titles = changedRasters.map((one) => local(one.title)).join(word("semicolon"));
    nodes.push(make("p", "note", word("changedRasters").replace("{n}", titles)));
  }
  for (const one of differences.filter(({ layers }) => layers.length)) nodes.push(...answerNodes(one));
  box.replaceChildren(...nodes);
}

/** What the colours of changes stand for. */
function legend() {
  const list = make("ul", "legend");
  for (const [name, colour] of Object.entries(COLOURS)) {
    const entry = make("li");
    const swatch = make("span", "swatch polygon");
    swatch.style.background = colour;
    entry.append(swatch, make("span", "", word(`change_${name}`)));
    list.append(entry);
  }
  return list;
}

/** How many changes layers have, with + where there are more than are listed. */
const countWords = (layers) => layers.reduce((sum, { changes }) => sum + changes.length, 0) +
  (layers.some((one) => one.isMore) ? "+" : "");

/** The changes from one state to another, by layer. */
function answerNodes({ question: { before, after }, layers, unseen }) {
  const nodes = view.other ? [make("p", "between", `${nameOf(before)} → ${nameOf(after)}`)] : [];
  if (differences.filter((one) => one.layers.length).length > 1) {
    const geometries = layers.flatMap(({ changes }) => changes.map((one) => one.geometry));
    nodes.push(makeButton("", word("goToChanges").replace("{n}", countWords(layers)),
      () => goTo(geometries, 17)));
  }
  for (const { layer, changes, isMore } of layers) {
    const list = make("ul", "changes");
    list.append(...changes.map((change) => {
      const item = make("li", change.change);
      const button = makeButton("step", "", () => goTo([change.geometry]));
      button.append(make("b", "", `${word(`change_${change.change}`)} ${change.name}`),
        make("span", "note", wordsOf(layer, change)));
      item.append(button);
      return item;
    }));
    nodes.push(make("h3", "", `${local(layer.title)} ${countWords([{ changes, isMore }])}`), list);
  }
  if (unseen) nodes.push(make("p", "note", word("moreLayers").replace("{n}", unseen)));
  return nodes;
}

/** Opens the panel of simulations on a scenario. */
function simulate(id) {
  openPanel("runs");
  const list = element("run-scenario");
  list.value = id;
  list.dispatchEvent(new Event("change"));
}
