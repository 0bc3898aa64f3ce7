// What the card of a feature says: its attributes, what it is related to, how it was before.

import { ask } from "./map-access.js";
import { make, makeButton } from "./map-dom.js";
import { viewpoint, viewpointOf } from "./map-view.js";
import { ageOf, currentLanguage, dayOf, display, local, unitOf, word } from "./map-words.js";
import { wordsOf } from "./process-words.js";

/** The most earlier states that are looked for, and features of a layer that are related. */
const STATES = 10;
const RELATED = 8;

let config = null;
let open = () => {};

/** Prepares cards; `onOpen` shows another feature, {layer, id, properties}. */
export function startCards(theConfig, onOpen) { [config, open] = [theConfig, onOpen]; }

const layerCalled = (id) => config.layers.find((one) => one.id === id);
const itemsOf = (layer) => `/collections/${encodeURIComponent(layer.id)}/items`;

/** What a field is called; those of results of processes have bare names. */
export const titleOf = (layer, { name, title }) =>
  (layer.result && wordsOf(currentLanguage()).columns[name]) || local(title) || name;

/** What a feature without a name is: its kind and its address; "" where neither is known. */
function kindOf(layer, properties) {
  const names = [layer.style.categories?.field, "usage", "kind", "class", "type"];
  const field = names.map((name) => layer.fields.find((one) => one.name === name))
    .find((one) => one?.codes.length && (properties[one.name] ?? "") !== "");
  return [field && display(field, properties[field.name]), properties.address]
    .filter(Boolean).join(" · ");
}

/** A feature's name for people: its label, or what it is, or its layer and id. */
export function nameOf(layer, id, properties) {
  const field = layer.fields.find((one) => one.name === layer.style.label);
  const value = field && properties[field.name];
  if (value === undefined || value === null || value === "") {
    if (layer.result && properties.name) return properties.name;
    // Numbers of a source, such as OpenStreetMap's, tell people nothing.
    return kindOf(layer, properties)
      || (/^-?\d+$/.test(id) ? local(layer.title) : `${local(layer.title)} ${id}`);
  }
  const unit = unitOf(field);
  const text = display(field, value) + (unit ? ` ${unit}` : "");
  return field.name === "name" ? text : `${local(layer.title)} ${text}`;
}

/** A line of a list of attributes; its value. */
export function row(list, title, text, unit) {
  const value = make("dd", "", text);
  if (unit) value.append(" ", make("span", "unit", unit));
  list.append(make("dt", "", title), value);
  return value;
}

// MARK: Attributes

/** The attributes of a feature: what has a value, references as links. */
export function attributeLists(layer, item) {
  const properties = item.properties || {};
  const list = make("dl");
  const known = new Set(["commit", "commit_seq"]);
  const add = (name, title, field, value) => {
    const cell = row(list, title, display(field, value), field ? unitOf(field) : "");
    cell.dataset.field = name;
    cell.dataset.value = JSON.stringify(value);
    const relation = layer.relations?.find((one) => one.field === name);
    if (relation && typeof value === "string") linkTo(cell, relation, value);
    const age = field?.type === "datetime" ? ageOf(value) : "";
    if (age) cell.append(" ", make("span", "unit", `(${age})`));
  };
  for (const field of layer.fields) {
    known.add(field.name);
    const value = properties[field.name];
    if (value === null || value === undefined) continue;
    add(field.name, titleOf(layer, field), field, value);
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

/** Turns the text of a cell into a link to the feature that it names, once that is found. */
async function linkTo(cell, relation, value) {
  const found = await referred(relation, value);
  if (!found) return;
  const button = makeButton("plain link", nameOf(found.layer, found.id, found.properties),
    () => open(found));
  button.title = value;
  cell.firstChild.replaceWith(button);
}

/** The feature that a reference names; null for none. */
async function referred({ layers, target }, value) {
  for (const layer of layers.map(layerCalled).filter(Boolean)) {
    const path = target
      ? `${itemsOf(layer)}?f=json&limit=1&${encodeURIComponent(target)}=${encodeURIComponent(value)}` +
        viewpoint("&")
      : `${itemsOf(layer)}/${encodeURIComponent(value)}?f=json${viewpoint("&")}`;
    try {
      const answer = await ask(path, "application/geo+json");
      if (!answer.ok) continue;
      const body = await answer.json();
      const item = target ? body.features[0] : body;
      if (item) return { layer, id: String(item.id), properties: item.properties || {} };
    } catch { /* It stays a text. */ }
  }
  return null;
}

// MARK: Related features

/** The relations of other layers that may name a feature of `layer`, each with its layer. */
function namers(layer) {
  return config.layers.flatMap((other) => (other.relations || [])
    .filter((one) => one.layers.includes(layer.id)).map((relation) => ({ other, relation })));
}

/** The features that name `item`, by layer. */
async function relatedTo(layer, item) {
  const answers = await Promise.all(namers(layer).map(async ({ other, relation }) => {
    const value = relation.target ? item.properties?.[relation.target] : item.id;
    if (value === undefined || value === null) return null;
    try {
      const answer = await ask(`${itemsOf(other)}?f=json&limit=${RELATED}&` +
        `${encodeURIComponent(relation.field)}=${encodeURIComponent(value)}${viewpoint("&")}`,
      "application/geo+json");
      if (!answer.ok) return null;
      const { features, numberMatched } = await answer.json();
      return features.length ? { other, features, numberMatched } : null;
    } catch {
      return null;
    }
  }));
  return answers.filter(Boolean);
}

/** A part of the card that is filled when it is first opened. */
function folded(title, fill) {
  const box = make("details", "part");
  box.append(make("summary", "", title));
  box.addEventListener("toggle", async () => {
    if (!box.open || box.dataset.state) return;
    box.dataset.state = "loading";
    const note = make("p", "note", word("loading"));
    box.append(note);
    const nodes = await fill().catch(() => [make("p", "fault", word("noItem"))]);
    note.replaceWith(...(nodes.length ? nodes : [make("p", "note", word("nothing"))]));
    box.dataset.state = "ready";
  });
  return box;
}

function relatedPart(layer, item) {
  return folded(word("related"), async () => (await relatedTo(layer, item)).flatMap((one) => {
    const count = one.numberMatched ?? one.features.length;
    const list = make("ul", "chips");
    list.append(...one.features.map((feature) => {
      const entry = make("li");
      entry.append(makeButton("", nameOf(one.other, String(feature.id), feature.properties || {}),
        () => open({ layer: one.other, id: String(feature.id),
          properties: feature.properties || {} })));
      return entry;
    }));
    return [make("h3", "", `${local(one.other.title)} ${count}`), list];
  }));
}

// MARK: History

/** The earlier states of a feature, the latest first: {commit, item}. */
async function statesOf(layer, item) {
  const states = [item];
  let commit = item.commit ?? item.properties?.commit;
  while (commit > 1 && states.length < STATES) {
    const answer = await ask(`${itemsOf(layer)}/${encodeURIComponent(item.id)}?f=json` +
      `&commit=${commit - 1}`, "application/geo+json");
    if (!answer.ok) break;
    const earlier = await answer.json();
    commit = earlier.commit ?? earlier.properties?.commit;
    states.push(earlier);
  }
  return states;
}

/** What differs between two states, as people read it. */
function differences(layer, before, after) {
  const changed = layer.fields.filter((field) =>
    JSON.stringify(before.properties?.[field.name] ?? null)
    !== JSON.stringify(after.properties?.[field.name] ?? null))
    .map((field) => `${local(field.title)}${word("colon")}` +
      `${display(field, before.properties?.[field.name])} → ` +
      display(field, after.properties?.[field.name]));
  const isMoved = JSON.stringify(before.geometry) !== JSON.stringify(after.geometry);
  return isMoved ? [...changed, word("geometryChanged")] : changed;
}

function historyPart(layer, item) {
  return folded(word("history"), async () => {
    const states = await statesOf(layer, item);
    const list = make("ol", "history");
    for (const [index, state] of states.entries()) {
      const commit = state.commit ?? state.properties?.commit;
      const answer = await ask(`/commits/${commit}?f=json`);
      const made = answer.ok ? await answer.json() : {};
      const entry = make("li");
      entry.append(make("b", "", [dayOf(made.time), made.author, made.message]
        .filter(Boolean).join(" · ") || `${word("commit")} ${commit}`));
      const before = states[index + 1];
      entry.append(...(before ? differences(layer, before, state) : [word("added")])
        .map((one) => make("p", "", one)));
      list.append(entry);
    }
    return [list];
  });
}

/** What the card has below the attributes. */
export function furtherParts(layer, item) {
  if (layer.result) return [];
  const parts = [];
  if (namers(layer).length) parts.push(relatedPart(layer, item));
  if (!viewpointOf(layer)) parts.push(historyPart(layer, item));
  return parts;
}
