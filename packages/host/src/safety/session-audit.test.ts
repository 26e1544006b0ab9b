import { expect, test } from "bun:test";
import { nodeDisk, systemClock } from "@squire/platform";
import type { AuditEntry } from "@squire/safety";
import { readAudit, verifyAudit } from "@squire/safety";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { Approvals } from "../approvals/approvals.ts";
import { readBack, talk } from "../session/testing/live-rig.ts";

const fileIn = (home: TempWorkspace): string => home.path("home/audit.jsonl");

async function entriesIn(home: TempWorkspace): Promise<readonly AuditEntry[]> {
  return Array.fromAsync(readAudit(nodeDisk(), fileIn(home)));
}

/** A word or two for each entry. */
function told(entries: readonly AuditEntry[]): readonly string[] {
  return entries.map((entry) => {
    switch (entry.kind) {
      case "tool.judged":
        return `judged ${entry.tool} ${entry.decision}`;
      case "tool.ended":
        return `ended ${entry.tool} ${entry.ok} ${entry.exit ?? ""}`.trimEnd();
      case "approval":
        return `approval ${entry.answer} ${entry.by}`;
      case "permission":
        return `permission ${entry.change} ${entry.rule} ${entry.layer}`;
      default:
        return entry.kind;
    }
  });
}

test("SEC-3: every call is on record with its hash, decision and end; reads come at the end", async () => {
  await using server = await startScriptedServer([
    reply(call("read", { path: "a.txt" }), call("read", { path: "none.txt" })),
    call("write", { path: "b.txt", content: "secret words" }),
    call("bash", { command: "exit 3" }),
    call("nonsense", {}),
    say("done"),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const rig = { server, home, settings: '[sandbox]\nbash = "off"\n' };
  const { id } = await talk(rig, ["go"]);
  const entries = await entriesIn(home);
  expect(told(entries)).toEqual([
    "judged read allow",
    "judged read allow",
    "ended read true",
    "ended read false",
    "judged write allow",
    "ended write true",
    "judged bash allow",
    "ended bash true 3",
  ]);
  expect((await verifyAudit(nodeDisk(), fileIn(home))).ok).toBe(true);
  expect(JSON.stringify(entries)).not.toContain("secret words");
  const started = (await readBack(rig, id)).tree
    .branch()
    .flatMap((entry) => (entry.type === "tool_started" ? [entry.argsHash] : []));
  const hashes = entries.flatMap((entry) =>
    entry.kind === "tool.judged" && entry.session === id ? [entry.argsHash] : [],
  );
  expect(hashes.toSorted()).toEqual(started.toSorted());
});

test("SEC-3 (part): a turn without calls leaves no record and no lock", async () => {
  await using server = await startScriptedServer([say("hello")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  await talk({ server, home }, ["hi"]);
  expect(existsSync(fileIn(home))).toBe(false);
  expect(existsSync(`${fileIn(home)}.lock`)).toBe(false);
});

test("SEC-3 (part): what cannot be recorded does not act; reading goes on", async () => {
  await using server = await startScriptedServer([
    call("read", { path: "a.txt" }),
    call("write", { path: "b.txt", content: "two" }),
    say("I could not."),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  // A folder stands where the record belongs.
  mkdirSync(fileIn(home), { recursive: true });
  await talk({ server, home }, ["go"]);
  expect(await home.list()).not.toContain("work/b.txt");
  expect(JSON.stringify(server.requests[1]?.json)).toContain("one");
  const refused = JSON.stringify(server.requests[2]?.json);
  expect(refused).toContain("Blocked: Nothing acts without a record. The audit record");
  expect(refused).toContain("Check the permissions of that folder");
});

test("SEC-3 (part): a yes that cannot be recorded is a no", async () => {
  await using server = await startScriptedServer([
    call("write", { path: "b.txt", content: "two" }),
    say("I could not."),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const approvals = new Approvals({ clock: systemClock, timeoutMs: null, unattendedMs: null });
  await talk({ server, home }, ["go"], {
    yes: false,
    approve: approvals.approve,
    onEvent: (event) => {
      if (event.type !== "approval.requested") return;
      // The judgement is on record; now the disk goes away.
      expect(existsSync(fileIn(home))).toBe(true);
      queueMicrotask(() => {
        breakRecord(home);
        const { approvalId } = event.request;
        approvals.answer(approvalId, { verdict: "approve", scope: "once", by: "tui" });
      });
    },
  });
  expect(await home.list()).not.toContain("work/b.txt");
  expect(JSON.stringify(server.requests[1]?.json)).toContain("Denied: The audit record");
});

function breakRecord(home: TempWorkspace): void {
  rmSync(fileIn(home));
  mkdirSync(fileIn(home));
}

test("SEC-3 (part): denials, answers and the rules of a run are on record", async () => {
  await using server = await startScriptedServer([
    call("write", { path: "b.txt", content: "two" }),
    call("bash", { command: "touch c.txt" }),
    say("done"),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  await talk({ server, home, settings: '[sandbox]\nbash = "off"\n' }, ["go"], {
    yes: false,
    trust: "auto",
    rules: { deny: ["bash(touch *)"] },
  });
  expect(told(await entriesIn(home))).toEqual([
    "permission added deny bash(touch *) run",
    "permission added trust auto run",
    "judged write allow",
    "ended write true",
    "judged bash deny",
    "ended bash false denied",
  ]);
});
