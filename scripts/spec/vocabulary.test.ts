import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "bun:test";
import { eventSchemas } from "../../packages/protocol/src/event.ts";
import { ModelEventSchema } from "../../packages/protocol/src/model.ts";

const SPEC = join(dirname(dirname(import.meta.dir)), "docs/spec");

const page = (name: string) => readFileSync(join(SPEC, name), "utf8");
const requirement = (text: string, id: string) =>
  text.split("\n").find((line) => line.startsWith(`- **${id}** `)) ?? "";
const dotted = (text: string) =>
  [...text.matchAll(/`([a-z]+\.[a-z]+)(?=[`{])/g)].map(([, name = ""]) => name);

test("LOOP-20 (part): the events the pages name are the events of the protocol", () => {
  const named = dotted(requirement(page("loop.md"), "LOOP-20"));
  const columns = page("appendix-c-events.md")
    .split("\n")
    .map((row) => row.split("|")[1] ?? "");
  expect(named.length).toBeGreaterThan(20);
  for (const name of [...named, ...columns.flatMap(dotted)]) {
    expect(Object.keys(eventSchemas)).toContain(name);
  }
});

test("PROV-3 (part): the page names exactly the model events of the protocol", () => {
  const types = ModelEventSchema.options.map((option) => option.unwrap().shape.type.value);
  const line = requirement(page("prov.md"), "PROV-3");
  const named = [...line.matchAll(/`([a-z]+(?:\.[a-z]+)?)(?=[`{])/g)].map(([, name = ""]) => name);
  expect(types.filter((type) => !named.includes(type))).toEqual([]);
  expect(
    named.filter((name) => name.includes(".") && !types.some((type) => type === name)),
  ).toEqual(["failure.kind"]);
});
