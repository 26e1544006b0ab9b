import { describe, expect, test } from "bun:test";
import { TONES } from "../text/span.ts";
import { nearest256, nearestAnsi } from "./colour-depth.ts";
import { paint } from "./paint.ts";
import { parseTheme } from "./parse-theme.ts";
import { darkTheme, lightTheme } from "./theme.ts";

describe("TUI-9: themes", () => {
  test("TUI-9: the same line for terminals with many, few and no colours", () => {
    const line = [{ text: "x", tone: "accent", bold: true }] as const;
    const theme = darkTheme();
    const look = (depth: "none" | "16" | "256" | "true") =>
      paint(line, { theme, depth, links: false });
    expect(look("none")).toBe("\u001b[1mx\u001b[0m");
    expect(look("16")).toBe("\u001b[1;94mx\u001b[0m");
    expect(look("256")).toBe(`\u001b[1;38;5;${nearest256("#7aa2f7")}mx\u001b[0m`);
    expect(look("true")).toBe("\u001b[1;38;2;122;162;247mx\u001b[0m");
  });

  test("TUI-9: the nearest of fewer colours", () => {
    expect(nearest256("#000000")).toBe(16);
    expect(nearest256("#ffffff")).toBe(231);
    expect(nearest256("#808080")).toBe(244);
    expect(nearest256("#ff0000")).toBe(196);
    expect(nearestAnsi("#fe0101")).toBe(9);
    expect(nearestAnsi("#101010")).toBe(0);
  });

  test("TUI-8 (part): links only where the terminal knows them", () => {
    const line = [{ text: "x", link: "https://e.org" }] as const;
    const palette = { theme: darkTheme(), depth: "none" } as const;
    expect(paint(line, { ...palette, links: false })).toBe("x");
    expect(paint(line, { ...palette, links: true })).toContain("\u001b]8;;https://e.org\u001b\\x");
  });

  test("TUI-9: text can be read on its background, in both themes", () => {
    for (const [theme, background] of [
      [darkTheme(), "#1e1e2e"],
      [lightTheme(), "#ffffff"],
    ] as const) {
      for (const tone of TONES) {
        const colour = theme.colours[tone];
        // Faint text and comments may stand back; all else has 4.5 to 1.
        const least = tone === "faint" || tone === "comment" ? 3 : 4.5;
        if (colour !== undefined) {
          expect([theme.name, tone, contrast(colour.hex, background) >= least]).toEqual([
            theme.name,
            tone,
            true,
          ]);
        }
      }
    }
  });

  test("TUI-9: a user's theme takes what it says and names what it gets wrong", () => {
    const json =
      '{"base": "light", "colours": {"accent": "#ff8800", "acent": "#000000", "ok": "green"}}';
    const parsed = parseTheme("mine", json);
    expect(parsed).toMatchObject({
      kind: "theme",
      theme: { name: "mine", dark: false, colours: { accent: { hex: "#ff8800" } } },
      problems: [expect.stringContaining("acent"), expect.stringContaining('"ok"')],
    });
    expect(parseTheme("mine", "{").kind).toBe("problem");
    expect(parseTheme("mine", "[]").kind).toBe("problem");
  });
});

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
