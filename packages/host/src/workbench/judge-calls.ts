import type { Gate, ToolRegistry } from "@squire/agent";
import type { Decision, JsonValue, JudgedCall } from "@squire/protocol";
import type { RuleProblem } from "@squire/safety";
import type { Host } from "../open.ts";
import { openByHand } from "./by-hand.ts";
import type { HandState } from "./by-hand.ts";

/** A call that cannot be judged: there is no such tool, or it takes other arguments. */
export type NotJudged = { readonly problem: string };

export type Judge = AsyncDisposable & {
  /** Runs nothing and leaves no record (PERM-14). Never rejects. */
  judge(tool: string, args: JsonValue): Promise<Decision | NotJudged>;
  /** Rules that are not in force because they cannot be understood. */
  readonly ruleProblems: readonly RuleProblem[];
};

/** The gate as it stands in this folder, for questions. Somebody is taken to be there to be asked. */
export async function openJudge(host: Host, state: HandState): Promise<Judge> {
  const hand = await openByHand(host, { ...state, attended: true, onlyJudges: true });
  return {
    ruleProblems: hand.workbench.ruleProblems(),
    judge: (tool, args) => judgeCall(hand.tools, hand.workbench.judge, { tool, args }),
    [Symbol.asyncDispose]: () => hand[Symbol.asyncDispose](),
  };
}

type Asked = { readonly tool: string; readonly args: JsonValue };

/** What the gate says to a call. Never rejects. */
export async function judgeCall(
  tools: ToolRegistry,
  gate: Gate,
  { tool: name, args }: Asked,
): Promise<Decision | NotJudged> {
  const tool = tools.find(name);
  if (tool === null) return { problem: unknownTool(name, tools) };
  const prepared = tool.prepare(args);
  if (!prepared.ok) {
    const problems = prepared.problems.map(
      ({ path, reason }) => `${path || "arguments"}: ${reason}`,
    );
    return { problem: `The arguments of ${tool.name} are not valid: ${problems.join("; ")}.` };
  }
  const { args: checked, effect, subject, summary } = prepared.call;
  const call: JudgedCall = {
    callId: "question",
    name: tool.name,
    args: checked,
    effect,
    subject,
    summary,
    requiresApproval: tool.requiresApproval ?? false,
  };
  try {
    return await gate(call);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `It cannot be judged: ${why}.` };
  }
}

export function unknownTool(name: string, tools: ToolRegistry): string {
  const names = tools.active().map((tool) => tool.name);
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return `There is no tool ${shown} here. There are: ${names.join(", ")}.`;
}

const MAX_NAME = 60;
