// Light or dark: as the reader chose, else as the machine prefers.

const KEY = "theme";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
let chosen = kept();
let changed = () => {};

function kept() {
  const asked = new URLSearchParams(location.search).get("theme");
  let value = asked;
  try { value ||= localStorage.getItem(KEY); } catch { /* storage may be forbidden */ }
  return ["light", "dark"].includes(value) ? value : "auto";
}

/** `auto`, `light` or `dark`, as the reader chose. */
export const themeChoice = () => chosen;

/** The theme that is shown: `light` or `dark`. */
export const themeNow = () =>
  (chosen === "auto" ? (prefersDark.matches ? "dark" : "light") : chosen);

function apply() { document.documentElement.dataset.theme = themeNow(); }

/** Chooses a theme, and keeps it in the browser. */
export function chooseTheme(next) {
  const before = themeNow();
  chosen = next;
  try {
    if (next === "auto") localStorage.removeItem(KEY); else localStorage.setItem(KEY, next);
  } catch { /* storage may be forbidden */ }
  apply();
  if (themeNow() !== before) changed();
}

/** Applies the theme; `onChange` is called when another is shown. */
export function startTheme(onChange) {
  changed = onChange;
  apply();
  prefersDark.addEventListener("change", () => {
    if (chosen !== "auto") return;
    apply();
    changed();
  });
}
