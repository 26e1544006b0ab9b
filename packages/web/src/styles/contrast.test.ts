import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** Every colour in light and in dark. */
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const TEXTS = ["text", "dim", "faint", "accent", "ok", "caution", "danger"];
const GROUNDS = ["bg", "surface", "sunken", "hover"];
const CODE = [...colours.keys()].filter((name) => name.startsWith("code-"));

const PAIRS: readonly (readonly [string, string])[] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ...CODE.map((text) => [text, "sunken"] as const),
  ...["text", "dim", "faint", "accent"].map((text) => [text, "accent-bg"] as const),
  ["on-accent", "accent"],
  ["text", "caution-bg"],
  ["text", "danger-bg"],
  ["dim", "danger-bg"],
  ["danger", "danger-bg"],
  ["added", "added-bg"],
  ["added", "added-word"],
  ["removed", "removed-bg"],
  ["removed", "removed-word"],
  ["faint", "added-bg"],
  ["faint", "removed-bg"],
];

test("WUI-6 (part): every text has a contrast of at least 4.5 to 1 to its ground, light and dark", () => {
  const weak = PAIRS.flatMap(([text, ground]) =>
    (["light", "dark"] as const).flatMap((mode) => {
      const ratio = contrast(colours.get(text)?.[mode] ?? "", colours.get(ground)?.[mode] ?? "");
      return ratio >= 4.5 ? [] : [`${text} on ${ground}, ${mode}: ${ratio.toFixed(2)}`];
    }),
  );
  expect(weak).toEqual([]);
});

test("WUI-6 (part): edges of fields and bars of charts stand out at 3 to 1", () => {
  const shapes = ["edge", ...[...colours.keys()].filter((name) => name.startsWith("chart-"))];
  const weak = shapes.flatMap((shape) =>
    (["light", "dark"] as const).flatMap((mode) => {
      const ratio = contrast(
        colours.get(shape)?.[mode] ?? "",
        colours.get("surface")?.[mode] ?? "",
      );
      return ratio >= 3 ? [] : [`${shape}, ${mode}: ${ratio.toFixed(2)}`];
    }),
  );
  expect(weak).toEqual([]);
});
