import { describe, expect, test } from "bun:test";
import { rejectionOf } from "@squire/testkit";
import { MemoryFiles, MemorySeen } from "../../testing/memory-files.ts";
import { applyBlocks, applyEdits, blocksOf } from "./apply-blocks.ts";
import { EMPTY_QUEUE, parseChoice, queueBlocks, takeBlocks } from "./block-queue.ts";

const block = (path: string, search: string, replace: string): string =>
  `${path}\n\`\`\`\n<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n\`\`\`\n`;

const { signal } = new AbortController();

function rig(given: Readonly<Record<string, string>>) {
  const files = new MemoryFiles(given);
  const seen = new MemorySeen();
  const changed: string[] = [];
  const services = {
    files,
    seen,
    onChanged: (paths: readonly string[]) => void changed.push(...paths),
  };
  const apply = (text: string, forcedSummary = false) =>
    applyBlocks(services, text, { forcedSummary, signal });
  return { files, seen, changed, services, apply };
}

describe("EDIT-3 (part): edits in the words of a reply are applied", () => {
  test("EDIT-3 (part): several in one answer, each with its status", async () => {
    const { files, seen, changed, apply } = rig({
      "a.ts": "one\ntwo\nthree\n",
      "twice.ts": "x\nx\n",
      "old.ts": "old\n",
      "there.ts": "there\n",
    });
    seen.note("/place/old.ts", "of an older version");
    const results = await apply(
      [
        "Here you are:\n",
        block("a.ts", "two\n", "2\n"),
        block("a.ts", "2\nthree\n", "2\n3\n"),
        block("new.ts", "", "new\n"),
        block("a.ts", "nowhere\n", "x\n"),
        block("twice.ts", "x\n", "y\n"),
        block("../out.ts", "", "x\n"),
        block("there.ts", "", "x\n"),
        block("old.ts", "old\n", "x\n"),
        block("missing.ts", "old\n", "x\n"),
      ].join("\n"),
    );
    expect(results.map(({ path, status }) => `${path} ${status}`)).toEqual([
      "a.ts applied",
      "a.ts applied",
      "new.ts created",
      "a.ts not_found",
      "twice.ts ambiguous",
      "../out.ts path_escape",
      "there.ts file_exists",
      "old.ts error",
      "missing.ts error",
    ]);
    expect(results[7]?.message).toContain("stale, re-read");
    expect(results[8]?.message).toContain("There is no missing.ts");
    expect(Object.fromEntries([...files.contents.keys()].map((n) => [n, files.text(n)]))).toEqual({
      "a.ts": "one\n2\n3\n",
      "twice.ts": "x\nx\n",
      "old.ts": "old\n",
      "there.ts": "there\n",
      "new.ts": "new\n",
    });
    expect(changed).toEqual(["/place/a.ts", "/place/a.ts", "/place/new.ts"]);
    expect(results[0]?.edit?.file.text).toBe("one\ntwo\nthree\n");
  });

  test("EDIT-3 (part): a forced summary asks for nothing", async () => {
    const { files, apply } = rig({ "a.ts": "one\n" });
    expect(await apply(block("a.ts", "one\n", "1\n"), true)).toEqual([]);
    expect(files.text("a.ts")).toBe("one\n");
  });

  test("EDIT-3 (part): with a broken block none of the reply is applied", async () => {
    const { files, apply } = rig({ "a.ts": "one\n" });
    const text = `${block("a.ts", "one\n", "1\n")}\na.ts\n<<<<<<< SEARCH\none\n`;
    expect(await apply(text)).toMatchObject([{ status: "error", line: 11, edit: null }]);
    expect(files.text("a.ts")).toBe("one\n");
  });

  test("EDIT-3 (part): whole lines go before parts of lines", async () => {
    const { files, apply } = rig({ "a.ts": "max\nx\n", "b.ts": "  deep\n", "c.ts": "a\nlast" });
    await apply(
      block("a.ts", "x\n", "y\n") +
        block("b.ts", "deep\n", "high\n") +
        block("c.ts", "last\n", "end\n"),
    );
    expect([files.text("a.ts"), files.text("b.ts"), files.text("c.ts")]).toEqual([
      "max\ny\n",
      "  high\n",
      "a\nend",
    ]);
  });

  test("EDIT-13: line ends stay those of the file", async () => {
    const { files, apply } = rig({ "a.ts": "\uFEFFone\r\ntwo\r\nthree\r\n" });
    await apply(block("a.ts", "two\n", "2\n2½\n"));
    expect(files.text("a.ts")).toBe("\uFEFFone\r\n2\r\n2½\r\nthree\r\n");
  });

  test("EDIT-3 (part): a full disk is told of per edit; an abort ends it", async () => {
    const { files, services, apply } = rig({ "a.ts": "one\n", "b.ts": "one\n" });
    files.broken = "a.ts";
    const text = block("a.ts", "one\n", "1\n") + block("b.ts", "one\n", "1\n");
    expect((await apply(text)).map(({ status }) => status)).toEqual(["error", "applied"]);
    const { edits } = blocksOf(text, { forcedSummary: false });
    const ended = await rejectionOf(applyEdits(services, edits, AbortSignal.abort()));
    expect(ended).toMatchObject({ name: "AbortError" });
  });
});

describe("EDIT-9 (part): edits that wait for the user", () => {
  const edits = blocksOf(
    block("a.ts", "1\n", "2\n") + block("b.ts", "1\n", "2\n") + block("a.ts", "3\n", "4\n"),
    { forcedSummary: false },
  ).edits;
  const queue = queueBlocks(EMPTY_QUEUE, edits);

  test.each([
    ["", [1, 2, 3], []],
    ["all", [1, 2, 3], []],
    ["2", [2], [1, 3]],
    ["#3", [3], [1, 2]],
    [" a.ts ", [1, 3], [2]],
    ["c.ts", [], [1, 2, 3]],
    ["9", [], [1, 2, 3]],
  ])("EDIT-9 (part): %p takes %j and leaves %j", (words, taken, left) => {
    const result = takeBlocks(queue, parseChoice(words));
    expect(result.taken.map(({ id }) => id)).toEqual(taken);
    expect(result.queue.blocks.map(({ id }) => id)).toEqual(left);
  });

  test("EDIT-9 (part): numbers are not used again", () => {
    const emptied = takeBlocks(queue, { type: "all" }).queue;
    expect(queueBlocks(emptied, edits.slice(0, 1)).blocks.map(({ id }) => id)).toEqual([4]);
  });
});
