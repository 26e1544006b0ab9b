import { MODES, THINKING_LEVELS, TRUSTS } from "@squire/protocol/values";
import { refuse } from "../failures.ts";
import { hostCommand, stateOf } from "./command.ts";
import type { Command } from "./command.ts";
import { count, money } from "./words.ts";

/** One of some words, or the end of the command. */
function oneOf<T extends string>(words: readonly T[], given: string, what: string): T {
  const found = words.find((word) => word === given);
  return found ?? refuse("invalid", `There is no ${what} "${given}".`, `Use ${words.join(", ")}.`);
}

/** The dials and the turn. */
export const talkCommands: readonly Command[] = [
  hostCommand(
    {
      name: "mode",
      args: "[chat|plan|research|code]",
      description: "What you want: talk, a plan, research, or code",
      group: "talk",
      opens: "modes",
    },
    async (scene) => {
      const { args, call, sessionKey } = scene;
      if (args === "") return { text: `mode: ${(await stateOf(scene)).mode}`, opens: "modes" };
      const { mode } = await call("mode.set", { sessionKey, mode: oneOf(MODES, args, "mode") });
      return { text: `mode: ${mode}` };
    },
  ),
  hostCommand(
    {
      name: "trust",
      args: "[review|auto|yolo]",
      description: "How much may happen without asking you",
      group: "talk",
      opens: "trusts",
    },
    async (scene) => {
      const { args, call, sessionKey } = scene;
      if (args === "") return { text: `trust: ${(await stateOf(scene)).trust}`, opens: "trusts" };
      const [word = "", confirm] = args.split(/\s+/);
      const confirmed = confirm === "confirm" ? { confirmed: true } : {};
      const wanted = oneOf(TRUSTS, word, "trust");
      const { trust } = await call("trust.set", { sessionKey, trust: wanted, ...confirmed });
      return { text: `trust: ${trust}` };
    },
  ),
  hostCommand(
    {
      name: "plan",
      args: "[task]",
      description: "Plan first: nothing is changed before you approve; shows the plan",
      group: "talk",
    },
    async (scene) => {
      const { args, call, sessionKey } = scene;
      const { plan } = await stateOf(scene);
      if (args === "" && plan !== null) return { text: plan.markdown };
      await call("mode.set", { sessionKey, mode: "plan" });
      if (args === "") return { text: "mode: plan" };
      const { runId } = await call("chat.send", { sessionKey, message: args });
      return { runId };
    },
  ),
  hostCommand(
    {
      name: "model",
      args: "[model]",
      description: "The model to ask: a name, provider/model, or a role",
      group: "talk",
      opens: "models",
    },
    async (scene) => {
      const { args, call, sessionKey } = scene;
      if (args === "") return { text: `model: ${(await stateOf(scene)).model}`, opens: "models" };
      const { model } = await call("models.set", { sessionKey, model: args, keep: true });
      return { text: `model: ${model}, also for new sessions` };
    },
  ),
  hostCommand(
    {
      name: "effort",
      aliases: ["thinking"],
      args: `[${THINKING_LEVELS.join("|")}]`,
      description: "How much the model thinks before it answers",
      group: "talk",
      opens: "thinking",
    },
    async (scene) => {
      const { args, call, sessionKey } = scene;
      if (args === "") {
        const { thinking: now = "as the model likes" } = await stateOf(scene);
        return { text: `thinking level: ${now}`, opens: "thinking" };
      }
      const thinking = oneOf(THINKING_LEVELS, args, "thinking level");
      await call("models.set", { sessionKey, thinking, keep: true });
      return { text: `thinking level: ${thinking}, also for new sessions` };
    },
  ),
  hostCommand(
    {
      name: "pro",
      args: "[off]",
      description: "Ask the model for hard work in the next turn, and only then",
      group: "talk",
    },
    async ({ args, call, sessionKey }) => {
      if (args !== "" && args !== "off") {
        return refuse("invalid", `/pro does not know "${args}".`, "Write /pro or /pro off.");
      }
      const wish = args === "off" ? {} : { model: "escalation" };
      const { model, thinking } = await call("models.set", {
        sessionKey,
        temporary: true,
        ...wish,
      });
      const level = thinking === undefined ? "" : `, thinking level ${thinking}`;
      return { text: args === "off" ? `model: ${model}` : `next turn: ${model}${level}` };
    },
  ),
  hostCommand(
    {
      name: "budget",
      args: "[usd|off]",
      description: "What the session may cost; off for no limit",
      group: "talk",
    },
    async (scene) => {
      const { args, call, sessionKey } = scene;
      if (args === "") {
        const { usd: limit } = await call("budget.get", { sessionKey });
        const { costUsd } = await stateOf(scene);
        return {
          text: `budget: ${limit === null ? "none" : money(limit)}; spent: ${money(costUsd)}`,
        };
      }
      const usd = args === "off" ? 0 : Number(args);
      if (!Number.isFinite(usd) || usd < 0) {
        return refuse("invalid", `"${args}" is no amount.`, "Write /budget 2.50 or /budget off.");
      }
      await call("budget.set", { sessionKey, usd: usd === 0 ? null : usd });
      return { text: usd === 0 ? "budget: none" : `budget: ${money(usd)}` };
    },
  ),
  hostCommand(
    {
      name: "compact",
      args: "[what to keep]",
      description: "Summarise what came before, so that the model reads less",
      group: "talk",
      whileRunning: false,
    },
    async ({ args, call, sessionKey }) => {
      const words = args === "" ? {} : { instructions: args };
      const { ok, tokensBefore, tokensAfter } = await call("chat.compact", {
        sessionKey,
        ...words,
      });
      if (!ok) return { text: "There is nothing to gain by a summary yet." };
      return { text: `${count(tokensBefore)} → ${count(tokensAfter)} tokens` };
    },
  ),
  hostCommand(
    {
      name: "retry",
      description: "Send your last message again",
      group: "talk",
      whileRunning: false,
    },
    async ({ call, sessionKey }) => call("chat.retry", { sessionKey }),
  ),
  hostCommand(
    { name: "abort", aliases: ["stop"], description: "Stop what runs", group: "talk" },
    async ({ call, sessionKey }) => {
      const { ok } = await call("chat.abort", { sessionKey });
      return { text: ok ? "" : "Nothing runs." };
    },
  ),
];
