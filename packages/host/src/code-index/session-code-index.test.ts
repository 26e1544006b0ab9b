import { expect, test } from "bun:test";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ToolContext } from "@squire/agent";
import { openByHand } from "../workbench/by-hand.ts";
import type { ByHand } from "../workbench/by-hand.ts";
import { callByHand } from "../workbench/run-tool.ts";
import type { Host } from "../open.ts";
import { SessionCodeIndex } from "./session-code-index.ts";
import { removeCodeIndex } from "./code-place.ts";
import { openCodeIndex } from "./open-code-index.ts";
import { indexed, machine } from "./testing/machine.ts";
import type { SearcherReport } from "./testing/readonly-searcher.ts";
import { repository } from "./testing/repository.ts";

async function ask(hand: ByHand, query: string): Promise<string> {
  const { signal } = new AbortController();
  const call = { tool: "semantic_search", args: { query }, signal, warn: () => {} };
  return (await callByHand(hand, call)).run.text;
}

test("SRCH-10: one session goes on when the index is cleared, and when it is made again", async () => {
  await using at = await machine(repository());
  await indexed(at);
  await using hand = await openByHand(at.host, { attended: false });
  expect(await ask(hand, "back off")).toContain("retry-policy.ts");
  removeCodeIndex(at.place);
  expect(await ask(hand, "back off")).toContain("has no index");
  await indexed(at);
  await at.home.write("work/src/lamp.ts", "export const lampColour = 'green';\n");
  expect(await ask(hand, "colour of the lamp")).toContain("src/lamp.ts:1-1");
});

test("SRCH-10: an index that is damaged under a session is no error of the turn, and comes back", async () => {
  await using at = await machine(repository());
  await indexed(at);
  await using hand = await openByHand(at.host, { attended: false });
  expect(await ask(hand, "back off")).toContain("retry-policy.ts");
  truncateSync(at.place.database, 0);
  for (const end of ["", "-wal"])
    writeFileSync(at.place.database + end, "no database".repeat(9_000));
  const during = await ask(hand, "email of an invoice");
  expect(during).not.toContain("internal");
  let after = "";
  while (!after.includes("invoice_mailer")) after = await ask(hand, "email of an invoice");
  expect(after).toContain("src/billing/invoice_mailer.py");
});

test("SRCH-10: an index that loses a table of its words under a session is made again", async () => {
  await using at = await machine(repository());
  await indexed(at);
  await using hand = await openByHand(at.host, { attended: false });
  expect(await ask(hand, "back off")).toContain("retry-policy.ts");
  const database = new DatabaseSync(at.place.database, { defensive: false });
  using _closing = { [Symbol.dispose]: () => database.close() };
  database.exec("DROP TABLE chunks_fts_config");
  expect(await ask(hand, "email of an invoice")).toContain("was damaged and is made again");
  using open = await openCodeIndex(at.host, at.place, { notice: () => {} });
  const tables = "SELECT 1 FROM sqlite_schema WHERE name = 'chunks_fts_config'";
  expect(open.index.database.prepare(tables).all()).toHaveLength(1);
  expect(database.prepare(tables).all()).toEqual([]);
});

test("SRCH-10: an index that could not be opened once is opened by the next search, and is no trouble at the end", async () => {
  await using at = await machine(repository());
  await indexed(at);
  let isBroken = false;
  const host: Host = Object.create(at.host, {
    loaded: {
      get: () => {
        if (isBroken) throw new Error("EIO: the disk is tired");
        return at.host.loaded;
      },
    },
  });
  await using index = new SessionCodeIndex({
    host,
    hasTools: true,
    folder: () => host.cwd,
    mayRead: () => true,
    isAttended: false,
    notice: () => {},
    onTool: () => {},
  });
  const prepared = index.tool()?.prepare({ query: "back off" });
  if (prepared?.ok !== true) throw new Error("no tool");
  // The search looks at nothing else of the call.
  const context = { cwd: host.cwd, signal: new AbortController().signal } as ToolContext;
  isBroken = true;
  const failed = await prepared.call.run(context).catch((error: unknown) => error);
  expect(failed).toMatchObject({ message: "EIO: the disk is tired" });
  isBroken = false;
  const { content } = await prepared.call.run(context);
  expect(JSON.stringify(content)).toContain("retry-policy.ts");
});

test("SRCH-10: a session that keeps its index in memory takes the file as soon as there is one, and is not told each time", async () => {
  await using at = await machine(repository());
  await indexed(at);
  const notices: string[] = [];
  await using index = new SessionCodeIndex({
    host: at.host,
    hasTools: true,
    folder: () => at.host.cwd,
    mayRead: () => true,
    isAttended: false,
    notice: (message) => notices.push(message),
    onTool: () => {},
  });
  const tool = index.tool();
  const find = async (query: string): Promise<string> => {
    const prepared = tool?.prepare({ query });
    if (prepared?.ok !== true) throw new Error("no tool");
    // The search looks at nothing else of the call.
    const context = { cwd: at.host.cwd, signal: new AbortController().signal } as ToolContext;
    return JSON.stringify((await prepared.call.run(context)).content);
  };
  removeCodeIndex(at.place);
  // A folder where the file should be: it can be neither read nor written.
  mkdirSync(at.place.database);
  for (let times = 0; times < 2; times++) {
    expect(await find("back off")).toContain("retry-policy.ts");
  }
  const isUnkept = (message: string): boolean => message.includes("cannot be written");
  expect(notices.filter(isUnkept)).toHaveLength(1);
  rmSync(at.place.database, { recursive: true });
  await indexed(at);
  await at.home.write("work/src/lamp.ts", "export const lampColour = 'green';\n");
  expect(await find("colour of the lamp")).toContain("src/lamp.ts");
  expect(notices.filter(isUnkept)).toHaveLength(1);
  using open = await openCodeIndex(at.host, at.place, { notice: () => {} });
  expect(open.index.hashOf("src/lamp.ts")).not.toBeNull();
});

test("SRCH-10: a rule of one session hides a file from it alone", async () => {
  await using at = await machine(repository());
  await indexed(at);
  const rules = { deny: ["read(src/net/**)"] };
  {
    await using hand = await openByHand(at.host, { attended: false, rules });
    expect(await ask(hand, "back off retries")).not.toContain("retry-policy");
  }
  await using other = await openByHand(at.host, { attended: false });
  expect(await ask(other, "back off retries")).toContain("retry-policy");
});

test("settings that name other tools leave it out", async () => {
  await using at = await machine(repository(), '[tools]\nenabled = ["read", "grep"]\n');
  await indexed(at);
  await using hand = await openByHand(at.host, { attended: false });
  expect(hand.tools.find("semantic_search")).toBeNull();
});

test.skipIf(process.platform === "win32")(
  "SRCH-10: an index that can only be read is searched as it is; that is said once, and not with each search",
  async () => {
    await using at = await machine(repository());
    await indexed(at);
    rmSync(at.home.path("work/src/billing/invoice_mailer.py"));
    utimesSync(at.home.path("work/src/net/retry-policy.ts"), 2_000, 2_000);
    chmodSync(at.home.root, 0o755);
    execFileSync("chmod", ["-R", "a+rX,a-w", at.host.home]);
    const child = join(import.meta.dir, "testing/readonly-searcher.ts");
    const args = [child, at.host.home, at.host.cwd, "back off", "email of an invoice", "back off"];
    const ran = spawnSync(process.execPath, args, { encoding: "utf8" });
    execFileSync("chmod", ["-R", "u+w", at.host.home]);
    expect(ran.stderr).toBe("");
    const { notices, found } = JSON.parse(ran.stdout) as SearcherReport;
    expect(notices).toEqual([expect.stringContaining("can be read but not written")]);
    expect(found[0]).toContain("retry-policy.ts");
    expect(found[1]).not.toContain("invoice_mailer");
    expect(found[2]).toContain("retry-policy.ts");
  },
);
