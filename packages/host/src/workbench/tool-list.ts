import { join } from "node:path";
import { astParsers } from "@squire/tools";
import type { AgentEvent, Effect, JsonObject } from "@squire/protocol";
import type { Host } from "../open.ts";
import { absentTools, type AbsentTool } from "./absent-tools.ts";
import { openByHand } from "./by-hand.ts";

export type ListedTool = {
  readonly name: string;
  readonly description: string;
  /** Unless the arguments of a call say otherwise. */
  readonly effect: Effect;
  /** Other names that mean it, in calls and rules (C5). */
  readonly aliases: readonly string[];
  /** JSON Schema of its arguments. */
  readonly parameters: JsonObject;
};

/** The tools of a session in this folder, and those that are missing. */
export async function listTools(
  host: Host,
): Promise<{ readonly tools: readonly ListedTool[]; readonly absent: readonly AbsentTool[] }> {
  const failed: AbsentTool[] = [];
  const emit = (event: AgentEvent): void => {
    if (event.type !== "warning.raised" || event.code !== "tool.custom") return;
    failed.push({ name: "module", reason: event.message });
  };
  await using hand = await openByHand(host, { attended: true, emit });
  const { tools: registry } = hand;
  const aliases = Object.entries(registry.aliases);
  const offered = registry.active().filter(({ hidden }) => hidden !== true);
  const tools = offered.map((tool) => ({
    name: tool.name,
    description: tool.description,
    effect: tool.effect,
    aliases: aliases.flatMap(([alias, name]) => (name === tool.name ? [alias] : [])),
    parameters: tool.parameters(),
  }));
  const others = registry.diagnostics.map(({ name, message }) => ({ name, reason: message }));
  const noParsers = astParsers(join(host.home, "cache")).unavailable();
  const { settings } = host.loaded;
  const absent = absentTools(tools, { settings, noParsers });
  return { tools, absent: [...withSearch(absent, tools), ...others, ...failed] };
}

const NO_INDEX = "there is no index of this folder; squire index makes one";

/** The search by meaning comes with an index, not with the settings. */
function withSearch(
  absent: readonly AbsentTool[],
  tools: readonly ListedTool[],
): readonly AbsentTool[] {
  const name = "semantic_search";
  const others = absent.filter((tool) => tool.name !== name);
  return tools.some((tool) => tool.name === name)
    ? others
    : [...others, { name, reason: NO_INDEX }];
}
