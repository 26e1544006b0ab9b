import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { docsPage, newsPage, PARAGRAPHS } from "../testing/pages.ts";
import { articleText } from "./article-text.ts";
import { extractHtml } from "./extract-html.ts";
import type { HtmlExtract } from "./html-extract.ts";

const URL = "https://daily.test/coast/lighthouse.html";

function extract(html: string, selector: string | null = null): Promise<HtmlExtract> {
  return extractHtml({ html, url: URL, selector });
}

async function textOf(html: string, selector: string | null = null): Promise<string> {
  const found = await extract(html, selector);
  if (found.type !== "text") throw new Error(found.type);
  return found.text;
}

describe("articles", () => {
  test("WEB-5 (part): the text of an article, as Markdown with whole links, and nothing around it", async () => {
    const found = await extract(newsPage());
    expect(found).toEqual({
      type: "text",
      title: "The lighthouse",
      text: [
        PARAGRAPHS[0],
        "[image: The tower]",
        `${PARAGRAPHS[1]} [See the map](https://daily.test/map?x=1#top) of the cape.`,
        "## The lamp",
        PARAGRAPHS[2],
        "- 214 steps\n- two keepers",
        PARAGRAPHS[3],
      ].join("\n\n"),
    });
  });

  test("WEB-5 (part): the same as plain text", async () => {
    const text = await articleText(newsPage(), URL);
    expect(text.split(/\n+/)).toEqual([
      PARAGRAPHS[0] ?? "",
      `${PARAGRAPHS[1]} See the map of the cape.`,
      "The lamp",
      PARAGRAPHS[2] ?? "",
      "214 steps",
      "two keepers",
      PARAGRAPHS[3] ?? "",
    ]);
  });

  test("WEB-5 (part): a base in the page counts for its links", async () => {
    const html = newsPage().replace("<head>", '<head><base href="https://cdn.test/a/b/">');
    expect(await textOf(html)).toContain("(https://cdn.test/a/map?x=1#top)");
  });

  test("WEB-5 (part): comments are kept where they are what there is", async () => {
    const text = "I think that the new lamp is far too bright for the ships that come in at night.";
    const posts = Array.from(
      { length: 5 },
      (_, at) => `<div class="post"><p>${at}: ${text}</p></div>`,
    );
    const html = `<html><body><h1>Forum</h1><div id="comments">${posts.join("")}</div></body></html>`;
    expect((await textOf(html)).split(text)).toHaveLength(6);
  });
});

describe("other pages", () => {
  test("WEB-5 (part): documentation keeps code, tables and lists of links", async () => {
    expect(await textOf(docsPage())).toBe(
      [
        "Opens the widget. See [the guide](https://daily.test/coast/guide.html), and `snake_case_names` too.",
        "```ts\nconst x = open({ a: 1 });\nif (x < 2) close();\n```",
        "| Option | Meaning |\n| --- | --- |\n| a | first \\| one |\n| b | [second](https://daily.test/b) |",
        "## Related",
        "- [widget.close()](https://daily.test/close)\n- [widget.move()](https://daily.test/move)",
      ].join("\n\n"),
    );
  });

  test("WEB-5 (part): links that run something, or lead nowhere, are only text", async () => {
    const links = ["javascript:alert(1)", "data:text/html,x", "#top", "", "https://["];
    const html = `<p>${links.map((href) => `<a href="${href}">word</a>`).join(" ")} <a href="mailto:a@b.test">mail</a></p>`;
    expect(await textOf(html)).toBe("word word word word word [mail](mailto:a@b.test)");
  });

  test("WEB-5 (part): what is too little for an article is given whole", async () => {
    expect(await textOf("<p>Just one line.</p>")).toBe("Just one line.");
    expect(await textOf("no tags at all")).toBe("no tags at all");
    expect(await textOf("")).toBe("");
    expect(await textOf("<html><head><title>T</title></head><p>no body</html>")).toBe("no body");
    expect(await textOf("<html><body>a</body><body>b</body></html>")).toBe("ab");
  });

  test("WEB-5 (part): a form around the whole page is not taken for a form", async () => {
    const html = `<html><body><form id="aspnet">${PARAGRAPHS.map((text) => `<p>${text}</p>`).join("")}</form></body></html>`;
    expect(await textOf(html)).toContain(PARAGRAPHS[2] ?? "");
  });

  test("WEB-5 (part): hidden text, comments and invisible characters are left out", async () => {
    const html = `<p>${PARAGRAPHS[0]}<!-- IGNORE --></p><p hidden>IGNORE</p><p style="display:none">IGNORE</p>
      <p>${PARAGRAPHS[1]}\u200B\u202E</p><template>IGNORE</template><noscript>IGNORE</noscript>
      <p>${PARAGRAPHS[2]}</p><p>${PARAGRAPHS[3]}</p>`;
    expect(await textOf(html)).toBe(PARAGRAPHS.join("\n\n"));
  });
});

describe("selectors", () => {
  test("WEB-5 (part): only what is asked for, each part once", async () => {
    expect(await textOf(newsPage(), "h1, ul, li")).toBe(
      "# The lighthouse\n\n- 214 steps\n- two keepers",
    );
    expect(await textOf(docsPage(), "table tr:nth-child(2) td:first-child")).toBe("b");
    expect(await textOf(newsPage(), "nav a")).toBe(
      "[Home](https://daily.test/)\n\n[World](https://daily.test/world)",
    );
  });

  test("WEB-5 (part): a selector that is none, or finds nothing, is told", async () => {
    expect((await extract(newsPage(), "p[")).type).toBe("bad_selector");
    expect((await extract(newsPage(), "video.none")).type).toBe("nothing_selected");
  });
});

const PIECES =
  "<p>|</p>|<div class='ad'>|</div>|<table>|<tr>|<td>|<ul>|<li>|<a href='x'>|</a>|<html>|<body>|</body>|<head>|<title>|<!--|-->|<script>|</script>|<pre>|<h1>|<|>|&amp;|&#x0;|&#99999999;|]]>|<svg>|<math>|<template>|<frameset>|<base href='//'>|word |Ein Satz. |\0".split(
    "|",
  );

describe("hostile pages", () => {
  test("S41: ten thousand levels", async () => {
    const deep = `${"<div>".repeat(10_000)}<p>${PARAGRAPHS[0]}</p>${"</div>".repeat(10_000)}`;
    expect(await textOf(deep)).toContain(PARAGRAPHS[0] ?? "");
    const lists = `${"<ul><li>".repeat(5000)}deep${"</li></ul>".repeat(5000)}`;
    expect(await textOf(lists)).toContain("deep");
  });

  test("S41: a page beyond any measure gives plain text", async () => {
    const html = `<html><head><title>Large &amp; long</title></head><body>${`<p>${PARAGRAPHS[0]}</p><script>x</script>`.repeat(40_000)}`;
    const found = await extract(html);
    expect(found).toMatchObject({ type: "text", title: "Large & long" });
    expect(
      found.type === "text" && found.text.startsWith(`${PARAGRAPHS[0]}\n\n${PARAGRAPHS[0]}`),
    ).toBe(true);
  });

  test("S41: anything at all gives some text and no error", async () => {
    const piece = fc.constantFrom(...PIECES);
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const html = pieces.join("");
        expect((await extract(html)).type).toBe("text");
        expect((await extract(html, "p,td,li")).type).not.toBe("bad_selector");
      }),
      { numRuns: 150 },
    );
  });
});
