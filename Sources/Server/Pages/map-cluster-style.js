// How clusters are drawn: points that would lie over each other, as one mark with their number.

/** Pixels around a point within which others belong to its cluster. */
const RADIUS = 40;
/** The parts of a layer that draw single points. */
const SINGLES = ["circle", "badge", "label"];
const NUMBERS = ["Noto Sans CJK SC Bold"];

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

/** The marks, larger the more they stand for, and their numbers. */
function clusterParts(id, rule, rim) {
  const count = ["get", "point_count"];
  return [
    partOf(id, "cluster", rule, { type: "circle", filter: isCluster, paint: {
      "circle-color": rule.colour, "circle-stroke-color": rim, "circle-stroke-width": 2,
      "circle-radius": ["interpolate", ["linear"], ["log10", count], 0, 9, 1, 13, 2, 17, 3, 22, 4, 27],
    } }),
    partOf(id, "cluster-count", rule, { type: "symbol", filter: isCluster, layout: {
      "text-field": ["to-string", count], "text-font": NUMBERS, "text-allow-overlap": true,
      "text-size": ["interpolate", ["linear"], ["log10", count], 0, 11.5, 3, 13],
      // Names keep off the whole mark.
      "text-padding": 7,
    }, paint: { "text-color": rule.ink } }),
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
