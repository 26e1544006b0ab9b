import { utimesSync } from "node:fs";
import { writeCodeMeta } from "@squire/memory";
import type { CodeFiles } from "@squire/memory";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { openHost } from "../../open.ts";
import type { Host } from "../../open.ts";
import { runTool } from "../../workbench/run-tool.ts";
import { codePlaceOf } from "../code-place.ts";
import type { CodePlace } from "../code-place.ts";
import { filesFor } from "../files-for.ts";
import { openCodeIndex } from "../open-code-index.ts";
import { updateWords } from "../update-code-index.ts";

const signal = new AbortController().signal;

/** A project in a home of its own. */
export async function machine(
  files: Readonly<Record<string, string>>,
  config = "",
): Promise<Machine> {
  const home = await tempWorkspace({ ...below("work", files), "home/config.toml": config });
  // Old files: what was written a moment ago is read twice.
  for (const name of Object.keys(files)) utimesSync(home.path(`work/${name}`), 1_000, 1_000);
  const host = await hostAt(home, "work");
  const place = codePlaceOf(host, host.cwd);
  if (place === null) throw new Error("no project");
  return { home, host, place, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

export type Machine = AsyncDisposable & {
  readonly home: TempWorkspace;
  readonly host: Host;
  readonly place: CodePlace;
};

function below(folder: string, files: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]),
  );
}

export function hostAt(home: TempWorkspace, folder: string): Promise<Host> {
  return openHost({
    env: { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" },
    cwd: home.path(folder),
    userHome: home.root,
    offline: true,
    warn: () => {},
  });
}

/** By words alone: no test waits for a model. */
export async function indexed({ host, place }: Machine, files?: CodeFiles) {
  using open = await openCodeIndex(host, place, { notice: () => {} });
  const report = await updateWords(open, files ?? (await filesFor(host, place)), {
    signal,
    waits: true,
  });
  writeCodeMeta(open.index, { isWordsOnly: true });
  return report;
}

export async function search(host: Host, query: string, more: object = {}): Promise<string> {
  const args = { query, ...more };
  const ran = await runTool(host, { tool: "semantic_search", args, signal, warn: () => {} });
  if (ran.type === "unknown") return ran.problem;
  return ran.run.text;
}
