import { expect, test } from "bun:test";
import type { ModelRequest } from "@squire/protocol";
import { userText } from "@squire/protocol";
import * as fc from "fast-check";
import {
  bodyText,
  extendsBody,
  fragment,
  items,
  opening,
  openingOnce,
  targetKey,
  wireBody,
} from "./body.ts";
import type { FragmentCache } from "./body.ts";

const joined = (head: object, listKey: string, fragments: readonly string[]) =>
  bodyText(wireBody(opening(head, listKey), fragments));

test("LOOP-3: the list is last and undefined fields are dropped in a fixed order", () => {
  const body = joined({ model: "m", temperature: undefined, stream: true }, "messages", [
    '{"a":1}',
    "",
    '{"b":2}',
  ]);
  expect(body).toBe('{"model":"m","stream":true,"messages":[{"a":1},{"b":2}]}');
});

test("LOOP-3: a list of the same name in the head cannot come twice", () => {
  expect(joined({ messages: ["x"], model: "m" }, "messages", [])).toBe(
    '{"model":"m","messages":[]}',
  );
  expect(joined({}, "input", ["1"])).toBe('{"input":[1]}');
});

test("LOOP-3: extendsBody accepts growth before the closing brackets only", () => {
  expect(extendsBody('{"m":[]}', '{"m":[1]}')).toBe(true);
  expect(extendsBody('{"m":[{"c":[1]}]}', '{"m":[{"c":[1,2]}]}')).toBe(true);
  expect(extendsBody('{"m":[{"c":[1]}]}', '{"m":[{"c":[1]},{"c":[2]}]}')).toBe(true);
  expect(extendsBody('{"m":["]}"]}', '{"m":["]"]}')).toBe(false);
  expect(extendsBody('{"m":[1],"t":1}', '{"m":[1,2],"t":1}')).toBe(false);
});

test("LOOP-3: every longer list extends every shorter one", () => {
  fc.assert(
    fc.property(fc.array(fc.json(), { maxLength: 8 }), fc.nat(8), (list, cut) => {
      const head = { model: "m" };
      const shorter = joined(head, "input", list.slice(0, cut));
      return extendsBody(shorter, joined(head, "input", list));
    }),
    { numRuns: 100 },
  );
});

test("a fragment is made once per message and key", () => {
  const cache: FragmentCache = new WeakMap();
  const message = userText("hi");
  let made = 0;
  const make = () => items([{ made: ++made }, {}]);
  expect(fragment(cache, message, "a", make)).toBe('{"made":1},{}');
  expect(fragment(cache, message, "a", make)).toBe('{"made":1},{}');
  expect(fragment(cache, message, "b", make)).toBe('{"made":2},{}');
  expect(fragment(cache, userText("hi"), "a", make)).toBe('{"made":3},{}');
});

test("targets that encode differently have different keys", () => {
  const target = { provider: "p", api: "openai-completions", compat: {} } as const;
  expect(targetKey(target)).toBe(targetKey({ ...target }));
  expect(targetKey(target)).not.toBe(targetKey({ ...target, provider: "q" }));
  expect(targetKey(target)).not.toBe(targetKey({ ...target, compat: { supportsImages: false } }));
});

test("LOOP-3: an opening is kept while nothing but the messages of a request changes", () => {
  const target = { provider: "p", api: "openai-completions", compat: {} } as const;
  let made = 0;
  const open = openingOnce("messages", ({ model, system, temperature }, { provider }) => {
    made++;
    return { model, system, temperature, provider };
  });
  const request: ModelRequest = { model: "m", system: "s", messages: [], tools: [] };
  const first = open(request, target);
  expect(first).toBe('{"model":"m","system":"s","provider":"p","messages":[');
  expect(open({ ...request, messages: [userText("hi")] }, target)).toBe(first);
  expect(made).toBe(1);
  for (const other of [{ system: "t" }, { model: "n" }, { temperature: 0 }]) {
    expect(open({ ...request, ...other }, target)).not.toBe(first);
    expect(open(request, target)).toBe(first);
  }
  const { system: _system, ...silent } = request;
  expect(open(silent, target)).toBe('{"model":"m","provider":"p","messages":[');
  expect(open(silent, { ...target, provider: "q" })).toContain('"q"');
});
