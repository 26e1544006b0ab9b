import type { Reflow } from "./writer/reflow.ts";

export type ColourDepth = "none" | "16" | "256" | "true";

/** What can be said of a terminal before it is asked anything. */
export type Capabilities = {
  readonly colours: ColourDepth;
  /** By `COLORFGBG`; null: ask the terminal (OSC 11). */
  readonly dark: boolean | null;
  /** OSC 8. */
  readonly links: boolean;
  readonly synchronized: boolean;
  readonly reflow: Reflow;
  /** What was erased at the end of a row is wrapped with it when the terminal gets narrower. */
  readonly remembersEnds: boolean;
  readonly notify: "osc9" | "osc777" | "osc99" | "bell";
  /** OSC 52 reaches the clipboard, or does no harm. */
  readonly clipboard: boolean;
  /** More than ASCII can be drawn. */
  readonly unicode: boolean;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Colours, links and so on by what the environment says (TUI-9). */
export function detectCapabilities(env: Environment, platform: string): Capabilities {
  const program = env["TERM_PROGRAM"] ?? "";
  const term = env["TERM"] ?? "";
  const known = env["WT_SESSION"] !== undefined || KNOWN.has(program) || /kitty|ghostty/.test(term);
  const dumb = term === "dumb";
  return {
    colours: dumb ? "none" : colourDepth(env, platform),
    dark: darkByEnvironment(env["COLORFGBG"]),
    links:
      !dumb && (known || Number(env["VTE_VERSION"] ?? 0) >= 5000 || env["DOMTERM"] !== undefined),
    // Unknown private modes are ignored by everything that is not a bare console.
    synchronized: !dumb && term !== "linux",
    reflow: reflowOf(env),
    remembersEnds: env["TMUX"] !== undefined,
    notify: notifyBy(env),
    clipboard: !dumb && term !== "linux",
    unicode: term !== "linux" && isUnicode(env, platform),
  };
}

const KNOWN = new Set([
  "iTerm.app",
  "WezTerm",
  "vscode",
  "ghostty",
  "Hyper",
  "rio",
  "Tabby",
  "zed",
]);

/** `NO_COLOR`, `FORCE_COLOR`, then `COLORTERM`, `WT_SESSION`, `TERM`. */
export function colourDepth(env: Environment, platform: string): ColourDepth {
  if ((env["NO_COLOR"] ?? "") !== "") return "none";
  const forced = FORCED[env["FORCE_COLOR"] ?? ""];
  if (forced !== undefined) return forced;
  const term = env["TERM"] ?? "";
  if (/^(truecolor|24bit)$/i.test(env["COLORTERM"] ?? "")) return "true";
  if (env["WT_SESSION"] !== undefined) return "true";
  if (/-direct$|^xterm-kitty$|^xterm-ghostty$|^alacritty/.test(term)) return "true";
  if (["iTerm.app", "WezTerm", "vscode"].includes(env["TERM_PROGRAM"] ?? "")) return "true";
  if (/-256(color)?$/.test(term)) return "256";
  // Consoles of Windows 10 and later know all colours and set no TERM.
  if (platform === "win32" && term === "") return "true";
  return term === "" ? "none" : "16";
}

const FORCED: Readonly<Record<string, ColourDepth>> = {
  "0": "none",
  "1": "16",
  "2": "256",
  "3": "true",
};

/** `15;0` is white on black. The last number is the background: 7 and 9 to 15 are light. */
function darkByEnvironment(value: string | undefined): boolean | null {
  const background = /;(\d+)$/.exec(value ?? "")?.[1];
  if (background === undefined) return null;
  const number = Number(background);
  return number > 15 ? null : number < 7 || number === 8;
}

function reflowOf(env: Environment): Reflow {
  if (["vscode", "Hyper", "Tabby"].includes(env["TERM_PROGRAM"] ?? "")) return "wrap-all";
  if (env["XTERM_VERSION"] !== undefined || env["STY"] !== undefined) return "cut";
  return env["TERM"] === "linux" ? "cut" : "wrap";
}

function notifyBy(env: Environment): Capabilities["notify"] {
  if (/kitty/.test(env["TERM"] ?? "")) return "osc99";
  if (["iTerm.app", "WezTerm", "ghostty"].includes(env["TERM_PROGRAM"] ?? "")) return "osc9";
  if (env["WT_SESSION"] !== undefined) return "osc9";
  return env["VTE_VERSION"] !== undefined || (env["TERM"] ?? "").startsWith("rxvt")
    ? "osc777"
    : "bell";
}

function isUnicode(env: Environment, platform: string): boolean {
  if (platform === "win32") return true;
  const locale = env["LC_ALL"] ?? env["LC_CTYPE"] ?? env["LANG"] ?? "UTF-8";
  return /utf-?8/i.test(locale) || locale === "";
}

/** Whether a background that a terminal reports (`rgb:1e1e/1e1e/2e2e`) is dark; null if it is no colour. */
export function isDarkColour(reported: string): boolean | null {
  const parts = /^rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(reported)?.slice(1);
  if (parts === undefined) return null;
  const [red = 0, green = 0, blue = 0] = parts.map(
    (part) => parseInt(part, 16) / (16 ** part.length - 1),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5;
}
