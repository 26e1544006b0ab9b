import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { call, fault, reply, say } from "@squire/testkit";
import {
  facePlace,
  hasTerminals,
  type FacePlace,
  type FaceTerminal,
} from "./testing/face-terminal.ts";

const RIGHT = "\u001b[C";
const DOWN = "\u001b[B";
const ESC = "\u001b";
const IDLE = "What shall we build?";

const WRITTEN = [
  { id: "denied", name: "write", args: { path: "denied.txt", content: "no" } },
  { id: "once", name: "write", args: { path: "once.txt", content: "exact  bytes \t of\nit\n" } },
  { id: "session", name: "bash", args: { command: "echo one > session.txt" } },
  { id: "again", name: "bash", args: { command: "echo one > session.txt" } },
  { id: "always", name: "bash", args: { command: "printf two > always.txt" } },
  { id: "why", name: "write", args: { path: "why.txt", content: "no" } },
] as const;

/** The answer that stands so many places behind deny. */
async function answer(face: FaceTerminal, places: number, marked: RegExp): Promise<void> {
  face.type(RIGHT.repeat(places));
  await face.until(marked);
  face.type("\r");
}

/** One spelling for equal values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}

describe.if(hasTerminals)("what is asked, in a terminal", () => {
  test("PERM-6 (part), PERM-10: every answer to an approval; what was shown is what ran", async () => {
    const calls = WRITTEN.map(({ id, name, args }) => call(name, args, { id }));
    const script = [...calls, say("All asked.")];
    await using place = await facePlace(script);
    const face = place.start({ rows: 40 });
    await face.until("mock/m");
    face.enter("go");
    await face.until("path: denied.txt");
    face.type(ESC);
    await face.until("path: once.txt");
    expect(face.screen()).toMatch(/exact {2}bytes {6}of/);
    await answer(face, 1, /▸ o once/);
    await face.until("┌ bash asks");
    expect(face.screen()).toContain("│ echo one > session.txt ");
    expect(place.work("once.txt")).toBe("exact  bytes \t of\nit\n");
    await answer(face, 2, /▸ s this session/);
    // The same command again is not asked about; the next one is.
    await face.until("│ printf two > always.txt ");
    expect(face.all().match(/✓ bash \$ echo one/g)?.length).toBe(2);
    await answer(face, 3, /▸ a always/);
    await face.until("path: why.txt");
    await answer(face, 4, /▸ w tell it why not/);
    await face.until("why not? ");
    face.enter("I like no files");
    await face.until("All asked.");
    expect(place.server.requests.at(-1)?.bodyText).toContain("I like no files");
    expect(place.work("always.txt")).toBe("two");
    expect(existsSync(place.path("work/denied.txt"))).toBe(false);
    expect(existsSync(place.path("work/why.txt"))).toBe(false);

    face.type("\u0004");
    expect(await face.ended()).toBe(0);
    expectCovered(place);
  });

  test("PLAN-4 (part), PLAN-5 (part): a choice by its row, an own answer, and a question in words", async () => {
    const options = [
      { id: "left", title: "Left", summary: "the safe one" },
      { id: "right", title: "Right" },
    ];
    const choice = () => call("ask_choice", { question: "Which way?", options, allowCustom: true });
    await using place = await facePlace([
      choice(),
      choice(),
      reply(call("ask", { question: "What shall it be called?" })),
      say("Thank you."),
    ]);
    const face = place.start();
    await face.until("mock/m");
    face.enter("go");
    const card = await face.until("┌ question ");
    expect(card).toMatch(/▸ 1 Left {2}the safe one/);
    expect(card).not.toContain(IDLE);
    face.type(DOWN);
    await face.until(/▸ 2 Right/);
    face.type("\r");
    await face.until(/▸ 1 Left/);
    expect(place.server.requests[1]?.bodyText).toContain("picked right");
    face.type(DOWN.repeat(2));
    await face.until(/▸ w something else/);
    face.type("\r");
    await face.until("? Which way?");
    face.enter("straight on");
    await face.until("? What shall it be called?");
    expect(place.server.requests[2]?.bodyText).toContain("straight on");
    face.enter("Bertha");
    await face.until("Thank you.");
    expect(place.server.requests[3]?.bodyText).toContain("Bertha");
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
  });

  test("a refused key is told with the next step, and the face goes on", async () => {
    const refused = { error: { message: "Incorrect API key provided" } };
    await using place = await facePlace([
      fault({ status: 401, body: JSON.stringify(refused), contentType: "application/json" }),
      say("Now it works."),
    ]);
    const face = place.start();
    await face.until("mock/m");
    face.enter("go");
    const screen = await face.until(/✗ .*(401|key)/i);
    await face.until(IDLE);
    expect(screen).toMatch(/Check the key for mock: run squire setup\./);
    face.enter("/retry");
    await face.until("Now it works.");
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
  });
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** An approval is for the bytes of one call: the model wrote these, and these ran. */
function expectCovered(place: FacePlace): void {
  const entries = place.entries();
  const asked = entries.flatMap(({ request }) => (isRequest(request) ? [request] : []));
  const started = entries.filter(({ type }) => type === "tool_started");
  const log = JSON.stringify(entries);
  expect(asked.length).toBe(5);
  for (const { callId, toolName, covers, details } of asked) {
    const args = WRITTEN.find(({ id }) => id === callId)?.args;
    expect(covers).toBe(sha256(canonical({ name: toolName, args })));
    for (const text of Object.values(args ?? {})) {
      expect(details.map((detail) => detail.text)).toContain(text);
    }
    // What began is what the yes was for; what was denied did not begin.
    const ran = started.find((entry) => entry["callId"] === callId);
    const denied = callId === "denied" || callId === "why";
    expect(ran?.["argsHash"]).toBe(denied ? undefined : sha256(canonical(args)));
  }
  expect(log).toContain('"verdict":"approve"');
}

type Request = {
  readonly callId: string;
  readonly toolName: string;
  readonly covers: string;
  readonly details: readonly { readonly text: string }[];
};

function isRequest(value: unknown): value is Request {
  return typeof value === "object" && value !== null && "covers" in value;
}
