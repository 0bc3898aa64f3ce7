// The search box: asks /search while someone types, and lists what is found.

import { ask as request } from "./map-access.js";
import { element, make, makeButton } from "./map-dom.js";
import { viewpoint } from "./map-view.js";
import { currentLanguage, distance, local, word } from "./map-words.js";

/** Milliseconds of rest before the server is asked. */
const PAUSE = 150;

let pending = null;
let asked = "";

/** The words of the box in the page's language; `city` is what the city is called. */
export function showSearchWords(city) {
  const box = element("search");
  box.placeholder = word("search").replace("{n}", city);
  box.setAttribute("aria-label", box.placeholder);
}

function show(nodes) {
  element("hits").replaceChildren(...nodes);
  element("hits").hidden = !nodes.length;
}

function note(text) {
  return make("li", "note", text);
}

/** A text with what was asked for in bold. */
function emphasised(text, words) {
  const nodes = [];
  let rest = text;
  while (rest) {
    const lower = rest.toLowerCase();
    const [at, part] = words.map((one) => [lower.indexOf(one.toLowerCase()), one])
      .filter(([place]) => place >= 0).sort(([one], [other]) => one - other)[0] ?? [rest.length, ""];
    if (at) nodes.push(rest.slice(0, at));
    if (part) nodes.push(make("b", "", rest.slice(at, at + part.length)));
    rest = rest.slice(at + part.length);
  }
  return nodes;
}

/** An entry of the list: what it is called, and below it what it is; `part` is what fits pinyin. */
function choice(text, more, onChoice, part = null) {
  const words = part ? [part] : asked.split(/\s+/).filter(Boolean);
  const item = make("li");
  const button = makeButton("", "", () => {
    element("hits").hidden = true;
    onChoice();
  });
  const title = make("span", "title", "");
  title.append(...emphasised(text, words));
  const below = make("span", "count", "");
  below.append(
    ...more.flatMap((one, index) => [...(index ? [" · "] : []), ...emphasised(one, words)]));
  button.append(title, below);
  item.append(button);
  return { item, button };
}

/** A feature's name or address; where it has neither, its layer and code. */
function titleOf(hit, layer) {
  const names = ["name", "alias", "address", layer?.style.label];
  const isName = names.some((name) => name && hit.properties[name] === hit.title);
  return isName ? hit.title : `${local(hit.layerTitle)} ${hit.title}`;
}

/** Characters that are shown before what was asked for. */
const BEFORE = 10;

/** The address or code that was found, where the title does not say it. */
function matchOf({ match, pinyinPart }) {
  if (!match) return "";
  const at = match.text.toLowerCase().indexOf((pinyinPart ?? asked).toLowerCase());
  const text = at > BEFORE ? `…${match.text.slice(at - BEFORE)}` : match.text;
  return `${local(match.title)}${word("colon")}${text}`;
}

function hitItem(hit, layer, onChoice) {
  const title = titleOf(hit, layer);
  const kind = title === hit.title ? local(hit.layerTitle) : "";
  const more = [kind, distance(hit.distance), matchOf(hit)].filter(Boolean);
  const { item, button } = choice(title, more, () => onChoice(hit, layer), hit.pinyinPart);
  button.dataset.layer = hit.layer;
  button.dataset.id = hit.id;
  return item;
}

/** The first feature is the one that the layer can be shown at. */
function layerItem(layer, count, features, onChoice) {
  const nearest = features.find((one) => one.layer === layer.id);
  const { item, button } = choice(
    `${word("wholeLayer")} ${local(layer.title)}`, [count.toLocaleString(currentLanguage())],
    () => onChoice(layer, nearest));
  button.dataset.wholeLayer = layer.id;
  return item;
}

/** A kind of a layer's features: the layer is shown with that filter. */
function kindItem(kind, layer, features, onChoice) {
  const nearest = features.find((one) =>
    one.layer === layer.id && String(one.properties[kind.field]) === kind.value);
  const { item, button } = choice(
    `${word("onlyKind")} ${local(layer.title)}${word("colon")}${local(kind.title)}`,
    [local(kind.fieldTitle)], () => onChoice(layer, kind, nearest));
  button.dataset.kind = `${layer.id}.${kind.field}=${kind.value}`;
  return item;
}

/** Degrees that someone typed, longitude and latitude in either order: [longitude, latitude]. */
export function placeIn(text) {
  const match = /^(-?\d{1,3}(?:\.\d+)?)\s*[,，;\s]\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(text);
  if (!match) return null;
  const [first, second] = match.slice(1).map(Number);
  // China's longitudes are beyond 73°, its latitudes are not.
  const isLatitudeFirst = Math.abs(first) <= 60 && Math.abs(second) > 60;
  const [lng, lat] = isLatitudeFirst ? [second, first] : [first, second];
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? [lng, lat] : null;
}

/** The entry for degrees that someone typed. */
function placeItems(text, onChoice) {
  const place = placeIn(text);
  if (!place) return [];
  const { item, button } = choice(
    word("goTo"), [place.map((one) => one.toFixed(6)).join(", ")], () => onChoice(place));
  button.dataset.place = place.join(",");
  return [item];
}

/** What the list shows of an answer. */
function items(answer, use) {
  const layers = use.layers();
  const layerOf = (id) => layers.find((one) => one.id === id);
  const { features } = answer;
  const nodes = [
    ...answer.layers.filter((one) => layerOf(one.id) && one.featureCount)
      .map((one) => layerItem(layerOf(one.id), one.featureCount, features, use.onLayer)),
    ...answer.kinds.filter((one) => layerOf(one.layer))
      .map((one) => kindItem(one, layerOf(one.layer), features, use.onKind)),
    ...features.map((hit) => hitItem(hit, layerOf(hit.layer), use.onHit)),
  ];
  const matched = answer.numberMatched ?? answer.numberMatchedAtLeast;
  const shown = features.reduce((sum, one) => sum + (one.parts?.length ?? 1), 0);
  if (matched > shown && features.length) {
    nodes.push(note(word(answer.numberMatched === undefined ? "someMore" : "some")
      .replace("{n}", shown)
      .replace("{m}", matched.toLocaleString(currentLanguage()))));
  }
  return nodes;
}

async function ask(text, use) {
  asked = text;
  if ([...text].length < 2) return show([]);
  const places = placeItems(text, use.onPlace);
  let nodes;
  try {
    const [lng, lat] = use.centre();
    const answer = await request(
      `/search?limit=20&q=${encodeURIComponent(text)}&near=${lng.toFixed(6)},${lat.toFixed(6)}` +
      viewpoint("&"), "application/geo+json");
    if (answer.status === 400) nodes = [];
    else if (!answer.ok) throw new Error(`status ${answer.status}`);
    else {
      nodes = items(await answer.json(), use);
      if (!nodes.length && !places.length) nodes = [note(word("noHits")), note(word("searchHint"))];
    }
  } catch {
    nodes = [note(word("noSearch"))];
  }
  if (asked === text) show([...places, ...nodes]);
}

/**
 * Makes the box work: `use.layers` answers the map's layers and `use.centre` where hits are to be
 * near to; `use.onHit` gets a hit and its layer, `use.onLayer` a layer and its nearest feature,
 * `use.onKind` a layer, a value of a field and the nearest feature that has it, `use.onPlace` a
 * longitude and latitude.
 */
export function listenToSearch(use) {
  const box = element("search");
  box.addEventListener("input", () => {
    clearTimeout(pending);
    pending = setTimeout(() => ask(box.value.trim(), use), PAUSE);
  });
  // What was found stands there again for another choice.
  box.addEventListener("focus", () => {
    element("hits").hidden = !element("hits").childElementCount;
  });
  // Whoever turns to the map wants to see it.
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.(".search")) element("hits").hidden = true;
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      box.value = "";
      asked = "";
      show([]);
      event.stopPropagation();
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      const first = element("hits").querySelector("button");
      if (!first) return;
      event.preventDefault();
      if (event.key === "Enter") first.click(); else first.focus();
    }
  });
  element("hits").addEventListener("keydown", (event) => {
    const item = document.activeElement.closest("li");
    const next = event.key === "ArrowDown" ? item?.nextElementSibling
      : event.key === "ArrowUp" ? item?.previousElementSibling : null;
    if (!next) return;
    event.preventDefault();
    next.querySelector("button")?.focus();
  });
}
