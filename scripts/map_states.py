"""What `browser.py check --states` asks of the map page in each of its states.

axe-core finds nothing serious; nothing is illegible, cut off, covered, too small to touch or in the
other language; nothing on the map lies over something else. What depends on colours is asked in
both themes, what depends on words in both languages, and what depends on the place of things at two
sizes.
"""

from map_asking import plain, reopen
from map_axe import CONTRAST, NO_CONTRAST, grave_faults
from map_labels import faults_of_labels
from map_looks import faults_of_colours, faults_of_words
from map_texts import unfound

IDLE = "document.body.dataset.state === 'idle'"
#: The sizes and languages in which all states are brought about, by reopening the page.
VIEWS = [(1440, 900, "zh"), (1440, 900, "en"), (390, 844, "zh"), (390, 844, "en")]
#: Nothing moves or fades any more.
AT_REST = "!document.getAnimations().some((one) => one.playState === 'running')"


def open_panel(name):
    return f"""(() => {{ const button = document.getElementById("tool-{name}");
      if (!button.hidden && document.body.dataset.panel !== "{name}") button.click(); }})()"""


def choose_layer(step):
    """Opens the menu of the first layer of the legend that has features, and does a step in it."""
    return f"""(() => {{ {open_panel("layers")};
      document.getElementById("layers-legend").click();
      document.querySelector(`#layers .layer:has(.count:not(:empty))
        .menu-button[aria-expanded=false]`)?.click();
      {step} }})()"""


#: States of the page: what brings each about, and what is true once it is there.
STATES = {
    **{name: (open_panel(name), "document.body.dataset.panel")
       for name in ("route", "runs", "analyse", "when", "measure", "more", "layers")},
    "all layers": (f"""{open_panel("layers")};
      document.getElementById("layers-all").click();
      document.querySelectorAll("#layers .fold[aria-expanded=false]")
        .forEach((one) => one.click())""",
                   "document.querySelector('#layers .theme')"),
    "menu of a layer": (choose_layer(""), "document.querySelector('#layers .menu')"),
    "filter": (choose_layer("""const filter = document.querySelector("#layers .menu details");
      filter.open = true; filter.querySelector(".add").click();"""),
               "document.querySelector('#layers .menu')"),
    "table": (choose_layer("""document.querySelector(
        "#layers .menu .buttons button:nth-of-type(4)").click();"""),
              "document.querySelector('#table table')"),
    "hits": ("""(() => { document.querySelector("#table .icon")?.click();
      const box = document.getElementById("search"); box.value = "医院";
      box.dispatchEvent(new Event("input")); box.focus(); })()""",
             "document.querySelector('#hits button')"),
    "card": ("""document.querySelector("#hits [data-id]").click()""",
             "document.getElementById('details').dataset.state === 'ready'"),
    "menu of a place": (f"""document.getElementById("close").click(); {open_panel("layers")};
      yutu.map.fire("contextmenu", {{ point: yutu.map.project(yutu.map.getCenter()),
        lngLat: yutu.map.getCenter() }})""",
                        "!document.getElementById('context').hidden"),
    "nearest": ("""[...document.querySelectorAll("#context button")].at(-3).click()""",
                "document.querySelector('#route-steps li') || "
                "!document.getElementById('tool-route').checkVisibility()"),
    "differences": (f"""{open_panel("when")}; const list = document.getElementById("scenario");
      list.selectedIndex = list.options.length - 1; list.dispatchEvent(new Event("change"))""",
                    "document.querySelector('#differences li')"),
    "swipe": ("""const list = document.getElementById("other-state");
      list.value = "now"; list.dispatchEvent(new Event("change"))""",
              "!document.getElementById('swipe').hidden"),
    "form": (f"""{open_panel("analyse")};
      document.querySelector(".processes button").click()""",
             "document.querySelector('form.process')"),
    "form with faults": ("document.querySelector('form.process').requestSubmit()",
                         "document.querySelector('form.process [aria-invalid=true]')"),
    "closed server": ("""import("/map/map-access.js").then((one) => {
      const known = window.fetch;
      window.fetch = async () => new Response("{}", { status: 401 });
      one.ask("/");
      setTimeout(() => { window.fetch = known; }, 200); })""",
                      "document.getElementById('access').open"),
}


def check_states(browser, url):
    """All states in both languages and themes, at two sizes."""
    failures = {}
    checked = 0
    # No flight of the map: what is looked at is where it ends.
    browser.call("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-reduced-motion", "value": "reduce"}]})
    for width, height, language in VIEWS:
        browser.resize(width, height)
        reopen(browser, f"{plain(url)}?lang={language}&theme=light")
        failures.update({one: [f"{width} px"] for one in unfound(browser)})
        for name, (act, there) in STATES.items():
            browser.evaluate(f"(() => {{ {act} }})()")
            browser.wait(f"({there}) && {IDLE} && {AT_REST}")
            checked += 1
            for fault in faults_of(browser, language, width < 720):
                failures.setdefault(fault, []).append(f"{name}, {language}, {width} px")
    said = [f"{fault} (in {len(places)} states: {places[0]})" for fault, places in failures.items()]
    return {"checked": {"states": checked}, "failures": said}


def faults_of(browser, language, is_phone):
    """What is wrong with the state that is there."""
    faults = grave_faults(browser, NO_CONTRAST) + faults_of_words(browser, language, is_phone)
    faults += faults_of_labels(browser)
    # The words of one language have the colours of the other's.
    if language == "zh":
        for theme in ("dark", "light"):
            browser.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            browser.wait(AT_REST)
            faults += [f"{theme}: {one}" for one in
                       grave_faults(browser, CONTRAST) + faults_of_colours(browser)]
    return faults
