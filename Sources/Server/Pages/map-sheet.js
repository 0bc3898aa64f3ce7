// The view as a sheet: a picture with title, legend, scale, source, date and link, to download as PNG
// or to print, as PDF too.

import { momentOf } from "./map-clock.js";
import { element, make } from "./map-dom.js";
import { badgeOf, legendOf } from "./map-style.js";
import { isOffered, isShown, linkOf, view } from "./map-view.js";
import { currentLanguage, dayOf, legendValue, local, word } from "./map-words.js";

const FONT = '"Noto Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif';
/** Pixels of the sheet around the map, of its legend and of a line, at a ratio of 1. */
const [MARGIN, LEGEND, LINE] = [24, 170, 20];
/** The most entries of the legend. */
const MOST = 60;

let map = null;
let config = null;

/** Prepares the buttons. */
export function startSheet(theMap, theConfig) {
  [map, config] = [theMap, theConfig];
  element("sheet-png").addEventListener("click", download);
  element("sheet-print").addEventListener("click", print);
}

export function showSheetWords() {
  element("sheet-title-label").textContent = word("sheetTitle");
  element("sheet-title").placeholder = local(config?.title) || "";
  element("sheet-png").textContent = word("sheetPNG");
  element("sheet-print").textContent = word("sheetPrint");
}

/** The map as it is drawn now, as a canvas of its own. */
function picture() {
  return new Promise((resolve) => {
    map.once("render", () => {
      const from = map.getCanvas();
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [from.width, from.height];
      copy.getContext("2d").drawImage(from, 0, 0);
      resolve(copy);
    });
    map.triggerRepaint();
  });
}

// MARK: Parts

/** What the legend of the sheet says: {text, colour, geometry, isTitle}. */
function legendEntries() {
  const zoom = map.getZoom();
  const shown = [...config.layers, ...config.rasters].filter((one) => isOffered(one)
    && isShown(one.id) && zoom >= one.minzoom && (one.count === undefined || one.count > 0));
  const order = (one) => ["point", "line", "polygon", undefined].indexOf(one.geometry);
  // The values that are seen, by layer: what is not in view needs no explanation.
  const drawn = new Map();
  for (const one of map.queryRenderedFeatures()) {
    const layer = config.layers.find((each) => each.id === one.sourceLayer);
    if (!drawn.has(one.sourceLayer)) drawn.set(one.sourceLayer, new Set());
    const field = layer?.style.categories?.field;
    if (field) drawn.get(one.sourceLayer).add(String(one.properties[field]));
  }
  const entries = [];
  const result = config.runs?.find((one) => view.run
    && one.id === `run-${view.run.id}-${view.run.layer}`);
  for (const layer of [result, ...shown.sort((a, b) => order(a) - order(b))].filter(Boolean)) {
    if (layer.geometry && !drawn.has(layer.id)) continue;
    const colours = legendOf(layer.id);
    const categories = (layer.style?.categories?.colours || [])
      .filter((one) => drawn.get(layer.id)?.has(String(one.value))).map((one) => ({
        badge: layer.style.icon ? badgeOf(layer.id, one.value) : null,
      text: local(one.title), colour: colours?.categories[one.value] ?? one.colour,
      geometry: layer.geometry }));
    const classes = (layer.classes || []).map((one) => ({ text: local(one.title),
      colour: one.colour }));
    const ramp = (layer.ramp || []).map((one) => ({ text: legendValue(layer, one.value),
      colour: one.colour }));
    const parts = [...categories, ...classes, ...ramp];
    entries.push({ text: local(layer.title), geometry: layer.geometry, isTitle: parts.length > 0,
      badge: layer.style?.icon && !parts.length ? badgeOf(layer.id) : null,
      colour: parts.length ? null : colours?.colour ?? layer.style?.colour }, ...parts);
  }
  return entries.slice(0, MOST);
}

/** A length of 1, 2 or 5 times a power of ten that fits into some pixels, in metres. */
function scaleBar(most) {
  const y = map.getCanvas().clientHeight / 2;
  const [one, other] = [[0, y], [most, y]].map((point) => map.unproject(point));
  const metres = one.distanceTo(other);
  const power = 10 ** Math.floor(Math.log10(metres));
  const length = [5, 2, 1].map((step) => step * power).find((step) => step <= metres);
  const text = length < 1000 ? `${length} m` : `${length / 1000} km`;
  return { width: (most * length) / metres, text };
}

/** From where the city is seen, as the sheet says it. */
function stateWords() {
  const parts = [];
  const banner = element("banner");
  if (!banner.hidden) parts.push(banner.textContent.trim());
  if (view.run?.moment) parts.push(`${word("moment")}${word("colon")}${momentOf(view.run.moment)}`);
  return parts.join(" · ");
}

// MARK: The sheet

/** The sheet as a canvas. */
async function sheet() {
  const drawing = await picture();
  const ratio = drawing.width / map.getCanvas().clientWidth;
  const size = (pixels) => Math.round(pixels * ratio);
  const entries = legendEntries();
  const head = size(stateWords() ? 84 : 64);
  const foot = size(56);
  const canvas = document.createElement("canvas");
  // As many columns as the height of the map asks for.
  const lines = Math.max(8, Math.floor((drawing.height / ratio - 40) / LINE));
  const columns = Math.max(1, Math.ceil(entries.length / lines));
  canvas.width = drawing.width + size(2 * MARGIN + columns * (LEGEND + MARGIN));
  canvas.height = Math.max(drawing.height, size(lines * LINE + 40)) + head + foot;
  const context = canvas.getContext("2d");
  const write = (text, x, y, font, colour = "#1f2a2e", most = undefined) => {
    context.font = `${font.replace(/\d+/, (pixels) => size(pixels))} ${FONT}`;
    context.fillStyle = colour;
    context.fillText(text, x, y, most);
  };
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  const title = element("sheet-title").value || local(config.title);
  write(title, size(MARGIN), size(42), "600 24px", "#1f2a2e", canvas.width - size(2 * MARGIN));
  if (stateWords()) write(stateWords(), size(MARGIN), size(68), "14px", "#a33a20");
  context.drawImage(drawing, size(MARGIN), head);
  context.strokeStyle = "#8a8f90";
  context.strokeRect(size(MARGIN), head, drawing.width, drawing.height);
  const x = drawing.width + size(2 * MARGIN);
  write(word("layers_legend"), x, head + size(16), "600 15px");
  entries.forEach((entry, index) => {
    const left = x + size(Math.floor(index / lines) * (LEGEND + MARGIN));
    const y = head + size(42 + (index % lines) * LINE);
    if (entry.colour) drawSwatch(context, entry, left, y, size);
    write(entry.text, left + (entry.colour ? size(26) : 0), y,
      `${entry.isTitle ? "600 " : ""}13px`, "#1f2a2e", size(LEGEND - 26));
  });
  drawFoot(context, canvas, drawing, { size, write, top: head + drawing.height });
  return canvas;
}

function drawSwatch(context, { badge, colour, geometry }, x, y, size) {
  if (badge) return context.drawImage(badge, x, y - size(14), size(18), size(18));
  context.fillStyle = colour;
  context.strokeStyle = "#7a7f80";
  context.lineWidth = size(0.8);
  context.beginPath();
  if (geometry === "point") context.arc(x + size(9), y - size(5), size(5.5), 0, 2 * Math.PI);
  else if (geometry === "line") context.rect(x, y - size(7), size(18), size(4));
  else context.rect(x, y - size(11), size(18), size(12));
  context.fill();
  return context.stroke();
}

function drawFoot(context, canvas, drawing, { size, write, top }) {
  const bar = scaleBar(140);
  const y = canvas.height - size(34);
  context.strokeStyle = "#1f2a2e";
  context.lineWidth = size(1.5);
  context.beginPath();
  context.moveTo(size(MARGIN), y - size(6));
  context.lineTo(size(MARGIN), y);
  context.lineTo(size(MARGIN + bar.width), y);
  context.lineTo(size(MARGIN + bar.width), y - size(6));
  context.stroke();
  write(bar.text, size(MARGIN + bar.width + 8), y, "13px");
  const bearing = map.getBearing();
  if (Math.abs(bearing) > 1) {
    write(`${word("northAt")} ${Math.round(-bearing)}°`, size(MARGIN + bar.width + 80), y, "13px");
  }
  const source = [config.attribution, `${word("made")} ${dayOf(new Date().toISOString())}`]
    .filter(Boolean).join(" · ");
  write(source, size(MARGIN), canvas.height - size(12), "12px", "#5c6a6e",
    canvas.width - size(2 * MARGIN));
  const link = linkOf(map);
  const most = canvas.width - size(2 * MARGIN + 320);
  context.textAlign = "right";
  write(link.length > 160 ? `${link.slice(0, 157)}…` : link, canvas.width - size(MARGIN), y, "11px",
    "#5c6a6e", most);
  context.textAlign = "left";
}

async function download() {
  const canvas = await sheet();
  canvas.toBlob((blob) => {
    const link = make("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${(element("sheet-title").value || "yutu").replace(/[\\/:*?"<>|]/g, "_")}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }, "image/png");
}

/** Prints the sheet; browsers save it as PDF there. */
async function print() {
  const canvas = await sheet();
  const image = element("sheet");
  image.alt = element("sheet-title").value || local(config.title);
  image.src = canvas.toDataURL("image/png");
  await image.decode();
  image.hidden = false;
  document.documentElement.lang = currentLanguage() === "zh" ? "zh-Hans" : "en";
  window.addEventListener("afterprint", () => { image.hidden = true; }, { once: true });
  window.print();
}
