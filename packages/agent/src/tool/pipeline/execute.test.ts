import { expect, test } from "bun:test";
import type { UserContent } from "@squire/protocol";
import { z } from "zod";
import { eventFaults } from "../../loop/testing/event-faults.ts";
import { defineTool } from "../define-tool.ts";
import { ToolError } from "../tool-error.ts";
import { asked, callsRig } from "./testing/calls.ts";

const nothing = z.object({});
const same = (text: string): string => text;

test("a call that takes too long is stopped; what it says then is kept", async () => {
  const r = callsRig({ scope: { limits: { parallel: 8, timeoutMs: 5_000, graceMs: 1_000 } } });
  const running = r.run(asked("wait", { key: "a" }));
  await r.tools.started("a");
  await r.clock.advance(5_000);
  await running;
  expect(r.endings()).toEqual(["timed_out"]);
  expect(r.texts()[0]).toBe("stopped a\nIt took too long and was stopped after 5000 ms.");
  expect(r.log.of("tool_result")[0]?.details.durationMs).toBe(5_000);
  expect(r.clock.pending).toBe(0);
});

test("a call that hangs and does not listen is left behind", async () => {
  const r = callsRig({ scope: { limits: { parallel: 8, timeoutMs: 5_000, graceMs: 1_000 } } });
  const running = r.run(asked("deaf", {}), asked("look", { key: "b" }));
  await r.clock.advance(6_000);
  await running;
  expect(r.endings()).toEqual(["timed_out", "ran"]);
  expect(r.texts()[0]).toContain("it did not stop in time; it may still have taken effect");
  expect(eventFaults(r.events)).toEqual([]);
});

test("a tool may set its own limit, or none", async () => {
  const own = (name: string, timeoutMs: number | null) =>
    defineTool({
      name,
      description: "",
      effect: "read",
      input: nothing,
      timeoutMs,
      run: () => new Promise<string>(() => {}),
      toModel: same,
      summary: () => name,
    });
  const r = callsRig({ extra: [own("quick", 10), own("patient", null)] });
  const running = r.run(asked("quick", {}), asked("patient", {}));
  await r.clock.advance(2_000_000);
  expect(r.endings()).toEqual(["timed_out"]);
  r.abort.abort();
  await r.clock.advance(1_000);
  await running;
  expect(r.endings()).toEqual(["timed_out", "aborted"]);
});

test("TOOL-2: whatever a tool throws becomes an outcome", async () => {
  const thrower = (name: string, error: unknown) =>
    defineTool({
      name,
      description: "",
      effect: "read",
      input: nothing,
      run: (): string => {
        throw error;
      },
      toModel: same,
      summary: () => name,
    });
  const rich = new ToolError("no match", { details: { exitCode: 2, data: { lines: [1] } } });
  const r = callsRig({
    extra: [
      thrower("a", rich),
      thrower("b", "a string"),
      thrower("c", undefined),
      thrower("d", new Error("")),
    ],
  });
  await r.run(...["a", "b", "c", "d"].map((name) => asked(name, {}, name)));
  expect(r.texts()).toEqual([
    "no match",
    "The tool failed: a string",
    "The tool failed: undefined",
    "The tool failed: Error",
  ]);
  expect(r.log.of("tool_result")[0]?.details).toEqual({
    isError: true,
    ending: "ran",
    truncated: false,
    durationMs: 0,
    exitCode: 2,
    data: { lines: [1] },
  });
});

test("words that cannot be made of an output are a failure of the call, not of the turn", async () => {
  const odd = defineTool({
    name: "odd",
    description: "",
    effect: "read",
    input: nothing,
    run: () => 1,
    toModel: (): string => {
      throw new Error("no words");
    },
    summary: () => "odd",
  });
  const r = callsRig({ extra: [odd] });
  await r.run(asked("odd", {}));
  expect(r.texts()).toEqual(["The tool failed: no words"]);
});

test("TOOL-2: pictures and details pass; secrets are taken out before anything is stored (C25)", async () => {
  const image: UserContent = { type: "image", mimeType: "image/png", data: "aW1n" };
  const shot = defineTool({
    name: "shot",
    description: "",
    effect: "network",
    input: nothing,
    run: () => "the key is sk-123",
    toModel: (text) => [{ type: "text", text }, image],
    details: () => ({ untrusted: true, changedFiles: ["a.txt"] }),
    summary: () => "shot",
  });
  const r = callsRig({
    extra: [shot],
    ports: { redact: (text) => text.replaceAll("sk-123", "[secret]") },
  });
  await r.run(asked("shot", {}));
  expect(r.log.of("tool_result")[0]?.outcome.content).toEqual([
    { type: "text", text: "the key is [secret]" },
    image,
  ]);
  expect(r.log.of("tool_result")[0]?.details).toMatchObject({
    untrusted: true,
    changedFiles: ["a.txt"],
  });
  expect(JSON.stringify([r.events, r.log.entries])).not.toContain("sk-123");
});

test("output that cannot be redacted is not shown", async () => {
  const r = callsRig({
    ports: {
      redact: () => {
        throw new Error("bad pattern");
      },
    },
  });
  await r.run(asked("look", { key: "secret" }));
  expect(r.texts()[0]).toContain("could not be prepared and is not shown (bad pattern)");
  expect(JSON.stringify(r.log.of("tool_result"))).not.toContain("saw secret");
});

test("LOOP-12: long output is capped and kept whole as an artifact", async () => {
  const saved: string[] = [];
  const long = defineTool({
    name: "long",
    description: "",
    effect: "read",
    input: nothing,
    run: () => "line\n".repeat(20_000),
    toModel: same,
    summary: () => "long",
  });
  const artifacts = {
    save: (content: string | Uint8Array) => {
      saved.push(String(content));
      return Promise.resolve({ id: "art7" });
    },
    stream: () => Promise.reject(new Error("not here")),
  };
  const r = callsRig({ extra: [long], ports: { artifacts } });
  await r.run(asked("long", {}));
  expect(saved).toEqual(["line\n".repeat(20_000)]);
  expect(r.texts()[0]).toContain("[…truncated ");
  expect(r.texts()[0]).toEndWith("The whole output is in artifact://art7");
  expect(r.texts()[0]?.length).toBeLessThan(33_000);
  expect(r.log.of("tool_result")[0]?.details).toMatchObject({
    truncated: true,
    artifactId: "art7",
  });
  const full = callsRig({
    extra: [long],
    ports: {
      artifacts: {
        save: () => Promise.reject(new Error("disk full")),
        stream: () => Promise.reject(new Error("disk full")),
      },
    },
  });
  await full.run(asked("long", {}));
  expect(full.endings()).toEqual(["ran"]);
  expect(full.texts()[0]).not.toContain("artifact://");
});

test("SES-20: the state before is saved before a change, and what has changed is told", async () => {
  const order: string[] = [];
  const r = callsRig({
    ports: {
      snapshot: ({ name }) => {
        order.push(`before ${name} ${r.log.types().join()} ${r.tools.acts.join()}`);
        return Promise.resolve(() => {
          order.push(`after ${r.tools.acts.join()}`);
          return Promise.resolve(["x.txt"]);
        });
      },
    },
  });
  await r.run(asked("look", { key: "a" }), asked("put", { key: "b" }));
  expect(order).toEqual([
    "before put tool_started,tool_result,tool_started look a",
    "after look a,put b",
  ]);
  expect(r.log.of("tool_result")[1]?.details.changedFiles).toEqual(["x.txt"]);
});

test("SES-20: what could not be saved is not changed", async () => {
  const r = callsRig({ ports: { snapshot: () => Promise.reject(new Error("disk full")) } });
  await r.run(asked("put", { key: "a" }));
  expect(r.tools.acts).toEqual([]);
  expect(r.texts()[0]).toContain("could not be saved first (disk full)");
  expect(r.endings()).toEqual(["denied"]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("LOOP-9: a turn that is stopped while files are being saved has not run the call", async () => {
  const r = callsRig({
    ports: {
      snapshot: () => {
        r.abort.abort();
        return Promise.reject(new Error("stopped"));
      },
    },
  });
  await r.run(asked("put", { key: "a" }));
  expect(r.tools.acts).toEqual([]);
  expect(r.endings()).toEqual(["interrupted"]);
});
