import { isRecord, list, text } from "../wire/read.ts";
import { moment } from "./retry-after.ts";

/** The error inside a body, whichever shape its vendor gives it. */
export type BodyError = {
  readonly message: string;
  /** Types, codes and status words, space-separated. */
  readonly code: string;
  /** The HTTP status the body speaks of: gateways report errors under a 200. */
  readonly status?: number;
  readonly retryAfterMs?: number;
};

const MAX_NESTING = 4;

/** The error in a parsed body, or null when it holds none. */
export function readVendorError(body: unknown, depth = 0): BodyError | null {
  if (depth > MAX_NESTING) return null;
  if (Array.isArray(body)) return firstError(body, depth);
  if (!isRecord(body)) return null;
  const { error } = body;
  if (typeof error === "string") return named(error, body, depth);
  if (isRecord(error)) return readVendorError(error, depth + 1) ?? named("", error, depth);
  const words = firstText(body["message"], body["detail"], body["error_description"], body["msg"]);
  if (words !== "") return named(words, body, depth);
  return (
    firstError(list(body["errors"]), depth) ??
    validationError(list(body["detail"])) ??
    minimaxError(body["base_resp"])
  );
}

function firstError(items: readonly unknown[], depth: number): BodyError | null {
  for (const item of items) {
    const found = readVendorError(item, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function named(message: string, from: Record<string, unknown>, depth: number): BodyError {
  const inner = innerJson(message, depth);
  if (inner !== null) return inner;
  const { type, code, status, details, metadata } = from;
  const number = [code, status].find((value) => isHttpStatus(value));
  const retry = retryDelay(list(details));
  return {
    message: [message, cause(metadata)].filter((part) => part !== "").join(": "),
    code: [type, code, status].filter((part) => isWord(part)).join(" "),
    ...(isHttpStatus(number) ? { status: number } : {}),
    ...(retry === undefined ? {} : { retryAfterMs: retry }),
  };
}

/** Gateways pass on a vendor's whole error body as the text of their own. */
function innerJson(message: string, depth: number): BodyError | null {
  if (!/^\s*[[{]/.test(message)) return null;
  try {
    return readVendorError(JSON.parse(message), depth + 1);
  } catch {
    return null;
  }
}

/** OpenRouter says “Provider returned error” and hides what the provider said in `metadata.raw`. */
function cause(metadata: unknown): string {
  if (!isRecord(metadata)) return "";
  const raw = text(metadata["raw"]);
  return raw === "" ? "" : (innerJson(raw, 1)?.message ?? raw);
}

/** `[{loc: ["body", "model"], msg: "field required"}]`, as Python servers report it. */
function validationError(details: readonly unknown[]): BodyError | null {
  const lines = details.flatMap((item) => {
    if (!isRecord(item) || text(item["msg"]) === "") return [];
    const place = list(item["loc"]).join(".");
    return [place === "" ? text(item["msg"]) : `${place}: ${text(item["msg"])}`];
  });
  return lines.length === 0 ? null : { message: lines.join("; "), code: "" };
}

function minimaxError(response: unknown): BodyError | null {
  if (!isRecord(response)) return null;
  const code = response["status_code"];
  const message = text(response["status_msg"]);
  return code === 0 || message === "" ? null : { message, code: isWord(code) ? String(code) : "" };
}

function retryDelay(details: readonly unknown[]): number | undefined {
  for (const item of details) {
    const delay = isRecord(item) ? text(item["retryDelay"]) : "";
    if (delay !== "") return moment(delay, 0);
  }
  return undefined;
}

function firstText(...values: readonly unknown[]): string {
  return values.map(text).find((value) => value !== "") ?? "";
}

function isWord(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "error") || typeof value === "number";
}

function isHttpStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599;
}
