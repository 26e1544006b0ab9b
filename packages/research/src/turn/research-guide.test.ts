import { expect, test } from "bun:test";
import type { AgentEvent } from "@squire/protocol";
import { call, hang, reply, say } from "@squire/testkit";
import type { FakeClock } from "@squire/testkit";
import { guidedRig } from "../testing/guided-rig.ts";

const DOCUMENTS = { "tower.md": "The tower of Kesel is 41 metres tall. It was lit in 1871." };
const SEARCH = call("local_search", { query: "tower of Kesel" });
const NOTE = call("note_evidence", {
  claim: "The tower of Kesel is 41 metres tall.",
  quote: "The tower of Kesel is 41 metres tall.",
  source: "tower.md",
});

/** Time passes while the model writes the given words. */
function passes(words: string, ms: number) {
  return (event: AgentEvent, clock: FakeClock): void => {
    if (event.type === "text.delta" && event.text.includes(words)) {
      queueMicrotask(() => void clock.advance(ms));
    }
  };
}

test("RES-6: when the time for searching is over, the report is made of what is there, and marked", async () => {
  const slow = reply(say("Let me think"), hang());
  const r = guidedRig([SEARCH, NOTE, slow, say("It is 41 metres tall [1].")], {
    documents: DOCUMENTS,
    onEvent: passes("think", 126_000),
  });
  expect(await r.ask()).toMatchObject({ status: "finished", reason: "stop" });
  expect(r.reports).toMatchObject([
    {
      answer: "It is 41 metres tall [1].",
      partial: "The time for searching was over after 126 s. It rests on 1 search and 1 note.",
      citations: [{ status: "verified" }],
    },
  ]);
  r.model.assertDone();
});

test("RES-6: before that time nothing is cut", async () => {
  const r = guidedRig([SEARCH, NOTE, say("Let me think"), say("It is 41 metres tall [1].")], {
    documents: DOCUMENTS,
    onEvent: passes("think", 125_000),
  });
  await r.ask();
  expect(r.reports).toMatchObject([{ partial: null }]);
});

test("RES-6: when writing takes too long as well, the notes themselves are the report", async () => {
  const slow = reply(say("It is"), hang());
  const r = guidedRig([SEARCH, NOTE, say("Enough."), slow], {
    documents: DOCUMENTS,
    onEvent: passes("It is", 180_000),
  });
  const result = await r.ask();
  expect(result).toMatchObject({ status: "finished", reason: "stop" });
  expect(result.text).toContain("“The tower of Kesel is 41 metres tall.” [1]");
  expect(r.reports).toMatchObject([
    { partial: "The time limit of 180 s was reached while it was written." },
  ]);
});

test("RES-6: when mending takes too long, the first draft stands with its marks", async () => {
  const bad = say("It is 42 metres tall [1].");
  const slow = reply(say("Mended"), hang());
  const r = guidedRig([SEARCH, NOTE, say("Enough."), bad, slow], {
    documents: DOCUMENTS,
    onEvent: passes("Mended", 180_000),
  });
  const result = await r.ask();
  expect(result.text).toContain("It is 42 metres tall [1]. (⚠ not in the quote: “42”)");
  expect(r.reports[0]?.partial).toContain("The time limit of 180 s");
});

test("RES-6: a turn that is over leaves no timer behind", async () => {
  const r = guidedRig([SEARCH, NOTE, say("Enough."), say("It is 41 metres tall [1].")], {
    documents: DOCUMENTS,
  });
  await r.ask();
  expect(r.clock.pending).toBe(0);
});

test("RES-11 (part): a model that calls tools which are gone does not go on for ever", async () => {
  const r = guidedRig([SEARCH, NOTE, say("Enough."), ...Array.from({ length: 4 }, () => NOTE)], {
    documents: DOCUMENTS,
  });
  expect(await r.ask()).toMatchObject({ status: "finished" });
  expect(r.reports).toMatchObject([
    { partial: "The model did not write a report.", citations: [{ status: "verified" }] },
  ]);
});
