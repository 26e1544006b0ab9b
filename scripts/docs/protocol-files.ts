import { answering } from "../../packages/stdio/src/envelopes.ts";
import { jsonlCodec } from "../../packages/stdio/src/codec.ts";
import { pushCodec } from "../../packages/gateway/src/push-codec.ts";
import { toJsonSchemas } from "../../packages/protocol/src/json-schemas.ts";
import type { EventEnvelope } from "../../packages/protocol/src/event.ts";
import { GOLDEN_TRACES } from "../../packages/testkit/src/golden/traces.ts";

/** What others need to write a client: schemas, and what every codec makes of the same events. */
export function protocolFiles(): ReadonlyMap<string, string> {
  return new Map([...schemaFiles(), ...fixtureFiles()]);
}

const GROUPS: { readonly [file: string]: RegExp } = {
  entries: /^(entry\/|session-header$)/,
  events: /^event[/-]/,
  frames: /^frame\//,
  jsonl: /^(jsonl\/|run-output$)/,
  methods: /^method\//,
  pushes: /^push\//,
};

function* schemaFiles(): Generator<[string, string]> {
  const all = Object.entries(toJsonSchemas());
  for (const [file, fits] of Object.entries(GROUPS)) {
    const $defs = Object.fromEntries(all.filter(([name]) => fits.test(name)));
    const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", $defs };
    yield [`docs/protocol/${file}.schema.json`, `${JSON.stringify(schema, null, 1)}\n`];
  }
}

function* fixtureFiles(): Generator<[string, string]> {
  for (const [flow, trace] of GOLDEN_TRACES) {
    const at = `docs/protocol/fixtures/${flow}`;
    yield [`${at}.events.jsonl`, linesOf(trace)];
    yield [`${at}.stdio.jsonl`, stdioLines(trace)];
    yield [`${at}.pushes.jsonl`, linesOf(pushesOf(trace))];
  }
}

function pushesOf(trace: readonly EventEnvelope[]): readonly object[] {
  const codec = pushCodec();
  return trace.flatMap((envelope) => codec(envelope));
}

function stdioLines(trace: readonly EventEnvelope[]): string {
  const codec = jsonlCodec();
  let text = "";
  let now = 0;
  const write = (line: string): void => void (text += line);
  const answer = answering({ write, now: () => now }, "request-1", () => "session-1");
  for (const envelope of trace) {
    now = envelope.at;
    for (const event of codec(envelope)) answer.send(event);
  }
  return text;
}

function linesOf(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
