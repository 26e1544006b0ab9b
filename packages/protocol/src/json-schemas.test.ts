import { expect, test } from "bun:test";
import { entrySchemas } from "./entry.ts";
import { eventSchemas } from "./event.ts";
import { toJsonSchemas } from "./json-schemas.ts";
import { commandSchemas } from "./jsonl/commands.ts";
import { jsonlEventSchemas } from "./jsonl/events.ts";
import { methodSchemas } from "./method.ts";
import { pushSchemas } from "./push.ts";

const schemas = toJsonSchemas();
const text = JSON.stringify(schemas);

test("PROT-10: every entry, event, push, method, command and frame has a JSON Schema", () => {
  const names = [
    ...Object.keys(entrySchemas).map((name) => `entry/${name}`),
    ...Object.keys(eventSchemas).map((name) => `event/${name}`),
    ...Object.keys(pushSchemas).map((name) => `push/${name}`),
    ...Object.keys(methodSchemas).flatMap((name) => [
      `method/${name}/params`,
      `method/${name}/result`,
    ]),
    ...Object.keys(commandSchemas).map((name) => `jsonl/command/${name}`),
    ...Object.keys(jsonlEventSchemas).map((name) => `jsonl/event/${name}`),
    ..."frame/auth frame/auth-reply frame/request frame/response frame/error".split(" "),
    ..."session-header event-envelope jsonl/ready jsonl/envelope run-output".split(" "),
  ];
  expect(Object.keys(schemas)).toEqual(names.toSorted());
});

test("PROT-10: the export is the same bytes every time", () => {
  expect(JSON.stringify(toJsonSchemas())).toBe(text);
});

test("PROT-10: objects stay open for fields of later versions", () => {
  expect(text).not.toContain('"additionalProperties":false');
  expect(text).not.toContain('"readOnly"');
});

test("PROT-10: a schema says what the parser demands", () => {
  expect(schemas["jsonl/command/chat"]).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { type: { const: "chat" }, queue: { type: "boolean" } },
    required: ["type", "requestId", "content"],
  });
});
