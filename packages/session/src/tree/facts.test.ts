import { expect, test } from "bun:test";
import type { Entry } from "@squire/protocol";
import { compacted, call, replied, requested, resulted, said } from "../testing/drafts.ts";
import { spent, started, titled } from "../testing/drafts.ts";
import { entriesOf } from "../testing/entries.ts";
import { contextView } from "./context-view.ts";
import { factsFrom, keptFacts, lastTurnOf, NO_FACTS, reduceFacts } from "./facts.ts";

function factsOf(branch: readonly Entry[]) {
  return branch.reduce(reduceFacts, NO_FACTS);
}

const BRANCH = entriesOf(
  titled("a bug"),
  said("find it"),
  requested(),
  replied("looking", [call("a"), call("b", "grep"), call("c")]),
  spent("mock/m", 0.5),
  started("a"),
  resulted("a"),
  started("c"),
);

test("USE-1 (part), SES-14 (part): facts are what the folds over the whole branch say", () => {
  const facts = factsOf(BRANCH);
  expect(facts.state).toMatchObject({ title: "a bug", turns: 1, openRequest: null });
  expect(facts.replies).toBe(1);
  expect(facts.step).toEqual([
    { id: "b", name: "grep", started: false },
    { id: "c", name: "read", started: true },
  ]);
  expect(contextView(BRANCH).openCalls.map(({ id }) => id)).toEqual(["b", "c"]);
  expect(lastTurnOf(facts)).toMatchObject({ turn: 1, costUsd: 0.5 });
  expect(lastTurnOf(NO_FACTS)).toBeNull();
});

test("SES-14 (part): a step is over when somebody speaks, and a call is answered once", () => {
  const calls = replied("", [call("a"), call("a")]);
  expect(factsOf(entriesOf(calls, resulted("a"))).step).toHaveLength(1);
  expect(factsOf(entriesOf(calls, resulted("a"), resulted("a"))).step).toEqual([]);
  expect(factsOf(entriesOf(calls, said("stop"))).step).toEqual([]);
  expect(factsOf(entriesOf(calls, said(" "))).step).toHaveLength(2);
  expect(factsOf(entriesOf(calls, replied("", [call("b")], "aborted"))).step).toEqual([]);
  expect(factsOf(entriesOf(calls, compacted("e1"))).step).toHaveLength(2);
});

test("facts that were kept as JSON go on as if they had not been", () => {
  const [before, after] = [BRANCH.slice(0, 5), BRANCH.slice(5)];
  const kept = factsFrom(JSON.parse(JSON.stringify(keptFacts(factsOf(before)))));
  expect(kept).toEqual(factsOf(before));
  expect(after.reduce(reduceFacts, kept)).toEqual(factsOf(BRANCH));
});

test("what is kept in an index is as it was: raise INDEX_FORMAT when this changes", () => {
  expect(keptFacts(factsOf(BRANCH))).toMatchSnapshot();
});
