// Small helpers over the page's elements. Text from data becomes text nodes, never markup.

export const element = (id) => document.getElementById(id);

/** A part of an address as the text that it stands for; "" where it is broken. */
export function decoded(text) {
  try { return decodeURIComponent(text || ""); } catch { return ""; }
}

/** A new element with a class and a text. */
export function make(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

/** A new button that does `action`. */
export function makeButton(className, text, action) {
  const button = make("button", className, text);
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}

/** A new box to tick with what it stands for. */
export function makeBox(isOn, onChange) {
  const box = make("input");
  box.type = "checkbox";
  box.checked = isOn;
  box.addEventListener("change", () => onChange(box.checked));
  return box;
}

/** Gives a list its choices, each a value and a text. */
export function setOptions(list, options) {
  list.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

/** A new list of choices. */
export function makeChoice(options, value, onChange) {
  const list = make("select");
  setOptions(list, options);
  list.value = value;
  list.addEventListener("change", () => onChange(list.value));
  return list;
}

/** A control with what it is. */
export function labelled(text, control) {
  const line = make("label", "field");
  line.append(make("span", "", text), control);
  return line;
}

/** An entry of a legend. */
export function legendEntry(geometry, colour, text) {
  const item = make("li");
  const swatch = make("span", `swatch ${geometry}`);
  swatch.style.background = colour;
  item.append(swatch, make("span", "", text));
  item.title = text;
  return item;
}

/** Text as HTML that shows it as it is, for MapLibre's attribution, which takes HTML only. */
export function escaped(text) {
  const holder = make("span", "", text || "");
  return holder.innerHTML;
}

/** Where the panels lie above and below the map, as in map.css. */
export const isNarrow = () => window.innerWidth <= 720;

/** What may be cut where a text is long. */
const MAY_BE_CUT = "select, th, td, .legend span, #found button, #hits span, #feature";

/** Has what is cut tell its whole text when it is pointed at. */
export function tellWholeTexts() {
  document.addEventListener("pointerover", ({ target }) => {
    const one = target.closest?.(MAY_BE_CUT);
    if (!one) return;
    const isCut = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2;
    if (one.localName === "select") one.title = one.selectedOptions[0]?.label ?? "";
    else if (isCut) one.title = one.textContent;
  });
}
