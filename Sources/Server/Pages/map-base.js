// Base maps of other servers, where a layer file turns one on: pictures below everything else.

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
