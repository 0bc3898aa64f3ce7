// The icons of the page's buttons: strokes of 24 × 24 units.

const PATHS = {
  layers: "M12 3 21 8 12 13 3 8z M3 12.5 12 17.5 21 12.5 M3 17 12 22 21 17",
  route: "M6 19a2.5 2.5 0 1 0 0-.01 M18 5a2.5 2.5 0 1 0 0-.01 M8.5 19H15a4 4 0 0 0 0-8H9a3 3 0 0 1 0-6h6.5",
  runs: "M3 8c3-3 6 3 9 0s6-3 9 0 M3 13c3-3 6 3 9 0s6-3 9 0 M3 18c3-3 6 3 9 0s6-3 9 0",
  analyse: "M9 3h6 M10 3v6L4.5 19a1.5 1.5 0 0 0 1.3 2h12.4a1.5 1.5 0 0 0 1.3-2L14 9V3 M7.5 15h9",
  when: "M12 7v5l3 2 M4 5v4h4 M4.5 9a8.5 8.5 0 1 1-1 4",
  measure: "M3 16 16 3l5 5L8 21z M7 12l2 2 M10 9l2.5 2.5 M13 6l2 2",
  more: "M5 11.2a.8.8 0 1 0 .01 0 M12 11.2a.8.8 0 1 0 .01 0 M19 11.2a.8.8 0 1 0 .01 0",
  close: "M6 6l12 12 M18 6 6 18",
  home: "M4 11 12 4l8 7v9h-5v-6H9v6H4z",
  raised: "M4 21V9l6-3v15z M10 21V3l10 4v14z M14 10h2 M14 14h2 M14 18h2",
};
const NAMES = "http://www.w3.org/2000/svg";

/** A new icon. */
export function makeIcon(name) {
  const icon = document.createElementNS(NAMES, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  icon.setAttribute("class", "stroked");
  const path = document.createElementNS(NAMES, "path");
  path.setAttribute("d", PATHS[name]);
  icon.append(path);
  return icon;
}
