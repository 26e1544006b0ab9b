import { expect, test } from "bun:test";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { addDocument, noteStore } from "@squire/memory";
import { apiRig, failureOf } from "../api/testing/api-rig.ts";
import { sessionStore } from "../sessions.ts";
import { forgetMemory } from "./forget.ts";
import { memoryPath, openMemory } from "./open-memory.ts";
import { refreshMemory } from "./refresh.ts";
import { found, keep, said, talk, WORDS_ONLY } from "./testing/memory-rig.ts";

test("MEM-17: to clear forgets this project alone, and it stays forgotten", async () => {
  await using rig = await apiRig([], {}, WORDS_ONLY);
  const { client, host, home } = rig;
  const mine = await talk(rig, "work", "the heron of work listens");
  await talk(rig, "other", "the heron of other listens");
  keep(rig, "work", "heron");
  keep(rig, "other", "heron");
  {
    using memory = await openMemory(host, { notice: () => {} });
    if (memory === null) throw new Error("memory is off");
    addDocument(memory.index, { path: "/docs/heron.md", text: "the heron of a document", at: 1 });
  }
  expect(await found(rig, "heron")).toContain("the heron of work listens");
  expect(await client.call("memory.clear", {})).toEqual({ notes: 1, sources: 1 });
  const left = ["the heron of a document", "the heron of other listens"];
  expect(await found(rig, "heron")).toEqual(left);
  await client.call("memory.rebuild", {});
  expect(await found(rig, "heron")).toEqual(left);
  expect(noteStore(host.home, home.path("other")).read("project", "heron")).not.toBeNull();
  expect((await sessionStore(host.home).read(mine)).header.id).toBe(mine);
  // Something new is said: it is another session than the one that was forgotten.
  {
    await using session = await sessionStore(host.home).open(mine);
    await session.append({ ...said("the heron speaks again") });
  }
  expect(await found(rig, "heron")).toContain("the heron speaks again");
});

test("MEM-17 (part): where there is no project, nothing is cleared", async () => {
  await using rig = await apiRig([], {}, WORDS_ONLY);
  await talk(rig, "other", "the heron of other listens");
  const { memoryHandlers } = await import("../api/methods/memory.ts");
  const host = { ...rig.host, cwd: rig.home.root, env: { HOME: rig.home.root } };
  // Only the host is used.
  const scene = { host } as unknown as Parameters<(typeof memoryHandlers)["memory.clear"]>[1];
  const cleared = Promise.resolve().then(() => memoryHandlers["memory.clear"]({}, scene));
  expect((await failureOf(cleared)).message).toContain("no project");
  expect(await found(rig, "heron")).toEqual(["the heron of other listens"]);
});

test("what is forgotten stays forgotten: a session as it is, a note with its file", async () => {
  await using rig = await apiRig([], {}, WORDS_ONLY);
  const { host, home } = rig;
  const id = await talk(rig, "work", "the heron listens");
  await talk(rig, "work", "the stork listens");
  keep(rig, "work", "stork");
  const notes = noteStore(host.home, home.path("work"));
  using memory = await openMemory(host, { notice: () => {} });
  if (memory === null) throw new Error("memory is off");
  const { index } = memory;
  const paths = (): readonly string[] => [...index.pathsOf("session"), ...index.pathsOf("note")];
  expect(await forgetMemory(host, index, `session:${id}`)).toBe(true);
  const note = `${notes.folder("project")}/stork.md`;
  expect(paths()).toContain(note);
  expect(await forgetMemory(host, index, note)).toBe(true);
  expect(notes.read("project", "stork")).toBeNull();
  await refreshMemory(host, index);
  expect(paths()).toHaveLength(1);
  expect(paths()).not.toContain(`session:${id}`);
  expect(await forgetMemory(host, index, "nothing")).toBe(false);
});

test.skipIf(process.platform === "win32")(
  "MEM-17 (part): where nothing can be written nothing is said to be forgotten or not there, and no half of it is gone",
  async () => {
    await using rig = await apiRig([], {}, WORDS_ONLY);
    const { host, home } = rig;
    const id = await talk(rig, "work", "the heron listens");
    const deleted = await talk(rig, "work", "the stork listens");
    keep(rig, "work", "stork");
    await found(rig, "heron");
    await sessionStore(host.home).delete(deleted);
    chmodSync(home.root, 0o755);
    execFileSync("chmod", ["-R", "a+rX,a-w", host.home]);
    const child = join(import.meta.dir, "testing/readonly-forgetter.ts");
    const args = [child, host.home, home.path("work"), `session:${id}`, "stork", "nothing"];
    const ran = spawnSync(process.execPath, args, { encoding: "utf8" });
    execFileSync("chmod", ["-R", "u+w", host.home]);
    expect(ran.stderr).toBe("");
    const refusal = "NotWritableError: The memory index cannot be written; nothing was forgotten.";
    expect(JSON.parse(ran.stdout)).toEqual(["0", refusal, refusal, "false", refusal]);
    expect(noteStore(host.home, home.path("work")).read("project", "stork")).not.toBeNull();
  },
);

test("MEM-17 (part): where the index lasts only as long as the process nothing is said to be forgotten; twin: when its file is back it is", async () => {
  await using rig = await apiRig([], {}, WORDS_ONLY);
  const { client, host, home } = rig;
  const id = await talk(rig, "work", "the heron listens");
  keep(rig, "work", "heron");
  rmSync(memoryPath(host.home), { force: true });
  mkdirSync(memoryPath(host.home));
  const refusal =
    "The memory index is only in memory, as its file cannot be opened; nothing was forgotten.";
  {
    using memory = await openMemory(host, { notice: () => {} });
    if (memory === null) throw new Error("memory is off");
    const { index } = memory;
    const refused = await forgetMemory(host, index, `session:${id}`).catch(String);
    expect(refused).toBe(`NotWritableError: ${refusal}`);
    expect(index.pathsOf("session")).toEqual([`session:${id}`]);
    expect(await forgetMemory(host, index, "nothing")).toBe(false);
  }
  expect((await failureOf(client.call("memory.clear", {}))).message).toContain(refusal);
  expect(noteStore(host.home, home.path("work")).read("project", "heron")).not.toBeNull();
  rmSync(memoryPath(host.home), { recursive: true });
  expect(await client.call("memory.clear", {})).toEqual({ notes: 1, sources: 1 });
});
