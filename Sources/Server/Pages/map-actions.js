// What one can do from a place: routes to and from it, what is near, what can be reached, what is
// there; as buttons of the card and as the menu of the right mouse button.

import { element, isNarrow, make, makeButton } from "./map-dom.js";
import { canRoute, routeFrom } from "./map-route.js";
import { word } from "./map-words.js";

let map = null;
let lookAt = () => {};
let leaveCard = () => {};

/** The actions of a place, each with what it does. */
function actionsOf(where) {
  const place = [where.lng, where.lat];
  return [
    ["routeTo", "route", () => routeFrom("route", place, "to")],
    ["routeHere", "route", () => routeFrom("route", place, "from")],
    ["nearestHere", "nearest", () => routeFrom("nearest", place)],
    ["reachHere", "reach", () => routeFrom("reach", place)],
  ].filter(([, tool]) => canRoute(tool));
}

/** The buttons of a card for a place. A phone has room for the card or for what they open. */
export function actionButtons(where) {
  const box = make("div", "actions");
  box.append(...actionsOf(where).map(([name, , action]) => makeButton("", word(name), () => {
    if (isNarrow()) leaveCard();
    action();
  })));
  return box;
}

export function closeMenu() { element("context").hidden = true; }

function openMenu(event) {
  const menu = element("context");
  const where = event.lngLat;
  const items = [
    ["whatIsHere", null, () => lookAt(event.point)], ...actionsOf(where),
    ["copyPlace", null, () => navigator.clipboard?.writeText(
      `${where.lng.toFixed(6)}, ${where.lat.toFixed(6)}`)],
  ];
  menu.replaceChildren(...items.map(([name, , action]) => {
    const button = makeButton("", word(name), () => {
      closeMenu();
      action();
    });
    button.setAttribute("role", "menuitem");
    return button;
  }));
  menu.hidden = false;
  const { offsetWidth: width, offsetHeight: height } = menu;
  menu.style.left = `${Math.min(event.point.x, window.innerWidth - width - 8)}px`;
  menu.style.top = `${Math.min(event.point.y, window.innerHeight - height - 8)}px`;
  menu.querySelector("button").focus();
}

/** Makes the menu work; `look` shows what is at a point of the screen, `leave` closes the card. */
export function startActions(theMap, look, leave) {
  [map, lookAt, leaveCard] = [theMap, look, leave];
  map.on("contextmenu", openMenu);
  for (const event of ["movestart", "click"]) map.on(event, closeMenu);
  const menu = element("context");
  menu.addEventListener("keydown", (event) => {
    const buttons = [...menu.querySelectorAll("button")];
    const index = buttons.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      buttons[(index + step + buttons.length) % buttons.length].focus();
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      closeMenu();
      map.getCanvas().focus({ preventScroll: true });
    }
  });
}
