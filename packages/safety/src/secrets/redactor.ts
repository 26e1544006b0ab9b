import type { JsonValue } from "@squire/protocol";
import { findSecrets } from "./find-secrets.ts";
import { needlesOf, type KnownValue } from "./known-values.ts";
import type { Placeholders } from "./placeholders.ts";
import { unfinishedKey } from "./private-keys.ts";
import type { Span } from "./span.ts";

export type Redactor = {
  /** The text without secrets (SEC-1); the same text when it holds none. */
  readonly redact: (text: string) => string;
  /** The same for every text in a value, also the names of fields. */
  readonly redactJson: (value: JsonValue) => JsonValue;
  /** For streams: where they stand. */
  readonly find: (text: string) => readonly Span[];
  /** What is written in the place of one. */
  readonly mark: (text: string, span: Span) => string;
  /** Where something begins that goes over lines and may not be complete; the length if nothing does. */
  readonly openAt: (text: string) => number;
};

export type RedactorOptions = {
  /** Credentials that were loaded: found wherever they turn up, also in base64. */
  readonly values?: readonly KnownValue[];
  /** Remembers what was hidden, so that a tool call may use it (SEC-2). */
  readonly placeholders?: Placeholders;
};

/** The secrets filter. Making one costs a little, using it is cheap: make one per set of credentials. */
export function createRedactor({ values = [], placeholders }: RedactorOptions = {}): Redactor {
  const needles = needlesOf(values);
  const overLines = Math.max(
    0,
    ...needles.map(({ text }) => (text.includes("\n") ? text.length : 0)),
  );
  const find = (text: string): readonly Span[] => findSecrets(text, needles);
  const mark = (text: string, { start, end, kind }: Span): string =>
    placeholders?.hide(text.slice(start, end), kind) ?? `[REDACTED:${kind}]`;
  const redact = (text: string): string => {
    const spans = find(text);
    return spans.length === 0 ? text : replaceSpans(text, spans, (span) => mark(text, span));
  };
  return {
    redact,
    redactJson: (value) => redactValue(value, redact),
    find,
    mark,
    openAt: (text) => Math.min(unfinishedKey(text), Math.max(0, text.length - overLines)),
  };
}

function replaceSpans(text: string, spans: readonly Span[], mark: (span: Span) => string): string {
  let done = 0;
  const parts: string[] = [];
  for (const span of spans) {
    parts.push(text.slice(done, span.start), mark(span));
    done = span.end;
  }
  return parts.join("") + text.slice(done);
}

function redactValue(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactField(key, item, redact)]),
  );
}

/** The name of a field tells what its text is, as in `name=value`. */
function redactField(key: string, item: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof item !== "string") return redactValue(item, redact);
  const alone = redact(item);
  if (alone !== item) return alone;
  const start = `${key}: `;
  const named = redact(`${start}${item}`);
  return named.startsWith(start) ? named.slice(start.length) : alone;
}
