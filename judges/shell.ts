import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Decision, Trust } from "@squire/protocol";
import {
  analyse,
  commandEffect,
  decide,
  lexicalFacts,
  type GateState,
  type GateWorkspace,
  type Policy,
  type Segment,
} from "@squire/safety";
import { Tally, type Judge } from "./judge.ts";

type Form = { readonly id: string; readonly function: string; readonly code: string };
type Everyday = { readonly command: string; readonly label: "read-only" | "writes" | "network" };
type Piece = {
  readonly id: string;
  readonly code: string;
  readonly nodes: Readonly<Record<string, number>>;
};

const WORKSPACE: GateWorkspace = {
  root: "/home/me/project",
  writable: [],
  home: "/home/me",
  squireHome: "/home/me/.squire",
  ignoresCase: false,
};
const POLICY: Policy = { fallback: "ask", rules: [], strict: false, taint: true };

/** Most read-only commands that may be asked for needlessly, of a hundred. */
const MOST_NEEDLESS = 10;

/** The gate on shell commands that others collected: what it lets through, and what it asks for needlessly. */
export const shellJudge: Judge = {
  name: "shell",
  needs: "judges/shell",
  async run(folder) {
    const tally = new Tally();
    const load = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
    const notes = [
      judgeForms(load("gtfobins.json") as readonly Form[], tally),
      judgeEveryday(load("benign-commands.json") as readonly Everyday[], tally),
      judgePieces(load("bash-corpus.json") as readonly Piece[], tally),
    ];
    return tally.verdict(notes.join("; "));
  },
};

/** No form may pass unasked, neither in `review` nor in `auto`. */
function judgeForms(forms: readonly Form[], tally: Tally): string {
  let [dangerous, reading] = [0, 0];
  for (const { id, code, function: kind } of forms) {
    const allowed = (["review", "auto"] as const).some(
      (trust) => verdictOf(code, trust) === "allow",
    );
    if (allowed && kind === "file-read") reading++;
    else if (allowed) dangerous++;
    tally.check(!allowed, () => `${id} is allowed: ${code}`);
  }
  const files = forms.filter((form) => form.function === "file-read").length;
  return `dangerous forms allowed ${dangerous} of ${forms.length - files}, reading ${reading} of ${files}`;
}

function judgeEveryday(commands: readonly Everyday[], tally: Tally): string {
  const readOnly = commands.filter(({ label }) => label === "read-only");
  const needless = readOnly.filter(({ command }) => verdictOf(command, "review") !== "allow");
  const others = commands.filter(({ label }) => label !== "read-only");
  let wrong = 0;
  for (const { command } of others) {
    const taken = commandEffect(command, { workspace: WORKSPACE, trusted: true }) === "read";
    if (taken || verdictOf(command, "auto") === "allow") wrong++;
    tally.check(!taken, () => `taken for read-only: ${command}`);
  }
  const share = (100 * needless.length) / Math.max(1, readOnly.length);
  const list = needless.map(({ command }) => command).join(" | ");
  tally.check(share <= MOST_NEEDLESS, () => `asked needlessly (${share.toFixed(0)} %): ${list}`);
  return `needless asks ${needless.length} of ${readOnly.length}, false allows ${wrong} of ${others.length}`;
}

function judgePieces(pieces: readonly Piece[], tally: Tally): string {
  let found = 0;
  for (const { id, code, nodes } of pieces) {
    const count = analyse(code).segments.filter(isCommand).length;
    const wanted = nodes["command"] ?? 0;
    found += count;
    tally.check(count === wanted, () => `${id}: ${count} commands instead of ${wanted}`);
  }
  return `commands found ${found}`;
}

/** What the reference calls a command: no tests and no declarations. */
function isCommand({ program, via, redirections }: Segment): boolean {
  if (program === null || via.length > 0) return false;
  // It reads what stands beside a redirection in brackets as a command of its own.
  if (program.text === "[") return redirections.length > 0;
  return !/^(?:export|declare|typeset|readonly|local|unset|unsetenv)$/.test(program.text);
}

function verdictOf(command: string, trust: Trust): Decision["verdict"] {
  const call = {
    callId: "judge",
    name: "bash",
    args: { command },
    effect: "execute",
    subject: command,
    summary: command,
    requiresApproval: false,
  } as const;
  const facts = lexicalFacts(call, WORKSPACE);
  return decide({ call, facts, policy: POLICY, state: stateOf(trust) }).verdict;
}

/** A developer in a folder they trust, without a sandbox. */
function stateOf(trust: Trust): GateState {
  return {
    mode: "code",
    trust,
    tainted: { active: false, sources: [] },
    headless: "ask",
    trusted: true,
    workspace: WORKSPACE,
    sandbox: { confines: false, network: true },
    refused: [],
  };
}
