import type { Browser } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

const FLAGS = [
  "--no-sandbox",
  "--no-zygote",
  "--disable-gpu",
  "--font-render-hinting=none",
  "--lang=en-US",
];

/** A real Chromium without a window, with the usual safety of a browser; null where none can run. */
export async function openBrowser(): Promise<Browser | null> {
  const chromium = findChromium();
  if (chromium === null) return null;
  const { chromium: driver } = await import("playwright-core");
  try {
    return await driver.launch({
      executablePath: chromium.path,
      headless: true,
      args: FLAGS,
      // A browser of a person has a language.
      env: { ...process.env, ...chromium.env, LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8" },
    });
  } catch {
    return null;
  }
}
