// The map of a page about the city, a layer or a feature.

import { ask } from "./map-access.js";
import { element } from "./map-dom.js";
import { startMap } from "./page-map.js";

async function start() {
  const box = element("map");
  const map = await startMap(box);
  const { feature } = box.dataset;
  if (!map) return;
  if (!feature) return map.idle();
  const answer = await ask(feature, "application/geo+json");
  if (!answer.ok) return;
  map.show("feature", { type: "FeatureCollection", features: [await answer.json()] },
    { fits: true });
  await map.idle();
}

start().catch((error) => console.warn(error.message))
  .finally(() => { document.body.dataset.state = "idle"; });
