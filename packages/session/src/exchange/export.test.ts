import { describe, expect, test } from "bun:test";
import type { EntryDraft, SessionHeader } from "@squire/protocol";
import { exportHtml } from "./export-html.ts";
import { exportArchive, exportJson } from "./export-json.ts";
import { exportMarkdown } from "./export-markdown.ts";
import { exportName, formatOf } from "./export-name.ts";
import type { ExportInput, ExportOptions } from "./export-types.ts";
import { safeUrl } from "./html.ts";
import { loadArtifacts } from "./load-artifacts.ts";
import { fenced, inertMarkdown } from "./markdown.ts";
import { assistant, branchOf, outcome, paid, T0, user } from "./testing/branch.ts";

const HEADER: SessionHeader = {
  type: "session",
  version: 1,
  id: "s1",
  cwd: "/project",
  createdAt: T0,
};

function inputOf(...drafts: readonly EntryDraft[]): ExportInput {
  return { header: HEADER, branch: branchOf(...drafts) };
}

const cut = outcome("c1", "bash", "first lines");
const details = { ...cut.details, artifactId: "art_1", truncated: true };

const input = inputOf(
  user("Which files?\nAnd `why`?"),
  assistant({
    text: "Looking.",
    thinking: "I should *list* them.",
    calls: [["c1", "bash", { command: "ls" }]],
  }),
  { ...cut, details },
  paid(0.02, { inputUsd: 0.01 }),
  assistant({ text: "Two [1]:\n\n```sh\na <b> ![x](y)\n```\nand <i>raw</i> ![pic](http://x/)" }),
  { type: "title", title: "Files & <folders>", by: "model" },
  {
    type: "citation",
    n: 1,
    quote: "two files",
    source: "https://example.org/a?b=1&c=2",
    title: "The page",
    start: 1,
    end: 9,
    status: "verified",
  },
  {
    type: "user_bash",
    command: "pwd",
    cwd: "/",
    output: "/project\n",
    exitCode: 0,
    private: false,
    truncated: false,
    durationMs: 1,
  },
  {
    type: "user_bash",
    command: "cat secret",
    cwd: "/",
    output: "hunter22",
    exitCode: 0,
    private: true,
    truncated: false,
    durationMs: 1,
  },
  user("stop"),
  assistant({ text: "half an ans", status: "aborted", calls: [["c2", "read", "{bad"]] }),
);

const ALL: ExportOptions = {
  include: ["tools", "thinking", "artifacts"],
  artifacts: new Map([
    ["art_1", { contentType: "text/plain", text: "first lines\n```\nlast", truncated: true }],
  ]),
};

const FORMATS = { exportMarkdown, exportJson, exportHtml, exportArchive };

describe("exports", () => {
  test("EXP-2: Markdown has front matter, turns, calls and numbered sources", () => {
    expect(exportMarkdown(input)).toMatchSnapshot();
    expect(exportMarkdown(input, ALL)).toMatchSnapshot();
  });

  test("EXP-2: JSON has session, requests, traces, citations and usage", () => {
    const document: unknown = JSON.parse(exportJson(input));
    expect(Object.keys(document ?? {})).toEqual([
      "format",
      "version",
      "session",
      "requests",
      "traces",
      "citations",
      "usage",
    ]);
    expect(document).toMatchSnapshot();
    expect(JSON.parse(exportJson(input, ALL))).toMatchSnapshot();
  });

  test("EXP-3: HTML is one page without scripts", () => {
    expect(exportHtml(input, ALL)).toMatchSnapshot();
  });

  test("C17: the archive has one message per line, also what a compaction hides", () => {
    const hidden = inputOf(user("old"), {
      type: "compaction",
      summary: "s",
      firstKeptId: "e2",
      tokensBefore: 1,
    });
    expect(exportArchive(hidden)).toContain("old");
    expect(exportArchive(input)).toMatchSnapshot();
    expect(exportArchive(input, ALL)).toContain("I should *list* them.");
  });

  test("EXP-6: the same session gives the same bytes", () => {
    for (const write of Object.values(FORMATS)) expect(write(input, ALL)).toBe(write(input, ALL));
  });

  test("EXP-4: thinking, arguments, outputs and artifacts only where they are asked for", () => {
    for (const write of [exportMarkdown, exportJson, exportHtml]) {
      const short = write(input);
      for (const part of ["I should", "first lines", "last"]) expect(short).not.toContain(part);
      expect(write(input, { include: ["thinking"] })).toContain("I should");
      expect(write(input, { include: ["tools"] })).toContain("first lines");
      expect(write(input, { include: ["artifacts"] })).not.toContain("last");
      expect(write(input, ALL)).toContain("last");
    }
  });

  test("EXP-4: every text has gone through the filter for secrets, and private commands are left out", () => {
    const secret = "hunter22";
    const leaky = inputOf(
      user(`my key: ${secret}`),
      assistant({
        text: secret,
        thinking: secret,
        calls: [
          ["c1", secret, { [secret]: secret }],
          ["c9", "x", secret],
        ],
      }),
      { ...outcome("c1", "bash", secret), details: { ...details, isError: true } },
      { type: "title", title: secret, by: "user" },
      {
        type: "citation",
        n: 1,
        quote: secret,
        source: secret,
        title: secret,
        start: 0,
        end: 1,
        status: "near",
      },
      { type: "compaction", summary: secret, firstKeptId: "e1", tokensBefore: 1 },
    );
    const artifacts = new Map([
      ["art_1", { contentType: "text/plain", text: secret, truncated: false }],
    ]);
    const redact = (text: string): string => text.replaceAll(secret, "[hidden]");
    const include = ["tools", "thinking", "artifacts"] as const;
    for (const write of Object.values(FORMATS)) {
      const text = write(leaky, { include, artifacts, redact });
      expect(text).toContain("[hidden]");
      expect(text).not.toContain(secret);
    }
    for (const write of [exportMarkdown, exportJson, exportHtml]) {
      expect(write(input, ALL)).not.toContain("hunter22");
    }
  });

  test("EXP-6: an empty session is a document too", () => {
    for (const write of Object.values(FORMATS)) expect(typeof write(inputOf())).toBe("string");
  });
});

describe("hostile content", () => {
  const attacks = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</pre></style><svg/onload=alert(1)>",
    "<!-- --><iframe srcdoc='x'>",
    "javascript:alert(1)",
    "\u0000<\u0000script>",
    "&lt;script&gt;",
    "{{7*7}} ${7*7} `x`",
    "\u202edlrow\u2066",
    "\ud800",
  ];
  const hostile = inputOf(
    ...attacks.flatMap((text): EntryDraft[] => [
      {
        type: "message",
        status: "complete",
        message: {
          role: "user",
          content: [
            { type: "text", text },
            { type: "image", mimeType: text, data: text },
            { type: "image", mimeType: "image/png", data: `AAAA" onload="${text}` },
            { type: "image", mimeType: "image/svg+xml", data: "AAAA" },
          ],
        },
      },
      assistant({ text, thinking: text, calls: [[text, text, text]] }),
      { ...outcome(text, text, text, true), details: { ...details, artifactId: text } },
      { type: "title", title: text, by: "model" },
      {
        type: "citation",
        n: 1,
        quote: text,
        source: text,
        title: text,
        start: 0,
        end: 1,
        status: "missing",
      },
      {
        type: "custom_message",
        customType: text,
        content: [{ type: "text", text }],
        display: true,
      },
    ]),
  );
  const artifacts = new Map(
    attacks.map((text) => [text, { contentType: text, text, truncated: true }]),
  );
  const options: ExportOptions = { include: ["tools", "thinking", "artifacts"], artifacts };

  test("EXP-3: no tag, attribute or address of anybody gets into the page", () => {
    const html = exportHtml(hostile, options);
    const tags = new Set(
      [...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, name]) => name?.toLowerCase()),
    );
    expect(new Set(tags)).toEqual(
      new Set([
        "!doctype",
        "article",
        "b",
        "body",
        "div",
        "h1",
        "h2",
        "h3",
        "head",
        "header",
        "html",
        "li",
        "meta",
        "ol",
        "p",
        "pre",
        "section",
        "span",
        "style",
        "title",
      ]),
    );
    expect(html).toContain("default-src 'none'");
    for (const [, attributes = ""] of html.matchAll(/<[a-z0-9]+((?:\s[^<>]*)?)>/gi)) {
      expect(/\son|javascript:|srcdoc/i.test(attributes)).toBe(false);
    }
    expect(/[^\P{Cc}\n\t]|\u202e|\u2066/u.test(html)).toBe(false);
    expect(html.isWellFormed()).toBe(true);
  });

  test("EXP-3: only http, https and mailto become links", () => {
    expect(safeUrl("https://a.example/?q=<x>")).toBe("https://a.example/?q=%3Cx%3E");
    expect(safeUrl("mailto:a@b.example")).toBe("mailto:a@b.example");
    for (const bad of [
      "javascript:alert(1)",
      "JaVaScRiPt:x",
      " data:text/html,x",
      "file:///etc/passwd",
      "vbscript:x",
      "//evil",
      "x",
      "",
    ]) {
      expect(safeUrl(bad)).toBeNull();
    }
    const linked = exportHtml(input);
    expect(linked).toContain('<a href="https://example.org/a?b=1&amp;c=2" rel="noopener');
  });

  test("EXP-2: Markdown neither runs nor fetches anything, and code stays code", () => {
    const markdown = exportMarkdown(hostile, options);
    const outside = markdown.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "");
    expect(/<[a-z/!?]/i.test(outside.replaceAll(/\\</g, ""))).toBe(false);
    expect(inertMarkdown("a <b> ![x](y) `<c> ![z](w)` ``<d>`<e>`` <f")).toBe(
      "a &lt;b> \\![x](y) `<c> ![z](w)` ``<d>`<e>`` &lt;f",
    );
    expect(inertMarkdown("~~~\n<a>\n~~~\n<b>")).toBe("~~~\n<a>\n~~~\n&lt;b>");
    expect(inertMarkdown("```\n<a>")).toBe("```\n<a>\n```");
    expect(inertMarkdown("1 < 2 && 3 > 2")).toBe("1 < 2 && 3 > 2");
    expect(fenced("a\n````\nb")).toBe("`````\na\n````\nb\n`````\n");
  });

  test("S45: time grows with the size and not faster", () => {
    const odd = Array.from({ length: 2000 }, (_, n) => "`".repeat((n % 700) + 1)).join("x");
    const nasty = [odd, "<".repeat(300_000), "![".repeat(150_000), "`` `".repeat(80_000)];
    for (const text of nasty)
      expect(inertMarkdown(text).length).toBeGreaterThanOrEqual(text.length);
  });
});

describe("names", () => {
  test("EXP-1: a file is named after date and title, safe on every disk", () => {
    expect(exportName(input, "md")).toBe("2030-01-02-files-folders.md");
    expect(exportName(inputOf(user("../../etc/passwd\u0000 日本語")), "html")).toBe(
      "2030-01-02-etc-passwd-日本語.html",
    );
    expect(exportName(inputOf(), "json")).toBe("2030-01-02-session.json");
  });

  test("EXP-1: the format follows from the name", () => {
    expect(["a.md", "b.HTML", "c.json", "d.jsonl", "e.pdf", "f"].map(formatOf)).toEqual([
      "md",
      "html",
      "json",
      "jsonl",
      null,
      null,
    ]);
  });
});

test("EXP-4: artifacts are loaded up to a limit, and only texts", async () => {
  const facts = { id: "art_1", tool: "bash", size: 9, sha256: "x", createdAt: 1 };
  const read = async (_id: string, { limit }: { readonly limit: number }) => {
    const artifact = { ...facts, contentType: "text/plain" };
    const bytes = Buffer.from("123456789").subarray(0, limit);
    return { kind: "found", artifact, bytes, nextOffset: limit } as const;
  };
  expect(await loadArtifacts(input.branch, { read }, 4)).toEqual(
    new Map([["art_1", { contentType: "text/plain", text: "1234", truncated: true }]]),
  );
  const missing = { read: async () => ({ kind: "missing" }) as const };
  expect((await loadArtifacts(input.branch, missing)).size).toBe(0);
});
