// Clusters of points: filled from what the loaded tiles hold of each layer, each feature once, and
// gathered by MapLibre. A click goes to where the points of a cluster lie.

import { clusterRule, clusterSource, isClusterSource, isOfClusters } from "./map-cluster-style.js";
import { padding } from "./map-panels.js";
import { layerOf, sourceOf, styleNow } from "./map-style.js";
import { absent, filterOfView, isOffered, isShown } from "./map-view.js";

/** The most points of a layer that are gathered; the rest would not be told apart. */
const MOST = 50000;
/** Milliseconds after the last change until clusters are made anew. */
const PATIENCE = 80;

let map = null;
let layers = () => [];
let timer = 0;
/** What each layer's clusters were made of, so that the same is not given again. */
const filled = new Map();

/** Layers with clusters at the zoom that is shown. */
function clustered() {
  const zoom = map.getZoom();
  return layers().filter((layer) => {
    const rule = clusterRule(styleNow(), layer.id);
    return rule && zoom >= rule.minzoom && zoom < rule.maxzoom && isOffered(layer)
      && isShown(layer.id) && !absent.has(layer.id) && map.getSource(clusterSource(layer.id));
  });
}

/** The fields that drawing and cards need before a feature is asked for. */
const fieldsOf = ({ style }) =>
  ["id", style.label, style.categories?.field, style.labelZooms?.field].filter(Boolean);

/** The features of a layer in the loaded tiles, each once and in the same order at every place. */
function pointsOf(layer) {
  const filter = filterOfView(layer.id) ?? undefined;
  const found = map.querySourceFeatures(sourceOf(layer), { sourceLayer: layer.id, filter });
  const points = new Map();
  const fields = fieldsOf(layer);
  for (const one of found) {
    const { id } = one.properties;
    if (id === undefined || points.has(id)) continue;
    points.set(id, { type: "Feature", geometry: one.geometry, properties:
      Object.fromEntries(fields.map((name) => [name, one.properties[name]])
        .filter(([, value]) => value !== undefined && value !== null)) });
    if (points.size >= MOST) break;
  }
  return [...points.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, point]) => point);
}

/** Fills the clusters of a layer from its tiles. */
function fill(layer) {
  const source = map.getSource(clusterSource(layer.id));
  if (!source || !map.isSourceLoaded(sourceOf(layer))) return;
  const features = pointsOf(layer);
  const key = features.map((one) =>
    `${one.properties.id} ${one.geometry.coordinates.join()}`).join();
  if (filled.get(layer.id)?.key === key && filled.get(layer.id).source === source) return;
  filled.set(layer.id, { key, source });
  source.setData({ type: "FeatureCollection", features });
}

/** Fills all, one layer a task so that the page stays responsive. */
async function fillAll() {
  for (const layer of clustered()) {
    fill(layer);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Makes clusters anew soon: what they are made of has changed. */
export function renewClusters() {
  clearTimeout(timer);
  timer = setTimeout(fillAll, PATIENCE);
}

/** `allLayers` gives the layers of the page's configuration. */
export function startClusters(theMap, allLayers) {
  [map, layers] = [theMap, allLayers];
  map.on("sourcedata", (event) => {
    if (!isClusterSource(event.sourceId) && event.isSourceLoaded) renewClusters();
  });
  for (const name of ["moveend", "styledata"]) map.on(name, renewClusters);
  renewClusters();
}

/** The cluster at a point of the screen, as {source, id, count}; null for none. */
export function clusterAt(point) {
  const near = [[point.x - 4, point.y - 4], [point.x + 4, point.y + 4]];
  const parts = map.getStyle().layers.filter(isOfClusters).map((one) => one.id);
  const found = map.queryRenderedFeatures(near, { layers: parts })[0];
  return found ? { source: found.source, id: found.properties.cluster_id,
    count: found.properties.point_count, layer: layerOf(found.layer),
    centre: found.geometry.coordinates } : null;
}

/** Goes to where the points of a cluster lie, near enough that it falls apart. */
export async function openCluster({ source, id, count, centre }) {
  const points = map.getSource(source);
  if (!points) return;
  const [leaves, least] = await Promise.all(
    [points.getClusterLeaves(id, count, 0), points.getClusterExpansionZoom(id)]);
  const bounds = new maplibregl.LngLatBounds();
  for (const { geometry } of leaves) bounds.extend(geometry.coordinates);
  const camera = map.cameraForBounds(bounds, { padding: padding(), maxZoom: 18.5 });
  // What lies closely together is told apart at the zoom of single points only.
  const isFar = !camera || camera.zoom < least;
  map.easeTo({ center: isFar ? centre : camera.center, zoom: isFar ? least : camera.zoom,
    duration: 600 });
}
