import type { ColourDepth } from "../terminal/capabilities.ts";
import type { Colour } from "./theme.ts";

/** SGR codes of a colour as text colour; "" where there are no colours. */
export function sgrOf(colour: Colour, depth: ColourDepth): string {
  switch (depth) {
    case "none":
      return "";
    case "16":
      return String(colour.ansi < 8 ? 30 + colour.ansi : 82 + colour.ansi);
    case "256":
      return `38;5;${nearest256(colour.hex)}`;
    case "true":
      return `38;2;${rgbOf(colour.hex).join(";")}`;
  }
}

type Rgb = readonly [number, number, number];

function rgbOf(hex: string): Rgb {
  const number = parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 0xff, number & 0xff];
}

/** The cube of 6 × 6 × 6, or one of the 24 greys, whichever is nearer. */
export function nearest256(hex: string): number {
  const rgb = rgbOf(hex);
  const steps = rgb.map((part) => (part < 48 ? 0 : part < 115 ? 1 : Math.floor((part - 35) / 40)));
  const [red = 0, green = 0, blue = 0] = steps;
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);
  const cube: Rgb = [level(red), level(green), level(blue)];
  const grey = Math.min(23, Math.max(0, Math.round((rgb[0] + rgb[1] + rgb[2]) / 3 - 8) / 10));
  const step = Math.round(grey);
  const shade = 8 + step * 10;
  const isGrey = distance(rgb, [shade, shade, shade]) < distance(rgb, cube);
  return isGrey ? 232 + step : 16 + 36 * red + 6 * green + blue;
}

const ANSI: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

export function nearestAnsi(hex: string): number {
  const rgb = rgbOf(hex);
  const distances = ANSI.map((known) => distance(rgb, known));
  return distances.indexOf(Math.min(...distances));
}

function distance(a: Rgb, b: Rgb): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}
