import type { ExitCode, RunOutput } from "@squire/protocol";
import { EXIT_CODES } from "@squire/protocol/values";

/** CLI-5. */
export function exitCodeOf({
  stopReason,
  error,
}: Pick<RunOutput, "stopReason" | "error">): ExitCode {
  switch (stopReason) {
    case "stop":
    case "length":
      return EXIT_CODES.ok;
    case "limit":
    case "budget":
      return EXIT_CODES.limit;
    case "approval":
    case "question":
      return EXIT_CODES.needsAnswer;
    case "aborted":
      return EXIT_CODES.aborted;
    case "error":
      return failed(error?.code);
  }
}

type Code = NonNullable<RunOutput["error"]>["code"];

function failed(code: Code | undefined): ExitCode {
  switch (code) {
    case "invalid":
    case "not_found":
      return EXIT_CODES.usage;
    case undefined:
    case "config":
    case "storage":
    case "internal":
    case "busy":
    case "locked":
    case "unsupported":
    case "untrusted_folder":
      return EXIT_CODES.error;
    case "limit":
    case "budget":
      return EXIT_CODES.limit;
    case "denied":
    case "approval_needed":
    case "answer_needed":
      return EXIT_CODES.needsAnswer;
    case "aborted":
      return EXIT_CODES.aborted;
    case "no_model":
    case "offline":
    case "auth":
    case "billing":
    case "rate_limit":
    case "overloaded":
    case "overflow":
    case "bad_request":
    case "refused":
    case "network":
    case "stalled":
    case "protocol":
      return EXIT_CODES.provider;
  }
}
