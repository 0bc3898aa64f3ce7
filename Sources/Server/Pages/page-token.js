// The page that a closed server gives instead of its own: asks for the token, and then puts the
// page that was wanted in its own place.

import { ask } from "./map-access.js";

/** Runs a script of the page; resolves once it has run. */
function run(script) {
  return new Promise((resolve) => {
    const copy = document.createElement("script");
    for (const { name, value } of script.attributes) copy.setAttribute(name, value);
    [copy.onload, copy.onerror] = [resolve, resolve];
    document.head.append(copy);
  });
}

/** Shows another page in place of this one; scripts run one after another, as they stand there. */
async function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const scripts = [...page.querySelectorAll("script")];
  for (const script of scripts) script.remove();
  for (const { name, value } of page.documentElement.attributes) {
    document.documentElement.setAttribute(name, value);
  }
  document.head.replaceChildren(...page.head.childNodes);
  document.body.replaceWith(page.body);
  for (const script of scripts) await run(script);
}

async function start() {
  const answer = await ask(location.pathname + location.search, "text/html");
  if (answer.status !== 401) await show(await answer.text());
}

start().catch((error) => {
  console.warn(error.message);
  document.body.dataset.state = "idle";
});
