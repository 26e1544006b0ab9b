import type { Effect, JudgedCall, Verdict } from "@squire/protocol";
import { readingPrograms } from "../programs/lookup.ts";
import { decide } from "./decide.ts";
import { lexicalFacts } from "./facts.ts";
import type { GateState, Policy } from "./state.ts";

/** A tool, as far as it matters here. */
export type KnownTool = {
  readonly name: string;
  readonly effect: Effect;
  readonly requiresApproval: boolean;
};

/** What would happen right now without anybody being asked. */
export type Unattended = {
  readonly tools: readonly {
    readonly name: string;
    readonly verdict: Verdict;
    readonly why: string;
  }[];
  /** Kinds of things that commands and tools do. */
  readonly deeds: readonly {
    readonly deed: string;
    readonly verdict: Verdict;
    readonly why: string;
  }[];
  /** Programs that run unasked as long as they only read. */
  readonly programs: readonly string[];
  /** Rules that let something pass. */
  readonly rules: readonly { readonly rule: string; readonly origin: string }[];
};

/** Deeds that are tried on the gate; the paths exist only in the question. */
const DEEDS: readonly (readonly [string, string, Record<string, string>, Effect])[] = [
  ["read a file of the workspace", "read", { path: "src/example.ts" }, "read"],
  ["change a file of the workspace", "edit", { path: "src/example.ts" }, "write"],
  ["change a file elsewhere", "edit", { path: "/elsewhere/example.ts" }, "write"],
  ["change a file that decides what may run", "edit", { path: ".vscode/settings.json" }, "write"],
  ["run a command that only reads", "bash", { command: "git status" }, "execute"],
  ["run a command that changes files", "bash", { command: "touch example.txt" }, "execute"],
  ["run the project's code", "bash", { command: "npm test" }, "execute"],
  ["run any code", "bash", { command: "python3 -c 'print()'" }, "execute"],
  ["reach another host from a command", "bash", { command: "curl https://example.com" }, "execute"],
  ["fetch a page", "web_fetch", { url: "https://example.com/" }, "network"],
];

/** "What could run unattended right now?", answered by the gate itself. */
export function unattended(
  policy: Policy,
  state: GateState,
  tools: readonly KnownTool[],
): Unattended {
  const judge = (call: JudgedCall): { readonly verdict: Verdict; readonly why: string } => {
    const { verdict, trail } = decide({
      call,
      facts: lexicalFacts(call, state.workspace),
      policy,
      state,
    });
    return { verdict, why: trail.findLast((one) => one.verdict === verdict)?.reason ?? "" };
  };
  const reads = judge(question("bash", { command: "ls" }, "execute")).verdict === "allow";
  return {
    tools: tools.map(({ name, effect, requiresApproval }) => {
      return { name, ...judge({ ...question(name, {}, effect), requiresApproval }) };
    }),
    deeds: DEEDS.map(([deed, name, args, effect]) => ({
      deed,
      ...judge(question(name, args, effect)),
    })),
    programs: reads ? readingPrograms() : [],
    rules: policy.rules
      .filter(({ verdict, scope }) => verdict === "allow" && (state.trusted || scope !== "project"))
      .map(({ text, origin }) => ({ rule: text, origin })),
  };
}

function question(name: string, args: Record<string, string>, effect: Effect): JudgedCall {
  const subject = Object.values(args)[0] ?? null;
  return {
    callId: "question",
    name,
    args,
    effect,
    subject,
    summary: name,
    requiresApproval: false,
  };
}
