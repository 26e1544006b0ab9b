import { complete } from "../../composer/completion.ts";
import { fuzzyRank, triggerOf } from "@squire/client";
import { FACE_COMMANDS } from "../keys/actions.ts";
import { stay, type AppState, type Choice, type Step } from "./app-state.ts";

const MOST_COMMANDS = 40;

/** Opens, changes or closes the list for what is being written. Paths are asked of the host. */
export function withCompletion(state: AppState): Step {
  const trigger = state.asking === null && state.search === null ? triggerOf(state.composer) : null;
  if (trigger === null) return stay({ ...state, completion: null, closedAt: null });
  if (state.closedAt === trigger.from) return stay({ ...state, completion: null });
  const before = state.completion;
  if (trigger.kind === "file") {
    // The old list stays until the new one is there: no flicker while typing.
    const items = before?.trigger.kind === "file" ? before.items : [];
    const completion = items.length === 0 ? null : { trigger, items, index: 0 };
    return stay({ ...state, completion }, { type: "files", query: trigger.query });
  }
  const items = commandChoices(state, trigger.query);
  const same = before?.trigger.query === trigger.query;
  const completion = items.length === 0 ? null : { trigger, items, index: same ? before.index : 0 };
  return stay({ ...state, completion });
}

/** Paths came from the host; they count only for what is being written now. */
export function withFiles(state: AppState, query: string, items: readonly Choice[]): AppState {
  const trigger = state.asking === null ? triggerOf(state.composer) : null;
  if (trigger?.kind !== "file" || trigger.query !== query || state.closedAt === trigger.from)
    return state;
  return { ...state, completion: items.length === 0 ? null : { trigger, items, index: 0 } };
}

/** Every command: the host's, and those of this face alone. */
export function allCommands(state: AppState): readonly Choice[] {
  const known = state.commands ?? [];
  const host = known.map((info): Choice => ({
    id: info.name,
    label: info.name,
    detail: info.args === "" ? info.description : `${info.args}  ${info.description}`,
  }));
  const own = Object.entries(FACE_COMMANDS)
    .filter(([name]) => !known.some((info) => info.name === name))
    .map(([name, description]): Choice => ({ id: name, label: name, detail: description }));
  return [...host, ...own].sort((a, b) => a.label.localeCompare(b.label));
}

function commandChoices(state: AppState, query: string): readonly Choice[] {
  const aliases = new Map((state.commands ?? []).map((info) => [info.name, info.aliases]));
  const named = ({ id }: Choice): readonly string[] => [id, ...(aliases.get(id) ?? [])];
  return fuzzyRank(allCommands(state), query, named).slice(0, MOST_COMMANDS);
}

/** Takes what is marked in the list. */
export function takeCompletion(state: AppState): AppState {
  const { completion } = state;
  const choice = completion?.items[completion.index];
  if (completion === null || choice === undefined) return state;
  const composer = complete(state.composer, completion.trigger, choice.id);
  return { ...state, composer, completion: null };
}
