import { parseTheme } from "./parse-theme.ts";
import { darkTheme, lightTheme, type Theme } from "./theme.ts";

/** The user's `themes/*.json`, by a port. */
export type ThemePort = {
  /** Names without `.json`. */
  readonly list: () => Promise<readonly string[]>;
  /** Null: there is none of that name. */
  readonly read: (name: string) => Promise<string | null>;
  /** Called when one of them changed; gives how to stop. */
  readonly watch: (changed: () => void) => () => void;
};

export type ChosenTheme = { readonly theme: Theme | null; readonly text: string };

/** A theme by its name, and what to say of it. */
export async function chooseTheme(name: string, port: ThemePort): Promise<ChosenTheme> {
  if (name === "dark") return { theme: darkTheme(), text: "The theme is dark." };
  if (name === "light") return { theme: lightTheme(), text: "The theme is light." };
  const json = name === "" || /[/\\]/.test(name) ? null : await port.read(name);
  if (json === null) {
    const names = ["dark", "light", ...(await port.list())].join(", ");
    const text =
      name === "" ? `Themes: ${names}.` : `There is no theme "${name}". There are: ${names}.`;
    return { theme: null, text };
  }
  const parsed = parseTheme(name, json);
  if (parsed.kind === "problem") return { theme: null, text: parsed.message };
  return { theme: parsed.theme, text: [`The theme is ${name}.`, ...parsed.problems].join("\n\n") };
}
