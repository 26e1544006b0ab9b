import { describe, expect, test } from "bun:test";
import { ToolError } from "@squire/agent";
import { fakeIds } from "@squire/testkit";
import { bench, runTool, told } from "../testing/try-tool.ts";
import { lostActions, lostActionsText } from "./lost-actions.ts";
import {
  NoPendingStore,
  PendingActions,
  pushPendingAction,
  type PendingRecord,
} from "./pending-actions.ts";
import { resolveTool } from "./resolve.ts";

const context = bench("/");

function store(onChange: (pending: readonly PendingRecord[]) => void = () => {}): PendingActions {
  return new PendingActions({ ids: fakeIds("act"), onChange });
}

describe("RSLV-1: resolve", () => {
  test("RSLV-1: acts on the newest, and says so when there is none", async () => {
    const pending = store();
    const said: string[] = [];
    for (const name of ["first", "second"]) {
      pending.push({
        label: name,
        apply: (reason) =>
          Promise.resolve(said.push(`${name} applied: ${reason}`)).then(() => name),
        reject: (reason) =>
          Promise.resolve(said.push(`${name} rejected: ${reason}`)).then(() => "no"),
      });
    }
    pending.push({ label: "third", apply: () => Promise.resolve("third") });
    const tool = resolveTool({ pending });
    const act = (action: string) => told(tool, { action, reason: "r" }, context);
    expect(await act("discard")).toBe("Discarded");
    expect(await act("discard")).toBe("no");
    expect(await act("apply")).toBe("first");
    expect(said).toEqual(["second rejected: r", "first applied: r"]);
    expect(await act("apply")).toStartWith("! No pending action to resolve");
  });

  test("RSLV-2: what waits is told with its defaults; who watches hears of every change", async () => {
    const seen: number[] = [];
    const pending = store((list) => seen.push(list.length));
    const record = pending.push({ label: "do it", apply: () => Promise.resolve("") });
    expect(record).toEqual({
      id: "act_1",
      label: "do it",
      sourceTool: "custom_tool",
      targets: [],
      details: null,
    });
    expect(pending.list()).toEqual([record]);
    pending.take();
    expect(seen).toEqual([1, 0]);
    expect(pending.size).toBe(0);
  });

  test("RSLV-2: an action that fails is told, and is not pending any more", async () => {
    const pending = store();
    pending.push({ label: "x", apply: () => Promise.reject(new Error("it broke")) });
    const failed = runTool(resolveTool({ pending }), { action: "apply", reason: "" }, context);
    const error = await failed.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({
      message: "it broke",
      details: { data: { resolved: "act_1", applied: false } },
    });
    expect(pending.size).toBe(0);
  });
});

describe("RSLV-3: what cannot wait", () => {
  test("RSLV-3: without a store, pushing fails by name", () => {
    const push = () => pushPendingAction(null, { label: "x", apply: () => Promise.resolve("") });
    expect(push).toThrow(NoPendingStore);
  });

  test("RSLV-3: what was pending when the process ended is listed as lost", async () => {
    const pending = store();
    const push = (label: string) => {
      const { id, sourceTool } = pending.push({ label, apply: () => Promise.resolve("") });
      return { pending: { id, label, sourceTool } };
    };
    const first = push("one");
    const second = push("two\nlines");
    const third = push("three");
    const resolved = await runTool(
      resolveTool({ pending }),
      { action: "apply", reason: "" },
      context,
    );
    const lost = lostActions([first, undefined, second, null, "x", third, resolved.details.data]);
    expect(lost.map(({ label }) => label)).toEqual(["one", "two\nlines"]);
    expect(lostActionsText(lost)).toBe(
      'These actions were pending when the session was left, and are lost:\n- one (custom_tool)\n- "two\\nlines" (custom_tool)',
    );
    expect(lostActionsText([])).toBeNull();
  });
});

describe("RSLV-4: the gate", () => {
  const prepared = (pending: PendingActions, action: string) => {
    const found = resolveTool({ pending }).prepare({ action, reason: "" });
    if (!found.ok) throw new Error("not valid");
    return found.call;
  };

  test("RSLV-4: applying is judged as a write of its files, discarding as nothing", () => {
    const pending = store();
    const apply = () => Promise.resolve("");
    pending.push({ label: "one file", targets: ["src/a.ts"], apply });
    expect(prepared(pending, "apply")).toMatchObject({
      effect: "write",
      subject: "src/a.ts",
      summary: "apply one file",
    });
    expect(prepared(pending, "discard")).toMatchObject({ effect: "read", subject: null });
    pending.push({ label: "two", targets: ["a", "b"], apply });
    expect(prepared(pending, "apply")).toMatchObject({ effect: "write", subject: "a\nb" });
  });

  test("RSLV-4: each file passes the gate of a direct write, or nothing is done", async () => {
    const pending = store();
    let isApplied = false;
    pending.push({
      label: "two",
      targets: ["a.ts", "secret.ts"],
      apply: () => Promise.resolve(String((isApplied = true))),
    });
    const tool = resolveTool({
      pending,
      checkWrites(paths) {
        const bad = paths.find((path) => path.startsWith("secret"));
        if (bad === undefined) return Promise.resolve();
        return Promise.reject(new ToolError(`${bad} may not be written.`));
      },
    });
    expect(await told(tool, { action: "apply", reason: "" }, context)).toBe(
      "! secret.ts may not be written.",
    );
    expect(isApplied).toBe(false);
  });
});
