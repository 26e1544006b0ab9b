import type { FetchPort } from "@squire/llm";
import type { ModelFailure } from "@squire/protocol";
import { isObject, tryParse } from "../repair/read-args.ts";
import type { Summariser, SummaryReply } from "./summariser.ts";

const MAX_BYTES = 1_000_000;

/** CMP-9: `compaction.remote_endpoint`, which takes `{systemPrompt, prompt}` and gives `{summary}`. */
export function remoteSummariser(url: string, fetch: FetchPort): Summariser {
  return {
    id: url,
    async ask({ system, prompt }, { signal }) {
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ systemPrompt: system, prompt }),
          signal,
        });
        return readReply(response.status, await response.text());
      } catch (error) {
        const kind = signal.aborted ? "aborted" : "network";
        const reason = error instanceof Error ? error.message : String(error);
        return failed(
          kind,
          `The summary endpoint could not be reached: ${reason}`,
          !signal.aborted,
        );
      }
    },
  };
}

function readReply(status: number, body: string): SummaryReply {
  if (status < 200 || status > 299) {
    const retryable = status === 429 || status >= 500;
    const kind = status === 429 ? "rate_limit" : status >= 500 ? "overloaded" : "bad_request";
    return failed(kind, `The summary endpoint answered with status ${status}.`, retryable);
  }
  const value = body.length <= MAX_BYTES ? tryParse(body)?.value : undefined;
  const summary = isObject(value) ? value["summary"] : undefined;
  if (typeof summary === "string") return { ok: true, text: summary, usage: null };
  return failed("protocol", 'The summary endpoint did not answer with {"summary": …}.', false);
}

function failed(kind: ModelFailure["kind"], message: string, retryable: boolean): SummaryReply {
  const advice = "Check compaction.remote_endpoint.";
  return { ok: false, failure: { kind, message, advice, retryable } };
}
