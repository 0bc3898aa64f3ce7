"""Which texts of the page that is open cannot be read whole: cut, over an edge, or covered.

Every line of every visible text is followed through what cuts it, out to the window. A text that
can be scrolled to, has a title that says it whole, or is for screen readers only, is sound.
"""

#: What may be scrolled sideways.
SIDEWAYS = ".scroll, #found, #rail, pre"
#: What opens over other things for a while.
OVER = "#hits, #context, dialog, #pick-hint"

UNREADABLE = """(() => {
  const SIDEWAYS = "%s", OVER = "%s";
  const found = new Set();
  const styles = new Map();
  const styleOf = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
  const words = (text) => text.replace(/\\s+/g, " ").trim();
  const counts = new Map();
  const say = (kind, text, where = "") => {
    // Of a long list a few are enough.
    const count = (counts.get(kind + where) ?? 0) + 1;
    counts.set(kind + where, count);
    if (count < 4) found.add(`${kind}: ${words(text).slice(0, 40)}${where && ` (${where})`}`);
  };
  const nameOf = (one) => (one.id ? `#${one.id}`
    : one.classList.length ? `.${one.classList[0]}` : one.localName);
  const alpha = (colour) => Number(/rgba\\(.*, ([\\d.]+)\\)/.exec(colour)?.[1] ?? 1);
  /** Whether pointing at a text shows all of it. */
  const isTold = (node, text) => {
    node.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    for (let one = node; one && one !== document.body; one = one.parentElement) {
      if (words(one.title || "").includes(words(text))) return true;
    }
    return false;
  };
  const isContaining = (style) => style.transform !== "none" || style.filter !== "none"
    || /paint|layout|strict|content/.test(style.contain);
  const isFramed = (style) => alpha(style.backgroundColor) > 0.1
    || (parseFloat(style.borderLeftWidth) > 0 && alpha(style.borderLeftColor) > 0.1);

  /** The elements around a text that may cut it, each with what it does. */
  function* around(node) {
    let position = "static";
    for (let one = node; one && one !== document.body; one = one.parentElement) {
      const style = styleOf(one);
      const isPassed = position === "fixed" ? !isContaining(style)
        : position === "absolute" && style.position === "static" && !isContaining(style);
      if (isPassed || ["inline", "contents"].includes(style.display)) continue;
      position = style.position;
      yield [one, style];
    }
  }

  /** Follows a line outwards; gives the part of it that is seen, null where it is cut. */
  function follow(node, text, line) {
    let at = { ...line };
    const seen = { ...line };
    // What is placed out of the flow may leave what it belongs to.
    let isInFlow = true;
    for (const [one, style] of around(node)) {
      const outer = one.getBoundingClientRect();
      const inner = { left: outer.left + one.clientLeft, top: outer.top + one.clientTop };
      inner.right = one.clientWidth ? inner.left + one.clientWidth : outer.right;
      inner.bottom = one.clientHeight ? inner.top + one.clientHeight : outer.bottom;
      for (const [from, to, flow] of [["left", "right", style.overflowX],
        ["top", "bottom", style.overflowY]]) {
        const box = flow === "visible" ? outer : inner;
        const isOut = at[from] < box[from] - 1 || at[to] > box[to] + 1;
        const isScrolled = ["auto", "scroll"].includes(flow)
          && (from === "top" || one.matches(SIDEWAYS));
        if (isOut && !isScrolled && (flow !== "visible" || (isInFlow && isFramed(style)))) {
          if (!isTold(node, text)) {
            say(flow === "visible" ? "over the edge" : "cut off", text, nameOf(one));
          }
          return null;
        }
        if (flow === "visible") continue;
        seen[from] = Math.max(seen[from], box[from]);
        seen[to] = Math.min(seen[to], box[to]);
        if (isScrolled) at = { ...at, [from]: box[from], [to]: box[to] };
      }
      isInFlow &&= !["absolute", "fixed"].includes(style.position);
    }
    if (at.left < -1 || at.top < -1 || at.right > innerWidth + 1 || at.bottom > innerHeight + 1) {
      say("outside of the window", text);
      return null;
    }
    return seen;
  }

  /** The lines of a text node, without the room above and below the letters. */
  function linesOf(text, size) {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].filter((one) => one.width > 1).map((one) => {
      const middle = (one.top + one.bottom) / 2;
      const half = Math.min(one.height / 2, size * 0.55);
      return { left: one.left, right: one.right, top: middle - half, bottom: middle + half };
    });
  }

  const isOpaque = (one) => {
    const style = styleOf(one);
    return parseFloat(style.opacity) > 0.3 && (alpha(style.backgroundColor) > 0.3
      || style.backgroundImage !== "none"
      || ["img", "canvas", "select", "rect"].includes(one.localName));
  };
  const ownLines = new Map();
  const writesAt = (one, x, y) => {
    if (!ownLines.has(one)) {
      ownLines.set(one, [...one.childNodes]
        .filter((each) => each.nodeType === 3 && words(each.data))
        .flatMap((each) => linesOf(each, parseFloat(styleOf(one).fontSize) * 0.8)));
    }
    return ownLines.get(one).some((each) =>
      x > each.left && x < each.right && y > each.top && y < each.bottom);
  };

  /** Says what lies over a text, looked for at some points of it. */
  function uncover(node, text, { left, right, top, bottom }) {
    if (right - left < 3 || bottom - top < 3) return;
    const count = Math.min(8, Math.ceil((right - left) / 12));
    for (let index = 0; index <= count; index += 1) {
      const [x, y] = [left + 1.5 + (right - left - 3) * index / count, (top + bottom) / 2];
      for (const one of document.elementsFromPoint(x, y)) {
        if (one === node || node.contains(one) || one.contains(node)) break;
        if (!isOpaque(one) && !writesAt(one, x, y)) continue;
        const sticky = [...around(one)].find(([, style]) => style.position === "sticky")?.[0];
        if (one.closest(OVER) || sticky?.parentElement.contains(node)
          || sticky?.closest(".scroll")?.contains(node)) return;
        say("covered", text, nameOf(one));
        return;
      }
    }
  }

  const pen = document.createElement("canvas").getContext("2d");
  /** A field that is too small for what is chosen or written in it. */
  function readField(one) {
    const style = styleOf(one);
    const text = one.localName === "select" ? one.selectedOptions[0]?.label
      : ["text", "search", "url", "number"].includes(one.type) ? one.value || one.placeholder
        : "";
    if (!text || isTold(one, text)) return;
    pen.font = style.font;
    // Lists have an arrow at their end.
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      - (one.localName === "select" ? 16 : 0);
    if (pen.measureText(text).width > room + 1) say("cut off", text, nameOf(one));
  }

  const whole = new CSSStyleSheet();
  whole.replaceSync("* { pointer-events: auto !important; }");
  document.adoptedStyleSheets.push(whole);
  const root = document.querySelector("dialog:modal") ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, node = text.parentElement;
    if (!words(text.data) || node.closest("script, style, noscript, option, select")) continue;
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if ([...around(node)].some(([, style]) => style.clipPath === "inset(50%%)")) continue;
    for (const line of linesOf(text, parseFloat(styleOf(node).fontSize))) {
      const seen = follow(node, text.data, line);
      if (!seen) break;
      uncover(node, text.data, seen);
    }
  }
  for (const one of root.querySelectorAll("select, input")) {
    if (one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) readField(one);
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== whole);
  return [...found];
})()""" % (SIDEWAYS, OVER)


#: Ways in which a text cannot be read, as styles of a paragraph; each has to be found.
PLANTED = {
    "width": "width: 80px; overflow: hidden; white-space: nowrap",
    "height": "width: 80px; height: 20px; overflow: hidden",
    "ellipsis": "width: 80px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis",
    "clamp": "width: 80px; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; "
             "-webkit-line-clamp: 2",
    "edge": "width: 80px; white-space: nowrap; border: 1px solid",
    "window": "left: calc(100vw - 60px); white-space: nowrap",
    "covered": "z-index: -1",
}
PLANT = """(() => {
  const one = document.createElement("p");
  one.textContent = "A text that is planted to see whether it is found";
  one.style.cssText = "position: fixed; left: 20px; top: 40%%; z-index: 9;" + "%s";
  document.body.append(one);
  const found = %s;
  one.remove();
  return found.some((each) => each.includes("A text that is planted"));
})()"""


def faults_of_texts(browser):
    """The texts that cannot be read whole."""
    return browser.evaluate(UNREADABLE)


def unfound(browser):
    """The planted faults that are not found."""
    return [f"a planted fault of the {name} is not found" for name, style in PLANTED.items()
            if not browser.evaluate(PLANT % (style, UNREADABLE))]
