export { comesWithChromium } from "./find-chromium.ts";
export { openBrowser } from "./open-browser.ts";
export { servePage } from "./serve-page.ts";
export type { ServedPage } from "./serve-page.ts";
export { watchPage } from "./watch-page.ts";
export type { WatchedPage } from "./watch-page.ts";
