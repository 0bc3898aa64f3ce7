// What lies at a place: the features that the map draws there, those behind marks that only stand
// for small ones, and the values of rasters.

import { ask } from "./map-access.js";
import { isClusterSource } from "./map-cluster-style.js";
import { layerOf, sourceOf } from "./map-style.js";
import { isOffered, isShown, viewpoint, viewpointOf } from "./map-view.js";

/** Pixels around a click within which points and lines count. */
const NEAR = 4;
/** The most features that are listed. */
const MOST = 30;

const around = ({ x, y }) => [[x - NEAR, y - NEAR], [x + NEAR, y + NEAR]];

/** Whether a feature is an area of the administration, which lies below everything. */
export const isDivision = ({ layer }) => layer.role === "administrative-division";

/** Whether the map draws any feature of its layers at a point of the screen. */
export function isAnything(map, config, point) {
  const sources = new Set(config.layers.map(sourceOf));
  return map.queryRenderedFeatures(around(point)).some((one) =>
    (sources.has(one.source) || isClusterSource(one.source)) && one.layer.type !== "heatmap");
}

/** Drawn features as {layer, id, properties}, topmost first, each once; and layers of marks. */
function drawn(map, config, point) {
  const features = [];
  const marked = new Set();
  const seen = new Set();
  const results = ["point", "line", "polygon"].flatMap((kind) => {
    const layers = config.layers.filter((one) => one.geometry === kind && isOffered(one) && isShown(one.id));
    const ids = layers.flatMap((one) => ["badge", "badge/single", "circle", "circle/single", "bridge", "line", "tunnel", "raised", "fill", "outline"]
      .map((part) => `${one.id}/${part}`)).filter((id) => map.getLayer(id));
    return map.queryRenderedFeatures(kind === "polygon" ? point : around(point), { layers: ids });
  });
  for (const result of results) {
    const layer = config.layers.find((one) => one.id === layerOf(result.layer));
    const id = result.properties.id;
    if (id === undefined) {
      marked.add(layer);
      continue;
    }
    const key = `${layer.id}/${id}`;
    if (seen.has(key)) continue;
    seen.add(key);
    features.push({ layer, id: String(id), properties: result.properties });
  }
  return { features, marked: [...marked] };
}

/** The features of `layer` that the server finds around a point of the screen. */
async function asked(map, layer, point) {
  const [low, high] = around(point);
  const corners = [low, high, [low[0], high[1]], [high[0], low[1]]].map((one) => map.unproject(one));
  const [lons, lats] = [corners.map((one) => one.lng), corners.map((one) => one.lat)];
  const box = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
  const answer = await ask(
    `/collections/${encodeURIComponent(layer.id)}/items?limit=${MOST}` +
    `&bbox=${box.map((one) => one.toFixed(8)).join(",")}${viewpointOf(layer, "&")}`,
    "application/geo+json");
  if (!answer.ok) return [];
  return (await answer.json()).features.map((one) => {
    return { layer, id: String(one.id), properties: one.properties || {} };
  });
}

/** Features at a point of the screen, at most MOST: {layer, id, properties}, topmost first. */
export async function identify(map, config, point) {
  const { features, marked } = drawn(map, config, point);
  const more = await Promise.all(marked.map((layer) => asked(map, layer, point).catch(() => [])));
  const known = new Set(features.map((one) => `${one.layer.id}/${one.id}`));
  return [...features, ...more.flat().filter((one) => !known.has(`${one.layer.id}/${one.id}`))]
    .sort((a, b) => isDivision(a) - isDivision(b)).slice(0, MOST);
}

/** The values of rasters at a position in degrees, as {raster, value, class}; where there is one. */
export async function valuesAt(rasters, { lng, lat }) {
  const coords = encodeURIComponent(`POINT(${lng.toFixed(8)} ${lat.toFixed(8)})`);
  const covering = rasters.filter(({ bounds: [west, south, east, north] }) =>
    lng >= west && lng <= east && lat >= south && lat <= north);
  const answers = await Promise.all(covering.map(async (raster) => {
    try {
      const answer = await ask(`/collections/${encodeURIComponent(raster.id)}/position` +
        `?coords=${coords}${viewpoint("&")}`, "application/geo+json");
      return answer.ok ? { raster, ...(await answer.json()).properties } : null;
    } catch {
      return null;
    }
  }));
  return answers.filter(Boolean);
}
