// The form that changes a scenario's flood before it starts: storm, levels, gates, pumps, breaches.

import { ask } from "./map-access.js";
import { element, labelled, make, makeButton, makeChoice } from "./map-dom.js";
import { editFields, forgetEdits, startEdits } from "./map-edits.js";
import { word } from "./map-words.js";

/** The layers whose features have levels. */
const WATERS = ["water", "reservoir"];
const PERIODS = [2, 3, 5, 10, 20, 30, 50, 100];
/** A breach unless the form says otherwise: metres, and minutes until it is whole. */
const BREACH = { width: 60, growth: 15 };
/** How far below the river a breach ends, metres. */
const BREACH_DEPTH = 5;

let map = null;
/** What people call the waters, by id. */
const names = new Map();
/** The flood as the scenario's file has it. */
let flood = null;
let shownID = null;
/** What the form says, by the names of its fields. */
let said = {};
let breaches = [];
let isPicking = false;
let markers = [];

export const isPickingBreach = () => isPicking;

// MARK: Fields

function numberField(name, value, { min, max, step = "any", label = name } = {}) {
  const input = make("input");
  Object.assign(input, { type: "number", value: said[name] ?? value ?? "", step });
  if (min !== undefined) input.min = min;
  if (max !== undefined) input.max = max;
  input.addEventListener("input", () => {
    said[name] = input.value === "" ? undefined : Number(input.value);
  });
  return labelled(word(label), input);
}

function choiceField(name, options, value) {
  return labelled(word(name), makeChoice(options, said[name] ?? value, (chosen) => {
    said[name] = chosen;
  }));
}

function rainFields() {
  const storm = flood.rain?.storm;
  if (storm?.return_period === undefined) {
    if (flood.rain === "forecast" || flood.rain?.forecast || flood.rain?.grids) return [];
    return [numberField("uniform", undefined, { min: 0, max: 500 })];
  }
  const years = [...new Set([...PERIODS, storm.return_period])].sort((a, b) => a - b);
  return [
    choiceField("period", years.map((one) => [String(one), word("years").replace("{n}", one)]),
      String(storm.return_period)),
    numberField("stormMinutes", storm.duration_minutes, { min: 5, max: 1440 }),
  ];
}

function levelFields() {
  return (flood.water_levels || []).filter((one) => typeof levelOf(one) === "number")
    .map((one) => {
      const line = numberField(`level ${one.id}`, levelOf(one), { label: "waterLevel" });
      const name = names.get(one.id) ?? one.id;
      line.firstChild.textContent = `${name} ${word("waterLevel")}`;
      return line;
    });
}

/** Learns what people call the waters whose levels the flood sets. */
async function readNames() {
  const mine = shownID;
  const unknown = (flood?.water_levels || []).map((one) => one.id).filter((id) => !names.has(id));
  await Promise.all(unknown.map(async (id) => {
    try {
      const answer = await ask(`/search?q=${encodeURIComponent(id)}&limit=10`);
      const found = answer.ok ? (await answer.json()).features : [];
      const water = found.find((one) => String(one.id) === id && WATERS.includes(one.layer));
      if (water) names.set(id, water.properties?.name || water.title || id);
    } catch { /* Its id is shown. */ }
  }));
  if (mine === shownID && unknown.some((id) => names.has(id))) showForm();
}

const levelOf = (one) => one.level ?? one.initial;

function breachFields() {
  const lines = breaches.flatMap((one, index) => {
    const title = make("div", "field");
    title.append(make("b", "", `${word("breach")} ${index + 1}`), makeButton("", "×", () => {
      breaches.splice(index, 1);
      showForm();
    }));
    title.lastChild.setAttribute("aria-label", word("clear"));
    return [title, ...["width", "sill", "from"].map((name) => {
      const input = make("input");
      Object.assign(input, { type: "number", value: one[name], step: "any" });
      input.addEventListener("input", () => { one[name] = Number(input.value); });
      return labelled(word(`b_${name}`), input);
    })];
  });
  const pick = makeButton("", word(isPicking ? "pickBreach" : "addBreach"), () => {
    isPicking = !isPicking;
    map.getCanvas().style.cursor = isPicking ? "crosshair" : "";
    showForm();
  });
  pick.setAttribute("aria-pressed", String(isPicking));
  return [...lines, pick];
}

/** Draws the form anew, in the language of the page. */
export function showForm() {
  element("run-adjust").textContent = word("adjust");
  for (const marker of markers) marker.remove();
  markers = [];
  const form = element("run-form");
  form.replaceChildren();
  if (!flood) return;
  const asIs = [["", word("asScenario")]];
  form.append(
    ...rainFields(), ...levelFields(),
    numberField("belowBank", flood.below_bank, { min: 0, max: 20 }),
    choiceField("gates", [...asIs, ["open", word("open")], ["closed", word("closed")]], ""),
    choiceField("pumps", [...asIs, ["on", word("on")], ["off", word("off")]], ""),
    numberField("runHours", flood.duration / 3600, { min: 0.05, max: 240 }),
    numberField("cell", flood.cell, { min: 1, max: 200 }),
    ...breachFields(), ...editFields());
  markers = breaches.map((one) => new maplibregl.Marker({ color: "#d7191c", scale: 0.7 })
    .setLngLat(one.at).addTo(map));
}

// MARK: What it says

/** Shows the form of a scenario; what was said of another is forgotten. */
export async function readScenario(id) {
  if (!id || id === shownID) return;
  shownID = id;
  let read = null;
  try {
    const answer = await ask(`/scenarios/${encodeURIComponent(id)}`);
    if (answer.ok) read = (await answer.json()).contents?.flood;
  } catch { /* It starts as it is. */ }
  if (id !== shownID) return;
  flood = read;
  said = {};
  breaches = [];
  forgetEdits();
  isPicking = false;
  element("run-details").hidden = !flood;
  showForm();
  readNames();
}

/** A place on the map that a breach was asked for. */
export function addBreach(where) {
  isPicking = false;
  map.getCanvas().style.cursor = "";
  const levels = (flood.water_levels || []).map(levelOf).filter((one) => typeof one === "number");
  const sill = levels.length ? Math.max(...levels) - BREACH_DEPTH : 20;
  breaches.push({ at: [where.lng, where.lat].map((one) => Number(one.toFixed(6))),
    width: BREACH.width, sill, from: 0 });
  showForm();
}

/** The keys of the flood that the form says otherwise than the scenario; null for none. */
export function changes() {
  const changed = {};
  const storm = flood?.rain?.storm;
  if (storm && (said.period !== undefined || said.stormMinutes !== undefined)) {
    changed.rain = { storm: { ...storm,
      return_period: Number(said.period ?? storm.return_period),
      duration_minutes: said.stormMinutes ?? storm.duration_minutes } };
  }
  if (said.uniform !== undefined) changed.rain = { hyetograph: said.uniform };
  const levels = (flood?.water_levels || []).map((one) => {
    const value = said[`level ${one.id}`];
    if (value === undefined) return one;
    return { ...one, [one.level === undefined ? "initial" : "level"]: value };
  });
  if (levels.some((one, index) => one !== flood.water_levels[index])) changed.water_levels = levels;
  if (said.belowBank !== undefined) changed.below_bank = said.belowBank;
  if (said.gates) changed.gates = { default: said.gates };
  if (said.pumps) changed.pumps = { default: said.pumps };
  if (said.runHours !== undefined) changed.duration = said.runHours * 3600;
  if (said.cell !== undefined) changed.cell = said.cell;
  if (breaches.length) {
    changed.breaches = [...(flood.breaches || []), ...breaches.map((one) => ({
      at: one.at, width: one.width, sill: one.sill, from: one.from * 60,
      growth: BREACH.growth * 60 }))];
  }
  return Object.keys(changed).length ? changed : null;
}

/** Prepares the form. */
export function startForm(theMap, layers) {
  map = theMap;
  startEdits(layers, showForm);
}
