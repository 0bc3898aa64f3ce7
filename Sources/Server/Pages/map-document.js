// The server's style documents as pages draw them, and where features lie.

import { ask } from "./map-access.js";

/** The fonts of labels, as CSS has them. */
export const FONTS = [
  "Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei", "sans-serif"];

/** Addresses of this server as the page reaches it: it may stand behind another one. */
function here(url) {
  const path = /^https?:\/\/[^/]+(\/(?:tiles|collections|map|styles|fonts)\/.*)$/.exec(url);
  return path ? location.origin + path[1] : url;
}

/** Labels are drawn with the fonts of the machine, which needs a recent MapLibre. */
function hasLocalFonts() {
  const [major, minor] = maplibregl.getVersion().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 24);
}

/** The style document at `path`; null where the server refuses it. */
export async function readDocument(path) {
  const answer = await ask(path);
  if (!answer.ok) return null;
  const style = await answer.json();
  for (const source of Object.values(style.sources)) {
    if (source.tiles) source.tiles = source.tiles.map(here);
  }
  for (const key of ["sprite", "glyphs"]) if (style[key]) style[key] = here(style[key]);
  if (!hasLocalFonts()) return style;
  delete style.glyphs;
  for (const part of style.layers) {
    const fonts = part.layout?.["text-font"];
    if (!fonts) continue;
    part.layout["text-font"] = /bold/i.test(fonts[0]) ? [`${FONTS[0]} Bold`, ...FONTS] : FONTS;
  }
  return style;
}

/** The box around the positions of GeoJSON geometries: [west, south, east, north]; infinite for
 * none. */
export function boundsOf(...geometries) {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (part) => {
    if (typeof part[0] !== "number") return part.forEach(add);
    bounds[0] = Math.min(bounds[0], part[0]);
    bounds[1] = Math.min(bounds[1], part[1]);
    bounds[2] = Math.max(bounds[2], part[0]);
    bounds[3] = Math.max(bounds[3], part[1]);
  };
  const addGeometry = (one) => {
    if (one?.type === "GeometryCollection") one.geometries.forEach(addGeometry);
    else if (one) add(one.coordinates);
  };
  geometries.forEach(addGeometry);
  return bounds;
}
