import type { AssistantContent, AssistantMessage, CallBlock, ToolSpec } from "@squire/protocol";
import { matchName } from "./names.ts";
import type { Aliases } from "./names.ts";
import { readArgs } from "./read-args.ts";
import type { FoundCall, Span, SpecOf } from "./scavenge/found.ts";
import { tailRun, withoutSpans } from "./scavenge/tail-run.ts";
import { callKey } from "./storm.ts";

/** RPR-2. */
export const MAX_SCAVENGED = 4;
/** A reply with more is broken in another way; each costs a look at every tool. */
const MOST_LOOKED_AT = 64;

export type ScavengeInput = {
  readonly message: AssistantMessage;
  /** As advertised: only these can be called. */
  readonly tools: readonly ToolSpec[];
  readonly aliases?: Aliases;
  /** The user's last words: what merely repeats them is no call. */
  readonly userText?: string;
  /** Makes the ids of the calls that are found; they must be new in the session. */
  readonly newId: (n: number) => string;
};

export type Scavenged = {
  /** The reply with what was found as calls in place of text; the same object when nothing was. */
  readonly message: AssistantMessage;
  readonly calls: readonly CallBlock[];
  /** How many of them had to be closed because the text ended inside. */
  readonly cut: number;
  readonly notes: readonly string[];
};

type Finding = {
  readonly found: readonly FoundCall[];
  readonly content: readonly AssistantContent[];
};

/**
 * Calls that a model wrote as text or thought instead of making them (RPR-2). A reply that makes
 * calls is not searched: its text repeats or explains them. Only what the reply ends with counts,
 * see `tailRun`.
 */
export function scavenge(input: ScavengeInput): Scavenged {
  const { message, tools, newId } = input;
  const nothing: Scavenged = { message, calls: [], cut: 0, notes: [] };
  const declares = message.content.some(({ type }) => type === "call");
  if (declares || tools.length === 0) return nothing;
  const { found, content } = search(input);
  const known = found.slice(0, MOST_LOOKED_AT).flatMap((call) => {
    const name = nameOf(call.name, input);
    return name === null ? [] : [{ ...call, name }];
  });
  const apart = withoutRepeats(known);
  if (apart.length === 0) return nothing;
  const taken = apart.slice(0, MAX_SCAVENGED);
  const calls = taken.map(({ name, argsText }, at): CallBlock => {
    return { type: "call", id: newId(at + 1), name, argsText };
  });
  const left = apart.length - taken.length;
  return {
    message: { ...message, content: [...content, ...calls] },
    calls,
    cut: taken.filter(({ cut }) => cut).length,
    notes: [
      `found in the reply's text: ${calls.map(({ name }) => name).join(", ")}`,
      ...(left > 0 ? [`${left} more were ignored, at most ${MAX_SCAVENGED} are taken`] : []),
    ],
  };
}

/** Goes back from the end of the reply as long as there is nothing but calls. */
function search(input: ScavengeInput): Finding {
  const { message, userText = "" } = input;
  const specOf: SpecOf = (written) => {
    const name = nameOf(written, input);
    return input.tools.find((tool) => tool.name === name);
  };
  const content = [...message.content];
  const found: FoundCall[] = [];
  for (let at = content.length - 1; at >= 0; at--) {
    const block = content[at];
    if (block?.type !== "text" && block?.type !== "thinking") break;
    if (block.text.trim() === "") continue;
    const { spans, hasText } = tailRun(block.text, specOf, userText);
    if (spans.length === 0) break;
    found.unshift(...spans.flatMap(({ calls }) => calls));
    content[at] = withoutCalls(block, spans);
    if (hasText) break;
  }
  return { found, content: content.filter(isSubstance) };
}

/** What a vendor wants back byte for byte is left as it is. */
function withoutCalls<T extends AssistantContent & { readonly text: string }>(
  block: T,
  spans: readonly Span[],
): T {
  if (block.type === "thinking" || block.opaque !== undefined) return block;
  return { ...block, text: withoutSpans(block.text, spans) };
}

function isSubstance(block: AssistantContent): boolean {
  return block.type !== "text" || block.opaque !== undefined || block.text.trim() !== "";
}

function nameOf(written: string, { tools, aliases }: ScavengeInput): string | null {
  const names = tools.map(({ name }) => name);
  const match = matchName(written, names, aliases);
  return match.type === "unknown" ? null : match.name;
}

function withoutRepeats(calls: readonly FoundCall[]): readonly FoundCall[] {
  const seen = new Set<string>();
  return calls.filter(({ name, argsText }) => {
    const args = readArgs(argsText);
    const key = args.ok ? callKey({ name, args: args.value }) : `${name} ${argsText}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
