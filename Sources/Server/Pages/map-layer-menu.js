// What a reader can do with one layer: how opaque it is, only this, on top, zoom to it, filter it,
// its table, its download.

import { ask } from "./map-access.js";
import { labelled, make, makeButton, makeChoice } from "./map-dom.js";
import {
  choicesOf, filterOf, inputTypeOf, operatorsOf, wordsOf,
} from "./map-filter.js";
import { makeIcon } from "./map-icons.js";
import { hasTimes, isPlayed, playLayer, recount, stopLayer } from "./map-layer-times.js";
import { padding } from "./map-panels.js";
import { applyFilter, applyOpacity, applyOrder } from "./map-style.js";
import { openTable } from "./map-table.js";
import { view, viewpoint, writeView } from "./map-view.js";
import { local, word } from "./map-words.js";

let map = null;
let onlyThis = () => {};
let changed = () => {};

/** Prepares the menus; `onOnly` shows only one layer, `onChange` draws the list anew. */
export function startLayerMenus(theMap, onOnly, onChange) {
  [map, onlyThis, changed] = [theMap, onOnly, onChange];
}

function opacityField(entry) {
  const slider = make("input");
  Object.assign(slider, { type: "range", min: 0, max: 100, step: 5,
    value: Math.round((view.opacity.get(entry.id) ?? 1) * 100) });
  const line = labelled(word("opacity"), slider);
  const figure = make("output", "count", `${slider.value} %`);
  line.append(figure);
  line.classList.add("slider");
  slider.addEventListener("input", () => {
    const value = Number(slider.value) / 100;
    if (value === 1) view.opacity.delete(entry.id); else view.opacity.set(entry.id, value);
    figure.textContent = `${slider.value} %`;
    applyOpacity(entry.id);
    writeView(map);
  });
  return line;
}

/** Shows all of a layer, or says that the server does not tell where it is. */
async function zoomTo(entry) {
  let box = entry.bounds;
  if (!box) {
    const answer = await ask(`/collections/${encodeURIComponent(entry.id)}?f=json${viewpoint("&")}`);
    box = answer.ok ? (await answer.json()).extent?.spatial?.bbox?.[0] : null;
  }
  if (!box) return;
  map.fitBounds([[box[0], box[1]], [box[2], box[3]]],
    { padding: padding(), maxZoom: Math.max(entry.minzoom + 1, 17), duration: 700 });
  map.once("moveend", () => {
    if (map.getZoom() < entry.minzoom) map.easeTo({ zoom: entry.minzoom + 0.2 });
  });
}

function toTop(entry) {
  view.order = [...view.order.filter((one) => one !== entry.id), entry.id];
  applyOrder();
  writeView(map);
}

// MARK: Filter

/** The form of a layer's filter: a line for each condition. */
function filterForm(entry) {
  const box = make("div", "conditions");
  const conditions = (view.filters.get(entry.id)?.conditions || []).map((one) => ({ ...one }));
  const apply = () => {
    const filter = filterOf(conditions);
    if (filter) view.filters.set(entry.id, filter); else view.filters.delete(entry.id);
    applyFilter(entry.id);
    recount(entry);
    writeView(map);
    changed(entry);
  };
  const draw = () => {
    box.replaceChildren(...conditions.map((one, index) => conditionLine(entry, one, apply, () => {
      conditions.splice(index, 1);
      draw();
      apply();
    }, draw)), makeButton("add", word("addCondition"), () => {
      const [field] = entry.fields;
      conditions.push({ field, operator: operatorsOf(field)[0], value: choicesOf(field)?.[0][0] ?? "" });
      draw();
      apply();
    }));
  };
  draw();
  return box;
}

function conditionLine(entry, one, apply, remove, draw) {
  const line = make("div", "condition");
  const field = makeChoice(entry.fields.map((each) => [each.name, local(each.title)]),
    one.field.name, (name) => {
      one.field = entry.fields.find((each) => each.name === name);
      [one.operator] = operatorsOf(one.field);
      one.value = choicesOf(one.field)?.[0][0] ?? "";
      draw();
      apply();
    });
  const operator = makeChoice(
    operatorsOf(one.field).map((each) => [each, word(`op_${each}`)]), one.operator, (next) => {
      one.operator = next;
      apply();
    });
  const choices = choicesOf(one.field);
  const value = choices ? makeChoice(choices, one.value, (next) => {
    one.value = next;
    apply();
  }) : make("input");
  if (!choices) {
    Object.assign(value, { type: inputTypeOf(one.field), value: one.value, step: "any" });
    value.addEventListener("input", () => {
      one.value = value.value;
      apply();
    });
  }
  for (const [control, name] of [[field, "field"], [operator, "operator"], [value, "value"]]) {
    control.setAttribute("aria-label", word(name));
  }
  const away = makeButton("icon", "", remove);
  away.append(makeIcon("close"));
  away.setAttribute("aria-label", word("removeCondition"));
  line.append(field, operator, value, away);
  return line;
}

/** What a layer's filter says, as people read it; "" for none. */
export const filterWords = (entry) =>
  (view.filters.get(entry.id)?.conditions || []).map(wordsOf).join(word("semicolon"));

// MARK: The menu

/** The menu of a layer, a raster or a base map. */
export function layerMenu(entry) {
  const menu = make("div", "menu");
  const button = (name, action) => makeButton("", word(name), action);
  const buttons = make("div", "buttons");
  buttons.append(button("onlyThis", () => onlyThis(entry)), button("toTop", () => toTop(entry)));
  if (!entry.template) buttons.append(button("zoomTo", () => zoomTo(entry)));
  if (entry.fields) {
    buttons.append(button("table", () => openTable(entry)));
    const page = make("a", "button", word("layerPage"));
    page.href = `/collections/${encodeURIComponent(entry.id)}?f=html`;
    buttons.append(page);
    if (hasTimes(entry)) {
      const isOn = isPlayed(entry);
      const play = button(isOn ? "endPlay" : "playLayer",
        () => (isOn ? stopLayer() : playLayer(entry)));
      play.setAttribute("aria-pressed", String(isOn));
      buttons.append(play);
    }
  }
  menu.append(opacityField(entry), buttons);
  if (entry.fields?.length) {
    const filter = make("details");
    filter.open = view.filters.has(entry.id);
    filter.append(make("summary", "", word("filter")), filterForm(entry));
    menu.append(filter);
  }
  return menu;
}
