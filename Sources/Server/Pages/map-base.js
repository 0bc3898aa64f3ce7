// Base maps of other servers, where a layer file turns one on: pictures below everything else.

import { local } from "./map-words.js";

const layerOf = (base) => `${base.id}/base`;

/** Sources and drawing layers of all base maps. */
export function baseStyle(bases) {
  return {
    sources: Object.fromEntries(bases.map((base) => [layerOf(base), {
      type: "raster", tiles: [base.template], tileSize: 256, minzoom: base.minzoom,
      maxzoom: base.maxzoom, attribution: "" }])),
    layers: bases.map((base) => ({ id: layerOf(base), type: "raster", source: layerOf(base) })),
  };
}

/** The entry of a base map in the list of layers. */
export function baseItem(base, hidden, map) {
  const item = document.createElement("li");
  item.className = "layer base";
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = !hidden.has(base.id);
  box.addEventListener("change", () => {
    if (box.checked) hidden.delete(base.id); else hidden.add(base.id);
    map().setLayoutProperty(layerOf(base), "visibility", box.checked ? "visible" : "none");
  });
  const name = document.createElement("span");
  name.className = "name";
  name.textContent = local(base.title);
  label.append(box, name);
  const note = document.createElement("p");
  note.className = "note";
  note.textContent = local(base.attribution);
  item.append(label, note);
  return item;
}
