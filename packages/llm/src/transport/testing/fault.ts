import type { FailureKind } from "@squire/protocol";

/** One way a server can answer wrongly, and what must become of it. */
export type Fault = {
  readonly name: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | object;
  readonly kind: FailureKind;
  /** The whole message. */
  readonly says: string;
  /** A part of the advice; "" = none at all. */
  readonly advice?: string;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
};

export const page = (title: string): string =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>x</h1></body></html>`;

export const SETUP = "run `squire setup`";
