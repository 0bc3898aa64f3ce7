// How clusters are drawn: points that would lie over each other, as one mark with their number.

import { discLayout, discSize } from "./map-disc.js";

/** Pixels around a point within which others belong to its cluster. */
const RADIUS = 40;
/** The parts of a layer that draw single points. */
const SINGLES = ["circle", "badge", "label"];

/** The source of a layer's clusters. */
export const clusterSource = (id) => `cluster/${id}`;
/** Whether a source is one of those. */
export const isClusterSource = (id) => /^cluster\//.test(id || "");
/** Whether a part of the style draws clusters themselves, which have no properties of features. */
export const isOfClusters = (part) =>
  ["cluster", "cluster-count"].includes(part.metadata?.["yutu:part"]);

const isCluster = ["has", "point_count"];
const both = (...filters) => ["all", ...filters.filter(Boolean)];

/** Within which zooms a layer of a style document is clustered: {minzoom, maxzoom, colour, ink}. */
export const clusterRule = (document, id) =>
  document?.metadata?.["yutu:legend"]?.[id]?.clusters;

const partOf = (id, kind, rule, rest) => ({
  id: `${id}/${kind}`, metadata: { "yutu:layer": id, "yutu:part": kind },
  source: clusterSource(id), minzoom: rule.minzoom, maxzoom: rule.maxzoom,
  layout: {}, ...rest });

/**
 * The marks with their numbers, larger the more they stand for, and a dot where there is no room.
 *
 * They are symbols, so that those of several layers do not lie over each other nor over names.
 */
function clusterParts(id, rule, rim) {
  const count = ["get", "point_count"];
  const byCount = (...stops) => ["interpolate", ["linear"], ["log10", count], ...stops];
  return [
    partOf(id, "cluster", rule, { type: "circle", filter: isCluster, paint: {
      "circle-color": rule.colour, "circle-stroke-color": rim, "circle-stroke-width": 1.5,
      "circle-radius": 4,
    } }),
    partOf(id, "cluster-count", rule, { type: "symbol", filter: isCluster, layout: {
      ...discLayout(byCount(...[9, 13, 17, 22, 27].flatMap((one, digits) =>
        [digits, discSize(one)])), ["to-string", count]),
      "symbol-sort-key": ["-", count],
      "text-size": byCount(0, 11.5, 3, 13),
    }, paint: { "text-color": rule.ink, "icon-color": rule.colour, "icon-halo-color": rim,
      "icon-halo-width": 2 } }),
  ];
}

/** A single point, drawn from the source of the clusters as the style draws it. */
function singleOf(part, id, rule) {
  const { "source-layer": _, ...rest } = structuredClone(part);
  return { ...rest, id: `${part.id}/single`, source: clusterSource(id),
    minzoom: Math.max(part.minzoom ?? 0, rule.minzoom), maxzoom: rule.maxzoom,
    filter: both(part.filter, ["!", isCluster]) };
}

/**
 * A style document that draws clusters of the layers that have a rule for them.
 *
 * Their sources are empty: map-clusters.js fills them.
 */
export function withClusters(document) {
  const style = structuredClone(document);
  const marks = [];
  style.layers = style.layers.flatMap((part) => {
    const { "yutu:layer": id, "yutu:part": kind } = part.metadata || {};
    const rule = SINGLES.includes(kind) && clusterRule(document, id);
    if (!rule) return [part];
    style.sources[clusterSource(id)] ??= {
      type: "geojson", data: { type: "FeatureCollection", features: [] }, cluster: true,
      clusterRadius: RADIUS, clusterMaxZoom: rule.maxzoom - 1,
      // Pairs, such as the stops on both sides of a street, stay what they are.
      clusterMinPoints: 3,
    };
    if (kind === "circle") marks.push(...clusterParts(id, rule, part.paint["circle-stroke-color"]));
    const isOutside = ["any", ["<", ["zoom"], rule.minzoom], [">=", ["zoom"], rule.maxzoom]];
    // The part stays, so that the tiles that hold the points are read.
    return [{ ...part, filter: both(part.filter, isOutside) }, singleOf(part, id, rule)];
  });
  style.layers.push(...marks);
  return style;
}
