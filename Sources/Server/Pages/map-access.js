// The server's token: taken from the page's link, kept for this tab, and sent with every request to
// the server that the page came from, and to no other.

import { decoded, element } from "./map-dom.js";
import { currentLanguage, word } from "./map-words.js";

const KEY = "token";
let token = null;
token = taken() || kept();

/** The token in the address, which is then removed from it: links that people copy have none. */
function taken() {
  const parts = location.hash.slice(1).split("&");
  const found = parts.find((part) => part.startsWith("token="));
  if (!found) return null;
  const rest = parts.filter((part) => part !== found).join("&");
  history.replaceState(history.state, "",
    location.pathname + location.search + (rest ? `#${rest}` : ""));
  const value = decoded(found.slice("token=".length));
  keep(value);
  return value;
}

function kept() {
  try { return sessionStorage.getItem(KEY); } catch { return null; }
}

function keep(value) {
  token = value;
  try { sessionStorage.setItem(KEY, value); } catch { /* storage may be forbidden */ }
}

function forget() {
  token = null;
  try { sessionStorage.removeItem(KEY); } catch { /* storage may be forbidden */ }
}

const headers = () => (token ? { Authorization: `Bearer ${token}` } : {});

/** What MapLibre adds to its request for `url`. */
export function withToken(url) {
  return url.startsWith(`${location.origin}/`) ? { url, headers: headers() } : { url };
}

/** That a server did not answer at all. */
export class NoAnswer extends Error { name = "NoAnswer"; }

let reached = () => {};

/** Has `action` called after each answer with true, and with false where none came. */
export function listenToReach(action) { reached = action; }

/** Fetches `path`; throws a NoAnswer where the server cannot be reached. */
async function fetchOrTell(path, options) {
  try {
    const answer = await fetch(path, options);
    reached(true);
    return answer;
  } catch (error) {
    if (options.signal?.aborted || error.name === "AbortError") throw error;
    reached(false);
    throw new NoAnswer(word("noServer"));
  }
}

/**
 * Fetches `path`; a server that wants a token gets the one that the reader is asked for, and says
 * what is wrong in the page's language. `more` is what else the request has. A reader who gives no
 * token for what would change something gets the answer as it is.
 */
export async function ask(path, accept = "application/json", more = {}) {
  const isAction = (more.method || "GET") !== "GET";
  for (;;) {
    const answer = await fetchOrTell(path, { ...more, headers: {
      Accept: accept, "Accept-Language": currentLanguage(), ...more.headers, ...headers() } });
    if (answer.status !== 401) return answer;
    const given = await tokenOfReader(Boolean(token), isAction);
    if (given === null) {
      forget();
      return answer;
    }
    keep(given);
  }
}

/** What the server says is wrong, with its hint; that of a token is for programs. */
export const faultOf = (body) => (body.status === 401 ? word("tokenAction")
  : [body.detail, body.hint].filter(Boolean).join(" "));

let question = null;

/** Asks for the token once, however many requests wait for it; null where the reader gives none,
 * which is possible for an action only. */
function tokenOfReader(isWrong, isAction) {
  if (question) return question;
  const dialog = element("access");
  element("access-title").textContent = word("tokenTitle");
  element("access-note").textContent = word(
    isWrong ? "tokenWrong" : isAction ? "tokenAction" : "tokenNote");
  element("access-send").textContent = word("tokenSend");
  element("access-cancel").textContent = word("tokenCancel");
  element("access-cancel").hidden = !isAction;
  const field = element("access-token");
  field.setAttribute("aria-label", word("tokenTitle"));
  field.value = "";
  question = new Promise((resolve) => {
    const end = (value) => {
      dialog.close();
      question = null;
      resolve(value);
    };
    dialog.oncancel = (event) => {
      event.preventDefault();
      if (isAction) end(null);
    };
    element("access-cancel").onclick = () => end(null);
    element("access-form").onsubmit = (event) => {
      event.preventDefault();
      const value = field.value.trim();
      // A header carries plain characters only.
      if (/^[\x21-\x7e]+$/.test(value)) end(value);
    };
  });
  dialog.showModal();
  field.focus();
  return question;
}

/** Pages of features from an address on, each with `isLast`; throws where there is no answer. */
export async function* pagesFrom(address) {
  let path = address;
  while (path) {
    const answer = await ask(path, "application/geo+json");
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const page = await answer.json();
    const next = page.links?.find((one) => one.rel === "next")?.href;
    path = next?.replace(/^https?:\/\/[^/]+/, "");
    yield { ...page, isLast: !path };
  }
}
