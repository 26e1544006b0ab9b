import type { ModelFailure } from "@squire/protocol";
import { failureOf } from "../failure.ts";
import { fields, isRecord, list, text } from "./read.ts";
import type { Speaker } from "./stream-failure.ts";

const LONGEST_MESSAGE = 2_000;

type ErrorWords = {
  message: string;
  msg: string;
  detail: string;
  code: string;
  type: string;
  status: number;
  status_code: number;
  metadata: object;
};

/** The error inside a frame of a stream, or undefined when the frame is not one. */
export function errorIn(frame: Record<string, unknown>): unknown {
  const { error, object, detail, message, choices, code, status } = frame;
  if (typeof error === "string" ? error !== "" : isRecord(error) && hasKeys(error)) return error;
  if (object === "error") return frame;
  if (Array.isArray(choices)) return undefined;
  if (detail !== undefined && detail !== null) return frame;
  // Gateways in front of a server answer in their own words.
  const coded = code !== undefined || status !== undefined;
  return typeof message === "string" && coded ? frame : undefined;
}

function hasKeys(value: object): boolean {
  return Object.keys(value).length > 0;
}

/** A failure in the vendor's own words. */
export function vendorFailure(error: unknown, { provider, model }: Speaker): ModelFailure {
  const said = fields<ErrorWords>(error);
  const status = [said.code, said.status, said.status_code].map(httpStatus).find((n) => n !== 0);
  const code = [said.code, said.type, said.status].map(text).filter(Boolean).join(" ");
  return failureOf({
    message: wordsOf(error).slice(0, LONGEST_MESSAGE),
    ...(status === undefined ? {} : { status }),
    ...(code === "" ? {} : { code }),
    provider,
    model,
  });
}

function wordsOf(error: unknown): string {
  if (typeof error === "string" && error !== "") return error;
  const said = fields<ErrorWords>(error);
  const message = text(said.message) || text(said.msg) || detailOf(said.detail);
  // OpenRouter keeps what the server behind it said here; its own message is the same for all.
  const raw = text(fields<{ raw: string }>(said.metadata).raw);
  if (message !== "") return raw === "" ? message : `${message}: ${raw}`;
  return raw || `The server reported an error: ${JSON.stringify(error)}`;
}

function detailOf(detail: unknown): string {
  if (typeof detail === "string") return detail;
  const lines = isRecord(detail) ? [detail] : list(detail);
  return lines
    .map((line) => (typeof line === "string" ? line : messageOf(line)))
    .filter((line) => line !== "")
    .join("; ");
}

function messageOf(line: unknown): string {
  const said = fields<ErrorWords>(line);
  return text(said.msg) || text(said.message);
}

function httpStatus(value: unknown): number {
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === "number" && Number.isInteger(status) && status >= 400 && status < 600
    ? status
    : 0;
}
