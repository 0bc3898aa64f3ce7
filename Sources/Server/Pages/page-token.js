// The page that a closed server gives instead of its own: asks for the token, and then for the page
// that was wanted.

import { ask } from "./map-access.js";

async function start() {
  const answer = await ask(location.pathname + location.search, "text/html");
  if (answer.status === 401) return;
  const text = await answer.text();
  document.open();
  document.write(text);
  document.close();
}

start().catch((error) => console.warn(error.message))
  .finally(() => { if (document.body) document.body.dataset.state = "idle"; });
