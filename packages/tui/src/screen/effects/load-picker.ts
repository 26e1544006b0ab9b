import { ago, count, dollars, plural, type HostClient } from "@squire/client";
import type { Picker } from "@squire/protocol";
import { MODES, THINKING_LEVELS, TRUSTS } from "@squire/protocol/values";
import type { AppState, Choice, PickerState } from "../state/app-state.ts";

type Loaded = {
  readonly title: string;
  readonly items: readonly Choice[];
  readonly present?: string;
};

type Asked = {
  readonly client: HostClient;
  /** Begins a session where there is none: only for lists of what is in one. */
  readonly sessionKey: () => Promise<string>;
  readonly state: AppState;
  readonly now: number;
};

/** A list of the host to choose from. Rejects with a `HostError`. */
export async function loadPicker(kind: Picker, asked: Asked): Promise<PickerState> {
  const { title, items, present } = await LOADERS[kind](asked);
  const index = Math.max(
    0,
    items.findIndex(({ id }) => id === present),
  );
  return { kind, title, items, index, query: "", subject: "" };
}

/** What is said instead of an empty list. */
export const EMPTY_LISTS: Readonly<Partial<Record<Picker, string>>> = {
  sessions: "There is no session yet.",
  rewind: "There is nothing to take back yet.",
  tree: "Nothing was said yet.",
  jobs: "No command runs in the background.",
  setup:
    "No key was found in your shell and no model server on this machine. `squire setup` asks for one; `/login <provider> <key>` stores a key here.",
};

const words = (
  all: readonly string[],
  details: Readonly<Record<string, string>> = {},
): readonly Choice[] => all.map((id) => ({ id, label: id, detail: details[id] ?? "" }));

const LOADERS: Readonly<Record<Picker, (asked: Asked) => Promise<Loaded>>> = {
  sessions: async ({ client, now }) => {
    const { sessions } = await client.call("sessions.list", { limit: 200 });
    const items = sessions.map((session): Choice => ({
      id: session.id,
      label: session.title ?? "untitled",
      detail: `${ago(session.updatedAt, now)} · ${plural(session.turns, "turn")} · ${dollars(session.costUsd)} · ${session.cwd}`,
    }));
    return { title: "sessions", items };
  },
  models: async ({ client, state }) => {
    const { models } = await client.call("models.list", {});
    const sorted = models.toSorted((a, b) => Number(b.available) - Number(a.available));
    const items = sorted.map((model): Choice => {
      const window = model.contextWindow === 0 ? "" : `${count(model.contextWindow)} tokens`;
      const price = model.price === null ? "" : `$${model.price.input}/$${model.price.output}`;
      const key = model.available ? "" : "no key: /setup";
      return {
        id: model.id,
        label: model.id,
        detail: [key, window, price].filter(Boolean).join(" · "),
      };
    });
    return { title: "models", items, present: state.view.model };
  },
  modes: ({ state }) =>
    Promise.resolve({ title: "mode", items: words(MODES), present: state.view.mode }),
  trusts: ({ state }) =>
    Promise.resolve({
      title: "trust",
      items: words(TRUSTS, {
        review: "asks before it changes or runs anything",
        auto: "edits in the workspace unasked; asks for the rest",
        yolo: "asks for nothing that no rule asks for",
      }),
      present: state.view.trust,
    }),
  thinking: ({ state }) =>
    Promise.resolve({
      title: "thinking",
      items: words(THINKING_LEVELS),
      present: state.view.thinking ?? "",
    }),
  rewind: async ({ client, sessionKey, now }) => {
    const { turns } = await client.call("rewind.points", { sessionKey: await sessionKey() });
    const items = turns.toReversed().map((turn): Choice => {
      const files = turn.paths.length === 0 ? "no files" : turn.paths.join(", ");
      return { id: String(turn.turn), label: turn.text, detail: `${ago(turn.at, now)} · ${files}` };
    });
    return { title: "rewind to before", items };
  },
  tree: async ({ client, sessionKey, now }) => {
    const { nodes, leafId } = await client.call("sessions.tree", {
      sessionKey: await sessionKey(),
    });
    const items = nodes.map((node): Choice => ({
      id: node.entryId,
      label: `${"│ ".repeat(node.depth)}${node.active ? "● " : "○ "}${node.label ?? node.text}`,
      detail: `${node.type} · ${ago(node.at, now)}`,
    }));
    return { title: "tree", items, ...(leafId === null ? {} : { present: leafId }) };
  },
  jobs: async ({ client, sessionKey }) => {
    const { jobs } = await client.call("jobs.list", { sessionKey: await sessionKey() });
    const items = jobs.map((job): Choice => ({
      id: job.jobId,
      label: job.command,
      detail: job.running ? "running" : `ended with ${job.exitCode ?? "a signal"}`,
    }));
    return { title: "jobs", items };
  },
  settings: async ({ client }) => {
    const { settings } = await client.call("settings.get", {});
    const items = settings.map(({ key, value, description, origin }): Choice => {
      const from = origin === "defaults" || origin === "unset" ? "" : ` (${origin})`;
      const now = value === null ? "unset" : JSON.stringify(value);
      return { id: key, label: key, detail: `${now}${from} · ${description}` };
    });
    return { title: "settings", items };
  },
  setup: async ({ client }) => {
    const found = await client.call("setup.get", { probe: true });
    const keys = found.keys.map(({ provider, variable }): Choice => ({
      id: provider,
      label: provider,
      detail: `key in ${variable}`,
    }));
    const servers = found.servers.flatMap(({ provider, url, models }) =>
      models.map((model): Choice => ({
        id: `${provider}/${model}`,
        label: `${provider}/${model}`,
        detail: url,
      })),
    );
    return { title: "models found here", items: [...servers, ...keys] };
  },
};
