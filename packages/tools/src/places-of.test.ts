import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { symlink } from "node:fs/promises";
import type { JsonObject } from "@squire/protocol";
import { nodeTreeDisk, openSnapshots, startTurn } from "@squire/session";
import { FakeClock, fakeIds, tempWorkspace } from "@squire/testkit";
import { fileTools } from "./file-tools.ts";
import { placesOf } from "./places-of.ts";
import { servicesFor } from "./testing/services.ts";
import { bench, told } from "./testing/try-tool.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

test("FS-9 (part): the gate can be told what a call really touches", async () => {
  await using outside = await tempWorkspace({ ".env": "" });
  await using dir = await tempWorkspace({ "a.txt": "", "d/x": "", "s.db": "", "z.zip": "" });
  await symlink(outside.path(".env"), dir.path("innocent.txt"));
  await symlink("none", dir.path("dead"));
  const { files } = await servicesFor(dir.root);
  const paths = async (name: string, args: JsonObject): Promise<readonly string[]> =>
    (await placesOf(files, { name, args })).map((place) => place.name);
  expect(await paths("read", { path: "innocent.txt" })).toEqual([
    outside.path(".env"),
    "innocent.txt",
  ]);
  expect(await paths("read", { path: "s.db:t?q=1" })).toEqual(["s.db"]);
  expect(await paths("read", { path: "z.zip/in" })).toEqual(["z.zip/in", "z.zip"]);
  expect(await paths("read", { path: "artifact://x" })).toEqual([]);
  expect(await paths("write", { path: "/a.txt" })).toEqual(["a.txt"]);
  expect(await paths("write", { path: "dead" })).toEqual([]);
  expect(await paths("delete", { path: "dead" })).toEqual(["dead"]);
  expect(await paths("move", { from: "a.txt", to: "d" })).toEqual(["a.txt", "d/a.txt"]);
  expect(await paths("ls", {})).toEqual(["."]);
  const patch =
    "*** Begin Patch\n*** Add File: n\n+x\n*** Update File: a.txt\n*** Move to: d/y\n@@\n-x\n*** End Patch";
  expect(await paths("edit", { patch })).toEqual(["n", "a.txt", "d/y"]);
  expect(await paths("edit", { patch: "unreadable" })).toEqual([]);
  expect(await paths("bash", { command: "x" })).toEqual([]);
});

test("FS-8: before a call runs, all that it changes is kept; FS-5: so a delete can be undone", async () => {
  await using home = await tempWorkspace();
  await using dir = await tempWorkspace({
    "d/one.txt": "1",
    "d/e/two.txt": "2",
    "a.txt": "a",
    "b.txt": "b",
    "real.txt": "r",
  });
  await symlink("real.txt", dir.path("link.txt"));
  const services = await servicesFor(dir.root);
  const store = openSnapshots({
    ports: { disk: nodeTreeDisk(), clock: new FakeClock(), ids: fakeIds("snap") },
    home: home.path("snapshots"),
    own: [home.root],
  });
  const turn = await startTurn(store, dir.root);
  const calls = [
    { name: "delete", args: { path: "d", recursive: true } },
    { name: "move", args: { from: "a.txt", to: "b.txt", overwrite: true } },
    { name: "write", args: { path: "link.txt", content: "new" } },
    { name: "write", args: { path: "/made/up.txt", content: "new" } },
  ];
  const tools = fileTools(services);
  for (const { name, args } of calls) {
    const paths = (await placesOf(services.files, { name, args })).map(({ path }) => path);
    await turn.before({ type: "paths", paths });
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no ${name}`);
    expect(await told(tool, args, bench(dir.root))).not.toStartWith("!");
    await turn.after();
  }
  expect(await dir.list()).toEqual(["b.txt", "link.txt", "made/up.txt", "real.txt"]);
  const before = turn.record.touched.map(({ path, before: was }) => [
    path,
    was?.kind === "file" ? was.sha256 : (was?.kind ?? null),
  ]);
  expect(Object.fromEntries(before)).toEqual({
    "a.txt": hashOf("a"),
    "b.txt": hashOf("b"),
    d: "folder",
    "d/e": "folder",
    "d/e/two.txt": hashOf("2"),
    "d/one.txt": hashOf("1"),
    made: null,
    "made/up.txt": null,
    "real.txt": hashOf("r"),
  });
});
