import { expect, test } from "bun:test";
import { allowHosts, guardedFetch, systemNetwork } from "@squire/safety";
import { bench } from "../../testing/try-tool.ts";
import { startDouble } from "../../web-search/testing/double.ts";
import type { DoubleAnswer } from "../../web-search/testing/double.ts";
import { pageCache } from "../page-cache.ts";
import { readSite, type SitePage } from "../read-site.ts";
import { inProcess } from "../testing/in-process.ts";

type Answers = Readonly<Record<string, DoubleAnswer>>;

/** Reads a page with every site on this machine, over real HTTP: `/host/path?query`. */
async function readFrom(
  page: string,
  answers: Answers,
): Promise<{ readonly page: SitePage | null; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  await using double = await startDouble(({ path, query }) => {
    const search = new URLSearchParams(query).toString();
    const what = `${path.slice(1)}${search === "" ? "" : `?${search}`}`;
    asked.push(what);
    return answers[what] ?? { status: 404, body: "none" };
  });
  const { host } = new URL(double.url);
  const real = guardedFetch(systemNetwork({}), { allow: allowHosts([host]) });
  const services = {
    fetch: (url: string, request: Parameters<typeof real>[1]) =>
      real(url.replace(/^https:\//, double.url), request),
    cache: pageCache(),
    extractor: inProcess,
    key: () => null,
  };
  return { page: await readSite(page, services, bench("/nowhere")), asked };
}

const json = (body: unknown): DoubleAnswer => ({ body });
const plain = (body: string): DoubleAnswer => ({ body, headers: { "content-type": "text/plain" } });

test("WEB-7: npm gives what a package is, what it needs, and its README", async () => {
  const manifest = {
    name: "@scope/lamp",
    version: "1.2.0",
    description: "Gives light.",
    license: "MIT",
    repository: { type: "git", url: "git+https://github.com/o/lamp.git" },
    dependencies: { wire: "^2.0.0", bulb: "1" },
    engines: { node: ">=20" },
  };
  const { page, asked } = await readFrom("https://www.npmjs.com/package/@scope/lamp", {
    "unpkg.com/@scope/lamp@latest/package.json": json(manifest),
    "unpkg.com/@scope/lamp@latest/README.md": plain("# Lamp\n\nLong words."),
  });
  expect(page).toMatchObject({
    title: "@scope/lamp 1.2.0",
    text: [
      "# @scope/lamp 1.2.0",
      "Gives light.",
      "- License: MIT\n- Repository: git+https://github.com/o/lamp.git\n- Needs: wire ^2.0.0, bulb 1\n- Node: >=20",
      "# Lamp",
      "Long words.",
    ].join("\n\n"),
  });
  expect(asked).toHaveLength(2);
  const old = await readFrom("https://npmjs.com/package/lamp/v/0.1.0", {
    "unpkg.com/lamp@0.1.0/package.json": json({ name: "lamp", version: "0.1.0" }),
  });
  expect(old.page?.text).toBe("# lamp 0.1.0");
});

const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">ArXiv Query: id_list=2101.00001</title>
<entry><id>http://arxiv.org/abs/2101.00001v2</id><updated>2021-02-01T00:00:00Z</updated>
<published>2021-01-01T00:00:00Z</published><title>On Lamps &amp;
  Light</title><summary>  We light lamps where $a &lt; b$.
</summary><author><name>Ann One</name></author><author><name>Bob Two</name></author>
<arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">9 pages</arxiv:comment>
<link title="pdf" href="http://arxiv.org/pdf/2101.00001v2" rel="related" type="application/pdf"/>
<category term="cs.AI" scheme="http://arxiv.org/schemas/atom"/><category term="cs.CL" scheme="x"/></entry></feed>`;

test("WEB-7: arXiv gives what a paper says of itself", async () => {
  const atom = { body: FEED, headers: { "content-type": "application/atom+xml; charset=UTF-8" } };
  const { page } = await readFrom("https://arxiv.org/abs/2101.00001", {
    "export.arxiv.org/api/query?id_list=2101.00001&max_results=1": atom,
  });
  expect(page).toMatchObject({
    title: "On Lamps & Light",
    text: [
      "# On Lamps & Light",
      "- Authors: Ann One, Bob Two\n- Published: 2021-01-01T00:00:00Z\n- Updated: 2021-02-01T00:00:00Z\n- Categories: cs.AI, cs.CL\n- Comment: 9 pages\n- PDF: http://arxiv.org/pdf/2101.00001v2",
      "## Abstract",
      "We light lamps where $a < b$.",
    ].join("\n\n"),
  });
  const error = FEED.replace(/<title>On[^<]*/, "<title>Error");
  const missing = await readFrom("https://arxiv.org/abs/hep-th/9901001v1", {
    "export.arxiv.org/api/query?id_list=hep-th%2F9901001v1&max_results=1": {
      ...atom,
      body: error,
    },
  });
  expect(missing).toMatchObject({ page: null, asked: [expect.stringContaining("9901001v1")] });
});

test("WEB-7: Stack Overflow gives a question with its answers, the accepted one first", async () => {
  const post = (name: string, score: number, body: string, more: object = {}) => ({
    owner: { display_name: name },
    score,
    creation_date: 1_700_000_000,
    body,
    ...more,
  });
  const query = "site=stackoverflow&filter=withbody";
  const { page } = await readFrom("https://stackoverflow.com/questions/42/why-so-dark", {
    [`api.stackexchange.com/2.3/questions/42?${query}`]: json({
      items: [
        post("Ann", 7, "<p>It is <code>dark</code>.</p>", {
          title: "Why &quot;dark&quot;?",
          tags: ["lamp", "c++"],
        }),
      ],
      has_more: false,
      quota_remaining: 299,
    }),
    [`api.stackexchange.com/2.3/questions/42/answers?${query}&order=desc&sort=votes&pagesize=20`]:
      json({
        items: [
          post("Bob", 9, "<p>Wait for day.</p>", { is_accepted: false }),
          post("Eve", 3, "<p>Press:</p><pre><code>switch on\n</code></pre>", { is_accepted: true }),
        ],
      }),
  });
  expect(page).toMatchObject({
    title: 'Why "dark"?',
    text: [
      '# Why "dark"?',
      "Tags: lamp, c++",
      "## Question, Ann, score 7, 2023-11-14",
      "It is `dark`.",
      "## Accepted answer, Eve, score 3, 2023-11-14",
      "Press:",
      "```\nswitch on\n```",
      "## Answer, Bob, score 9, 2023-11-14",
      "Wait for day.",
    ].join("\n\n"),
  });
  const other = await readFrom("https://unix.stackexchange.com/q/7", {});
  expect(other.asked[0]).toContain("questions/7?site=unix");
  expect((await readFrom("https://mathoverflow.net/questions/7", {})).asked[0]).toContain(
    "site=mathoverflow.net",
  );
});

test("WEB-7: MDN gives a page by its sections", async () => {
  const prose = (title: string | null, content: string, isH3 = false) => ({
    type: "prose",
    value: { id: title, title, isH3, content },
  });
  const doc = {
    title: "Array.prototype.at()",
    body: [
      prose(null, "<p>The <strong><code>at()</code></strong> method.</p>"),
      prose("Syntax", '<pre class="brush: js"><code>at(index)</code></pre>'),
      prose("Parameters", '<p>See <a href="/en-US/docs/Glossary/Index">index</a>.</p>', true),
      {
        type: "specifications",
        value: {
          title: "Specifications",
          specifications: [{ bcdSpecificationURL: "https://tc39.test/#at", title: "ECMAScript" }],
        },
      },
      { type: "browser_compatibility", value: { title: "Browser compatibility", query: "x" } },
    ],
  };
  const path = "developer.mozilla.org/en-US/docs/Web/JavaScript/Array/at";
  const { page } = await readFrom(`https://${path}#syntax`, {
    [`${path}/index.json`]: json({ doc }),
  });
  expect(page).toMatchObject({
    title: "Array.prototype.at()",
    text: [
      "# Array.prototype.at()",
      "The **`at()`** method.",
      "## Syntax",
      "```\nat(index)\n```",
      "### Parameters",
      "See [index](https://developer.mozilla.org/en-US/docs/Glossary/Index).",
      "## Specifications",
      "- [ECMAScript](https://tc39.test/#at)",
    ].join("\n\n"),
  });
});

const RUSTDOC = `<!DOCTYPE html><html><head><title>Lamp in light - Rust</title></head><body>
<nav class="sidebar">Everything else</nav><main><div class="width-limiter"><section id="main-content" class="content">
<div class="main-heading"><span class="rustdoc-breadcrumbs"><a href="index.html">light</a></span><h1>Struct <span class="struct">Lamp</span><button id="copy-path">Copy item path</button></h1><a class="src" href="../src/light/lib.rs.html#3">Source</a></div>
<pre class="rust item-decl"><code>pub struct Lamp { <span class="comment">/* private fields */</span> }</code></pre>
<div class="docblock"><p>Gives light.</p></div>
<h2 id="implementations" class="section-header">Implementations<a href="#implementations" class="anchor">§</a></h2>
<section id="method.on" class="method"><a class="src rightside" href="../src/light/lib.rs.html#9">Source</a><h4 class="code-header">pub fn <a href="#method.on" class="fn">on</a>(&amp;self)</h4></section>
<h2 id="synthetic-implementations" class="section-header">Auto Trait Implementations</h2><p>Freeze for Lamp</p>
<h2 id="blanket-implementations">Blanket Implementations</h2></section></div></main></body></html>`;

test("WEB-7: docs.rs gives an item without the frame around it", async () => {
  const path = "docs.rs/light/latest/light/struct.Lamp.html";
  const { page } = await readFrom(`https://${path}`, { [path]: { body: RUSTDOC } });
  expect(page?.title).toBe("Lamp in light");
  expect(page?.text).toContain("# Struct Lamp\n");
  expect(page?.text).toContain("pub struct Lamp { /* private fields */ }");
  expect(page?.text).toContain("Gives light.\n\n## Implementations\n");
  expect(page?.text).toContain("#### pub fn on(&self)");
  for (const furniture of [
    "Everything else",
    "Copy item path",
    "Source",
    "§",
    "Freeze",
    "Blanket",
  ]) {
    expect(page?.text).not.toContain(furniture);
  }
  const frontPage = await readFrom("https://docs.rs/light", { "docs.rs/light": { body: "<p>x" } });
  expect(frontPage.page).toBeNull();
});

test("WEB-7 (part): Wikipedia gives an article with its headings", async () => {
  const query = (titles: string): string =>
    `en.wikipedia.org/w/api.php?action=query&prop=extracts&explaintext=1&redirects=1&format=json&formatversion=2&titles=${titles}`;
  const pages = [
    { pageid: 1, title: "R&B lamp", extract: "It gives light.\n\n\n== History ==\nOld." },
  ];
  const { page } = await readFrom("https://en.m.wikipedia.org/wiki/R&B_lamp", {
    [query("R%26B_lamp")]: json({ batchcomplete: true, query: { pages } }),
  });
  expect(page).toMatchObject({
    title: "R&B lamp",
    text: "# R&B lamp\n\nIt gives light.\n\n## History\nOld.",
  });
  const none = await readFrom("https://en.wikipedia.org/wiki/Nothing", {
    [query("Nothing")]: json({ query: { pages: [{ title: "Nothing", missing: true }] } }),
  });
  expect(none.page).toBeNull();
});

test("WEB-7: other pages of these sites, and answers of another shape, are left to the usual way", async () => {
  for (const page of [
    "https://www.npmjs.com/search?q=lamp",
    "https://arxiv.org/pdf/2101.00001",
    "https://stackoverflow.com/tags/lamp",
    "https://developer.mozilla.org/en-US/blog/",
    "https://docs.rs/crate/light/latest",
    "https://docs.rs/",
    "https://en.wikipedia.org/wiki/Talk:Lamp",
    "https://evil.test/stackoverflow.com/questions/1",
    "https://npmjs.com.evil.test/package/lamp",
  ]) {
    expect([page, await readFrom(page, {})]).toEqual([page, { page: null, asked: [] }]);
  }
  for (const page of [
    "https://www.npmjs.com/package/lamp",
    "https://arxiv.org/abs/2101.00001",
    "https://stackoverflow.com/questions/1",
    "https://developer.mozilla.org/en-US/docs/Web",
    "https://docs.rs/light/latest/light/",
    "https://en.wikipedia.org/wiki/Lamp",
  ]) {
    for (const body of [
      "[]",
      "{",
      "null",
      '{"items":[{}],"doc":{"title":"x"},"query":{"pages":{}}}',
    ]) {
      const answers = new Proxy<Answers>({}, { get: () => plain(body) });
      expect([page, body, (await readFrom(page, answers)).page]).toEqual([page, body, null]);
    }
  }
});
