import { describe, expect, test } from "bun:test";
import type { JsonValue } from "@squire/protocol";
import { isStorm, rememberCall, STORM_WINDOW, stormText } from "./storm.ts";
import type { CallToJudge, PastCall } from "./storm.ts";

const read = (path: string): CallToJudge => ({ name: "read", args: { path }, readOnly: true });
const edit = (path: string): CallToJudge => ({ name: "edit", args: { path }, readOnly: false });

/** Plays calls with their results; gives which of them were storms. */
function play(...calls: readonly (readonly [CallToJudge, string | null])[]): boolean[] {
  let past: readonly PastCall[] = [];
  return calls.map(([call, result]) => {
    const storm = isStorm(past, call);
    past = rememberCall(past, call, result);
    return storm;
  });
}

describe("RPR-4", () => {
  test("RPR-4: the third identical call is not run, nor are those after it", () => {
    const call = [read("a"), "text"] as const;
    expect(play(call, call, call, call, call, call, call, call)).toEqual([
      false,
      false,
      ...Array.from({ length: 6 }, () => true),
    ]);
  });

  test("RPR-4: other arguments or another name are other calls", () => {
    const list = (args: JsonValue): CallToJudge => ({ name: "ls", args, readOnly: true });
    expect(
      play(
        [read("a"), "x"],
        [read("b"), "x"],
        [read("a"), "x"],
        [list({ path: "a" }), "x"],
        [read("c"), "x"],
      ),
    ).toEqual([false, false, false, false, false]);
  });

  test("RPR-4: the order of arguments makes no difference", () => {
    const one: CallToJudge = { name: "grep", args: { a: 1, b: 2 }, readOnly: true };
    const same: CallToJudge = { name: "grep", args: { b: 2, a: 1 }, readOnly: true };
    expect(play([one, "x"], [same, "x"], [one, "x"])).toEqual([false, false, true]);
  });

  test("RPR-4: only the window counts", () => {
    const others = ["1", "2", "3"].map((path) => [read(path), "x"] as const);
    expect(play([read("a"), "x"], ...others, [read("a"), "x"], [read("a"), "x"]).at(-1)).toBe(true);
    expect(
      play([read("a"), "x"], ...others, [read("4"), "x"], [read("a"), "x"], [read("a"), "x"]).at(
        -1,
      ),
    ).toBe(false);
    expect(STORM_WINDOW).toBe(6);
  });

  test("RPR-4: a change makes reading again honest", () => {
    expect(
      play([read("a"), "old"], [read("a"), "old"], [edit("a"), "ok"], [read("a"), "old"]).at(-1),
    ).toBe(false);
  });

  test("RPR-4: changes count among themselves, also between reads", () => {
    expect(
      play(
        [edit("a"), "not found"],
        [read("a"), "x"],
        [edit("a"), "not found"],
        [read("a"), "x"],
        [edit("a"), "not found"],
      ),
    ).toEqual([false, false, false, false, true]);
  });

  test("RPR-4: the same tests after each new edit are honest, with the same two edits in turn they are not", () => {
    const tests: CallToJudge = { name: "bash", args: { command: "npm test" }, readOnly: false };
    const honest = ["a", "b", "c", "d"].flatMap((path) => [
      [tests, "1 failed"] as const,
      [edit(path), "ok"] as const,
    ]);
    expect(play(...honest)).not.toContain(true);
    const turning = Array.from({ length: 4 }, () => [
      [tests, "1 failed"] as const,
      [edit("a"), "ok"] as const,
    ]).flat();
    expect(play(...turning)).toContain(true);
  });

  test("RPR-4: waiting for something that moves is no storm", () => {
    const job: CallToJudge = { name: "job_output", args: { id: 1 }, readOnly: true };
    const results = ["1 %", "2 %", "3 %", "4 %", "5 %"];
    expect(play(...results.map((result) => [job, result] as const))).not.toContain(true);
    expect(play([job, "1 %"], [job, "9 %"], [job, "9 %"], [job, "9 %"])).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test("RPR-4: three of a kind in one reply are one too many", () => {
    expect(play([read("a"), null], [read("a"), null], [read("a"), null])).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("RPR-4: the answer names the tool and asks for another way", () => {
    expect(stormText("read")).toContain("3rd read call");
    expect(stormText("read")).toContain("try another way");
  });
});
