import { modelKey } from "@squire/llm";
import type { ModelInfo } from "@squire/llm";
import type { ModelCard, Role } from "@squire/protocol";
import { ROLES, TRUSTS } from "@squire/protocol/values";
import { listAgents } from "../../agents/agents.ts";
import type { Host } from "../../open.ts";
import type { SessionDesk } from "../desk.ts";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";
import { setModel } from "../set-model.ts";

type Names =
  | "health.check"
  | "agents.list"
  | "mode.set"
  | "trust.set"
  | "budget.get"
  | "budget.set"
  | "models.list"
  | "models.set";

export const dialHandlers: Handlers<Names> = {
  "health.check": async (_params, { version, startedAt }) => ({
    status: "ok",
    version,
    uptimeMs: Math.max(0, Date.now() - startedAt),
  }),
  "agents.list": async (_params, { host }) => ({ agents: await listAgents(host.home) }),

  "mode.set": async ({ sessionKey, mode }, { desks }) => {
    const desk = await desks.get(sessionKey);
    await desk.work(() => desk.live.controls.setMode(mode));
    return { mode };
  },

  "trust.set": async ({ sessionKey, trust, confirmed = false }, { desks, reach }) => {
    const desk = await desks.get(sessionKey);
    if (reach !== "here" && TRUSTS.indexOf(trust) > TRUSTS.indexOf(desk.state().trust)) {
      return refuse(
        "denied",
        "From here trust can only be lowered.",
        "Raise it in the terminal that runs the session.",
      );
    }
    const isNew = trust === "yolo" && !desk.yoloConfirmed;
    if (isNew && !confirmed) {
      return refuse(
        "denied",
        "yolo runs everything unasked that no deny rule, floor or sandbox stops.",
        "Confirm it once for this session.",
      );
    }
    if (trust === "yolo") desk.yoloConfirmed = true;
    return { trust: await desk.work(() => desk.live.setTrust(trust)) };
  },

  "budget.get": async ({ sessionKey }, { desks }) => ({
    usd: limitOf(await desks.get(sessionKey)),
  }),
  "budget.set": async ({ sessionKey, usd }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { budget } = desk.agent.settings;
    // 0 is no limit.
    desk.agent.reconfigure({ budget: { ...budget, usd: usd ?? 0 } });
    return { usd: limitOf(desk) };
  },

  "models.list": async ({ available = false }, { host }) => {
    const { registry } = await host.models.catalogued();
    const cards = registry.models.map((model) => cardOf(model, host));
    return {
      models: available ? cards.filter((card) => card.available) : cards,
      roles: rolesOf(host),
    };
  },

  "models.set": async (params, { desks }) => {
    const desk = await desks.get(params.sessionKey);
    return desk.work(() => setModel(desk, params));
  },
};

function limitOf({ agent }: SessionDesk): number | null {
  const { usd } = agent.settings.budget;
  return usd === undefined || usd === null || usd <= 0 ? null : usd;
}

function cardOf(model: ModelInfo, { models }: Host): ModelCard {
  const { provider, id, name, reasoning, input, contextWindow, cost } = model;
  return {
    id: modelKey(model),
    provider,
    name: name ?? id,
    reasoning,
    input,
    contextWindow,
    price: cost ?? null,
    available: models.isAvailable(model),
  };
}

function rolesOf({ models }: Host): Partial<Record<Role, string>> {
  const set = ROLES.flatMap((role) => {
    const model = models.role(role);
    return model === null ? [] : [[role, modelKey(model)] as const];
  });
  return Object.fromEntries(set);
}
