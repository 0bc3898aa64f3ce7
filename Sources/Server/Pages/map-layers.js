// The list of layers, grouped by theme: boxes, counts, legends, and what the zoom does not show.

import { element, legendEntry, make, makeBox, makeButton } from "./map-dom.js";
import { absent, isOffered, isShown, seen, show } from "./map-view.js";
import { currentLanguage, legendValue, local, unitOf, word } from "./map-words.js";

/** Up to so many layers, all groups are open at first. */
const FEW = 12;

let groups = [];
let open = null;
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

/** Prepares the list; `onChange` is called when layers were turned on or off. */
export function startLayers(config, onChange) {
  groups = grouped(config);
  changed = onChange;
  const isFew = groups.reduce((sum, group) => sum + group.entries.length, 0) <= FEW;
  open = new Set(isFew ? groups.map((group) => group.id) : []);
}

/** Has the list of other layers, as when a run has given some. */
export function regroup(config) {
  groups = grouped(config);
  showLayers();
}

/** Opens the group of a layer, for one that has just been turned on. */
export function unfold(layer) { open.add(layer.theme); }

function legendOf(entry) {
  const legend = make("ul", "legend");
  if (entry.style?.categories) {
    for (const one of entry.style.categories.colours) {
      legend.append(legendEntry(entry.geometry, one.colour, local(one.title)));
    }
    legend.append(legendEntry(entry.geometry, entry.style.colour, word("other")));
  }
  for (const one of entry.classes || []) {
    legend.append(legendEntry("polygon", one.colour, local(one.title)));
  }
  for (const one of entry.ramp || []) {
    legend.append(legendEntry("polygon", one.colour, legendValue(entry, one.value)));
  }
  return legend.childElementCount ? [legend] : [];
}

function entryItem(entry) {
  const item = make("li", "layer");
  item.dataset.layer = entry.id;
  const label = make("label");
  label.append(makeBox(isShown(entry.id), (isOn) => {
    show(entry.id, isOn);
    showState();
    changed();
  }));
  if (entry.style && !entry.style.categories) {
    const swatch = make("span", `swatch ${entry.geometry}`);
    swatch.style.background = entry.style.colour;
    label.append(swatch);
  }
  label.append(make("span", "name", local(entry.title)), make("span", "count"));
  const note = make("p", "note", entry.template ? local(entry.attribution) : "");
  item.append(label, note, ...legendOf(entry));
  return item;
}

function groupItem(group) {
  const item = make("li", "theme");
  item.dataset.theme = group.id;
  const head = make("div", "head");
  const list = make("ul");
  list.id = `theme-${group.id}`;
  const box = makeBox(false, (isOn) => {
    for (const entry of group.entries.filter(isOffered)) show(entry.id, isOn);
    for (const one of list.querySelectorAll("input")) one.checked = isOn;
    showState();
    changed();
  });
  box.setAttribute("aria-label", `${local(group.title)}: ${word("all")}`);
  const fold = makeButton("fold", local(group.title), () => {
    const isOpen = fold.getAttribute("aria-expanded") !== "true";
    if (isOpen) open.add(group.id); else open.delete(group.id);
    fold.setAttribute("aria-expanded", String(isOpen));
    list.hidden = !isOpen;
  });
  fold.setAttribute("aria-controls", list.id);
  fold.setAttribute("aria-expanded", String(open.has(group.id)));
  list.hidden = !open.has(group.id);
  list.append(...group.entries.map(entryItem));
  head.append(box, fold, make("span", "count"));
  item.append(head, list);
  return item;
}

let zoom = Infinity;

/** Draws the list anew, in the page's language. */
export function showLayers() {
  element("layers").replaceChildren(...groups.map(groupItem));
  showState();
}

/** Tells the list the map's zoom. */
export function showReach(next) {
  zoom = next;
  showState();
}

/** Says of each group how much of it is on, and of each layer whether it can be seen. */
function showState() {
  for (const group of groups) {
    const item = element("layers").querySelector(`[data-theme="${CSS.escape(group.id)}"]`);
    const offered = group.entries.filter(isOffered);
    const shown = offered.filter((entry) => isShown(entry.id)).length;
    const box = item.querySelector(".head input");
    box.checked = offered.length > 0 && shown === offered.length;
    box.indeterminate = shown > 0 && !box.checked;
    item.hidden = !offered.length;
    item.querySelector(".head .count").textContent = `${shown}/${offered.length}`;
    for (const entry of group.entries) showEntry(entry, item);
  }
}

/** How many features a layer has as the city is seen; undefined where that is not known. */
const countOf = (entry) => (seen.counts ? seen.counts.get(entry.id) : entry.count);

function showEntry(entry, group) {
  const item = group.querySelector(`[data-layer="${CSS.escape(entry.id)}"]`);
  item.hidden = !isOffered(entry);
  const count = absent.has(entry.id) ? undefined : countOf(entry);
  const isEmpty = count === 0 || absent.has(entry.id);
  item.querySelector(".count").textContent =
    count?.toLocaleString(currentLanguage()) ?? ((entry.ramp && unitOf(entry)) || "");
  const isFar = zoom < entry.minzoom;
  item.classList.toggle("far", isFar || isEmpty);
  item.classList.toggle("off", !isShown(entry.id));
  if (entry.template) return;
  const note = item.querySelector(".note");
  note.textContent = isEmpty ? word("emptyLayer")
    : isFar ? word("far").replace("{n}", entry.minzoom) : "";
  note.hidden = !note.textContent;
}
