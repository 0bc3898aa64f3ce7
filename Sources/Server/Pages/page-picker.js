// Picks places and areas on a page's map, for forms.

import { make, makeButton } from "./map-dom.js";
import { currentLanguage } from "./map-words.js";

const WORDS = {
  zh: { point: "在地图上单击一点", area: "逐点单击，围成范围", end: "完成", stop: "取消" },
  en: { point: "Click a place on the map", area: "Click corner after corner", end: "Done",
    stop: "Cancel" },
};

/**
 * A picker on a map of `startMap` in `box`, as `makeProcessForm` takes one. Keyboards: the arrows
 * move the map, Enter takes its centre, Escape stops.
 */
export function makePicker({ map, show, fit }, box) {
  const words = WORDS[currentLanguage()];
  let stopLast = () => {};

  /** Calls `take` with each place that is picked until `end` is called. */
  function begin(text, take, isArea) {
    stopLast();
    return new Promise((resolve) => {
      const hint = make("div", "hint");
      hint.setAttribute("role", "status");
      const end = (value) => {
        map.off("click", onClick);
        box.removeEventListener("keydown", onKey);
        box.classList.remove("picking");
        hint.remove();
        map.doubleClickZoom.enable();
        stopLast = () => {};
        resolve(value);
      };
      const onClick = ({ lngLat }) => take([lngLat.lng, lngLat.lat], end);
      const onKey = (event) => {
        if (event.key === "Escape") end(null);
        if (event.key !== "Enter" || event.target.tagName === "BUTTON") return;
        event.preventDefault();
        take(map.getCenter().toArray(), end);
      };
      hint.append(make("span", "", text));
      if (isArea) hint.append(makeButton("primary", words.end, () => take(null, end)));
      hint.append(makeButton("", words.stop, () => end(null)));
      box.append(hint);
      box.classList.add("picking");
      map.doubleClickZoom.disable();
      map.on("click", onClick);
      box.addEventListener("keydown", onKey);
      stopLast = () => end(null);
      box.scrollIntoView({ block: "nearest" });
      map.getCanvas().focus({ preventScroll: true });
    });
  }

  return {
    point: () => begin(words.point, (place, end) => end(place), false),
    area: async () => {
      const ring = [];
      const area = await begin(words.area, (place, end) => {
        if (place) ring.push(place);
        const polygon = { type: "Polygon", coordinates: [[...ring, ring[0]]] };
        if (!place) return end(ring.length < 3 ? null : polygon);
        const geometry = ring.length < 3
          ? { type: "MultiPoint", coordinates: ring } : polygon;
        show("drawing", { type: "FeatureCollection", features: [
          { type: "Feature", properties: {}, geometry }] }, { tint: "--accent" });
      }, true);
      show("drawing", null);
      return area;
    },
    show: (features) => show("inputs", features, { tint: "--accent" }),
    fit,
  };
}
