// The panel of layers: the legend of what is on, and all layers by theme.

import { element, legendEntry, make, makeBox, makeButton } from "./map-dom.js";
import { makeIcon } from "./map-icons.js";
import { filterWords, layerMenu } from "./map-layer-menu.js";
import { badgeOf, legendOf } from "./map-style.js";
import { absent, isOffered, isShown, seen, show } from "./map-view.js";
import { currentLanguage, legendValue, local, unitOf, word } from "./map-words.js";

/** The two lists: `legend` of what is on, `all` by theme. */
const LISTS = ["legend", "all"];

let groups = [];
let list = "legend";
let open = new Set();
/** The layer whose menu is open. */
let menuOf = null;
/** What was on before only one layer was. */
let before = null;
let wanted = "";
let zoom = Infinity;
let changed = () => {};

/** Layers, rasters and base maps of /map/config.json by theme, as {id, title, entries}. */
function grouped(config) {
  const entries = [
    ...[...config.layers].sort((a, b) => a.minzoom - b.minzoom), ...config.rasters, ...config.bases,
  ];
  return config.themes.map((theme) => ({
    ...theme, entries: entries.filter((entry) => entry.theme === theme.id),
  })).filter((group) => group.entries.length);
}

const all = () => groups.flatMap((group) => group.entries).filter(isOffered);

/** Prepares the panel; `onChange` is called when layers were turned on or off. */
export function startLayers(config, onChange) {
  groups = grouped(config);
  changed = onChange;
  for (const name of LISTS) {
    element(`layers-${name}`).addEventListener("click", () => {
      list = name;
      showLayers();
    });
  }
  element("layers-find").addEventListener("input", () => {
    wanted = element("layers-find").value.trim().toLowerCase();
    showLayers();
  });
}

/** Has the list of other layers, as when a run has given some. */
export function regroup(config) {
  groups = grouped(config);
  showLayers();
}

/** Opens the group of a layer, for one that has just been turned on. */
export function unfold(layer) { open.add(layer.theme); }

/** Shows only a layer; what was on before when asked again. */
export function showOnly(entry) {
  const isOnly = before && isShown(entry.id) && all().filter((one) => isShown(one.id)).length === 1;
  const next = isOnly ? before : new Set([entry.id]);
  if (!isOnly) before = new Set(all().filter((one) => isShown(one.id)).map((one) => one.id));
  else before = null;
  for (const one of all()) show(one.id, next.has(one.id));
  changed();
  showLayers();
}

// MARK: Legend

/** The entries of a legend: of categories, classes and ramps. */
function legendItems(entry) {
  const colours = legendOf(entry.id);
  const categories = entry.style?.categories?.colours || [];
  const items = categories.map((one) => {
    const item = legendEntry(
      entry.geometry, colours?.categories[one.value] ?? one.colour, local(one.title));
    const badge = entry.style.icon && badgeOf(entry.id, one.value);
    if (badge) item.firstChild.replaceWith(badge);
    return item;
  });
  if (items.length) {
    items.push(legendEntry(entry.geometry, colours?.colour ?? entry.style.colour, word("other")));
  }
  for (const one of entry.classes || []) {
    items.push(legendEntry("polygon", one.colour, local(one.title)));
  }
  for (const one of entry.ramp || []) {
    items.push(legendEntry("polygon", one.colour, legendValue(entry, one.value)));
  }
  return items;
}

/** What the colours of a density stand for, as long as points are shown by it. */
function densityLegend(entry) {
  const density = legendOf(entry.id)?.density;
  if (!density) return [];
  const box = make("div", "density");
  const ramp = make("span", "ramp");
  ramp.style.background = `linear-gradient(to right, ${density.colours.join(", ")})`;
  box.append(make("span", "", word("few")), ramp, make("span", "", word("many")),
    make("p", "note", word("density").replace("{n}", density.maxzoom)));
  return [box];
}

function legendList(entry) {
  const items = legendItems(entry);
  if (!items.length) return [];
  const legend = make("ul", "legend");
  legend.append(...items);
  return [legend];
}

/** The mark of a layer: its badge, else its colour. */
function swatchOf(entry) {
  const badge = entry.style?.icon && badgeOf(entry.id);
  if (badge) return badge;
  if (!entry.style) return make("span", "swatch polygon raster");
  const swatch = make("span", `swatch ${entry.geometry}`);
  swatch.style.background = legendOf(entry.id)?.colour ?? entry.style.colour;
  return swatch;
}

// MARK: Entries

function menuButton(entry, item) {
  const button = makeButton("icon menu-button", "", () => {
    menuOf = menuOf === entry.id ? null : entry.id;
    showLayers();
    element("layers").querySelector(`[data-layer="${CSS.escape(entry.id)}"] .menu-button`)?.focus();
  });
  button.append(makeIcon("more"));
  button.setAttribute("aria-label", `${local(entry.title)}: ${word("layerMenu")}`);
  button.setAttribute("aria-expanded", String(menuOf === entry.id));
  if (menuOf === entry.id) item.append(layerMenu(entry));
  return button;
}

function entryItem(entry) {
  const item = make("li", "layer");
  item.dataset.layer = entry.id;
  const head = make("div", "line");
  const label = make("label");
  label.append(makeBox(isShown(entry.id), (isOn) => {
    show(entry.id, isOn);
    before = null;
    if (list === "legend") showLayers(); else showState();
    changed();
  }), swatchOf(entry), make("span", "name", local(entry.title)), make("span", "count"));
  item.append(head);
  head.append(label, menuButton(entry, item));
  const note = make("p", "note", entry.template ? local(entry.attribution) : "");
  const filter = make("p", "note filtered", filterWords(entry));
  filter.hidden = !filter.textContent;
  head.after(note, filter, ...densityLegend(entry), ...legendList(entry));
  return item;
}

function groupItem(group) {
  const item = make("li", "theme");
  item.dataset.theme = group.id;
  const head = make("div", "head");
  const entries = make("ul");
  entries.id = `theme-${group.id}`;
  const box = makeBox(false, (isOn) => {
    for (const entry of group.entries.filter(isOffered)) show(entry.id, isOn);
    for (const one of entries.querySelectorAll(".line > label input")) one.checked = isOn;
    before = null;
    showState();
    changed();
  });
  box.setAttribute("aria-label", `${local(group.title)}: ${word("all")}`);
  const fold = makeButton("fold", local(group.title), () => {
    const isOpen = fold.getAttribute("aria-expanded") !== "true";
    if (isOpen) open.add(group.id); else open.delete(group.id);
    fold.setAttribute("aria-expanded", String(isOpen));
    entries.hidden = !isOpen;
  });
  const found = group.entries.filter(isWanted);
  const isOpen = open.has(group.id) || Boolean(wanted && found.length);
  fold.setAttribute("aria-controls", entries.id);
  fold.setAttribute("aria-expanded", String(isOpen));
  entries.hidden = !isOpen;
  entries.append(...found.map(entryItem));
  // A finger that misses the box still hits its label.
  const target = make("label", "");
  target.append(box);
  head.append(target, fold, make("span", "count"));
  item.append(head, entries);
  return item;
}

const isWanted = (entry) => !wanted ||
  [entry.id, entry.title.zh, entry.title.en].some((one) => one?.toLowerCase().includes(wanted));

/** Points first, then lines, areas and rasters, as the eye finds them on the map. */
function legendOrder(entry) {
  return ["point", "line", "polygon"].indexOf(entry.geometry) + (entry.geometry ? 0 : 9);
}

/** Draws the list anew, in the page's language. */
export function showLayers() {
  for (const name of LISTS) {
    element(`layers-${name}`).textContent = word(`layers_${name}`);
    element(`layers-${name}`).setAttribute("aria-pressed", String(name === list));
  }
  const find = element("layers-find");
  find.hidden = list !== "all";
  find.placeholder = word("findLayer");
  find.setAttribute("aria-label", word("findLayer"));
  const items = list === "all"
    ? groups.filter((group) => !wanted || group.entries.some(isWanted)).map(groupItem)
    : all().filter((entry) => isShown(entry.id) && countOf(entry) !== 0 && !absent.has(entry.id))
      .sort((a, b) => legendOrder(a) - legendOrder(b)).map(entryItem);
  element("layers").dataset.list = list;
  element("layers").replaceChildren(...items);
  if (!items.length) {
    element("layers").append(make("li", "note empty", word(wanted ? "noHits" : "nothingOn")));
  }
  showState();
}

/** Tells the list the map's zoom. */
export function showReach(next) {
  zoom = next;
  showState();
}

// MARK: State

/** Says of each group how much of it is on, and of each layer whether it can be seen. */
function showState() {
  for (const group of groups) {
    const offered = group.entries.filter(isOffered);
    const shown = offered.filter((entry) => isShown(entry.id)).length;
    const item = element("layers").querySelector(`[data-theme="${CSS.escape(group.id)}"]`);
    if (item) {
      const box = item.querySelector(".head input");
      box.checked = offered.length > 0 && shown === offered.length;
      box.indeterminate = shown > 0 && !box.checked;
      item.hidden = !offered.length;
      item.querySelector(".head .count").textContent = `${shown}/${offered.length}`;
    }
    for (const entry of group.entries) showEntry(entry);
  }
}

/** How many features a layer has as the city is seen; undefined where that is not known. */
const countOf = (entry) => (seen.counts ? seen.counts.get(entry.id) : entry.count);

function showEntry(entry) {
  const item = element("layers").querySelector(`[data-layer="${CSS.escape(entry.id)}"]`);
  if (!item) return;
  item.hidden = !isOffered(entry);
  const count = absent.has(entry.id) ? undefined : countOf(entry);
  const isEmpty = count === 0 || absent.has(entry.id);
  item.querySelector(".count").textContent =
    count?.toLocaleString(currentLanguage()) ?? ((entry.ramp && unitOf(entry)) || "");
  const isFar = zoom < entry.minzoom;
  item.classList.toggle("far", isFar || isEmpty);
  item.classList.toggle("off", !isShown(entry.id));
  const density = item.querySelector(".density");
  if (density) density.hidden = isFar || isEmpty || zoom >= legendOf(entry.id)?.density?.maxzoom;
  if (entry.template) return;
  const note = item.querySelector(".note");
  note.textContent = isEmpty ? word("emptyLayer")
    : isFar ? word("far").replace("{n}", entry.minzoom) : "";
  note.hidden = !note.textContent;
}
