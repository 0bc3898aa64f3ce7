"""What `browser.py check --keyboard` asks of the map page: all of it is reached by keys alone."""

from map_asking import plain, reopen
from map_states import STATES

IDLE = "document.body.dataset.state === 'idle'"
#: States of the page that are walked through.
WALKED = ["layers", "all layers", "filter", "route", "when", "more", "table", "form"]
MOST = 260
#: What has the focus: a mark for it, whether it is seen, and whether one sees that it has it.
FOCUSED = """(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  one.dataset.walked = "";
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  return { name: one.id || one.getAttribute("aria-label") || one.textContent.trim().slice(0, 30)
      || one.tagName,
    isSeen: one.checkVisibility() && box.width > 0 && box.height > 0,
    isMarked: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 };
})()"""
#: What can be used and was not reached; of radio buttons one stands for all.
MISSED = """[...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled
    && one.tabIndex >= 0 && one.type !== "radio" && !("walked" in one.dataset))
  .map((one) => one.id || one.getAttribute("aria-label") || one.className
    || one.textContent.trim().slice(0, 30))"""


def check_keyboard(browser, url):
    """Every control has its turn, is seen and marked; Escape closes and gives the focus back."""
    browser.call("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-reduced-motion", "value": "reduce"}]})
    failures = []
    steps = 0
    reopen(browser, f"{plain(url)}?lang=en")
    for name in WALKED:
        act, there = STATES[name]
        browser.evaluate(f"(() => {{ {act} }})()")
        browser.wait(f"({there}) && {IDLE}")
        browser.evaluate("""(() => { for (const one of document.querySelectorAll("[data-walked]"))
          delete one.dataset.walked;
          document.activeElement.blur(); document.getElementById("search").focus(); })()""")
        for _ in range(MOST):
            browser.press("Tab")
            steps += 1
            one = browser.evaluate(FOCUSED)
            if one and not one["isSeen"]:
                failures.append(f"{name}: {one['name']} has the focus and is not seen")
            if one and not one["isMarked"]:
                failures.append(f"{name}: nothing shows that {one['name']} has the focus")
            if one and one["name"] == "search":
                break
        missed = browser.evaluate(MISSED)
        failures += [f"{name}: {one} is not reached" for one in missed[:5]]
    failures += check_escape(browser)
    return {"checked": {"states": len(WALKED), "steps": steps}, "failures": failures}


def check_escape(browser):
    """Escape closes a panel and a card, and the focus stays where one goes on."""
    failures = []
    browser.evaluate("document.querySelector('#table .icon')?.click()")
    browser.evaluate("document.getElementById('tool-more').click()")
    browser.press("Escape")
    if not browser.evaluate("document.getElementById('panel').hidden"):
        failures.append("Escape leaves the panel open")
    if browser.evaluate("document.activeElement.id") != "tool-more":
        failures.append("after Escape the focus is not on the tool's button")
    live = browser.evaluate("""["status", "routed", "run-state", "measured", "banner", "pick-hint"]
      .filter((id) => document.getElementById(id).getAttribute("role") !== "status")""")
    return failures + [f"{one} is not told to screen readers" for one in live]
