import { MODES, THINKING_LEVELS, TRUSTS } from "@squire/protocol/values";
import type { KeyGroup } from "../key-spec.ts";
import { choice, flag, map, number, table, text } from "../shape.ts";
import { count, modelRef, seconds, texts } from "./shapes.ts";

export const rootKeys = {
  default_model: {
    shape: modelRef,
    about: "The model to use: provider/model, a provider, or a model; :high sets its thinking.",
    example: "anthropic/claude-sonnet-4-5",
    project: true,
  },
  thinking: {
    shape: choice(THINKING_LEVELS),
    about: "How much the model thinks before it answers; unset leaves it to the model.",
    example: "medium",
    project: true,
  },
  default_mode: {
    shape: choice(MODES),
    about: "The mode of new sessions; unset = code, but chat in the home folder.",
    example: "code",
  },
  language: {
    shape: text,
    about: "Language of menus and messages; unset follows the system.",
    example: "en",
  },
  preset: {
    shape: choice(["auto", "flash", "pro", "fast", "smart", "max"]),
    about: "auto = cheap model that calls for help, flash = always cheap, pro = always strong.",
    example: "auto",
  },
  auto_escalate: {
    shape: flag,
    about: "Let a struggling turn move to the escalation model.",
    default: true,
  },
  fallback: {
    shape: texts,
    about: "Models to turn to, in this order, when the chosen one cannot be reached.",
    default: [],
    example: ["openrouter/anthropic/claude-sonnet-4.5"],
  },
  enabled_models: {
    shape: texts,
    about: "Only these models are offered; names or patterns such as anthropic/*. Empty = all.",
    default: [],
    example: ["anthropic/*"],
  },
  model_provider_order: {
    shape: texts,
    about: "Which provider to prefer when several offer the same model.",
    default: [],
    example: ["anthropic", "openrouter"],
  },
  projects: {
    shape: map(table({}, { trust: choice(TRUSTS), shell_allowed: texts })),
    about: "What holds in single folders: how much happens unasked, and commands that just run.",
    default: {},
    example: { "/home/me/app": { trust: "auto", shell_allowed: ["npm test"] } },
  },
  search: { shape: flag, about: "Offer web search and web pages to the model.", default: true },
  extensions: {
    shape: texts,
    about: "Extension modules to load.",
    default: [],
    example: ["./extensions/notes.ts"],
    file: true,
  },
  budget_usd: {
    shape: number(),
    about: "Stop a session before it costs more than this; 0 = no limit.",
    default: 0,
  },
  budget_tokens: {
    shape: count,
    about: "Stop a session before it uses more tokens than this; 0 = no limit.",
    default: 0,
  },
  budget_wall: {
    shape: seconds,
    about: "Stop a session after this many seconds; 0 = no limit.",
    default: 0,
  },
} satisfies KeyGroup;

const role = (about: string, example: string) =>
  ({ shape: modelRef, about, example, project: true }) as const;

/** MODL-10: a model, or the name of another role. */
export const roleKeys = {
  smol: role("Titles and other small jobs.", "anthropic/claude-haiku-4-5"),
  slow: role("Hard thinking on request.", "default:high"),
  plan: role("Plan mode.", "slow"),
  commit: role("Commit messages.", "smol"),
  summary: role("Summaries when a session is compacted.", "smol"),
  escalation: role("The model a struggling turn moves to.", "slow"),
  subagent: role("Subagents.", "default"),
  embed: role(
    "Embeddings for memory, when they are not made locally.",
    "openai/text-embedding-3-small",
  ),
} satisfies KeyGroup;
