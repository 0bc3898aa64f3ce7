// The rail of tools at the page's edge and the panel that the chosen tool opens; one at a time.

import { element, isNarrow, make, makeButton } from "./map-dom.js";
import { makeIcon } from "./map-icons.js";
import { word } from "./map-words.js";

/** Tools in the order of the rail, those of use by name: {onOpen, onClose}. */
const NAMES = ["layers", "route", "runs", "analyse", "when", "measure", "more"];
const tools = new Map();
let open = null;

/** The name of the panel that is open, or null. */
export const openPanelName = () => open;

const sectionOf = (name) => document.querySelector(`#panel > [data-panel="${name}"]`);
const buttonOf = (name) => element(`tool-${name}`);

/** Puts the buttons into the rail. */
export function startPanels() {
  for (const name of NAMES) {
    const button = makeButton("", "", () => (open === name ? closePanel() : openPanel(name)));
    button.id = `tool-${name}`;
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-controls", "panel");
    button.append(makeIcon(name), make("span", "name"));
    element("rail").append(button);
  }
  for (const id of ["panel-close", "close"]) element(id).append(makeIcon("close"));
  element("panel-close").addEventListener("click", leavePanel);
}

/** Closes the panel and gives the focus back to the button of its tool. */
export function leavePanel() {
  const button = open && buttonOf(open);
  closePanel();
  button?.focus();
}

/**
 * What a tool does: `onOpen` and `onClose` with its panel, the latter with the name of the panel that
 * opens instead, `onPick` with a place {lng, lat} that is clicked on the map meanwhile, where `picks`
 * says that it wants one.
 */
export function useTool(name, tool) { tools.set(name, tool); }

const toolNow = () => tools.get(open);

/** Whether the open tool wants the next click on the map. */
export const isPicking = () => Boolean(toolNow()?.picks?.());

/** Gives a place that was clicked to the open tool; whether it wanted one. */
export function pick(where) {
  if (!isPicking()) return false;
  toolNow().onPick(where);
  return true;
}

/** Whether a tool is offered. */
export function offerTool(name, isOffered) { buttonOf(name).hidden = !isOffered; }

/** Opens the panel of a tool; another one is closed. */
export function openPanel(name, takeFocus = true) {
  if (open === name) return;
  closePanel(name);
  open = name;
  element("panel").hidden = false;
  element("panel").dataset.open = name;
  document.body.dataset.panel = name;
  sectionOf(name).hidden = false;
  buttonOf(name).setAttribute("aria-pressed", "true");
  showPanelWords();
  if (takeFocus) element("panel-title").focus({ preventScroll: true });
  tools.get(name)?.onOpen?.();
}

/** Closes the panel for another, `next`, or none; its tool ends. */
export function closePanel(next = null) {
  if (!open) return;
  const name = open;
  open = null;
  element("panel").hidden = true;
  delete document.body.dataset.panel;
  sectionOf(name).hidden = true;
  buttonOf(name).setAttribute("aria-pressed", "false");
  tools.get(name)?.onClose?.(next);
}

/** The words of the rail and the panel in the page's language. */
export function showPanelWords() {
  element("rail").setAttribute("aria-label", word("tools"));
  for (const name of NAMES) {
    buttonOf(name).querySelector(".name").textContent = word(`tool_${name}`);
  }
  element("panel-title").textContent = open ? word(`tool_${open}`) : "";
  element("panel-close").setAttribute("aria-label", word("close"));
  element("panel-close").title = word("close");
}

/** How high a sheet is or, while what it is to say is on its way, may become. */
function heightOf(sheet) {
  const { height } = sheet.getBoundingClientRect();
  if (sheet.dataset.state !== "loading") return height;
  return Math.max(height, parseFloat(getComputedStyle(sheet).maxHeight) / 100 * window.innerHeight);
}

/** How much of the map's sides panels cover, in pixels: what a view must keep free. */
export function padding() {
  const side = (id, edge) => (element(id).hidden ? 0
    : Math.abs(element(id).getBoundingClientRect()[edge === "left" ? "right" : "left"] -
      (edge === "left" ? 0 : window.innerWidth)));
  if (isNarrow()) {
    const sheets = ["panel", "details"].map((id) => element(id)).filter((one) => !one.hidden)
      .map((one) => window.innerHeight - one.getBoundingClientRect().bottom + heightOf(one));
    return { top: 76, left: 24, right: 24, bottom: Math.max(80, ...sheets) + 16 };
  }
  const timeline = element("timeline");
  const below = timeline.hidden ? 0 : window.innerHeight - timeline.getBoundingClientRect().top;
  return { top: 70, left: Math.max(90, side("panel", "left") + 24),
    right: Math.max(70, side("details", "right") + 24), bottom: Math.max(60, below + 20) };
}
