"""How the map page looks as it is open: contrast, cut texts, targets, words."""

import json

from map_texts import faults_of_texts

#: Texts of the page with a contrast below WCAG 2.2's 4.5 (3 for large ones).
CONTRAST = """(() => {
  const channel = (one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
  const parse = (text) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d");
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => [r, g, b].reduce((sum, one, index) =>
    sum + channel(one / 255) * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (node) => {
    for (let one = node; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255, 255];
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (node.closest(".maplibregl-map, svg, [disabled], .off, .far")) continue;
    const text = [...node.childNodes].filter((one) => one.nodeType === 3)
      .map((one) => one.textContent.trim()).join("");
    if (!text) continue;
    const style = getComputedStyle(node);
    const [one, other] = [luminance(parse(style.color)), luminance(behind(node))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 24;
    if (contrast < (isLarge ? 3 : 4.5)) {
      found.push(`${text.slice(0, 30)} (${contrast.toFixed(2)})`);
    }
  }
  return found;
})()"""

#: Buttons on which nothing is to be seen.
EMPTY = """[...document.querySelectorAll("button")]
  .filter((one) => one.checkVisibility() && !one.children.length && !one.textContent.trim()
    && getComputedStyle(one).backgroundImage === "none")
  .map((one) => one.id || one.className || one.title)"""

#: What is touched and smaller than 44 pixels on a side; boxes with a label count as that.
SMALL = """[...document.querySelectorAll("button, select, input, summary, a.button")]
  .filter((one) => one.checkVisibility() && !one.closest(".maplibregl-ctrl-attrib, label, .legend"))
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ one, box }) => box.height < 43.5 && one.type !== "range" && one.tagName !== "SUMMARY")
  .map(({ one }) => (one.id || one.className || one.tagName) + ": " + one.textContent.trim().slice(0, 20))"""

#: Texts of the page's own parts, without names from the data.
OWN_WORDS = """[...document.querySelectorAll("#rail, #panel > header, #panel button, #panel summary, "
  + "#panel label > span:first-child, #status, .maplibregl-ctrl button")]
  .filter((one) => one.checkVisibility() && !one.closest(
    "#layers, #route-steps, .processes, .jobs, #differences"))
  .map((one) => (one.textContent || one.title || "").trim()).filter(Boolean)"""


def faults_of_colours(browser):
    """Texts that are not legible."""
    return [f"low contrast: {one}" for one in browser.evaluate(CONTRAST)[:5]]


def faults_of_words(browser, language, is_phone):
    """Texts that are cut off or in the other language; on a phone, what is too small or wide."""
    failures = faults_of_texts(browser)
    failures += [f"empty button: {one}" for one in browser.evaluate(EMPTY)[:5]]
    if is_phone:
        failures += [f"smaller than 44 px: {one}" for one in browser.evaluate(SMALL)[:5]]
        if browser.evaluate("document.documentElement.scrollWidth > innerWidth"):
            failures.append("the page scrolls sideways")
    words = browser.evaluate(OWN_WORDS)
    return failures + [f"not translated: {one}" for one in words if is_foreign(one, language)][:5]


def is_foreign(text, language):
    """Whether a text of the page is in the other language; names of both languages are not."""
    if text in ("中文", "English", "语言 Language", "Language 语言"):
        return False
    has_han = any("\u4e00" <= one <= "\u9fff" for one in text)
    if language == "en":
        return has_han
    return not has_han and any(one.isascii() and one.isalpha() for one in text) and \
        json.dumps(text) not in ('"API"', '"GeoJSON"', '"CSV"', '"PNG"')
