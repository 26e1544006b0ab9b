import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { openHost } from "../open.ts";
import { searchGuidance } from "./search-guidance.ts";

async function guidanceWith(env: Readonly<Record<string, string>>, config = ""): Promise<string> {
  await using home = await tempWorkspace({ "work/x": "", "home/config.toml": config });
  const host = await openHost({
    env: { SQUIRE_HOME: home.path("home"), ...env },
    cwd: home.path("work"),
    userHome: home.root,
    offline: false,
    warn: () => {},
  });
  return searchGuidance(host);
}

test("RES-4: every engine with a key is named with what it is good at, others are not", async () => {
  const all = await guidanceWith({
    EXA_API_KEY: "a",
    TAVILY_API_KEY: "b",
    FIRECRAWL_API_KEY: "c",
    BRAVE_API_KEY: "d",
  });
  for (const words of [
    "exa: by meaning",
    "tavily: facts and what is recent",
    "firecrawl: extraction",
    "brave: broad searches and news",
  ]) {
    expect(all).toContain(words);
  }
  const two = await guidanceWith({ EXA_API_KEY: "a", BRAVE_API_KEY: "d" });
  expect(two).toContain("exa");
  expect(two).not.toContain("tavily");
  expect(await guidanceWith({ EXA_API_KEY: "a" })).not.toContain("provider exa");
  expect(await guidanceWith({ EXA_API_KEY: "a" }, "search = false\n")).toBe("");
});

test("RES-3 (part): the number of searches is as the settings say", async () => {
  const words = await guidanceWith({}, "[research]\nmin_searches = 3\nmax_searches = 9\n");
  expect(words).toContain("3 to 9");
});
