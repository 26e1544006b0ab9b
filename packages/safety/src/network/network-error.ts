/** Why a request was not made, or came to nothing. */
export type NetworkErrorCode =
  | "bad_url"
  /** A private, loopback or otherwise special address. */
  | "blocked_address"
  /** The user's rules or `--offline`. */
  | "blocked_by_rule"
  | "not_found"
  | "connect"
  | "tls"
  | "timeout"
  | "too_large"
  | "redirects"
  | "bad_response";

/** The message says what happened and, where something helps, what to do; it holds no secrets. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  readonly code: NetworkErrorCode;

  constructor(code: NetworkErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME)/;

/** What went wrong between us and `host`, whatever the runtime calls it. */
export function networkErrorOf(cause: unknown, host: string): NetworkError {
  if (cause instanceof NetworkError) return cause;
  const code = codeOf(cause);
  if (TLS_CODE.test(code)) {
    return new NetworkError("tls", `The certificate of ${host} cannot be trusted (${code}).`, {
      cause,
    });
  }
  if (code.startsWith("HPE_")) {
    return new NetworkError("bad_response", `${host} does not speak proper HTTP (${code}).`, {
      cause,
    });
  }
  const why = code === "" ? String(cause instanceof Error ? cause.message : cause) : code;
  return new NetworkError("connect", `The connection to ${host} failed (${why}).`, { cause });
}

export function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
