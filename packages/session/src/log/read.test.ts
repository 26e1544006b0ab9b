import { describe, expect, test } from "bun:test";
import { memoryDisk } from "@squire/testkit";
import { call, replied, said } from "../testing/drafts.ts";
import { sampleLog } from "../testing/mutation-loop.ts";
import { stamper } from "../testing/entries.ts";
import { sealLine } from "./line.ts";
import { readLog } from "./read.ts";
import type { LogLine, ReadFrom } from "./read.ts";
import { MAX_LINE_BYTES } from "./split-lines.ts";
import { verifyLog } from "./verify.ts";

type Content = readonly (string | Uint8Array)[];

function toBytes(part: string | Uint8Array): Buffer {
  return typeof part === "string" ? Buffer.from(part) : Buffer.from(part);
}

async function diskWith(content: Content) {
  const disk = memoryDisk();
  const file = await disk.open("log", "w");
  await file.append(Buffer.concat(content.map(toBytes)));
  return disk;
}

async function read(content: Content, from?: ReadFrom): Promise<readonly LogLine[]> {
  const lines: LogLine[] = [];
  const disk = await diskWith(content);
  for await (const line of readLog(disk, "log", from ? { from } : {})) lines.push(line);
  return lines;
}

/** `e1`, `e2!changed`, `!unreadable`, … */
function brief(lines: readonly LogLine[]): readonly string[] {
  return lines.map((line) => {
    const id = line.kind === "entry" ? line.entry.value.id : line.kind === "header" ? "header" : "";
    return `${id}${line.problem ? `!${line.problem.code}@${line.problem.line}` : ""}`;
  });
}

async function lines(): Promise<readonly Uint8Array[]> {
  const { bytes, ends } = await sampleLog();
  return ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
}

const CLEAN = ["header", "e_2", "e_3", "e_4", "e_5", "e_6", "e_7", "e_8", "e_9"];

describe("the chain", () => {
  test("SES-5 (part): a sound log reads without problems, and each line names the hash of the one before", async () => {
    const content = await lines();
    const found = await read(content);
    expect(brief(found)).toEqual(CLEAN);
    let prev: string | null = null;
    for (const line of found) {
      if (line.kind === "entry") expect<string | null>(line.entry.value.prev).toBe(prev);
      prev = line.h;
    }
    const verdict = await verifyLog(await diskWith(content), "log");
    expect(verdict).toEqual({ ok: true, entries: 8, problems: [] });
  });

  test("SES-5 (part): a line that was changed is lost, and only that", async () => {
    const [header = "", first = "", second = "", ...rest] = await lines();
    const forged = Buffer.from(first).toString().replace("find the bug", "hide the bug");
    const found = await read([header, forged, second, ...rest]);
    expect(brief(found)).toEqual(["header", "!changed@2", ...CLEAN.slice(2)]);
    const verdict = await verifyLog(await diskWith([header, forged, second, ...rest]), "log");
    expect(verdict.ok).toBe(false);
    expect(verdict.problems[0]?.message).toBe("Line 2 was changed after it was written.");
  });

  test("SES-5 (part): lines that are missing, repeated or exchanged are noticed", async () => {
    const [header = "", a = "", b = "", c = ""] = await lines();
    expect(brief(await read([header, a, c]))).toEqual(["header", "e_2", "e_4!missing@3"]);
    expect(brief(await read([header, a, a, b]))).toEqual(["header", "e_2", "e_2!missing@3", "e_3"]);
    const exchanged = brief(await read([header, b, a, c]));
    expect(exchanged).toEqual(["header", "e_3!missing@2", "e_2!missing@3", "e_4!missing@4"]);
  });

  test("SES-5 (part): an empty file is no log, and problems are listed only up to a limit", async () => {
    expect((await verifyLog(await diskWith([""]), "log")).problems[0]?.code).toBe("header");
    const { ok, problems } = await verifyLog(await diskWith(["x\n".repeat(2500)]), "log");
    expect(ok).toBe(false);
    expect(problems).toHaveLength(1000);
    expect(problems.at(-1)?.message).toBe("1501 more problems follow.");
  });
});

describe("later versions", () => {
  test("SES-3: unknown types and unknown fields come through whole", async () => {
    const header = sealLine({
      type: "session",
      version: 1,
      id: "s",
      cwd: "/",
      createdAt: 1,
      new: 1,
    });
    const place = { id: "e1", parentId: null, ts: 1 };
    const extra = { depth: { more: [1] } };
    const value = { type: "hologram", ...place, ...extra, prev: header.h };
    const line = sealLine(value);
    const [first, found] = await read([header.bytes, line.bytes]);
    expect(first).toMatchObject({ kind: "header", header: { new: 1 } });
    expect(found).toMatchObject({ entry: { kind: "unknown", value: { ...value, h: line.h } } });
  });
});

describe("what other programs do to files", () => {
  test("PKG-6 (part): a byte order mark, carriage returns and blank lines change nothing", async () => {
    const content = (await lines()).map((line) =>
      Buffer.from(line).toString().replace("\n", "\r\n"),
    );
    expect(brief(await read(["\uFEFF", ...content]))).toEqual(CLEAN);
    expect(brief(await read(["\n", content.join("\n \t\n")]))).toEqual(CLEAN);
  });

  test("PKG-6 (part): bad UTF-8, NULs, wrong JSON and deep nesting are reported one by one", async () => {
    const [header = "", a = ""] = await lines();
    const bad = [
      Uint8Array.of(0x22, 0xff, 0x22, 0x0a),
      "\0\0\0\n",
      "[1]\n",
      `${"[".repeat(1e5)}\n`,
    ];
    const codes = ["!unreadable@2", "!unreadable@3", "!unreadable@4", "!unreadable@5"];
    expect(brief(await read([header, ...bad, a]))).toEqual(["header", ...codes, "e_2"]);
  });

  test("PKG-6 (part): a line above 64 MB is skipped without being held", async () => {
    const [header = "", a = "", b = ""] = await lines();
    const huge = Buffer.alloc(MAX_LINE_BYTES + 1, "x");
    const found = await read([header, a, huge, "\n", b]);
    expect(brief(found)).toEqual(["header", "e_2", "!too_long@3", "e_3"]);
  });

  test("PKG-6 (part): a lost newline or a torn line in front costs no whole record", async () => {
    const [header = "", a = "", b = "", c = ""] = await lines();
    const bare = (line: string | Uint8Array) => toBytes(line).subarray(0, -1);
    expect(brief(await read([header, bare(a), b, c]))).toEqual([
      "header",
      "!unreadable@2",
      "e_2",
      "e_3",
      "e_4",
    ]);
    const torn = toBytes(b).subarray(0, 200);
    expect(brief(await read([header, a, torn, b]))).toEqual([
      "header",
      "e_2",
      "!unreadable@3",
      "e_3",
    ]);
    expect(brief(await read([bare(header), a]))).toEqual(["!unreadable@1", "header", "e_2"]);
  });

  test("PKG-6 (part): a damaged header is used as far as it goes; a lost one is reported", async () => {
    const [header = "", a = ""] = await lines();
    const text = toBytes(header).toString();
    const newer = await read([text.replace('"version":1', '"version":7'), a]);
    expect(brief(newer)).toEqual(["header!changed@1", "e_2"]);
    expect(brief(await read(["{\n", a]))).toEqual(["!unreadable@1", "e_2"]);
    expect(brief(await read([a]))).toEqual(["!header@1", "e_2"]);
  });

  test("PKG-6 (part): nonsense full of seals does not cost a minute", async () => {
    const seal = `,"h":"${"0".repeat(64)}"}`;
    const start = '{"type":"a","id":"b","parentId":';
    expect(brief(await read([`${(start + seal).repeat(20_000)}\n`]))).toEqual(["!unreadable@1"]);
  });
});

describe("reading on", () => {
  test("SES-6 (part): a reading can go on where an earlier one stopped", async () => {
    const content = await lines();
    const found = await read(content);
    const stop = found[3];
    if (stop === undefined || stop.h === null) throw new Error("no place to stop");
    const from = { offset: stop.end, line: 5, version: 1, h: stop.h };
    expect(brief(await read(content, from))).toEqual(CLEAN.slice(4));
    const elsewhere = await read(content, { ...from, h: "0".repeat(64) });
    expect(brief(elsewhere)[0]).toBe("e_5!missing@5");
  });

  test("SES-4: a line without newline is whole if its hash is, else torn", async () => {
    const content = await lines();
    const bytes = Buffer.concat(content);
    expect(brief(await read([bytes.subarray(0, -1)]))).toEqual(CLEAN);
    expect(brief(await read([bytes.subarray(0, -2)])).at(-1)).toBe("!torn@9");
  });

  test("lines longer than a chunk are put together", async () => {
    const log = stamper();
    const entry = log.add(replied("x".repeat(700_000), [call("c1")]));
    const { h: _h, ...value } = { ...entry, prev: "0".repeat(64) };
    const header = sealLine({ type: "session", version: 1, id: "s", cwd: "/", createdAt: 1 });
    const line = sealLine({ ...value, prev: header.h });
    const small = log.add(said("y"));
    const last = sealLine({ ...small, prev: line.h, h: undefined });
    expect(brief(await read([header.bytes, line.bytes, last.bytes]))).toEqual([
      "header",
      "e1",
      "e2",
    ]);
  });
});
