import type { FailureKind, ModelFailure } from "@squire/protocol";

/** What a vendor said went wrong, in whatever words it has. */
export type VendorError = {
  readonly message: string;
  readonly status?: number;
  /** Vendor codes such as `insufficient_quota` or `overloaded_error`, space-separated. */
  readonly code?: string;
  readonly retryAfterMs?: number;
  readonly provider: string;
  readonly model?: string;
};

// 52x are a CDN that cannot reach its vendor, 529 is Anthropic's word for overload.
const RETRYABLE_STATUS = new Set([408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);

// Each vendor words it differently and none has a code for it that the others share.
const CONTEXT =
  /context.?(length|window|size|limit)|maximum (context|model|prompt) length|max(imum)? context|prompt (is )?too long|n_ctx|tokens? limit/i;
const OVERFLOW =
  /too many (input )?tokens|(prompt|input|tokens?|messages)\b[^.]{0,60}\b(exceed|too (long|large))|exceed[^.]{0,40}\btokens?\b|input (token count|length)|request(_| is )?too(_| )large|reduce the length|longer than the maximum/i;
const BILLING =
  /insufficient[ _](quota|balance|credit|funds)|payment required|credit balance|out of credits|billing_(error|hard|not)/i;
const BILLING_HINT = /billing|exceeded your current quota/i;
const AUTH =
  /invalid[ _]?(x-)?api[ _-]?key|incorrect api key|authentication|unauthori[sz]ed|api key (not valid|expired)|permission[ _]?(denied|error)|invalid (access )?token/i;
const RATE = /rate[ _]?limit|too many requests|resource[ _]exhausted|throttl/i;
const OVERLOADED =
  /overloaded|unavailable|server[ _]?error|internal error|api_error|timeout_error|try again later|capacity/i;
const REFUSED =
  /content[ _](filter|policy|management)|safety (system|policy)|prohibited[ _]content|usage policy/i;
const BAD_REQUEST =
  /invalid[ _](request|prompt|argument|parameter)|not_found_error|model_not_found/i;
const UNKNOWN_MODEL =
  /(unknown|invalid|unsupported|no such) model|not a valid model|model[^.]{0,80}(not[ _](found|exist|supported)|does not exist|unknown)/i;

const TOP_UP: Readonly<Record<string, string>> = {
  anthropic: "https://console.anthropic.com/settings/billing",
  deepseek: "https://platform.deepseek.com/top_up",
  google: "https://aistudio.google.com/usage",
  groq: "https://console.groq.com/settings/billing",
  mistral: "https://console.mistral.ai/billing",
  moonshot: "https://platform.moonshot.ai/console/pay",
  openai: "https://platform.openai.com/settings/organization/billing",
  openrouter: "https://openrouter.ai/settings/credits",
  together: "https://api.together.ai/settings/billing",
  xai: "https://console.x.ai",
};

/** One typed failure from a vendor's error, with advice (PROV-13, PROV-21). Pure. */
export function failureOf(error: VendorError): ModelFailure {
  const kind = kindOf(error);
  return {
    kind,
    message: error.message,
    ...adviceFor(kind, error),
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    retryable: isRetryable(kind, error.status),
    provider: error.provider,
    ...(error.model === undefined ? {} : { model: error.model }),
  };
}

/** Whether a vendor complains about the model's name rather than about the request. */
export function isUnknownModel({ status, message, code = "" }: VendorError): boolean {
  const words = `${code} ${message}`;
  if (status === 404) return /model/i.test(words);
  return status !== 429 && (status ?? 400) < 500 && UNKNOWN_MODEL.test(words);
}

function isRetryable(kind: FailureKind, status: number | undefined): boolean {
  if (kind === "rate_limit" || kind === "network") return true;
  return kind === "overloaded" && (status === undefined || RETRYABLE_STATUS.has(status));
}

function kindOf(error: VendorError): FailureKind {
  const { status, message, code = "" } = error;
  const words = `${code} ${message}`;
  if (status === undefined) return kindByWords(words);
  if (status === 401 || status === 403) return BILLING.test(words) ? "billing" : "auth";
  if (status === 402) return "billing";
  if (status === 413) return "overflow";
  if (status === 429) return isEmptyPurse(error, words) ? "billing" : "rate_limit";
  // Some local servers answer 500 when the prompt does not fit; trying again would not help.
  if (status >= 500) return CONTEXT.test(words) ? "overflow" : "overloaded";
  if (RETRYABLE_STATUS.has(status)) return "overloaded";
  return status >= 400 ? kindOfClientError(words) : kindByWords(words);
}

/** 429 is rate limiting even when the text speaks of tokens; only an empty purse differs. */
function isEmptyPurse({ retryAfterMs }: VendorError, words: string): boolean {
  if (BILLING.test(words)) return true;
  // Google words its per-minute limits as a quota to be checked with billing, too.
  return BILLING_HINT.test(words) && retryAfterMs === undefined && !RATE.test(words);
}

function kindOfClientError(words: string): FailureKind {
  if (REFUSED.test(words)) return "refused";
  if (CONTEXT.test(words) || OVERFLOW.test(words)) return "overflow";
  if (BILLING.test(words)) return "billing";
  return AUTH.test(words) ? "auth" : "bad_request";
}

function kindByWords(words: string): FailureKind {
  if (REFUSED.test(words)) return "refused";
  if (CONTEXT.test(words) || OVERFLOW.test(words)) return "overflow";
  if (BILLING.test(words)) return "billing";
  if (RATE.test(words)) return "rate_limit";
  if (BILLING_HINT.test(words)) return "billing";
  if (AUTH.test(words)) return "auth";
  if (OVERLOADED.test(words)) return "overloaded";
  return BAD_REQUEST.test(words) || UNKNOWN_MODEL.test(words) ? "bad_request" : "protocol";
}

function adviceFor(kind: FailureKind, error: VendorError): { advice?: string } {
  const { provider } = error;
  switch (kind) {
    case "auth":
      return { advice: `Check the key for ${provider}: run \`squire setup\`.` };
    case "billing":
      return { advice: topUp(provider) };
    case "overflow":
      return {
        advice: "The conversation no longer fits the model: compact it, or start a new session.",
      };
    case "rate_limit":
      return { advice: "Wait a moment and try again, or set a fallback model." };
    case "overloaded":
      return { advice: "The service is having trouble: try again later, or set a fallback model." };
    case "refused":
      return {
        advice:
          "The vendor's safety system stopped the reply: rephrase the request or pick another model.",
      };
    case "network":
      return { advice: `Check the connection and the base_url of ${provider}.` };
    case "bad_request":
      if (isUnknownModel(error)) return { advice: "Run `squire models` to see what you can use." };
      return error.status === 404 || error.status === 405
        ? { advice: `Check the base_url of ${provider}: the server has nothing at this address.` }
        : {};
    case "protocol":
    case "stalled":
    case "aborted":
      return {};
  }
}

function topUp(provider: string): string {
  const page = Object.hasOwn(TOP_UP, provider) ? ` at ${TOP_UP[provider]}` : "";
  return `Check the balance of your ${provider} account and top it up${page}, or pick another model with --model.`;
}
