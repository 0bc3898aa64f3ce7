// Goes to what was found, linked to or typed, and shows it.

import { ask } from "./map-access.js";
import { select } from "./map-details.js";
import { boundsOf } from "./map-document.js";
import { filterOf } from "./map-filter.js";
import { recount } from "./map-layer-times.js";
import { showLayers, unfold } from "./map-layers.js";
import { padding } from "./map-panels.js";
import { legendOf } from "./map-style.js";
import { show, view, viewpoint } from "./map-view.js";

let map = null;
let config = null;
let changeLayers = () => {};
let act = () => {};

/**
 * Prepares for a map.
 *
 * @param actions {changeLayers, act}: draws the layers that are on, does what a click does
 */
export function startGoTo(theMap, theConfig, actions) {
  [map, config] = [theMap, theConfig];
  ({ changeLayers, act } = actions);
}

/** Goes to a feature that a card links to, and shows it. */
export async function openFeature({ layer, id, properties }) {
  turnOn(layer);
  const answer = await ask(`/collections/${encodeURIComponent(layer.id)}/items/` +
    `${encodeURIComponent(id)}?f=json${viewpoint("&")}`, "application/geo+json");
  const geometry = answer.ok ? (await answer.json()).geometry : null;
  if (geometry) {
    const [west, south, east, north] = boundsOf(geometry);
    if (!map.getBounds().contains([(west + east) / 2, (south + north) / 2])) {
      map.fitBounds([[west, south], [east, north]],
        { padding: padding(), maxZoom: Math.max(layer.minzoom + 1, 17), duration: 700 });
    }
  }
  select([{ layer, id, properties }]);
}

/** Goes to what the search box found, and shows it. */
export function showHit(hit, layer) {
  if (!layer) return;
  const [west, south, east, north] = boundsOf(hit.geometry);
  turnOn(layer);
  // A street of several pieces is marked as a whole; the card is that of the nearest.
  const street = hit.parts && hit.geometry;
  // The card first: the view keeps clear of it.
  select([{ layer, id: String(hit.id), properties: hit.properties, street }]);
  map.fitBounds([[west, south], [east, north]],
    { padding: padding(), maxZoom: Math.max(layer.minzoom + 1, 17), duration: 800 });
}

export function turnOn(layer) {
  show(layer.id, true);
  unfold(layer);
  changeLayers();
  showLayers();
}

/** Shows a layer that the search box found, at its feature that lies nearest. */
export function showLayer(layer, nearest) {
  turnOn(layer);
  if (!nearest) return;
  const [west, south, east, north] = boundsOf(nearest.geometry);
  const centre = [(west + east) / 2, (south + north) / 2];
  // From where its points are drawn one by one, if their density is drawn before.
  const first = legendOf(layer.id)?.density?.maxzoom ?? layer.minzoom;
  const isSeen = map.getZoom() >= first && map.getBounds().contains(centre);
  if (!isSeen) map.easeTo({ center: centre, zoom: Math.max(map.getZoom(), first + 0.5) });
}

/** Shows of a layer the features whose field has the value, at the nearest one. */
export function showKind(layer, { field, value }, nearest) {
  const definition = layer.fields.find((one) => one.name === field);
  view.filters.set(layer.id, filterOf([{ field: definition, operator: "is", value }]));
  recount(layer);
  showLayer(layer, nearest);
}

/** Goes to a longitude and latitude that someone typed, and shows what lies there. */
export function showTyped(centre) {
  map.jumpTo({ center: centre, zoom: Math.max(map.getZoom(), 17) });
  map.once("idle", () => act(map.project(centre)));
}

export function overview(animate) {
  const [west, south, east, north] = config.bounds;
  map.fitBounds([[west, south], [east, north]],
    { padding: padding(), maxZoom: config.maxzoom, animate });
}
