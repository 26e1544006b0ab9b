import { expect, test } from "bun:test";
import { textOf } from "@squire/protocol";
import { FakeClock, fakeIds, memoryDisk } from "@squire/testkit";
import { draftPath, readDraft, replyDraft } from "./reply-draft.ts";
import { fileStore } from "./store.ts";
import { said } from "./testing/drafts.ts";
import { machine, testPorts } from "./testing/rig.ts";

const HASH = "0".repeat(64);
const sent = {
  type: "request_sent",
  requestId: "r1",
  runId: "run1",
  step: 2,
  kind: "turn",
  model: "mock/m",
  prefixHash: HASH,
  bodyHash: HASH,
  bodyBytes: 1,
} as const;

/** A session whose process dies while a reply streams in; what had come is given. */
async function dies(words: readonly string[], step = 2) {
  const disk = memoryDisk();
  const processes = machine();
  const first = processes.as(1);
  const ports = testPorts(disk, { processes: first });
  const session = await fileStore(ports, "/home").create({ cwd: "/p" });
  await session.append(said("hi"));
  await session.append(sent);
  const path = session.path ?? "";
  const clock = new FakeClock();
  const draft = replyDraft({ disk, clock }, path);
  for (const word of words) {
    draft.add("run1", step, word);
    await clock.advance(300);
    await draft.settled();
  }
  first.kill(1);
  const again = testPorts(disk, { processes: processes.as(2), ids: fakeIds("f") });
  const opened = await fileStore(again, "/home").open(session.header.id);
  return { disk, path, opened };
}

test("SES-14: a reply that was cut off by a crash keeps what it had said", async () => {
  const { opened, disk, path } = await dies(["Hello", " wor", "ld"]);
  const last = opened.tree.branch().at(-1);
  expect(last).toMatchObject({ type: "message", status: "aborted", runId: "run1", step: 2 });
  expect(last?.type === "message" && textOf(last.message)).toBe("Hello world");
  expect(opened.mended.recovery).toEqual({ closedCalls: 0, abortedRequest: true });
  expect(await readDraft(disk, path)).toBeNull();
});

test("SES-14: words of another reply are not put into its mouth", async () => {
  const { opened } = await dies(["old words"], 1);
  const last = opened.tree.branch().at(-1);
  expect(last?.type === "message" && textOf(last.message)).toBe("");
});

test("SES-14: a draft is gone once the reply is there, and short replies never reach the disk", async () => {
  const disk = memoryDisk();
  await disk.mkdir("/home");
  const clock = new FakeClock();
  const draft = replyDraft({ disk, clock }, "/home/log.jsonl");
  draft.add("run1", 1, "quick");
  draft.clear();
  await clock.advance(1_000);
  await draft.settled();
  expect(await disk.readdir("/home")).toEqual([]);
  draft.add("run1", 2, "slow");
  await clock.advance(1_000);
  await draft.settled();
  expect(await disk.readdir("/home")).toEqual(["log.jsonl.draft"]);
  draft.clear();
  await draft.settled();
  expect(await disk.readdir("/home")).toEqual([]);
});

test("SES-14: a damaged draft counts as none", async () => {
  const { disk, path } = await dies(["x"]);
  for (const bytes of ["", "nonsense", `${HASH}\n{"runId":"run1","step":2,"text":"x"}`]) {
    const file = await disk.open(draftPath(path), "w");
    await file.append(Buffer.from(bytes));
    await file.close();
    expect(await readDraft(disk, path)).toBeNull();
  }
});
