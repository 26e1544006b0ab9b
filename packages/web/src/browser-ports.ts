import type { Theme } from "./face/face-state.ts";
import { parseRoute, routeHash } from "./face/route.ts";
import type { WebPorts } from "./face/tools.ts";

const THEME = "squire.theme";
/** In a tab that nobody looks at there are no frames. */
const HIDDEN_MS = 250;

/** The ports of a real browser, but for the line to the host. */
export function browserPorts(): Omit<WebPorts, "connect"> {
  return {
    kept: sessionStorage,
    frame: (draw) => {
      if (document.hidden) setTimeout(draw, HIDDEN_MS);
      else requestAnimationFrame(draw);
    },
    now: () => Date.now(),
    later: (ms, run) => void setTimeout(run, ms),
    setHash: (hash) => {
      // Who came by the buttons of the browser is there already; more would cut off the way forward.
      const here = routeHash(parseRoute(location.hash));
      if (here !== hash) history.pushState(null, "", hash);
    },
    setTheme: (theme) => {
      localStorage.setItem(THEME, theme);
      showTheme(theme);
    },
    copy: (text) => navigator.clipboard.writeText(text),
    makeAddress: (bytes, type) => URL.createObjectURL(new Blob([bytes], { type })),
    dropAddress: (address) => URL.revokeObjectURL(address),
  };
}

/** The colours that were chosen last. */
export function keptTheme(): Theme {
  const kept = localStorage.getItem(THEME);
  const theme = kept === "light" || kept === "dark" ? kept : "auto";
  showTheme(theme);
  return theme;
}

function showTheme(theme: Theme): void {
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}
