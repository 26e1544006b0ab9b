import { modelSummariser } from "@squire/agent";
import { modelKey } from "@squire/llm";
import type { ModelInfo } from "@squire/llm";
import type { LearnModel } from "@squire/memory";
import type { FailureKind, Usage } from "@squire/protocol";
import type { Host } from "../open.ts";

/** What a request has used. */
export type OnSpent = (model: string, usage: Usage, costUsd: number | null) => Promise<void>;

export type LearningModels =
  | { readonly ok: true; readonly extractor: LearnModel; readonly consolidator: LearnModel }
  | { readonly ok: false; readonly why: string };

const EXTRACT_TOKENS = 4_096;
const CONSOLIDATE_TOKENS = 16_384;
/** About what a token is in characters, on the careful side: some scripts need more. */
const CHARS_PER_TOKEN = 2.5;
const USUAL_WINDOW = 32_000;
/** More of a session than this is not read: what matters was said at its ends. */
const MOST_CHARS = 120_000;
const LEAST_CHARS = 2_000;

/** Role `default` reads, role `smol` or else the same puts together (MEM-9). */
export async function learningModels(host: Host, onSpent: OnSpent): Promise<LearningModels> {
  const main = await mainModel(host);
  if (!main.ok) return main;
  const smol = host.models.role("smol");
  const second = smol === null || smol.embedded === true ? main.info : smol;
  return {
    ok: true,
    extractor: await learnModel(host, main.info, { maxTokens: EXTRACT_TOKENS, onSpent }),
    consolidator: await learnModel(host, second, { maxTokens: CONSOLIDATE_TOKENS, onSpent }),
  };
}

type MainModel =
  | { readonly ok: true; readonly info: ModelInfo }
  | { readonly ok: false; readonly why: string };

/** Scout finds and quotes; it draws no conclusions, so there is nothing to ask it for. */
export async function mainModel({ models, loaded }: Host): Promise<MainModel> {
  const { defaultModel } = loaded.settings;
  const choice = await (defaultModel === undefined ? models.choose() : models.find(defaultModel));
  if (!choice.ok) return { ok: false, why: choice.failure.message };
  if (choice.model.embedded === true) {
    return {
      ok: false,
      why: "only scout is set up, and it cannot draw conclusions; set up a model",
    };
  }
  return { ok: true, info: choice.model };
}

async function learnModel(
  host: Host,
  info: ModelInfo,
  { maxTokens, onSpent }: { readonly maxTokens: number; readonly onSpent: OnSpent },
): Promise<LearnModel> {
  const window = info.contextWindow > 0 ? info.contextWindow : USUAL_WINDOW;
  const model = await host.models.open(info);
  const output = Math.min(maxTokens, Math.floor(window / 4));
  const asker = modelSummariser(model, { window, maxTokens: output });
  const id = modelKey(info);
  const room = Math.floor((window - output) * 0.8 * CHARS_PER_TOKEN);
  return {
    id,
    mostChars: Math.max(LEAST_CHARS, Math.min(MOST_CHARS, room)),
    async ask(asked, signal) {
      await host.models.price(info).catch(() => null);
      const reply = await asker.ask(asked, { signal });
      if (!reply.ok) {
        const { kind, message } = reply.failure;
        return { ok: false, message, lasting: LASTING.has(kind) };
      }
      const { text, usage } = reply;
      const costUsd = usage === null ? null : host.models.knownCost(id, usage);
      if (usage !== null) await onSpent(id, usage, costUsd);
      return { ok: true, text, usage, costUsd };
    },
  };
}

/** With these the next request would fail as well: it is left to another start. */
const LASTING: ReadonlySet<FailureKind> = new Set<FailureKind>([
  "aborted",
  "auth",
  "billing",
  "rate_limit",
  "overloaded",
  "network",
]);
