import { expect, test } from "bun:test";
import { FakeClock } from "@squire/testkit";
import { Progress } from "./progress.ts";

function progressOf() {
  const clock = new FakeClock();
  const reports: string[] = [];
  const progress = new Progress({ clock, report: (line) => void reports.push(line) });
  return { clock, reports, progress, say: (text: string) => progress.push(Buffer.from(text)) };
}

test("TOOL-3: the last line at once, then at most four times a second", async () => {
  const { clock, reports, progress, say } = progressOf();
  for (let at = 0; at < 100; at++) {
    say(`line ${at}\n`);
    await clock.advance(10);
  }
  expect(reports).toEqual(["line 0", "line 24", "line 49", "line 74", "line 99"]);
  await clock.advance(10_000);
  say("after a while\n");
  expect(reports.slice(5)).toEqual(["after a while"]);
  progress.end();
  expect(clock.pending).toBe(0);
});

test("TOOL-3: lines are joined from pieces, shortened, and plain", async () => {
  const { clock, reports, say } = progressOf();
  say("50 %\r60 ");
  say("%\r");
  await clock.advance(250);
  say("\u001B[32mdone\u001B[0m\n\n");
  await clock.advance(250);
  say("é".repeat(5_000));
  await clock.advance(250);
  say("\n\n");
  await clock.advance(250);
  expect(reports.slice(0, 3)).toEqual(["60", "60 %", "done"]);
  expect(reports[3]).toMatch(/^\uFFFD?é+…$/);
  expect(reports[3]?.length).toBe(200);
});
