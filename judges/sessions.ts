import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, systemClock } from "@squire/platform";
import { bodyText, WIRES } from "@squire/llm";
import type { Api } from "@squire/llm";
import type { Entry, Message } from "@squire/protocol";
import { textOf } from "@squire/protocol";
import {
  contextViewer,
  fileStore,
  nodeDisk,
  openIndex,
  systemProcesses,
  validHistory,
} from "@squire/session";
import { importSession } from "@squire/session/exchange";
import type { ReadSession, SessionPorts } from "@squire/session";
import { fakeIds, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { Tally } from "./judge.ts";
import type { Judge } from "./judge.ts";

/** One per wire; dialects differ in data only. */
const APIS: readonly Api[] = [
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "google-generative-ai",
];

/** A session of another agent, imported, and continued from every point of it with every vendor. */
export const sessionsJudge: Judge = {
  name: "sessions",
  needs: "judges/sessions",
  async run(folder) {
    const tally = new Tally();
    const file = join(folder, "pi-session.jsonl");
    const source = readSource(file);
    await using home = await tempWorkspace();
    const imported = await importInto(home, file);
    const { report, branch } = imported;
    judgeReport(source, imported, tally);
    for (const line of source) judgeLine(line, branch, tally);
    judgePrefixes(branch, tally);
    const figures = await measure(home, imported, source);
    return tally.verdict(
      `${report.imported} of ${source.length} entries imported, ${report.left.length} named; ${figures}`,
    );
  },
};

type SourceLine = {
  readonly line: number;
  readonly type: string;
  readonly bytes: number;
  readonly message?: {
    readonly role: string;
    readonly content: readonly { readonly type: string; readonly [key: string]: unknown }[];
    readonly toolCallId?: string;
  };
};

function readSource(file: string): readonly SourceLine[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((text, at) => {
    const value = JSON.parse(text) as Omit<SourceLine, "line" | "bytes">;
    return { ...value, line: at + 1, bytes: Buffer.byteLength(text) + 1 };
  });
}

type ImportedBranch = {
  readonly report: Awaited<ReturnType<typeof importSession>>["report"];
  readonly session: ReadSession;
  readonly branch: readonly Entry[];
  readonly ports: SessionPorts;
  readonly path: string;
  readonly tookMs: number;
};

async function importInto(home: TempWorkspace, file: string): Promise<ImportedBranch> {
  const ports: SessionPorts = {
    disk: nodeDisk(),
    clock: systemClock,
    ids: fakeIds("e"),
    processes: systemProcesses(),
  };
  const startedAt = performance.now();
  const openArtifacts = (): never => {
    throw new Error("A foreign session has no artifacts.");
  };
  const { id, path, report } = await importSession(ports, home.root, {
    file,
    cwd: "/project",
    openArtifacts,
  });
  const tookMs = performance.now() - startedAt;
  const session = await fileStore(ports, home.root).read(id);
  return { report, session, branch: session.tree.branch(), ports, path, tookMs };
}

function judgeReport(
  source: readonly SourceLine[],
  { report, session }: ImportedBranch,
  tally: Tally,
): void {
  const named = new Set(report.left.map(({ line }) => line));
  const accounted = report.imported + named.size;
  tally.check(accounted === source.length, () => `${accounted} of ${source.length} accounted for`);
  tally.check(
    session.problems.length === 0,
    () => `the log has ${session.problems.length} problems`,
  );
  tally.check(session.tree.problems.length === 0, () => "the tree has problems");
}

/** What the source says in a line is said by the branch, however it was taken over. */
function judgeLine(
  { line, type, message }: SourceLine,
  branch: readonly Entry[],
  tally: Tally,
): void {
  if (message === undefined) {
    const wanted = { thinking_level_change: "thinking_change", compaction: "compaction" }[type];
    const found = wanted === undefined || branch.some((entry) => entry.type === wanted);
    tally.check(found, () => `line ${line}: no ${type}`);
    return;
  }
  if (message.role === "toolResult") {
    const kept = branch.filter(
      (entry) => entry.type === "tool_result" && entry.outcome.callId === message.toolCallId,
    );
    const same = kept.some(
      (entry) => entry.type === "tool_result" && textOf(entry.outcome) === textIn(message.content),
    );
    tally.check(kept.length === 1 && same, () => `line ${line}: the call lost its result`);
    return;
  }
  const said = branch.some(
    (entry) => entry.type === "message" && isSame(entry.message, message.content),
  );
  tally.check(said, () => `line ${line}: the ${message.role} message is not there`);
}

type Parts = NonNullable<SourceLine["message"]>["content"];

function textIn(parts: Parts): string {
  return parts.map((part) => (part.type === "text" ? String(part["text"]) : "")).join("");
}

function isSame(message: Message, parts: Parts): boolean {
  if (textOf(message) !== textIn(parts)) return false;
  const calls = message.content.flatMap((block) => (block.type === "call" ? [block] : []));
  const asked = parts.filter(({ type }) => type === "toolCall");
  return (
    calls.length === asked.length &&
    calls.every(({ id, argsText }, at) => {
      const part = asked[at];
      return part?.["id"] === id && JSON.stringify(part["arguments"]) === argsText;
    })
  );
}

/** From every point a request must be possible: a valid history, and bytes for each vendor. */
function judgePrefixes(branch: readonly Entry[], tally: Tally): void {
  const view = contextViewer();
  for (let length = 1; length <= branch.length; length++) {
    const { messages } = view(branch.slice(0, length));
    const faults = validHistory(messages);
    tally.check(faults.length === 0, () => `prefix ${length}: ${faults.join("; ")}`);
    for (const api of APIS) {
      const failure = encodeFailure(api, messages);
      tally.check(failure === null, () => `prefix ${length} for ${api}: ${failure}`);
    }
  }
}

function encodeFailure(api: Api, messages: readonly Message[]): string | null {
  try {
    const request = { model: "test-1", messages, tools: [] };
    const { body } = WIRES[api].encode(request, { provider: "judge", api, compat: {} });
    JSON.parse(bodyText(body));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "it threw";
  }
}

async function measure(
  home: TempWorkspace,
  { ports, path, tookMs }: ImportedBranch,
  source: readonly SourceLine[],
): Promise<string> {
  using index = await openIndex({ ...ports, openDatabase }, home.root);
  await index.refresh();
  const startedAt = performance.now();
  const hits = await index.search("refactor");
  const searchMs = performance.now() - startedAt;
  const sourceBytes = source.reduce((sum, { bytes }) => sum + bytes, 0);
  const { size } = await ports.disk.stat(path);
  const share = Math.round((100 * size) / sourceBytes);
  return `import ${tookMs.toFixed(0)} ms, log ${share} % of the source, search ${searchMs.toFixed(1)} ms (${hits.length} hits)`;
}
