import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { invoke } from "../testing/fake-io.ts";
import { ioAt } from "../testing/folder.ts";
import { showCommand, verifyCommand } from "./audit.ts";
import { configCommand } from "./config.ts";

test("SEC-3 (part): changes of settings are on record, without their values; show and verify tell", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const empty = ioAt(home);
  expect(await verifyCommand(invoke("audit verify"), empty)).toBe(0);
  expect(empty.out()).toStartWith("0 entries, unbroken");
  for (const value of ["10", "20", "30"]) {
    await configCommand(invoke("config set", "agent.max_steps", value), ioAt(home));
  }
  await configCommand(invoke("config unset", "agent.max_steps"), ioAt(home));
  await configCommand(invoke("config unset", "agent.max_steps"), ioAt(home));
  const io = ioAt(home);
  expect(await showCommand(invoke("audit show", "--limit", "2", "--json"), io)).toBe(0);
  expect(JSON.parse(io.out())).toMatchObject([
    { seq: 3, kind: "config", key: "agent.max_steps" },
    { seq: 4, kind: "config", layer: home.path("home/config.toml") },
  ]);
  const plain = ioAt(home);
  await showCommand(invoke("audit show"), plain);
  expect(plain.out()).toMatch(/^1 .*config +agent\.max_steps in /);
  const odd = ioAt(home);
  expect(await showCommand(invoke("audit show", "--limit", "0"), odd)).toBe(2);
});

test("SEC-3 (part): verify fails on a record that somebody has changed", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  for (const value of ["10", "20"]) {
    await configCommand(invoke("config set", "agent.max_steps", value), ioAt(home));
  }
  const text = await home.read("home/audit.jsonl");
  await home.write("home/audit.jsonl", text.replace('"key":"agent.max_steps"', '"key":"other"'));
  const io = ioAt(home);
  expect(await verifyCommand(invoke("audit verify", "--json"), io)).toBe(1);
  expect(JSON.parse(io.out())).toMatchObject({ ok: false, problems: [{ line: 1 }, { line: 2 }] });
  const plain = ioAt(home);
  expect(await verifyCommand(invoke("audit verify"), plain)).toBe(1);
  expect(plain.out()).toContain("CHANGED");
});
