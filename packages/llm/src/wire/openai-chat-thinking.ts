import type { ModelRequest } from "@squire/protocol";
import type { Target } from "./contract.ts";
import { effortOf } from "./openai-effort.ts";
import type { LevelWords } from "./thinking.ts";

const OPENROUTER_EFFORTS: LevelWords = {
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
};

const DEEPSEEK_EFFORTS: LevelWords = { high: "high", max: "max" };

/** DeepSeek's chat model of old: it never thinks, and must be told so. */
const DEEPSEEK_CHAT = "deepseek-chat";

/** The fields that ask for reasoning, in the dialect of the server (PROV-18, PROV-19). */
export function chatThinking(request: ModelRequest, target: Target): object {
  const { thinking } = request;
  const style = target.compat.thinkingStyle ?? "effort";
  if (style === "deepseek") return deepseek(request, target);
  if (thinking === undefined || target.reasoning === false || style === "none") return {};
  switch (style) {
    case "effort":
      return { reasoning_effort: effortOf(thinking, target) };
    case "openrouter":
      if (thinking === "off") return { reasoning: { enabled: false } };
      return { reasoning: { effort: effortOf(thinking, target, OPENROUTER_EFFORTS) } };
    case "qwen":
      return { enable_thinking: thinking !== "off" };
    case "zai":
      return { thinking: { type: thinking === "off" ? "disabled" : "enabled" } };
  }
}

function deepseek({ model, thinking = "max" }: ModelRequest, target: Target): object {
  if (model === DEEPSEEK_CHAT || thinking === "off") return { thinking: { type: "disabled" } };
  if (target.reasoning === false) return {};
  return {
    thinking: { type: "enabled" },
    reasoning_effort: effortOf(thinking, target, DEEPSEEK_EFFORTS),
  };
}
