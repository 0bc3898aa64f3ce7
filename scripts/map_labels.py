"""What lies over each other on the map itself: names, icons, numbers, marks.

MapLibre keeps symbols apart but for those of layers that allow overlaps, and knows neither circles
nor the page's markers. Its collision index (internal to it; looked up in 5.24) tells where symbols
are drawn; circles and markers are added, and all are compared.
"""

import json

from map_asking import IDLE, plain, reopen
from map_check import close_panel, list_all

ZOOMS = range(11, 19)
#: Languages with how the map is seen.
VIEWS = {"zh": {"pitch": 0, "bearing": 0}, "en": {"pitch": 55, "bearing": -20}}
ALL_ON = """document.querySelectorAll("#layers .theme .head input").forEach((one) => {
  if (!one.checked) one.click(); })"""
#: A fault that has to be found: badges of facilities over each other.
PLANT = """yutu.map.getStyle().layers.filter((one) => /badge/.test(one.id)).forEach((one) =>
  yutu.map.setLayoutProperty(one.id, "icon-allow-overlap", true))"""

#: Everything drawn with a text, icon or number: {name, layer, feature, kind, shapes}, in pixels.
DRAWN = r"""(() => {
  const map = yutu.map, style = map.style, items = [];
  const { placement } = style;
  const { grid, ignoredGrid } = placement.collisionIndex;
  const margin = (grid.width - map.transform.width) / 2;
  const serialized = Object.fromEntries(map.getStyle().layers.map((one) => [one.id, one]));
  const found = new Map();
  /** The feature that a key of the collision index stands for. */
  const featureOf = ({ bucketInstanceId, featureIndex }) => {
    const key = `${bucketInstanceId}/${featureIndex}`;
    if (!found.has(key)) {
      const data = placement.retainedQueryData[bucketInstanceId];
      const all = data && data.featureIndex.lookupSymbolFeatures([featureIndex], serialized,
        data.bucketIndex, data.sourceLayerIndex, { filterSpec: undefined, globalState: {} }, null,
        style._availableImages ?? [], style._layers);
      found.set(key, Object.values(all ?? {}).flat()[0]?.feature);
    }
    return found.get(key);
  };
  const add = (key, kind, shapes) => {
    const feature = featureOf(key);
    if (!feature) return;
    const { layout, paint, id: layer } = feature.layer;
    if (paint[`${kind === "icon" ? "icon" : "text"}-opacity`] === 0) return;
    const padding = Math.min(layout["text-padding"] ?? 2, layout["icon-image"] ?
      Number(layout["icon-padding"]?.values?.[0] ?? layout["icon-padding"] ?? 2) : 99);
    items.push({ layer, kind, feature: `${key.bucketInstanceId}/${key.featureIndex}`,
      source: feature.source, name: String(kind === "icon" ? "" : layout["text-field"] ?? "")
        || feature.properties.name || layout["icon-image"]?.name || "",
      shapes: shapes.map((one) => (one.r ? { ...one, r: one.r - padding } : {
        left: one.left + padding, top: one.top + padding, right: one.right - padding,
        bottom: one.bottom - padding })) });
  };
  for (const { boxKeys, bboxes, circleKeys, circles } of [grid, ignoredGrid]) {
    let before = null;
    boxKeys.forEach((key, index) => {
      const [left, top, right, bottom] = bboxes.slice(4 * index, 4 * index + 4)
        .map((one) => one - margin);
      const hasText = String(featureOf(key)?.layer.layout["text-field"] ?? "") !== "";
      const hasIcon = featureOf(key)?.layer.layout["icon-image"];
      // A symbol's text comes before its icon, which alone is square.
      const isSecond = before?.bucketInstanceId === key.bucketInstanceId
        && before.featureIndex === key.featureIndex;
      const isSquare = Math.abs((right - left) - (bottom - top)) < 1;
      const kind = hasIcon && (isSecond || !hasText || isSquare) ? "icon" : "text";
      add(key, kind, [{ left, top, right, bottom }]);
      before = isSecond ? null : key;
    });
    // The circles along a line, one symbol after the other.
    let run = [], last = null;
    const end = () => { if (run.length) add(last, "line", run); run = []; };
    circleKeys.forEach((key, index) => {
      const [x, y, r] = circles.slice(3 * index, 3 * index + 3);
      const one = { x: x - margin, y: y - margin, r };
      const previous = run.at(-1);
      if (!last || key.bucketInstanceId !== last.bucketInstanceId
        || key.featureIndex !== last.featureIndex
        || Math.hypot(one.x - previous.x, one.y - previous.y) > 2.5 * r) end();
      run.push(one);
      last = key;
    });
    end();
  }
  // Dots are data, like lines and areas, over which names may lie; the ring around what is chosen
  // lies over all.
  const parts = map.getStyle().layers.filter((one) => one.type === "circle"
    && one.source === "route").map((one) => one.id);
  const seen = new Set();
  for (const one of map.queryRenderedFeatures({ layers: parts })) {
    const { paint, id: layer } = one.layer;
    const r = (paint["circle-radius"] ?? 5) + (paint["circle-stroke-width"] ?? 0);
    if (r < 6 || one.geometry.type !== "Point") continue;
    const at = map.project(one.geometry.coordinates);
    const key = `${layer} ${Math.round(at.x)} ${Math.round(at.y)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    items.push({ layer, kind: "circle", feature: key, source: one.source,
      name: String(one.properties.point_count ?? one.properties.name ?? ""),
      shapes: [{ x: at.x, y: at.y, r }] });
  }
  const box = map.getContainer().getBoundingClientRect();
  for (const one of map.getContainer().querySelectorAll(".maplibregl-marker")) {
    const at = one.getBoundingClientRect();
    items.push({ layer: "marker", kind: "marker", feature: `marker ${items.length}`, source: "",
      name: one.title, shapes: [{ left: at.left - box.left, top: at.top - box.top,
        right: at.right - box.left, bottom: at.bottom - box.top }] });
  }
  const isSeen = (one) => one.shapes.some((each) => (each.left ?? each.x) < box.width
    && (each.right ?? each.x) > 0 && (each.top ?? each.y) < box.height
    && (each.bottom ?? each.y) > 0);
  return items.filter(isSeen);
})()"""

OVERLAPS = r"""(() => {
  const items = %s;
  const gap = (a, b) => {
    if (a.r && b.r) return Math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r;
    if (b.r) return gap(b, a);
    if (!a.r) {
      return Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
    }
    const x = Math.max(b.left, Math.min(a.x, b.right));
    const y = Math.max(b.top, Math.min(a.y, b.bottom));
    return x === a.x && y === a.y ? -a.r : Math.hypot(a.x - x, a.y - y) - a.r;
  };
  const least = (one, other) =>
    Math.min(...one.shapes.flatMap((a) => other.shapes.map((b) => gap(a, b))));
  const middle = ({ shapes }) => {
    const one = shapes[Math.floor(shapes.length / 2)];
    return one.r ? one : { x: (one.left + one.right) / 2, y: (one.top + one.bottom) / 2 };
  };
  const apart = (a, b) => Math.hypot(middle(a).x - middle(b).x, middle(a).y - middle(b).y);
  const ends = ({ shapes }) => shapes.map((one) => one.r
    ? [one.x - one.r, one.x + one.r] : [one.left, one.right]).reduce(
    (all, one) => [Math.min(all[0], one[0]), Math.max(all[1], one[1])]);
  const named = (one) => `${one.name} (${one.layer} ${one.kind})`;
  const sorted = items.map((one) => ({ one, span: ends(one) }))
    .sort((a, b) => a.span[0] - b.span[0]);
  const over = [], twice = [];
  sorted.forEach(({ one, span }, index) => {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next].one;
      if (sorted[next].span[0] > span[1] + 100) break;
      // A number on its mark; a name is written close to its icon.
      const isOn = one.kind !== other.kind && apart(one, other) < 3;
      const isClose = one.feature === other.feature && least(one, other) > -3;
      const isOwn = one.feature === other.feature && one.kind === other.kind;
      const pixels = least(one, other);
      if (pixels < -1 && !isOn && !isOwn && !isClose) {
        over.push({ what: `${named(one)} over ${named(other)}`,
          pixels: Math.round(-pixels * 10) / 10 });
      }
      const isText = [one, other].every((each) => ["text", "line"].includes(each.kind));
      if (isText && one.name && one.name === other.name && one.layer === other.layer && pixels < 100
        && !/^\d+$/.test(one.name)) {
        twice.push({ what: named(one), pixels: Math.round(pixels) });
      }
    }
  });
  return { count: items.length, over, twice };
})()"""


def drawn_over(browser):
    """What lies over each other on the map, and names that stand twice within 100 pixels."""
    return browser.evaluate(OVERLAPS % DRAWN)


def faults_of_labels(browser):
    """What lies over each other on the map, in words."""
    return [f"{one['what']} by {one['pixels']} pixels" for one in drawn_over(browser)["over"][:5]]


def check_labels(browser, url):
    """The usual layers and all of them, flat and tilted, zoom by zoom; then a planted fault."""
    counts = {"views": 0, "drawn": 0, "over": 0, "twice": 0}
    failures = []
    for language, camera in VIEWS.items():
        reopen(browser, f"{plain(url)}?lang={language}&theme=light")
        centre = browser.evaluate("yutu.map.getCenter().toArray()")
        for layers in ("usual", "all"):
            if layers == "all":
                list_all(browser)
                browser.evaluate(ALL_ON)
                close_panel(browser)
            for zoom in ZOOMS:
                place(browser, {**camera, "center": centre, "zoom": zoom})
                found = drawn_over(browser)
                counts["views"] += 1
                counts["drawn"] += found["count"]
                for name in ("over", "twice"):
                    counts[name] += len(found[name])
                failures += [f"{language}, {layers} layers, zoom {zoom}: {one['what']} by "
                             f"{one['pixels']} pixels" for one in found["over"][:3]]
    place(browser, {"center": centre, "zoom": 16})
    browser.evaluate(PLANT)
    place(browser, {"center": centre, "zoom": 15.5})
    counts["planted"] = len(drawn_over(browser)["over"])
    if not counts["planted"]:
        failures.append("badges that may lie over each other are not found")
    return {"checked": counts, "failures": failures}


def place(browser, camera):
    """Has the map seen from a camera, with all symbols placed and clusters filled."""
    browser.evaluate(f"void yutu.map.jumpTo({json.dumps(camera)})")
    browser.wait(IDLE)
    browser.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
    browser.wait(IDLE)
