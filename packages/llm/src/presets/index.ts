import type { ProviderEntry } from "../provider-entry.ts";
import { anthropic } from "./anthropic.ts";
import { azure } from "./azure.ts";
import { cerebras } from "./cerebras.ts";
import { cloudflare } from "./cloudflare.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { deepseek } from "./deepseek.ts";
import { google } from "./google.ts";
import { groq } from "./groq.ts";
import { huggingface } from "./huggingface.ts";
import { kimi } from "./kimi.ts";
import { litellm } from "./litellm.ts";
import { llamaCpp } from "./llama-cpp.ts";
import { lmStudio } from "./lm-studio.ts";
import { minimax, minimaxCn } from "./minimax.ts";
import { mistral } from "./mistral.ts";
import { moonshot } from "./moonshot.ts";
import { nanogpt } from "./nanogpt.ts";
import { nvidia } from "./nvidia.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";
import { opencode } from "./opencode.ts";
import { openrouter } from "./openrouter.ts";
import { perplexity } from "./perplexity.ts";
import { qianfan } from "./qianfan.ts";
import { qwen } from "./qwen.ts";
import { synthetic } from "./synthetic.ts";
import { together } from "./together.ts";
import { venice } from "./venice.ts";
import { vercel } from "./vercel.ts";
import { vertex } from "./vertex.ts";
import { vllm } from "./vllm.ts";
import { xai } from "./xai.ts";
import { xiaomi } from "./xiaomi.ts";
import { zai } from "./zai.ts";
import { zenmux } from "./zenmux.ts";

/**
 * The built-in providers (MODL-2). The order is the last word when one model is to be had from
 * several (MODL-9): its maker first, then other hosts, then gateways, then local servers.
 */
export const PRESETS: readonly ProviderEntry[] = [
  anthropic,
  openai,
  google,
  deepseek,
  mistral,
  xai,
  moonshot,
  minimax,
  minimaxCn,
  zai,
  xiaomi,
  qwen,
  kimi,
  codex,
  copilot,
  perplexity,
  azure,
  vertex,
  groq,
  cerebras,
  together,
  nvidia,
  huggingface,
  qianfan,
  venice,
  synthetic,
  openrouter,
  vercel,
  cloudflare,
  opencode,
  zenmux,
  nanogpt,
  litellm,
  ollama,
  lmStudio,
  llamaCpp,
  vllm,
];
