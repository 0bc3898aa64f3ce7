// Controls for places and areas, picked on a map or typed.

import { make, makeButton } from "./map-dom.js";
import { filled } from "./process-words.js";

/** What is wrong with what somebody wrote. */
export class Fault extends Error {}

/** A place [longitude, latitude] out of text; throws a Fault. */
function placeIn(text, words) {
  const numbers = text.trim().split(/[\s,，;；]+/).map(Number);
  if (numbers.length !== 2 || numbers.some((one) => !Number.isFinite(one))) {
    throw new Fault(words.noPlace);
  }
  if (Math.abs(numbers[1]) > 90) throw new Fault(words.noLatitude);
  if (Math.abs(numbers[0]) > 180) throw new Fault(filled(words.outside, { n: numbers[0] }));
  return numbers;
}

const rounded = (place) => place.map((one) => Number(one.toFixed(6)));
const feature = (geometry) => ({ type: "Feature", properties: {}, geometry });

/** Has `action` pick something; a picker that was stopped gives nothing. */
function pickButton(text, action) {
  const button = makeButton("", text, async () => {
    button.disabled = true;
    try {
      await action();
    } finally {
      button.disabled = false;
      button.focus({ preventScroll: true });
    }
  });
  return button;
}

/** A place: an input and a button that picks it. */
export function placeControl({ words, picker, changed }) {
  const input = make("input");
  input.placeholder = words.placeForm;
  input.autocomplete = "off";
  input.addEventListener("change", changed);
  const element = make("div", "line");
  element.append(input);
  const read = () => (input.value.trim() ? placeIn(input.value, words) : undefined);
  const write = (place) => { input.value = place ? rounded(place).join(", ") : ""; };
  const pick = async () => {
    const place = await picker.point();
    if (place) write(place);
    changed();
  };
  if (picker) element.append(pickButton(words.pick, pick));
  return {
    element, input, read, write, pick: picker && pick,
    shapes: () => {
      try {
        const place = read();
        return place ? [feature({ type: "Point", coordinates: place })] : [];
      } catch { return []; }
    },
  };
}

/** A polygon: a corner on each line, or drawn. */
export function areaControl({ words, picker, changed }) {
  const input = make("textarea");
  input.placeholder = words.areaForm;
  input.addEventListener("change", changed);
  const element = make("div");
  element.append(input);
  const read = () => {
    const lines = input.value.split("\n").filter((line) => line.trim());
    if (!lines.length) return undefined;
    const ring = lines.map((line) => placeIn(line, words));
    const isClosed = ring.length > 1 && ring[0].join() === ring.at(-1).join();
    const corners = isClosed ? ring.slice(0, -1) : ring;
    if (corners.length < 3) throw new Fault(words.noArea);
    return { type: "Polygon", coordinates: [[...corners, corners[0]]] };
  };
  const write = (area) => {
    const ring = area?.coordinates?.[0]?.slice(0, -1) || [];
    input.value = ring.map((place) => rounded(place).join(", ")).join("\n");
  };
  if (picker) {
    element.append(pickButton(words.draw, async () => {
      const area = await picker.area();
      if (area) write(area);
      changed();
    }));
  }
  return {
    element, input, read, write,
    shapes: () => {
      try {
        const area = read();
        return area ? [feature(area)] : [];
      } catch { return []; }
    },
  };
}

/** A GeoJSON feature collection as text, to which areas are drawn. */
export function featuresControl({ words, picker, changed, json }) {
  const control = json();
  const shapes = () => {
    try { return control.read()?.features || []; } catch { return []; }
  };
  if (picker) {
    const draw = pickButton(words.draw, async () => {
      const area = await picker.area();
      if (area) {
        control.write({ type: "FeatureCollection", features: [...shapes(), feature(area)] });
      }
      changed();
    });
    control.element.append(draw);
  }
  return { ...control, shapes };
}
