import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "@squire/protocol";
import type { TempWorkspace } from "@squire/testkit";
import { ArtifactStore } from "../artifact-store.ts";
import { learn } from "../learn.ts";
import type { LearnModel, LearnPorts, LearnReply } from "../learn.ts";
import type { Asked } from "../prompts.ts";
import { openRunLog } from "../run-log.ts";
import { said } from "./entries.ts";

export const HOUR = 3_600_000;
export const NOW = Date.UTC(2030, 0, 31);
export const OLD = NOW - 20 * HOUR;

type Script = (asked: Asked) => LearnReply;

export function model(script: Script): LearnModel & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    id: "p/m",
    mostChars: 20_000,
    asked,
    ask: (request) => {
      asked.push(request);
      return Promise.resolve(script(request));
    },
  };
}

const USAGE = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0, total: 15 };

export function answer(value: unknown): LearnReply {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { ok: true, text, usage: USAGE, costUsd: 0.25 };
}

export const EXTRACT: Script = ({ prompt }) =>
  answer({ raw: `noted: ${prompt.length}`, synopsis: "a session" });
export const LESSONS: Script = () =>
  answer({
    memory: "# all",
    summary: "use tabs",
    skills: [{ name: "run-tests", description: "to test", body: "npm test" }],
  });

type Wish = Partial<LearnPorts> & {
  readonly branches?: Readonly<Record<string, readonly Entry[]>>;
};

export async function run(
  home: TempWorkspace,
  { branches = { a: [said("use tabs")] }, ...wish }: Wish = {},
) {
  const store = new ArtifactStore(home.path("auto"));
  const extractor = model(EXTRACT);
  const consolidator = model(LESSONS);
  const ids = Object.keys(branches);
  const ports: LearnPorts = {
    store,
    log: openRunLog(home.path("auto/runs.jsonl"), () => NOW),
    sessions: ids.map((id) => ({
      id,
      title: id,
      updatedAt: OLD,
      running: false,
      imported: false,
      forgotten: false,
    })),
    isGone: (id) => Promise.resolve(!ids.includes(id)),
    read: (id) => Promise.resolve(() => branches[id] ?? []),
    extractor,
    consolidator,
    redact: (text) => text,
    now: () => NOW,
    overBudget: () => null,
    signal: new AbortController().signal,
    ...wish,
  };
  const report = await learn(ports);
  return { report, store, ports, extractor, consolidator };
}

/** Everything that lies in the folder, as one text. */
export function allText(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => readFileSync(join(found.parentPath, found.name), "utf8"))
    .join("\n");
}
