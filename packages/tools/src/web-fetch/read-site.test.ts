import { describe, expect, test } from "bun:test";
import { bench } from "../testing/try-tool.ts";
import { pageCache } from "./page-cache.ts";
import { readSite, type SitePage } from "./read-site.ts";
import { inProcess } from "./testing/in-process.ts";
import { site, type Site } from "./testing/site.ts";

const API = "https://api.github.com/repos/o/r";

function open(pages: Parameters<typeof site>[0], keys: Readonly<Record<string, string>> = {}) {
  const sent: (string | undefined)[] = [];
  const web = site(pages);
  const fetch: Site["fetch"] = (url, request) => {
    sent.push(request.headers?.["authorization"]);
    return web.fetch(url, request);
  };
  const services = {
    fetch,
    cache: pageCache(),
    extractor: inProcess,
    key: (name: string) => keys[name] ?? null,
  };
  const read = (url: string): Promise<SitePage | null> =>
    readSite(url, services, bench("/nowhere"));
  return { read, sent, asked: () => web.asked.map(([url]) => url) };
}

const json = (value: unknown) => ({
  body: JSON.stringify(value),
  headers: { "content-type": "application/json; charset=utf-8" },
});
const plain = (body: string) => ({
  body,
  headers: { "content-type": "text/plain; charset=utf-8" },
});

describe("GitHub", () => {
  test("WEB-7 (part): a file is the file", async () => {
    const { read, sent } = open(
      { "https://raw.githubusercontent.com/o/r/main/src/a.ts": plain("const a_b = 1;\n") },
      { GITHUB_TOKEN: "secret" },
    );
    expect(await read("https://github.com/o/r/blob/main/src/a.ts#L3")).toMatchObject({
      title: "o/r/main/src/a.ts",
      text: "const a_b = 1;\n",
    });
    expect(sent).toEqual([undefined]);
  });

  test("WEB-7 (part): a repository is its README", async () => {
    const { read } = open({ [`${API}/readme`]: plain("# R\n\nReads.") });
    expect(await read("https://github.com/o/r/")).toMatchObject({
      title: "o/r",
      text: "# R\n\nReads.",
    });
  });

  test("WEB-7 (part): an issue is what was said in it", async () => {
    const post = (login: string, body: string | null) => ({
      user: { login },
      created_at: "2029-05-01T00:00:00Z",
      body,
    });
    const { read } = open({
      [`${API}/issues/7`]: json({ ...post("ann", "It breaks."), title: "Broken", state: "open" }),
      [`${API}/issues/7/comments?per_page=100`]: json([post("bob", "Indeed."), post("eve", null)]),
      [`${API}/issues/8`]: json({
        ...post("ann", "Fix."),
        title: "Fix it",
        state: "closed",
        pull_request: {},
      }),
    });
    expect((await read("https://github.com/o/r/issues/7"))?.text).toBe(
      [
        "# Broken\n\nIssue, open",
        "## ann, 2029-05-01T00:00:00Z\n\nIt breaks.",
        "## bob, 2029-05-01T00:00:00Z\n\nIndeed.",
        "## eve, 2029-05-01T00:00:00Z",
      ].join("\n\n"),
    );
    // Comments that cannot be had are no reason to have nothing.
    expect((await read("https://github.com/o/r/pull/8"))?.text).toBe(
      "# Fix it\n\nPull request, closed\n\n## ann, 2029-05-01T00:00:00Z\n\nFix.",
    );
  });

  test("WEB-7 (part): GITHUB_TOKEN is used, then GH_TOKEN, and only for GitHub itself", async () => {
    const readme = { [`${API}/readme`]: plain("x") };
    const both = open(readme, { GITHUB_TOKEN: "first", GH_TOKEN: "second" });
    await both.read("https://github.com/o/r");
    const other = open(readme, { GH_TOKEN: "second" });
    await other.read("https://github.com/o/r");
    expect([...both.sent, ...other.sent]).toEqual(["Bearer first", "Bearer second"]);
    for (const url of [
      "https://github.com.evil.test/o/r",
      "https://evil.test/github.com/o/r",
      "https://u:p@github.com/o/r",
      "https://github.com:8443/o/r",
      "not a url",
    ]) {
      expect(await both.read(url)).toBeNull();
    }
    expect(both.asked()).toHaveLength(1);
  });

  test("WEB-7 (part): other pages, and pages that are not there, are left to the usual way", async () => {
    const { read, asked } = open({ [`${API}/issues/9`]: plain("<html>limit</html>") });
    for (const path of ["", "o", "o/r/issues", "o/r/pull/8/files", "o/r/tree/main", "o/%2e%2e"]) {
      expect([path, await read(`https://github.com/${path}`)]).toEqual([path, null]);
    }
    expect(asked()).toEqual([]);
    expect(await read("https://github.com/o/r/issues/9")).toBeNull();
    expect(await read("https://github.com/o/r/blob/main/none.ts")).toBeNull();
  });
});

describe("PyPI", () => {
  test("WEB-7 (part): a project is its description", async () => {
    const info = {
      name: "lamp",
      version: "1.2",
      summary: "Gives light.",
      license: "MIT",
      requires_python: ">=3.9",
      home_page: "",
      project_url: "https://pypi.org/project/lamp/",
      description: "# Lamp\n\nLong words.",
    };
    const { read } = open({
      "https://pypi.org/pypi/lamp/json": json({ info }),
      "https://pypi.org/pypi/broken/json": json([]),
    });
    expect(await read("https://pypi.org/project/lamp/")).toMatchObject({
      title: "lamp 1.2",
      text: "# lamp 1.2\n\nGives light.\n\n- License: MIT\n- Python: >=3.9\n- Home: https://pypi.org/project/lamp/\n\n# Lamp\n\nLong words.",
    });
    expect(await read("https://pypi.org/project/broken/")).toBeNull();
    expect(await read("https://pypi.org/search/?q=lamp")).toBeNull();
  });
});
