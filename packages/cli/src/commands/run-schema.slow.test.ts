import { Validator } from "@cfworker/json-schema";
import type { Schema } from "@cfworker/json-schema";
import { expect, test } from "bun:test";
import {
  call,
  fault,
  hang,
  reply,
  say,
  startScriptedServer,
  tempWorkspace,
  think,
} from "@squire/testkit";
import type { ServerStep } from "@squire/testkit";
import { once } from "node:events";
import { configFor, runMain, startMain } from "../testing/real-program.ts";

type Line = { readonly seq: number; readonly event: { readonly type: string } };

/** The schemas as a user gets them. */
async function published(home: string): Promise<Readonly<Record<string, Schema>>> {
  const { out } = await runMain(home, ["schema"]);
  return JSON.parse(out) as Readonly<Record<string, Schema>>;
}

function problems(schema: Schema | undefined, value: unknown): readonly string[] {
  if (schema === undefined) return ["there is no schema"];
  const { errors } = new Validator(schema, "2020-12").validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

/** Checks each line against what is published, and gives the types of the events in order. */
function checked(out: string, schemas: Readonly<Record<string, Schema>>): readonly string[] {
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  for (const [at, line] of lines.entries()) {
    const { type } = line.event;
    expect(problems(schemas["jsonl/envelope"], line)).toEqual([]);
    expect([type, problems(schemas[`jsonl/event/${type}`], line.event)]).toEqual([type, []]);
    expect(line.seq).toBe(at + 1);
  }
  return lines.map(({ event }) => event.type);
}

const RICH: readonly ServerStep[] = [
  fault({ status: 503 }),
  reply(think("hm"), say("I look."), call("read", { path: "a.txt" }), call("read", { path: "no" })),
  reply(call("bash", { command: "echo one; echo two" })),
  reply(call("write", { path: "b.txt", content: "x\n" })),
  reply(call("grep", { pattern: "[", path: "." })),
  say("All done. See a.txt:1 and gone.ts:9."),
];

test("CLI-4, PROT-10: every line of a rich run is what the published schema says", async () => {
  await using server = await startScriptedServer([...RICH]);
  await using home = await tempWorkspace({
    "config.toml": configFor(server.url),
    "w/a.txt": "one\n",
  });
  const schemas = await published(home.root);
  const cwd = home.path("w");
  const { code, out } = await runMain(home.root, ["run", "go", "--yes", "-o", "jsonl"], { cwd });
  expect(code).toBe(0);
  const types = checked(out, schemas);
  expect([...new Set(types)].toSorted()).toEqual([
    "complete",
    "content_delta",
    "status",
    "thinking_delta",
    "tool_call",
    "tool_result",
    "tool_update",
    "usage",
  ]);
  const terminal = types.filter((type) => ["complete", "aborted", "error"].includes(type));
  expect(terminal).toEqual(["complete"]);
  expect(types.at(-1)).toBe("complete");
});

test("CLI-4, PROT-10: the other ends of a run, and json, are as published too", async () => {
  await using server = await startScriptedServer([
    fault({ status: 401 }),
    reply(call("bash", { command: "sh b.sh" })),
    say("I could not."),
    say("hi"),
    reply(say("so far"), hang()),
  ]);
  await using home = await tempWorkspace({ "config.toml": configFor(server.url) });
  const schemas = await published(home.root);
  const failed = await runMain(home.root, ["run", "go", "-o", "jsonl"]);
  expect(checked(failed.out, schemas).at(-1)).toBe("error");
  const denied = await runMain(home.root, ["run", "go", "-o", "json", "--mode", "code"]);
  expect(denied.code).toBe(3);
  expect(problems(schemas["run-output"], JSON.parse(denied.out))).toEqual([]);
  expect(JSON.parse(denied.out)).toMatchObject({ approvalsNeeded: [{ toolName: "bash" }] });
  const plain = await runMain(home.root, ["run", "go", "-o", "json", "--no-session"]);
  expect(problems(schemas["run-output"], JSON.parse(plain.out))).toEqual([]);
  const run = startMain(home.root, ["run", "go", "-o", "jsonl"], { stdin: "" });
  while (!run.out().includes("so far")) await once(run.child.stdout, "data");
  run.child.kill("SIGINT");
  expect(checked((await run.ended).out, schemas).at(-1)).toBe("aborted");
});

test("PROT-10: the check finds a line that is not as published", async () => {
  await using home = await tempWorkspace();
  const schemas = await published(home.root);
  expect(problems(schemas["jsonl/event/tool_call"], { type: "tool_call", tool: 7 })).not.toEqual(
    [],
  );
  expect(problems(schemas["run-output"], { text: "x" })).not.toEqual([]);
});

test("PROT-10: one schema by its name, all names, and a hint for a slip", async () => {
  await using home = await tempWorkspace();
  const { out } = await runMain(home.root, ["schema", "run-output"]);
  expect(JSON.parse(out)).toMatchObject({ type: "object", required: expect.anything() as unknown });
  const { out: names } = await runMain(home.root, ["schema", "--list"]);
  expect(names.split("\n")).toContain("jsonl/event/complete");
  const slip = await runMain(home.root, ["schema", "run-ouput"]);
  expect([slip.code, slip.out]).toEqual([2, ""]);
  expect(slip.err).toContain("Did you mean run-output?");
});
