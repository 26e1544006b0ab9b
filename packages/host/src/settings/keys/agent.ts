import type { KeyGroup } from "../key-spec.ts";
import { choice, flag, number, text, whole } from "../shape.ts";
import { count, httpUrl, modelRef, positive, texts, textMap } from "./shapes.ts";

export const agentKeys = {
  system_prompt: {
    shape: text,
    about: "Replaces the built-in instructions.",
    example: "You are a careful reviewer.",
    project: true,
  },
  system_prompt_file: {
    shape: text,
    about: "The same from a file; a relative path starts at the file that names it.",
    example: "prompt.md",
    project: true,
    file: true,
  },
  max_steps: {
    shape: whole(1, 10_000),
    about: "Most model replies in one turn.",
    default: 128,
    project: true,
  },
  temperature: {
    shape: number(0, 2),
    about: "0 = as repeatable as the model allows.",
    default: 0,
    project: true,
  },
  planner_model: {
    shape: modelRef,
    about: "A second model that plans before the first one acts.",
    example: "slow",
    project: true,
  },
  subagent_model: {
    shape: modelRef,
    about: "Model for subagents; unset = the role subagent.",
    example: "smol",
    project: true,
  },
  subagent_models: {
    shape: textMap,
    about: "Model per skill that runs as a subagent.",
    default: {},
    example: { explore: "smol" },
    project: true,
  },
  steering: {
    shape: choice(["steer", "follow_up", "replace"]),
    about: "What a message sent during a turn does: step in, wait for its end, or replace it.",
    default: "steer",
  },
} satisfies KeyGroup;

export const compactionKeys = {
  enabled: {
    shape: flag,
    about: "Shorten long sessions by themselves.",
    default: true,
    project: true,
  },
  ratio: {
    shape: number(0.1, 1),
    about: "Part of the window that may fill before a session is compacted.",
    default: 0.8,
    project: true,
  },
  reserve_tokens: {
    shape: count,
    about: "Tokens to keep free for the reply.",
    default: 16_384,
    project: true,
  },
  keep_recent_tokens: {
    shape: count,
    about: "Newest tokens that stay word for word.",
    default: 20_000,
    project: true,
  },
  keep_messages: {
    shape: positive,
    about: "Keep this many messages instead of counting tokens.",
    example: 8,
    project: true,
  },
  auto_continue: {
    shape: flag,
    about: "Go on with the task after compacting.",
    default: true,
    project: true,
  },
  remote_endpoint: {
    shape: httpUrl,
    about: "A service that writes the summary instead of a model.",
    example: "http://127.0.0.1:9100/summary",
  },
} satisfies KeyGroup;

export const branchSummaryKeys = {
  enabled: {
    shape: flag,
    about: "Summarise a branch when leaving it.",
    default: false,
    project: true,
  },
  reserve_tokens: {
    shape: count,
    about: "Tokens to keep free for the reply.",
    default: 16_384,
    project: true,
  },
} satisfies KeyGroup;

export const usageKeys = {
  compare_model: {
    shape: modelRef,
    about: "A model to compare costs with: what it would have cost, as an estimate.",
    example: "anthropic/claude-sonnet-5",
  },
} satisfies KeyGroup;

export const contextPromotionKeys = {
  enabled: {
    shape: flag,
    about: "On overflow, try a model with a larger window before compacting.",
    default: true,
  },
} satisfies KeyGroup;

/** MODL-9. */
export const equivalenceKeys = {
  overrides: {
    shape: textMap,
    about: "Which model a provider's spelling stands for.",
    default: {},
    example: { "my-proxy/sonnet": "claude-sonnet-4-5" },
  },
  exclude: {
    shape: texts,
    about: "provider/model entries that are never grouped with others.",
    default: [],
    example: ["my-proxy/sonnet"],
  },
} satisfies KeyGroup;
