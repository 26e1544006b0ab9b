import { TONES, type Tone } from "../text/span.ts";
import { nearestAnsi } from "./colour-depth.ts";
import { darkTheme, lightTheme, type Colour, type Theme } from "./theme.ts";

export type ParsedTheme =
  | { readonly kind: "theme"; readonly theme: Theme; readonly problems: readonly string[] }
  | { readonly kind: "problem"; readonly message: string };

/**
 * A user's `themes/NAME.json`: `{"base": "dark", "colours": {"accent": "#ff8800"}}`. What it leaves out
 * comes from its base; what it gets wrong is named and left out.
 */
export function parseTheme(name: string, json: string): ParsedTheme {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return {
      kind: "problem",
      message: `themes/${name}.json is no JSON. Check it for commas and quotes.`,
    };
  }
  if (!isRecord(value)) {
    return { kind: "problem", message: `themes/${name}.json must be an object with "colours".` };
  }
  const base = value["base"] === "light" ? lightTheme() : darkTheme();
  const given = isRecord(value["colours"]) ? value["colours"] : {};
  const problems: string[] = [];
  const colours: Partial<Record<Tone, Colour>> = { ...base.colours };
  for (const [key, raw] of Object.entries(given)) {
    const tone = TONES.find((known) => known === key);
    if (tone === undefined) problems.push(`themes/${name}.json: there is no colour "${key}".`);
    else if (typeof raw !== "string" || !/^#[\da-f]{6}$/i.test(raw)) {
      problems.push(`themes/${name}.json: "${key}" must be like "#7aa2f7".`);
    } else colours[tone] = { hex: raw, ansi: nearestAnsi(raw) };
  }
  return { kind: "theme", theme: { name, dark: base.dark, colours }, problems };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
