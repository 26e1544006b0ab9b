import type { InitialModel, ModelInfo, Resolution } from "@squire/llm";
import { modelKey } from "@squire/llm";
import type { ThinkingLevel, UserFailure } from "@squire/protocol";

/** A model to ask, or the one sentence that says why there is none. */
export type Choice =
  | {
      readonly ok: true;
      readonly model: ModelInfo;
      readonly thinking?: ThinkingLevel;
      /** The model the session had, where that cannot be asked any more. */
      readonly insteadOf?: string;
      /** The embedded model, for want of any other (architecture §11). */
      readonly stopgap?: true;
    }
  | { readonly ok: false; readonly failure: UserFailure };

const SHOWN = 5;

export function choiceOf(chosen: InitialModel): Choice {
  switch (chosen.type) {
    case "ok":
      return {
        ok: true,
        model: chosen.model,
        ...(chosen.thinking === undefined ? {} : { thinking: chosen.thinking }),
        ...(chosen.from === "embedded" ? { stopgap: true } : {}),
      };
    case "failed":
      return { ok: false, failure: unresolved(chosen.why) };
    case "none":
      return { ok: false, failure: noModel };
  }
}

const noModel: UserFailure = {
  code: "no_model",
  message: "No model is set up and no local model server was found.",
  advice:
    "Run `squire setup`, set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY, or start Ollama.",
  retryable: false,
};

/** Why a reference gave no model, in the user's words. */
export function unresolved(why: Exclude<Resolution, { type: "ok" }>): UserFailure {
  if (why.type === "ambiguous") {
    const names = why.candidates.slice(0, SHOWN).map(modelKey).join(", ");
    const more = why.candidates.length > SHOWN ? ", …" : "";
    return {
      code: "not_found",
      message: `"${why.reference}" could be ${names}${more}.`,
      advice: "Name one of them with --model provider/model.",
      retryable: false,
    };
  }
  const near = why.suggestions.length > 0 ? ` Did you mean ${why.suggestions.join(", ")}?` : "";
  return {
    code: "not_found",
    message: `There is no model "${why.reference}".${near}`,
    advice:
      "`squire models` lists what can be used; `provider/model` asks a provider for any model.",
    retryable: false,
  };
}
