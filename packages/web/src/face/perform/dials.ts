import { count } from "@squire/client";
import { HostError, MODES, THINKING_LEVELS, TRUSTS } from "@squire/protocol/values";
import type { Choice } from "../face-state.ts";
import type { FaceTools, Performers } from "../tools.ts";

const MODE_WORDS: Readonly<Record<string, string>> = {
  chat: "talk only: nothing is read or changed",
  plan: "plan first: nothing is changed before you approve",
  research: "look things up and answer with sources",
  code: "read, change and run what the task needs",
};

const TRUST_WORDS: Readonly<Record<string, string>> = {
  review: "asks before it changes or runs anything",
  auto: "edits in the workspace unasked; asks for the rest",
  yolo: "asks for nothing that no rule asks for",
};

function words(
  all: readonly string[],
  details: Readonly<Record<string, string>>,
): readonly Choice[] {
  return all.map((id) => ({ id, label: id, detail: details[id] ?? "" }));
}

async function modelChoices({ client }: FaceTools): Promise<readonly Choice[]> {
  const { models } = await client().call("models.list", {});
  return models
    .toSorted((a, b) => Number(b.available) - Number(a.available))
    .map((model) => {
      const window = model.contextWindow === 0 ? "" : `${count(model.contextWindow)} tokens`;
      const price = model.price === null ? "" : `$${model.price.input} / $${model.price.output}`;
      const detail = [model.available ? "" : "no key", window, price].filter(Boolean).join(" · ");
      return { id: model.id, label: model.id, detail };
    });
}

/** Mode, trust, model and thinking of the session. */
export const dialPerformers: Performers<
  "mode.set" | "trust.set" | "model.set" | "thinking.set" | "pick"
> = {
  "mode.set": async ({ mode }, { client, session }) => {
    await client().call("mode.set", { sessionKey: await session(), mode });
  },
  "trust.set": async ({ trust, confirmed }, { client, session, set }) => {
    const sessionKey = await session();
    try {
      await client().call("trust.set", { sessionKey, trust, ...(confirmed ? { confirmed } : {}) });
    } catch (error) {
      const asks = error instanceof HostError && error.failure.code === "approval_needed";
      if (!asks || trust !== "yolo" || confirmed) throw error;
      set({ dialog: { type: "confirm-yolo" } });
    }
  },
  "model.set": async ({ model }, { client, session }) => {
    await client().call("models.set", { sessionKey: await session(), model });
  },
  "thinking.set": async ({ level }, { client, session }) => {
    const thinking = THINKING_LEVELS.find((one) => one === level);
    if (thinking === undefined) return;
    await client().call("models.set", { sessionKey: await session(), thinking });
  },
  pick: async ({ what }, tools) => {
    const { view } = tools.state();
    switch (what) {
      case "mode":
        return open(tools, what, words(MODES, MODE_WORDS), view?.mode ?? "");
      case "trust":
        return open(tools, what, words(TRUSTS, TRUST_WORDS), view?.trust ?? "");
      case "thinking":
        return open(tools, what, words(THINKING_LEVELS, {}), view?.thinking ?? "");
      case "model":
        return open(tools, what, await modelChoices(tools), view?.model ?? "");
      case "session": {
        const items = tools.state().sessions.items.map(({ id, title, cwd }) => {
          return { id, label: title ?? "untitled", detail: cwd };
        });
        return open(tools, what, items, view?.sessionId ?? "");
      }
    }
  },
};

type Picked = "model" | "mode" | "trust" | "thinking" | "session";

function open({ set }: FaceTools, what: Picked, choices: readonly Choice[], present: string): void {
  set({ dialog: { type: "pick", what, choices, present } });
}
