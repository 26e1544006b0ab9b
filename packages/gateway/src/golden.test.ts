import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnvelope, parsePush } from "@squire/protocol/wire";
import { GOLDEN_TRACES } from "@squire/testkit";
import { pushCodec } from "./push-codec.ts";

const FIXTURES = join(import.meta.dirname, "../../../docs/protocol/fixtures");
const FLOWS = "chat_request research_flow abort_flow approval_flow plan_flow resume_attach";

function linesOf(name: string): readonly unknown[] {
  const text = readFileSync(join(FIXTURES, name), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

test("PROT-9 (part): the traces are those that were promised, and each event is a whole one", () => {
  expect([...GOLDEN_TRACES.keys()].toSorted()).toEqual(FLOWS.split(" ").toSorted());
  for (const [flow, trace] of GOLDEN_TRACES) {
    for (const envelope of trace) {
      expect([flow, parseEnvelope(envelope).kind]).toEqual([flow, "known"]);
    }
    expect(linesOf(`${flow}.events.jsonl`)).toEqual(JSON.parse(JSON.stringify(trace)) as unknown[]);
  }
});

for (const [flow, trace] of GOLDEN_TRACES) {
  test(`PROT-9 (part), GW-7: the pushes of ${flow} are the golden ones`, () => {
    const codec = pushCodec();
    const pushes = trace.flatMap((envelope) => codec(envelope));
    expect(JSON.parse(JSON.stringify(pushes)) as unknown[]).toEqual([
      ...linesOf(`${flow}.pushes.jsonl`),
    ]);
    for (const push of pushes)
      expect([push.event, parsePush(push).kind]).toEqual([push.event, "known"]);
    // Nothing but the trace goes in: again gives the same.
    const again = pushCodec();
    expect(trace.flatMap((envelope) => again(envelope))).toEqual(pushes);
  });
}
