import { expect, test } from "bun:test";
import { bodyText, WIRES } from "@squire/llm";
import type { Api } from "@squire/llm";
import type { ModelRequest } from "@squire/protocol";
import { userText } from "@squire/protocol";
import { call, fail, reply, say, think } from "@squire/testkit";
import type { Turn } from "@squire/testkit";
import * as fc from "fast-check";
import { rig } from "./testing/rig.ts";

const APIS: readonly Api[] = [
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "google-generative-ai",
];

/** Without cache markers, which move on with each request and are not read by the model. */
function bodyOf(request: ModelRequest, api: Api): string {
  const compat = { supportsCacheControl: false };
  return bodyText(WIRES[api].encode(request, { provider: "p", api, compat }).body);
}

/** Wires on which a later request does not begin with all of the earlier one but its end. */
function breaks(requests: readonly ModelRequest[]): readonly string[] {
  return requests.slice(1).flatMap((later, at) => {
    const earlier = requests[at];
    if (earlier === undefined) return [];
    return APIS.filter((api) => {
      const open = bodyOf(earlier, api).replace(/[\]}]+$/, "");
      return !bodyOf(later, api).startsWith(open);
    }).map((api) => `${api} at ${at + 1}`);
  });
}

const words = fc.constantFrom("one", "zwei ü", "三", 'quo"te', "line\nbreak");
const part: fc.Arbitrary<Turn> = fc.oneof(
  words.map((text) => say(text)),
  words.map((text) => think(text)),
  fc
    .tuple(fc.constantFrom("look", "put", "boom", "nope"), words)
    .map(([name, text]) => call(name, { key: text })),
  fc.constantFrom("{", '{"key":', "[1]").map((args) => call("look", args)),
);
const turn = fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});

test("LOOP-3: every request extends the one before it, byte by byte, on every wire", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
      const script = turns.flatMap((steps) => steps.map((parts) => reply(...parts)));
      const r = rig(script, {
        settings: { system: "You help.", maxSteps: 1_000, request: { cacheKey: "s1" } },
        ports: {
          volatileFacts: () => Promise.resolve([{ topic: "n", text: `${r.events.length}` }]),
          factsOnCalls: (calls) =>
            Promise.resolve(calls.map(({ name, ending }) => ({ topic: name, text: ending }))),
        },
      });
      while (r.model.requests.length < script.length) {
        const before = r.model.requests.length;
        const result = await r.ask(`turn ${before}`);
        if (result.status === "failed" && r.model.overrun.length > 0) break;
      }
      const asked = r.model.requests.slice(0, script.length);
      expect(breaks(asked)).toEqual([]);
      expect(r.log.of("prefix_break")).toEqual([]);
      expect(new Set(r.log.of("request_sent").map(({ prefixHash }) => prefixHash)).size).toBe(1);
    }),
    { numRuns: 40 },
  );
});

test("LOOP-3: it also holds across failures, aborts, steering and reminders", async () => {
  const r = rig(
    [
      reply(say("half"), fail("network", "cut")),
      say(""),
      reply(say("now"), call("look", { key: "a" })),
      say("done"),
      reply(say("long text that is stopped"), call("put", { key: "b" })),
      say("back"),
    ],
    {
      onEvent: (event, agent) => {
        if (event.type === "text.delta" && event.text.startsWith("long")) void agent.abort();
        if (event.type === "tool.started") void agent.steer(userText("and?"));
      },
    },
  );
  for (const text of ["one", "two", "three", "four"]) await r.ask(text);
  expect(r.model.requests).toHaveLength(6);
  expect(breaks(r.model.requests)).toEqual([]);
});

test("LOOP-3: a prefix that changes with the clock would be found (planted twin)", async () => {
  const r = rig([say("a"), say("b")]);
  await r.ask("one");
  r.agent.reconfigure({ system: "It is 12:01." });
  await r.ask("two");
  expect(breaks(r.model.requests)).toHaveLength(4);
  expect(r.log.of("prefix_break")).toHaveLength(1);
});
