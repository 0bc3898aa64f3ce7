// Routes, reachable areas and nearest facilities: the panel that asks the server's processes for
// them. What the server does not offer is not shown.

import { ask } from "./map-access.js";
import { momentOf } from "./map-clock.js";
import { element, isNarrow, setOptions } from "./map-dom.js";
import { offerTool, openPanel, padding, useTool } from "./map-panels.js";
import { boundsOf } from "./map-document.js";
import {
  accessWords, nearestEntries, reachEntries, routeEntries, routeWords,
} from "./map-route-answer.js";
import { drawRoute } from "./map-route-style.js";
import { view } from "./map-view.js";
import { currentLanguage, local, pickWord, word } from "./map-words.js";

/** What the panel can do, each with the process that does it and how many places it takes. */
const TOOLS = {
  route: { process: "route", places: 2 },
  reach: { process: "isochrone", places: 1 },
  nearest: { process: "nearest", places: 1 },
};
const MINUTES = [5, 10, 15];
/** Those of vehicles in a city that they cross in less, and up to what breadth one is, in degrees. */
const [FEW_MINUTES, SMALL] = [[1, 3, 5], 0.06];
/** Smaller blocks between reached streets are not left out of the area, square metres. */
const LEAST_HOLE = 100000;
/** Layers of facilities that people look for first. */
const FIRST = ["hospital", "fire-station", "shelter", "school", "rescue-team", "hydrant"];
/** Layers whose features set out with lights and sirens. */
const EMERGENCY = ["fire-station", "rescue-team", "rescue-vehicle"];
/** The most times that are asked for at once, and the longest, in minutes. */
const [MOST_TIMES, LONGEST] = [6, 240];
/** How many facilities are asked for. */
const COUNT = 5;

let map = null;
let config = null;
/** Descriptions of the processes that the server has, by id. */
const processes = new Map();
/** The key of TOOLS that is in use, or null. */
let tool = null;
let places = [];
/** Whether the one place that is known is where a route ends. */
let isBackwards = false;
/** The answer that is shown, as a feature collection, and how many answers were asked for. */
let shown = null;
let asked = 0;
/** The way to the facility that was chosen, as a feature. */
let way = null;

const inputOf = (name, of = tool) => processes.get(TOOLS[of]?.process)?.inputs?.[name];
/** The values of an input that is a choice; else nothing. */
const choices = (name, of = tool) => inputOf(name, of)?.schema?.enum || [];

/** The layers of the city whose features the process can look for. */
function facilities() {
  const known = choices("layer", "nearest");
  const layers = config.layers.filter((one) => !one.result && one.count);
  const place = (one) => (FIRST.includes(one.id) ? FIRST.indexOf(one.id) : FIRST.length);
  return layers.filter((one) => (known.length ? known.includes(one.id) : one.geometry === "point"))
    .sort((a, b) => place(a) - place(b) || local(a.title).localeCompare(local(b.title)));
}

/** The times that are asked for unless the reader types others, in minutes. */
function usualMinutes() {
  const [west, south, east, north] = config.bounds || [0, 0, 1, 1];
  const isSmall = Math.max(east - west, north - south) < SMALL;
  return isSmall && element("route-profile").value !== "foot" ? FEW_MINUTES : MINUTES;
}

/** The times that the reader typed, in minutes; the usual ones where nothing can be read. */
function minutesAsked() {
  const found = element("route-minutes").value.split(/[^\d.]+/).map(Number)
    .filter((one) => one > 0 && one <= LONGEST).slice(0, MOST_TIMES);
  return found.length ? [...new Set(found)].sort((a, b) => a - b) : usualMinutes();
}

// MARK: Asking

/** The water of the shown run that ways avoid, where the reader wants that. */
const waterAvoided = () => (view.run && element("route-water").checked
  ? { flood: view.run.id, datetime: view.run.moment } : {});

function inputs() {
  const given = { profile: element("route-profile").value, ...waterAvoided() };
  if (tool === "route") {
    Object.assign(given, { from: places[0], to: places[1], language: currentLanguage() });
  } else {
    Object.assign(given, { at: places[0], direction: element("route-direction").value });
    if (tool === "reach") Object.assign(given, { minutes: minutesAsked(), holes_m2: LEAST_HOLE });
    else Object.assign(given, { layer: element("route-layer").value, count: COUNT });
  }
  return offered(given, tool);
}

/** The inputs that have a value and that the process of a tool takes. */
const offered = (given, of) => Object.fromEntries(
  Object.entries(given).filter(([name, value]) => value && inputOf(name, of)));

/** What the process of a tool answers: {body, isGood}; without a body where there is no answer. */
async function execute(of, given) {
  try {
    const answer = await ask(`/processes/${TOOLS[of].process}/execution`, "application/json", {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ inputs: given }) });
    return { body: await answer.json(), isGood: answer.ok };
  } catch { /* No answer, or none in JSON. */
    return { body: null, isGood: false };
  }
}

/** Asks for what the places call for, and shows the answer; the map moves if it is out of sight. */
async function renew(moves = false) {
  asked += 1;
  const number = asked;
  [shown, way] = [null, null];
  if (places.length < TOOLS[tool].places) return show();
  say(word("asking"));
  element("routing").setAttribute("aria-busy", "true");
  const { body, isGood } = await execute(tool, inputs());
  if (number !== asked) return;
  if (!isGood) return show(body || { detail: word("noAnswer") });
  shown = body;
  show();
  fit(!moves);
}

/** Has the map show the answer with its places; `onlyHidden` where a part of it is not seen. */
function fit(onlyHidden = false) {
  const [west, south, east, north] = boundsOf(
    ...[...shown.features, way].map((one) => one?.geometry).filter(Boolean),
    { type: "MultiPoint", coordinates: places });
  if (!Number.isFinite(west)) return;
  const free = padding();
  const isSeen = [[west, south], [west, north], [east, south], [east, north]].every((corner) => {
    const { x, y } = map.project(corner);
    return x >= free.left && x <= window.innerWidth - free.right &&
      y >= free.top && y <= window.innerHeight - free.bottom;
  });
  if (onlyHidden && isSeen) return;
  map.fitBounds([[west, south], [east, north]], { padding: free, maxZoom: 17, duration: 600 });
}

/** Asks for the way between the place and a facility, and draws it. */
async function showWay(facility) {
  asked += 1;
  const number = asked;
  const ends = [places[0], facility.geometry.coordinates];
  if (element("route-direction").value === "to") ends.reverse();
  const { body, isGood } = await execute("route", offered({
    from: ends[0], to: ends[1], profile: element("route-profile").value, ...waterAvoided() },
  "route"));
  if (number !== asked) return;
  way = isGood ? body.features[0] : null;
  drawRoute(map, tool, places, shown, { way: way && { ...way, ends } });
  fit(true);
}

// MARK: Showing

function say(text, className = "") {
  const line = element("routed");
  line.textContent = text;
  line.className = className;
}

/** Shows the answer, or why there is none. */
function show(problem = null) {
  element("routing").setAttribute("aria-busy", "false");
  const list = element("route-steps");
  list.replaceChildren();
  element("route-hint").textContent = problem?.hint || "";
  element("route-swap").hidden = tool !== "route";
  element("route-swap").disabled = places.length < 2;
  element("route-clear").disabled = !places.length;
  drawRoute(map, tool, places, shown, { isBackwards });
  if (problem) return say(problem.detail || problem.title || word("noAnswer"), "fault");
  if (!shown) {
    return say(pickWord(tool !== "route" ? "pickPlace"
      : places.length && !isBackwards ? "pickTo" : "pickFrom"));
  }
  const { features } = shown;
  if (tool === "route") {
    say(routeWords(features[0].properties));
    element("route-hint").textContent = accessWords(features[0].properties);
    list.append(...routeEntries(features[0].properties, (at) =>
      map.fitBounds([at, at], { padding: padding(), maxZoom: Math.max(map.getZoom(), 17) })));
  } else if (tool === "reach") {
    say(word(element("route-direction").value === "to" ? "reachTo" : "reachFrom"));
    list.append(...reachEntries(features));
  } else {
    const layer = config.layers.find((one) => one.id === element("route-layer").value);
    say(features.length ? word("nearestFound") : word("noneNear"));
    // Fewer than were asked for: no way leads to the others.
    const missing = features.length < COUNT ? Math.max((layer.count || 0) - features.length, 0) : 0;
    element("route-hint").textContent = missing ? word("cutOff").replace("{n}", missing) : "";
    list.append(...nearestEntries(features, layer, showWay));
  }
  // A sheet has no room for the choices and the answer.
  if (isNarrow()) element("routed").scrollIntoView({ block: "start" });
}

// MARK: Choices

function fillSelect(id, label, options) {
  const select = element(id);
  const kept = select.value;
  setOptions(select, options);
  if (options.some(([value]) => value === kept)) select.value = kept;
  select.previousElementSibling.textContent = label;
  select.hidden = options.length < 2;
}

function fillChoices() {
  fillSelect("route-profile", word("profile"),
    choices("profile").map((one) => [one, word("profiles")[one] || one]));
  const isNearest = tool === "nearest";
  const directions = choices("direction");
  const ordered = isNearest ? ["to", "from"] : ["from", "to"];
  fillSelect("route-direction", word("direction"), ordered
    .filter((one) => directions.includes(one))
    .map((one) => [one, word(isNearest ? `nearest_${one}` : `reach_${one}`)]));
  const water = element("route-water").parentElement;
  water.hidden = !view.run || !inputOf("flood");
  water.lastChild.textContent = word("avoidWater")
    .replace("{n}", view.run?.moment ? momentOf(view.run.moment) : "");
  const minutes = element("route-minutes");
  minutes.previousElementSibling.textContent = word("withinMinutes");
  minutes.parentElement.hidden = tool !== "reach";
  if (!minutes.dataset.isTyped) minutes.value = usualMinutes().join(", ");
  fillSelect("route-layer", word("layer"),
    isNearest ? facilities().map((one) => [one.id, local(one.title)]) : []);
  if (!element("route-profile").dataset.isTyped) element("route-profile").value = usualProfile();
}

/** The means of travel unless the reader chooses another. */
function usualProfile() {
  const isUrgent = tool === "nearest" && EMERGENCY.includes(element("route-layer").value)
    && choices("profile").includes("emergency");
  return isUrgent ? "emergency" : inputOf("profile")?.schema?.default || choices("profile")[0] || "";
}

/** The words of the panel in the page's language; directions are asked for in it too. */
export function showRouteWords() {
  for (const key of Object.keys(TOOLS)) element(`route-${key}`).textContent = word(`route_${key}`);
  element("route-swap").textContent = word("swap");
  element("route-clear").textContent = word("clear");
  if (!tool) return;
  fillChoices();
  renew();
}

let able = [];
/** Whether the server can do what a tool needs. */
export const canRoute = (key) => able.includes(key);

/** Opens the panel with a tool and a place of it, which is the `end` of a route: "from" or "to". */
export function routeFrom(key, place, end = "from") {
  const other = tool === "route" && key === "route" ? places[end === "from" ? 1 : 0] : null;
  openPanel("route", false);
  setRoute(key);
  const rounded = place.map((one) => Number(one.toFixed(7)));
  // What is missing is clicked next.
  places = key !== "route" ? [rounded]
    : end === "from" ? [rounded, other].filter(Boolean) : other ? [other, rounded] : [rounded];
  isBackwards = key === "route" && end === "to" && !other;
  renew(true);
}

/** Starts one of the tools, or ends with null. */
function setRoute(next) {
  const isOther = next !== tool;
  tool = next;
  for (const key of Object.keys(TOOLS)) {
    element(`route-${key}`).setAttribute("aria-pressed", String(key === tool));
  }
  map.getCanvas().style.cursor = tool ? "crosshair" : "";
  if (!tool) places = [];
  if (!tool || isOther) shown = null;
  if (!tool) return drawRoute(map, null, [], null);
  places = places.slice(0, TOOLS[tool].places);
  fillChoices();
  renew(true);
}

/** Takes a place, [longitude, latitude]: the start, then the destination, which later ones move. */
function addRoutePlace(place) {
  const most = TOOLS[tool].places;
  const next = place.map((one) => Number(one.toFixed(7)));
  places = isBackwards ? [next, ...places] : [...places.slice(0, most - 1), next];
  isBackwards = false;
  renew(places.length === most && !shown);
}

// MARK: Start

/** Learns which processes the server has; without any the panel stays away. */
async function learn() {
  try {
    const answer = await ask("/processes");
    if (!answer.ok) return;
    const ids = (await answer.json()).processes.map((one) => one.id);
    await Promise.all(Object.values(TOOLS).filter((one) => ids.includes(one.process))
      .map(async ({ process }) => {
        const description = await ask(`/processes/${process}`);
        if (description.ok) processes.set(process, await description.json());
      }));
  } catch { /* A server without processes. */ }
}

/** Makes the panel work on `theMap`, whose layers are `theConfig`'s. */
export async function listenToRoute(theMap, theConfig) {
  [map, config] = [theMap, theConfig];
  await learn();
  able = Object.keys(TOOLS).filter((key) => processes.has(TOOLS[key].process))
    .filter((key) => key !== "nearest" || facilities().length);
  offerTool("route", able.length > 0);
  if (!able.length) return;
  for (const key of Object.keys(TOOLS)) {
    element(`route-${key}`).hidden = !able.includes(key);
    element(`route-${key}`).addEventListener("click", () => setRoute(key));
  }
  useTool("route", {
    onOpen: () => {
      setRoute(tool ?? able[0]);
      map.getCanvas().focus({ preventScroll: true });
    },
    // Beside another panel what was found stays, to be printed or linked.
    onClose: (next) => {
      if (next) map.getCanvas().style.cursor = "";
      else setRoute(null);
    },
    picks: () => tool !== null, onPick: ({ lng, lat }) => addRoutePlace([lng, lat]),
  });
  for (const name of ["profile", "direction", "layer", "minutes", "water"]) {
    element(`route-${name}`).addEventListener("change", () => {
      if (["minutes", "profile"].includes(name)) element(`route-${name}`).dataset.isTyped = "yes";
      if (["layer", "profile"].includes(name)) fillChoices();
      renew();
    });
  }
  element("route-swap").addEventListener("click", () => {
    places.reverse();
    renew();
  });
  element("route-clear").addEventListener("click", () => {
    places = [];
    renew();
  });
}
