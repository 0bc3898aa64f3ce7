// Shows a page light or dark, as the reader chose on the map page.

import { startTheme } from "./map-theme.js";

startTheme(() => document.dispatchEvent(new Event("themechange")));
