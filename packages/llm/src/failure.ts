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

const RETRYABLE_STATUS = new Set([408, 429, 500, 502, 503, 504, 529]);

// Each vendor words it differently and none has a code for it that the others share.
const OVERFLOW =
  /context.?length|context window|maximum context|prompt is too long|too many (input )?tokens|exceeds? the (maximum|limit|model'?s)|input (token count|length|is too long)|request too large|reduce the length|larger than the maximum context|n_ctx|context size/i;
const BILLING =
  /insufficient[ _](quota|balance|credit|funds)|billing|payment required|credit balance|exceeded your current quota|out of credits/i;
const AUTH =
  /invalid[ _]?(x-)?api[ _-]?key|incorrect api key|authentication|unauthori[sz]ed|api key not valid|permission[ _]?denied|invalid token/i;
const RATE = /rate[ _]?limit|too many requests|resource[ _]exhausted|throttl/i;
const OVERLOADED =
  /overloaded|unavailable|server[ _]?error|internal error|api_error|try again later|capacity/i;

/** One typed failure from a vendor's error, with advice (PROV-13, PROV-21). Pure. */
export function failureOf(error: VendorError): ModelFailure {
  const kind = kindOf(error);
  const transient = kind === "rate_limit" || kind === "overloaded" || kind === "network";
  return {
    kind,
    message: error.message,
    ...adviceFor(kind, error),
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    retryable: transient,
    provider: error.provider,
    ...(error.model === undefined ? {} : { model: error.model }),
  };
}

function kindOf({ status, message, code = "" }: VendorError): FailureKind {
  const words = `${code} ${message}`;
  if (status === 401 || status === 403) return BILLING.test(words) ? "billing" : "auth";
  if (status === 402) return "billing";
  // 429 is rate limiting even when the text speaks of tokens; only an empty purse differs.
  if (status === 429) return BILLING.test(words) ? "billing" : "rate_limit";
  if (status !== undefined && RETRYABLE_STATUS.has(status)) return "overloaded";
  if (OVERFLOW.test(words)) return "overflow";
  if (status !== undefined && status >= 400 && status < 500) {
    return AUTH.test(words) ? "auth" : "bad_request";
  }
  if (BILLING.test(words)) return "billing";
  if (RATE.test(words)) return "rate_limit";
  if (AUTH.test(words)) return "auth";
  if (OVERLOADED.test(words)) return "overloaded";
  return status === undefined ? "protocol" : "overloaded";
}

function adviceFor(kind: FailureKind, error: VendorError): { advice?: string } {
  switch (kind) {
    case "auth":
      return { advice: `Check the key for ${error.provider}: run \`squire setup\`.` };
    case "billing":
      return {
        advice: `Top up the balance of your ${error.provider} account, or pick another model with --model.`,
      };
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
      return { advice: `Check the connection and the base_url of ${error.provider}.` };
    case "bad_request":
    case "protocol":
    case "stalled":
    case "aborted":
      return {};
  }
}
