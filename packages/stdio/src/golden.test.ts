import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isTerminalJsonl, parseJsonlEnvelope } from "@squire/protocol/wire";
import { GOLDEN_TRACES } from "@squire/testkit";
import { jsonlCodec } from "./codec.ts";

const FIXTURES = join(import.meta.dirname, "../../../docs/protocol/fixtures");

for (const [flow, trace] of GOLDEN_TRACES) {
  test(`PROT-9: the lines of ${flow} are the golden ones, with one end and nothing behind it`, () => {
    const text = readFileSync(join(FIXTURES, `${flow}.stdio.jsonl`), "utf8");
    const golden = text
      .trimEnd()
      .split("\n")
      .map((line) => parseJsonlEnvelope(JSON.parse(line)));
    const events = golden.map((line) => (line.kind === "known" ? line.value.event : line));
    const codec = jsonlCodec();
    expect(trace.flatMap((envelope) => codec(envelope))).toEqual(
      events as ReturnType<typeof codec>[number][],
    );
    const again = jsonlCodec();
    const lines = trace.flatMap((envelope) => again(envelope));
    expect(lines.filter(isTerminalJsonl)).toEqual(lines.slice(-1));
  });
}

test("PROT-8 (part): from the order to stop on there is nothing but aborted", () => {
  const codec = jsonlCodec();
  const trace = GOLDEN_TRACES.get("abort_flow") ?? [];
  const at = trace.findIndex(({ event }) => event.type === "stop.ordered");
  for (const envelope of trace.slice(0, at)) codec(envelope);
  expect(trace.slice(at).flatMap((envelope) => codec(envelope))).toEqual([
    { type: "aborted", partialSaved: true },
  ]);
});

test("PROT-4 (part): only tools of our own end a turn with a question, whatever others put into their data", () => {
  const trace = GOLDEN_TRACES.get("plan_flow") ?? [];
  const questions = (rename: (name: string) => string) => {
    const codec = jsonlCodec();
    const lines = trace.flatMap(({ event }) =>
      codec({
        event: event.type === "tool.finished" ? { ...event, name: rename(event.name) } : event,
      }),
    );
    return lines.filter(({ type }) => type === "question").length;
  };
  expect(questions((name) => name)).toBeGreaterThan(0);
  expect(questions((name) => `mcp__${name}`)).toBe(0);
});
