import { expect, test } from "bun:test";
import { nodeDisk, openFileLock, type Disk } from "@squire/platform";
import { faultDisk, rejectionOf, tempWorkspace, type TempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { openAudit, type Audit } from "./audit.ts";
import type { AuditEvent } from "./audit-event.ts";
import { readAudit, verifyAudit } from "./read-audit.ts";

const disk = nodeDisk();

function open(
  dir: TempWorkspace,
  ports: { readonly disk?: Disk; readonly isAlone?: boolean } = {},
): Audit {
  const path = dir.path("home/audit.jsonl");
  // The twin: everybody thinks to be alone.
  const lock =
    ports.isAlone === true
      ? { wait: () => Promise.resolve(true), release() {} }
      : openFileLock(`${path}.lock`);
  const redact = (text: string): string => text.replaceAll("hunter2", "[REDACTED:x]");
  return openAudit({ path, disk: ports.disk ?? disk, lock, now: () => 1_000, redact });
}

const verdict = (dir: TempWorkspace) => verifyAudit(disk, dir.path("home/audit.jsonl"));
const event = (key: string): AuditEvent => ({ kind: "config", key, layer: "user" });

async function appendBy(audits: readonly Audit[], n: number): Promise<void> {
  await audits[n % audits.length]?.append(event(`${n}`));
}

async function keys(dir: TempWorkspace): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const entry of readAudit(disk, dir.path("home/audit.jsonl"))) {
    found.push(entry.kind === "config" ? entry.key : entry.kind);
  }
  return found;
}

test("SEC-3 (part): the record only grows, is chained and is the user's alone", async () => {
  await using dir = await tempWorkspace();
  const audit = open(dir);
  const judged: AuditEvent = {
    kind: "tool.judged",
    session: "s1",
    call: "c1",
    tool: "bash",
    argsHash: "ab",
    decision: "allow",
    because: "rule bash(ls) — hunter2 é",
  };
  await audit.append(judged);
  const first = readFileSync(dir.path("home/audit.jsonl"), "utf8");
  await audit.append({ kind: "auth", ok: false, by: "gateway", because: "bad token" });
  const text = readFileSync(dir.path("home/audit.jsonl"), "utf8");
  expect(text.startsWith(first)).toBe(true);
  expect(text).not.toContain("hunter2");
  expect(text).toMatch(/^[\n -~]+$/);
  expect(await verdict(dir)).toMatchObject({
    ok: true,
    entries: 2,
    head: { seq: 2 },
    problems: [],
    torn: [],
  });
  for await (const entry of readAudit(disk, dir.path("home/audit.jsonl"))) {
    expect(entry).toMatchObject({
      ...judged,
      because: "rule bash(ls) — [REDACTED:x] é",
      seq: 1,
      at: 1_000,
    });
    break;
  }
  expect(statSync(dir.path("home/audit.jsonl")).mode & 0o777).toBe(0o600);
  expect(statSync(dir.path("home")).mode & 0o777).toBe(0o700);
});

test("SEC-3 (part): no record yet is an empty one", async () => {
  await using dir = await tempWorkspace();
  expect(await verdict(dir)).toMatchObject({ ok: true, entries: 0, head: { seq: 0 } });
});

test("SEC-3 (part): any change, removal, move or addition shows", async () => {
  await using dir = await tempWorkspace();
  const audit = open(dir);
  for (const key of ["a", "b", "c", "d"]) await audit.append(event(key));
  const path = dir.path("home/audit.jsonl");
  const whole = readFileSync(path, "utf8");
  const [one = "", two = "", three = "", four = ""] = whole.trimEnd().split("\n");
  const tampered = {
    changed: whole.replace('"key":"b"', '"key":"x"'),
    "changed at the end": whole.replace('"key":"d"', '"key":"x"'),
    removed: [one, three, four, ""].join("\n"),
    "first removed": [two, three, four, ""].join("\n"),
    moved: [one, three, two, four, ""].join("\n"),
    twice: [one, two, two, three, four, ""].join("\n"),
    added: [one, two, "{}", three, four, ""].join("\n"),
    "cut inside": [one, two.slice(0, 30), three, four, ""].join("\n"),
  };
  for (const [name, text] of Object.entries(tampered)) {
    writeFileSync(path, text);
    expect([name, (await verdict(dir)).ok]).toEqual([name, false]);
  }
  writeFileSync(path, whole);
  expect((await verdict(dir)).ok).toBe(true);
});

test("SEC-3 (part): every flipped bit shows", async () => {
  await using dir = await tempWorkspace();
  const audit = open(dir);
  for (const key of ["a", "b", "c"]) await audit.append(event(key));
  const path = dir.path("home/audit.jsonl");
  const whole = readFileSync(path);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 2), fc.nat(7), async (at, bit) => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      writeFileSync(path, bytes);
      const { ok, torn } = await verdict(dir);
      // Only the last line, with its seal broken, could also be a write that was interrupted.
      expect(!ok || torn.length > 0).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("SEC-3 (part): a torn line stays, is reported, and the chain goes on", async () => {
  await using dir = await tempWorkspace();
  await open(dir).append(event("a"));
  const path = dir.path("home/audit.jsonl");
  const whole = readFileSync(path, "utf8");
  for (const length of [1, 40, whole.length - 2]) {
    writeFileSync(path, `${whole}${whole.slice(0, length)}`);
    expect(await verdict(dir)).toMatchObject({ ok: true, entries: 1, torn: [2] });
    await open(dir).append(event("b"));
    expect(await verdict(dir)).toMatchObject({ ok: true, entries: 2, torn: [2], head: { seq: 2 } });
    expect(readFileSync(path, "utf8").startsWith(`${whole}${whole.slice(0, length)}\n`)).toBe(true);
  }
  appendFileSync(path, "x".repeat(20_000));
  await open(dir).append(event("c"));
  expect(await verdict(dir)).toMatchObject({ ok: true, entries: 3, head: { seq: 3 } });
});

test("SEC-3 (part): a disk that is full stops effects and loses nothing that was noted", async () => {
  await using dir = await tempWorkspace();
  await open(dir).append(event("a"));
  const full = faultDisk(disk, [
    { type: "fail", on: "append", at: 1, code: "ENOSPC" },
    { type: "fail", on: "append", at: 2, code: "ENOSPC" },
  ]);
  const audit = open(dir, { disk: full });
  expect(await audit.note(event("b"))).toBe(false);
  expect(audit.waiting).toBe(1);
  const refused = await rejectionOf(audit.append(event("c")));
  expect(String(refused)).toContain("cannot be written");
  expect(refused).toMatchObject({ name: "AuditError", advice: "Free some space on that disk." });
  expect(await keys(dir)).toEqual(["a"]);

  // Space is back: first what had happened, then what is about to.
  await audit.append(event("d"));
  expect(await keys(dir)).toEqual(["a", "b", "d"]);
  expect(await verdict(dir)).toMatchObject({ ok: true, entries: 3, torn: [] });
});

test("SEC-3 (part): wherever the disk fails or tears, the chain holds and nothing acknowledged is lost", async () => {
  await using probe = await tempWorkspace();
  const counting = faultDisk(disk);
  const work = async (audit: Audit, done: string[]): Promise<void> => {
    for (const key of ["a", "b", "c"]) {
      await audit.append(event(key)).then(
        () => done.push(key),
        () => undefined,
      );
    }
  };
  await work(open(probe, { disk: counting }), []);
  expect(counting.calls.length).toBeGreaterThan(5);
  for (let at = 1; at <= counting.calls.length; at++) {
    for (const fault of [
      { type: "fail", at, code: "EIO" },
      { type: "tear", at, bytes: 17, end: "ENOSPC" },
    ] as const) {
      await using dir = await tempWorkspace();
      const done: string[] = [];
      const audit = open(dir, { disk: faultDisk(disk, [fault]) });
      await work(audit, done);
      await open(dir).append(event("after"));
      const { ok, problems } = await verdict(dir);
      expect([at, fault.type, ok, problems]).toEqual([at, fault.type, true, []]);
      expect((await keys(dir)).filter((key) => done.includes(key))).toEqual(done);
    }
  }
});

test("SEC-3 (part): writers at the same time keep one chain; without the lock they would not", async () => {
  await using dir = await tempWorkspace();
  const audits = [open(dir), open(dir), open(dir)];
  await Promise.all(Array.from({ length: 30 }, (_, n) => appendBy(audits, n)));
  expect(await verdict(dir)).toMatchObject({ ok: true, entries: 30 });

  await using twin = await tempWorkspace();
  const blind = [open(twin, { isAlone: true }), open(twin, { isAlone: true })];
  await Promise.all(Array.from({ length: 30 }, (_, n) => appendBy(blind, n)));
  expect((await verdict(twin)).ok).toBe(false);
});

test("a lock that somebody keeps is told, and lets nothing happen", async () => {
  await using dir = await tempWorkspace();
  const lock = { wait: () => Promise.resolve(false), release() {} };
  const path = dir.path("audit.jsonl");
  const audit = openAudit({ path, disk, lock, now: () => 0, redact: (text) => text });
  expect(String(await rejectionOf(audit.append(event("a"))))).toContain(
    "in use by another process",
  );
});

test("SEC-3 (part): what is held touches no disk, and comes before what is written next", async () => {
  await using dir = await tempWorkspace();
  const counting = faultDisk(disk);
  const audit = open(dir, { disk: counting });
  for (const key of ["a", "b"]) audit.hold(event(key));
  expect([audit.waiting, counting.calls.length]).toEqual([2, 0]);
  await audit.append(event("c"));
  audit.hold(event("d"));
  expect(await audit.flush()).toBe(true);
  expect(audit.waiting).toBe(0);
  expect(await keys(dir)).toEqual(["a", "b", "c", "d"]);
});

test("SEC-3 (part): what is held while a write runs is neither lost nor written twice", async () => {
  await using dir = await tempWorkspace();
  const audit = open(dir);
  const writing = audit.append(event("first"));
  const held = Array.from({ length: 2_500 }, (_, n) => `${n}`);
  for (const key of held) audit.hold(event(key));
  await writing;
  await audit.flush();
  expect((await keys(dir)).filter((key) => key !== "first")).toEqual(held);
  expect(await verdict(dir)).toMatchObject({ ok: true, entries: 2_501 });
});
