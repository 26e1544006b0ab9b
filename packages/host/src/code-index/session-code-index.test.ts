import { expect, test } from "bun:test";
import { truncateSync, writeFileSync } from "node:fs";
import { openByHand } from "../workbench/by-hand.ts";
import type { ByHand } from "../workbench/by-hand.ts";
import { callByHand } from "../workbench/run-tool.ts";
import { removeCodeIndex } from "./code-place.ts";
import { indexed, machine } from "./testing/machine.ts";
import { repository } from "./testing/repository.ts";

async function ask(hand: ByHand, query: string): Promise<string> {
  const { signal } = new AbortController();
  const call = { tool: "semantic_search", args: { query }, signal, warn: () => {} };
  return (await callByHand(hand, call)).run.text;
}

test("SRCH-10: one session goes on when the index is cleared, and when it is made again", async () => {
  await using at = await machine(repository());
  await indexed(at);
  await using hand = await openByHand(at.host, { attended: false });
  expect(await ask(hand, "back off")).toContain("retry-policy.ts");
  removeCodeIndex(at.place);
  expect(await ask(hand, "back off")).toContain("has no index");
  await indexed(at);
  await at.home.write("work/src/lamp.ts", "export const lampColour = 'green';\n");
  expect(await ask(hand, "colour of the lamp")).toContain("src/lamp.ts:1-1");
});

test("SRCH-10: an index that is damaged under a session is no error of the turn, and comes back", async () => {
  await using at = await machine(repository());
  await indexed(at);
  await using hand = await openByHand(at.host, { attended: false });
  expect(await ask(hand, "back off")).toContain("retry-policy.ts");
  truncateSync(at.place.database, 0);
  for (const end of ["", "-wal"])
    writeFileSync(at.place.database + end, "no database".repeat(9_000));
  const during = await ask(hand, "email of an invoice");
  expect(during).not.toContain("internal");
  let after = "";
  for (let tries = 0; tries < 5 && !after.includes("invoice_mailer"); tries++) {
    after = await ask(hand, "email of an invoice");
  }
  expect(after).toContain("src/billing/invoice_mailer.py");
});

test("SRCH-10: a rule of one session hides a file from it alone", async () => {
  await using at = await machine(repository());
  await indexed(at);
  const rules = { deny: ["read(src/net/**)"] };
  {
    await using hand = await openByHand(at.host, { attended: false, rules });
    expect(await ask(hand, "back off retries")).not.toContain("retry-policy");
  }
  await using other = await openByHand(at.host, { attended: false });
  expect(await ask(other, "back off retries")).toContain("retry-policy");
});

test("settings that name other tools leave it out", async () => {
  await using at = await machine(repository(), '[tools]\nenabled = ["read", "grep"]\n');
  await indexed(at);
  await using hand = await openByHand(at.host, { attended: false });
  expect(hand.tools.find("semantic_search")).toBeNull();
});
