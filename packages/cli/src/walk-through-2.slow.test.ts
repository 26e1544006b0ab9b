import { describe, expect, test } from "bun:test";
import { call, fault, hang, reply, say, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { rm } from "node:fs/promises";
import { researchWith, runOn } from "./testing/research-rig.ts";
import type { RigOptions } from "./testing/research-rig.ts";
import { ENGINES, startSearchDoubles } from "./testing/search-doubles.ts";
import type { SearchDoubles } from "./testing/search-doubles.ts";

const PAGES = {
  one: {
    title: "Lighthouses of the north",
    html: "<h1>Lighthouses of the north</h1><p>The lighthouse of Kesel was lit for the first time on 4 May 1871. It is 41 metres tall and stands on a granite rock. Its keeper lived there alone with two goats.</p>",
  },
  two: {
    title: "A sailor's almanac",
    html: "<h1>A sailor's almanac</h1><p>Kesel light: tower of 41 m, first lit in May 1871, white flash every ten seconds. Pilots are to be taken aboard south of the reef.</p>",
  },
};

const config = (first: string): string => {
  const order = [first, ...ENGINES.filter((engine) => engine !== first)];
  return `[web]\nallow_hosts = ["127.0.0.1"]\nsearch_order = ${JSON.stringify(order)}\n`;
};

const gather = (doubles: SearchDoubles) => [
  call("web_search", { query: "lighthouse of Kesel" }),
  reply(
    call("web_fetch", { url: doubles.page("one") }),
    call("web_fetch", { url: doubles.page("two") }),
  ),
  call("web_search", { query: "Kesel light height" }),
  reply(
    call("note_evidence", {
      claim: "The lighthouse of Kesel was first lit on 4 May 1871 and is 41 metres tall.",
      quote:
        "The lighthouse of Kesel was lit for the first time on 4 May 1871. It is 41 metres tall",
      source: doubles.page("one"),
    }),
    call("note_evidence", {
      claim: "The tower of Kesel light is 41 m tall and was first lit in May 1871.",
      quote: "Kesel light: tower of 41 m, first lit in May 1871",
      source: doubles.page("two"),
    }),
  ),
  say("I have what I need."),
];

const REPORT = say(
  "The lighthouse of Kesel was first lit in May 1871 [1][2].\n\n## Details\n\n- It is 41 metres tall [1][2].\n- The exact day was 4 May 1871 [1].",
);

const ASK = ["when was the lighthouse of Kesel first lit?", "--sources", "web"];

/** The last session, played again: every request is the same, byte by byte (TRN-5). */
async function expectSameAgain(home: TempWorkspace, options: RigOptions): Promise<void> {
  const listed = await runOn(home, "session list", ["--json"], options);
  const [{ id }] = JSON.parse(listed.out) as [{ readonly id: string }];
  const again = await runOn(home, "rerun", [id, "--json"], options);
  expect(JSON.parse(again.out)).toMatchObject({ identical: true });
}

describe("walk-through 2: research on the web", () => {
  for (const failing of ENGINES) {
    test(`RES-11: ${failing} fails, the next engine answers, and the report is verified`, async () => {
      await using doubles = await startSearchDoubles({ pages: PAGES, failing });
      await using home = await tempWorkspace({ "work/x": "" });
      const options = { env: doubles.env, config: config(failing) };
      const argv = [...ASK, "--out", "report.html", "--json", "--verbose"];
      const ran = await researchWith(home, [...gather(doubles), REPORT], argv, options);
      expect(ran.code).toBe(0);
      expect(doubles.asked[0]).toBe(failing);
      expect(doubles.asked[1]).not.toBe(failing);
      expect(ran.shown[1]).toContain(`asked before: ${failing}`);
      expect(JSON.parse(ran.out)).toMatchObject({
        citations: [{ status: "verified" }, { status: "verified" }],
        claims: [{ independent: 2 }, { independent: 2 }, { independent: 1 }],
        partial: null,
        searches: 2,
      });
      expect(ran.err).toMatch(/75 % Writing from 2 notes[\s\S]*100 % Done: 2 citations/);
      const page = await home.read("work/report.html");
      expect(page).toContain("confirmed by 2 independent sources");
      expect((await runOn(home, "verify", ["report.html"], options)).code).toBe(0);
    });
  }

  test("RES-8: pages are looked at again: unchanged, changed, gone", async () => {
    await using home = await tempWorkspace({ "work/x": "" });
    const doubles = await startSearchDoubles({ pages: PAGES });
    const options = { env: doubles.env, config: config("exa") };
    const argv = [...ASK, "--out", "report.json"];
    const ran = await researchWith(home, [...gather(doubles), REPORT], argv, options);
    expect(ran.code).toBe(0);
    const verify = () => runOn(home, "verify", ["report.json", "--online"], options);
    expect((await verify()).out.match(/the page still says so/g)).toHaveLength(2);
    doubles.change("one", "<p>There never was a lighthouse here.</p>");
    const changed = await verify();
    expect(changed.out).toContain("the page does not say so any more");
    await doubles[Symbol.asyncDispose]();
    const gone = await verify();
    expect(gone.out.match(/the page cannot be had today/g)).toHaveLength(2);
    // What was kept holds all the same.
    expect(gone.code).toBe(0);
  });

  test("RES-14: a source that was lost in between is shown as unreachable in the report", async () => {
    await using doubles = await startSearchDoubles({ pages: PAGES });
    await using home = await tempWorkspace({ "work/x": "" });
    const options = { env: doubles.env, config: config("exa") };
    const stopped = await researchWith(
      home,
      [...gather(doubles).slice(0, -1), fault({ status: 401 })],
      ASK,
      options,
    );
    expect(stopped.code).toBe(5);
    const data = (await home.list()).filter((name) => name.endsWith(".data"));
    for (const name of data) await rm(home.path(name));
    const finished = await researchWith(home, [REPORT], ["--continue"], options);
    expect(finished.out.match(/· unreachable/g)).toHaveLength(2);
  });

  test("RES-5: all engines fail: the run goes on with what there is and says so", async () => {
    await using doubles = await startSearchDoubles({ pages: PAGES, failing: "all" });
    await using home = await tempWorkspace({ "work/x": "" });
    const script = [
      call("web_search", { query: "lighthouse of Kesel" }),
      call("web_search", { query: "Kesel light" }),
      say("Nothing could be searched."),
    ];
    const options = { env: doubles.env, config: config("exa") };
    const ran = await researchWith(home, script, ASK, options);
    expect(ran.shown[1]).toContain("No search provider could answer");
    expect(ran.out).toStartWith("I found nothing that answers this.");
    expect(ran.code).toBe(0);
  });

  test("RES-5: no engine at all is an error that names the keys and the keyless one", async () => {
    await using home = await tempWorkspace({ "work/x": "" });
    const ran = await researchWith(home, [], ASK, {
      config: '[web]\nsearch_order = ["exa", "brave"]\n',
    });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("EXA_API_KEY, TAVILY_API_KEY, FIRECRAWL_API_KEY, BRAVE_API_KEY");
    expect(ran.err).toContain("mojeek");
  });

  test("RES-6: at the time limit the report is marked as partial, and is played again as it was", async () => {
    await using doubles = await startSearchDoubles({ pages: PAGES });
    await using home = await tempWorkspace({ "work/x": "" });
    // How far it comes until then depends on the machine.
    const script = [...gather(doubles).slice(0, -1), hang(), hang()];
    const options = { env: doubles.env, config: config("exa") };
    const ran = await researchWith(home, script, [...ASK, "--timeout", "5"], options);
    expect(ran.code).toBe(0);
    expect(ran.out).toStartWith("> **Partial report.** ");
    expect(ran.err).toContain("partial report");
    await expectSameAgain(home, options);
  });

  test("RES-14: what was found before an abort is kept, and is written up later", async () => {
    await using doubles = await startSearchDoubles({ pages: PAGES });
    await using home = await tempWorkspace({ "work/x": "" });
    const stopper = new AbortController();
    const script = gather(doubles).slice(0, -1);
    const options = { env: doubles.env, config: config("exa") };
    let asked = 0;
    const stopped = await researchWith(
      home,
      () => {
        const next = script[asked++];
        if (next !== undefined) return next;
        setTimeout(() => stopper.abort("interrupt"), 50);
        return hang();
      },
      ASK,
      { ...options, signal: stopper.signal },
    );
    expect(stopped.code).toBe(130);
    expect(stopped.err).toContain("squire research --continue");
    const finished = await researchWith(home, [REPORT], ["--continue", "--json"], options);
    expect(finished.code).toBe(0);
    expect(finished.shown).toHaveLength(1);
    expect(finished.shown[0]).toContain("when was the lighthouse of Kesel first lit?");
    expect(stopped.shown.at(-1)).toContain("granite rock");
    expect(finished.shown[0]).not.toContain("granite rock");
    expect(JSON.parse(finished.out)).toMatchObject({
      citations: [{ status: "verified" }, { status: "verified" }],
      partial: null,
    });
    await expectSameAgain(home, options);
    const again = await researchWith(home, [], ["--continue"], options);
    expect(again.code).toBe(2);
    expect(again.err).toContain("Nothing of an earlier research is left");
  });
});
