// Measures a path or an area that the reader draws with clicks, or with Enter at the crosshair.

import { element } from "./map-dom.js";
import { areaOf, lengthOf } from "./map-geodesic.js";
import { useTool } from "./map-panels.js";
import { currentLanguage, pickWord, word } from "./map-words.js";

const SOURCE = "measure";
/** What is drawn on the map; below nothing. */
export const MEASURE_STYLE = {
  source: { type: "geojson", data: { type: "FeatureCollection", features: [] } },
  layers: [
    { id: "measure/fill", type: "fill", source: SOURCE, filter: ["==", "$type", "Polygon"],
      paint: { "fill-color": "#d6452b", "fill-opacity": 0.15 } },
    { id: "measure/line", type: "line", source: SOURCE, filter: ["!=", "$type", "Point"],
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": "#d6452b", "line-width": 2.5 } },
    { id: "measure/point", type: "circle", source: SOURCE, filter: ["==", "$type", "Point"],
      paint: { "circle-radius": 4, "circle-color": "#ffffff", "circle-stroke-color": "#d6452b",
        "circle-stroke-width": 2 } },
    { id: "measure/label", type: "symbol", source: SOURCE, filter: ["has", "label"],
      layout: { "text-field": ["get", "label"], "text-size": 13, "text-anchor": "center",
        "text-font": ["Noto Sans CJK SC Bold", "sans-serif"],
        "text-offset": ["case", ["get", "isEnd"], ["literal", [0, -1.3]], ["literal", [0, 0]]],
        // The latest of two that lie over each other.
        "symbol-sort-key": ["-", ["get", "index"]] },
      paint: { "text-color": "#a3301b", "text-halo-color": "#ffffff", "text-halo-width": 2 } },
  ],
};

let map = null;
/** "length", "area" or null while nothing is measured. */
let kind = null;
let places = [];

export const isMeasuring = () => kind !== null;

const number = (value, digits) =>
  value.toLocaleString(currentLanguage(), { maximumFractionDigits: digits });

/** Metres as people read them. */
export function readLength(metres) {
  if (!Number.isFinite(metres)) return "—";
  return metres < 1000 ? `${number(metres, 1)} m` : `${number(metres / 1000, 3)} km`;
}

/** Square metres as people read them: m², from a hectare on hectares, from a square kilometre on km². */
export function readArea(square) {
  if (square < 1e4) return `${number(square, 1)} m²`;
  return square < 1e6 ? `${number(square / 1e4, 2)} ${word("hectares")}`
    : `${number(square / 1e6, 3)} km²`;
}

function draw() {
  const isArea = kind === "area" && places.length > 2;
  const shape = isArea ? { type: "Polygon", coordinates: [[...places, places[0]]] }
    : { type: "LineString", coordinates: places };
  const feature = (geometry, properties = {}) => ({ type: "Feature", properties, geometry });
  // A path says at each place how far that is, an area what it measures.
  const features = places.map((coordinates, index) => feature({ type: "Point", coordinates },
    !isArea && index
      ? { label: readLength(lengthOf(places.slice(0, index + 1))), isEnd: true, index } : {}));
  if (places.length > 1) {
    features.unshift(feature(shape,
      isArea ? { label: readArea(areaOf(places)), isEnd: false, index: 0 } : {}));
  }
  map.getSource(SOURCE)?.setData({ type: "FeatureCollection", features });
}

function showResult() {
  const result = element("measured");
  const isArea = kind === "area";
  const isEnough = places.length > (isArea ? 2 : 1);
  const metres = lengthOf(isArea ? [...places, ...places.slice(0, 1)] : places);
  result.dataset.metres = isEnough ? String(metres) : "";
  result.dataset.squareMetres = isEnough && isArea ? String(areaOf(places)) : "";
  result.textContent = !isEnough ? pickWord(isArea ? "drawArea" : "drawPath")
    : isArea ? `${readArea(areaOf(places))} · ${word("around")} ${readLength(metres)}`
      : readLength(metres);
  element("undo").disabled = !places.length;
}

/** The words of the tool in the page's language. */
export function showMeasureWords() {
  element("undo").textContent = word("undo");
  element("measure-length").textContent = word("length");
  element("measure-area").textContent = word("area");
  if (kind) showResult();
}

function change() {
  draw();
  showResult();
}

/** Adds a position, [longitude, latitude] in degrees. */
function addPlace(place) {
  places.push(place);
  change();
}

export function removePlace() {
  places.pop();
  change();
}

/** Starts to measure a "length" or an "area" with the same positions, or ends with null. */
function setMeasure(next) {
  kind = next;
  if (!kind) places = [];
  element("measure-length").setAttribute("aria-pressed", String(kind === "length"));
  element("measure-area").setAttribute("aria-pressed", String(kind === "area"));
  map.getCanvas().style.cursor = kind ? "crosshair" : "";
  change();
}

/** Makes the tool's buttons work on `theMap`. */
export function listenToMeasure(theMap) {
  map = theMap;
  useTool("measure", {
    onOpen: () => {
      setMeasure("length");
      map.getCanvas().focus({ preventScroll: true });
    },
    onClose: () => setMeasure(null),
    picks: () => kind !== null, onPick: ({ lng, lat }) => addPlace([lng, lat]),
  });
  for (const one of ["length", "area"]) {
    element(`measure-${one}`).addEventListener("click", () => setMeasure(one));
  }
  element("undo").addEventListener("click", removePlace);
}
