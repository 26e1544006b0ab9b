import type { JsonObject } from "@squire/protocol";
import { closestNames } from "../../repair/names.ts";
import { unknownToolText } from "../../repair/repair-texts.ts";
import { problemText } from "../argument-problems.ts";
import type { ToolRegistry } from "../registry.ts";
import type { PreparedCall, Tool } from "../tool.ts";
import { endedWith } from "./call-end.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { AskedCall, CallEnd } from "./ports.ts";

/** A call that can run as far as its name and arguments go, or its end. */
export type Prepared =
  | {
      readonly type: "ready";
      readonly asked: AskedCall;
      readonly tool: Tool;
      readonly call: PreparedCall;
      /** What was mended in the arguments; the model is told. */
      readonly notes: readonly string[];
    }
  | { readonly type: "ended"; readonly asked: AskedCall; readonly end: CallEnd };

const CUT_TEXT =
  "The arguments ended in the middle, so part of them may be missing; nothing was run. " +
  "Send the call again, whole; if it is long, do it in smaller pieces.";

/** Name, alias, arguments (RPR-6, RPR-7, RPR-9). Pure and total. */
export function prepareCall(asked: AskedCall, tools: ToolRegistry): Prepared {
  if (asked.end !== undefined) return { type: "ended", asked, end: asked.end };
  if (asked.suppressed !== undefined) {
    return { type: "ended", asked, end: endedWith("refused", asked.suppressed) };
  }
  const tool = tools.find(asked.block.name);
  if (tool === null) return invalid(asked, unknownText(asked.block.name, tools));
  const parsed = parseArguments(tool.name, asked.argsText);
  if (!parsed.ok) return invalid(asked, parsed.text);
  const args = tools.restore(tool.name, parsed.args);
  const prepared = tool.prepare(args);
  if (prepared.ok) {
    const risky = parsed.lossy && prepared.call.effect !== "read";
    return risky
      ? invalid(asked, CUT_TEXT)
      : { type: "ready", asked, tool, call: prepared.call, notes: parsed.notes };
  }
  const names = {
    given: Object.keys(parsed.args),
    known: knownNames(tools.specOf(tool.name)?.parameters),
  };
  return invalid(asked, problemText(tool.name, prepared.problems, names));
}

function invalid(asked: AskedCall, text: string): Prepared {
  return { type: "ended", asked, end: endedWith("invalid", text) };
}

function unknownText(name: string, tools: ToolRegistry): string {
  const names = tools.active().flatMap((tool) => (tool.hidden === true ? [] : [tool.name]));
  return unknownToolText(name, closestNames(name, names), names);
}

function knownNames(parameters: JsonObject | undefined): readonly string[] {
  const properties = parameters?.["properties"];
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}
