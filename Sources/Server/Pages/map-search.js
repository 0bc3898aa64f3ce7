// The search box: asks /search while someone types, and lists what is found.

import { ask as request } from "./map-access.js";
import { element } from "./map-dom.js";
import { viewpoint } from "./map-view.js";
import { local, word } from "./map-words.js";

/** Milliseconds of rest before the server is asked. */
const PAUSE = 150;

let pending = null;
let asked = "";

/** The box around a GeoJSON geometry's positions: [west, south, east, north]. */
export function boundsOf(geometry) {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (part) => {
    if (typeof part[0] !== "number") return part.forEach(add);
    bounds[0] = Math.min(bounds[0], part[0]);
    bounds[1] = Math.min(bounds[1], part[1]);
    bounds[2] = Math.max(bounds[2], part[0]);
    bounds[3] = Math.max(bounds[3], part[1]);
  };
  add(geometry.coordinates);
  return bounds;
}

/** The words of the box in the page's language. */
export function showSearchWords() {
  const box = element("search");
  box.placeholder = word("search");
  box.setAttribute("aria-label", word("search"));
}

function show(nodes) {
  element("hits").replaceChildren(...nodes);
  element("hits").hidden = !nodes.length;
}

function note(text) {
  const item = document.createElement("li");
  item.className = "note";
  item.textContent = text;
  return item;
}

function hitItem(hit, layer, onChoice) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.layer = hit.layer;
  button.dataset.id = hit.id;
  const title = document.createElement("span");
  title.textContent = hit.title;
  const kind = document.createElement("span");
  kind.className = "count";
  kind.textContent = layer ? local(layer.title) : hit.layer;
  button.append(title, kind);
  button.addEventListener("click", () => onChoice(hit, layer));
  item.append(button);
  return item;
}

async function ask(text, layers, onChoice) {
  asked = text;
  if ([...text].length < 2) return show([]);
  let nodes;
  try {
    const answer = await request(
      `/search?limit=20&q=${encodeURIComponent(text)}${viewpoint("&")}`, "application/geo+json");
    if (answer.status === 400) nodes = [];
    else if (!answer.ok) throw new Error(`status ${answer.status}`);
    else {
      const found = (await answer.json()).features;
      nodes = found.map((hit) => {
        return hitItem(hit, layers().find((layer) => layer.id === hit.layer), onChoice);
      });
      if (!nodes.length) nodes = [note(word("noHits"))];
    }
  } catch {
    nodes = [note(word("noSearch"))];
  }
  if (asked === text) show(nodes);
}

/** Makes the box work: `layers` answers the map's layers, `onChoice` gets a hit and its layer. */
export function listenToSearch(layers, onChoice) {
  const box = element("search");
  box.addEventListener("input", () => {
    clearTimeout(pending);
    pending = setTimeout(() => ask(box.value.trim(), layers, onChoice), PAUSE);
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
