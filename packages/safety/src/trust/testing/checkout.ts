import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What every planted order would do, and how one sees that it was followed. */
export type Bait = {
  /** A folder outside; whatever runs leaves a file of its checkout's name there. */
  readonly canaries: string;
  /** `http://127.0.0.1:port`: whoever is sent there connects to somebody who counts. */
  readonly url: string;
  /** A file outside with contents that must turn up nowhere. */
  readonly secret: string;
};

export type HostileCheckout = {
  readonly name: string;
  /** What an inspection must say: something to ask about, nothing, or more than can be asked about. */
  readonly expects: "untrusted" | "plain" | "refused";
  plant(root: string, bait: Bait): void;
};

export type Files = Readonly<Record<string, string>>;

export function write(root: string, files: Files, mode = 0o644): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text, { mode });
  }
}

/** A shell command that leaves a canary. */
export const order = ({ canaries }: Bait, name: string): string =>
  `touch '${join(canaries, name)}'`;

export const script = (bait: Bait, name: string): string => `#!/bin/sh\n${order(bait, name)}\n`;

export const code = (bait: Bait, name: string): string =>
  `require("node:fs").writeFileSync(${JSON.stringify(join(bait.canaries, name))}, "");\n`;

/** A checkout that is nothing but files. */
export function files(
  name: string,
  expects: HostileCheckout["expects"],
  make: (bait: Bait) => Files,
): HostileCheckout {
  return { name, expects, plant: (root, bait) => write(root, make(bait), 0o755) };
}
