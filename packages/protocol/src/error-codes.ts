import type { FailureCode } from "./user-failure.ts";

/** Codes of error frames (GW-5): JSON-RPC's own, then ours from -32000 downwards. */
export const ERROR_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** The method ran and failed; `data` says how. */
  failed: -32000,
  unauthenticated: -32001,
  busy: -32002,
  notFound: -32003,
  forbidden: -32004,
  rateLimited: -32005,
  tooLarge: -32006,
} as const;

export type ErrorCode = (typeof ERROR_CODES)[keyof typeof ERROR_CODES];

const CODE_OF_FAILURE: { readonly [C in FailureCode]?: ErrorCode } = {
  invalid: ERROR_CODES.invalidParams,
  not_found: ERROR_CODES.notFound,
  busy: ERROR_CODES.busy,
  locked: ERROR_CODES.busy,
  denied: ERROR_CODES.forbidden,
  untrusted_folder: ERROR_CODES.forbidden,
  internal: ERROR_CODES.internal,
};

/** The frame code for a failure of a host method; the failure itself travels as `data`. */
export function errorCodeOf(code: FailureCode): ErrorCode {
  return CODE_OF_FAILURE[code] ?? ERROR_CODES.failed;
}
