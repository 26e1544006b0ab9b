import type {
  CacheControlEphemeral,
  MessageCreateParamsStreaming,
  TextBlockParam,
  Tool,
} from "@anthropic-ai/sdk/resources/messages";
import type { ModelRequest, ToolSpec } from "@squire/protocol";
import { cacheControl, marked } from "./anthropic-cache.ts";
import { groupMessages } from "./anthropic-messages.ts";
import type { Block, Group } from "./anthropic-messages.ts";
import { effortWords } from "./anthropic-model.ts";
import { thinkingFor } from "./anthropic-thinking.ts";
import { oncePerList, opening, wireBody } from "./body.ts";
import type { FragmentCache, Head } from "./body.ts";
import type { Target, WireRequest } from "./contract.ts";
import { objectSchema } from "./object-schema.ts";

/** The SDK no longer lists `temperature`, which older models take; efforts are a model's own words. */
type AnthropicHead = Head<MessageCreateParamsStreaming, "messages" | "output_config"> & {
  readonly temperature: number | undefined;
  readonly output_config: { readonly effort: string } | undefined;
};

/** A request to the Messages API. The base URL has no `/v1`. */
export function encodeAnthropic(
  request: ModelRequest,
  target: Target,
  cache: FragmentCache,
): WireRequest {
  const groups = groupMessages(request.messages, target, cache);
  const control = cacheControl(request, target);
  const head = headOf(request, target, groups, control);
  return {
    path: "/v1/messages",
    headers: HEADERS,
    body: wireBody(
      opening({ ...head, ...target.compat.extraBody }, "messages"),
      groups.map((group, at) => groupJson(group, isBoundary(groups, at) ? control : undefined)),
    ),
  };
}

const HEADERS = { "anthropic-version": "2023-06-01" };

function headOf(
  request: ModelRequest,
  target: Target,
  groups: readonly Group[],
  control: CacheControlEphemeral | undefined,
): AnthropicHead {
  const { maxTokens, on, thinking, effort } = thinkingFor(request, target, mayStart(groups));
  // Models that decide themselves how much to think mostly refuse a temperature.
  const adaptive = effortWords(request.model, target.compat) !== undefined;
  const warm = !on && (target.compat.supportsTemperature ?? !adaptive);
  const system = systemOf(request.system, control);
  return {
    model: request.model,
    max_tokens: maxTokens,
    stream: true,
    temperature: warm ? request.temperature : undefined,
    thinking,
    output_config: effort === undefined ? undefined : { effort },
    tools: toolsOf(request.tools, system === undefined ? control : undefined),
    system,
  };
}

function systemOf(
  system: string | undefined,
  control: CacheControlEphemeral | undefined,
): TextBlockParam[] | undefined {
  if (system === undefined || system.trim() === "") return undefined;
  return [{ type: "text", text: system, ...(control ? { cache_control: control } : {}) }];
}

/** The prefix ends with the system text; without one it ends with the tools. */
function toolsOf(
  tools: readonly ToolSpec[],
  control: CacheControlEphemeral | undefined,
): Tool[] | undefined {
  const plain = plainTools(tools);
  const last = plain.at(-1);
  if (last === undefined) return undefined;
  return control === undefined
    ? plain
    : [...plain.slice(0, -1), { ...last, cache_control: control }];
}

const plainTools = oncePerList((tools: readonly ToolSpec[]) =>
  tools.map(({ name, description, parameters }): Tool => ({
    name,
    ...(description === "" ? {} : { description }),
    input_schema: { ...objectSchema(parameters), type: "object" },
  })),
);

/** Thinking by budget cannot start in the middle of a run of calls that began without it. */
function mayStart(groups: readonly Group[]): boolean {
  const isAnswered = (at: number): boolean => (groups[at]?.outcomes.length ?? 0) > 0;
  if (!isAnswered(groups.length - 1)) return true;
  let first = groups.length - 2;
  while (isAnswered(first - 1)) first -= 2;
  return groups[first]?.rest[0]?.kind === "thinking";
}

/** The end of this request and the end of the one before it (PROV-23). */
function isBoundary(groups: readonly Group[], at: number): boolean {
  const reply = groups.findLastIndex((group) => group.role === "assistant");
  return at === groups.length - 1 || at === reply - 1;
}

function groupJson(
  { role, outcomes, rest }: Group,
  control: CacheControlEphemeral | undefined,
): string {
  const blocks: readonly Block[] = [...outcomes, ...rest];
  const last = control ? blocks.findLastIndex((block) => block.kind === "plain") : -1;
  const content = blocks.map(({ json }, at) =>
    control && at === last ? marked(json, control) : json,
  );
  return `{"role":"${role}","content":[${content.join(",")}]}`;
}
