import { describe, expect, test } from "bun:test";
import { call, reply, say, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { researchWith, runOn } from "../testing/research-rig.ts";

const EIFFEL = "corpus/eiffel.md";
const CN = "corpus/cn.md";

const CORPUS = {
  [`work/${EIFFEL}`]:
    "# Eiffel Tower\nThe Eiffel Tower is a lattice tower in Paris. It was completed on 31 March 1889. The tower is 330 metres tall.\n",
  [`work/${CN}`]:
    "# CN Tower\nThe CN Tower is a 553.3 metre tower in Toronto, completed in 1976.\n",
};

const QUESTION = ["which tower is taller?", "--corpus", "corpus", "--sources", "local"];

const note = (claim: string, quote: string, source: string) =>
  call("note_evidence", { claim, quote, source });

const GATHER = [
  call("local_search", { query: "height of the Eiffel Tower" }),
  call("local_search", { query: "CN Tower height" }),
  reply(
    note("The Eiffel Tower is 330 metres tall.", "The tower is 330 metres tall.", EIFFEL),
    note(
      "The CN Tower is 553.3 metres tall.",
      "The CN Tower is a 553.3 metre tower in Toronto",
      CN,
    ),
  ),
  say("I am done."),
];

const REPORT = say("The CN Tower is taller: 553.3 metres [2] against 330 metres [1].");

const jsonOf = (text: string): unknown => JSON.parse(text);

describe("research over documents", () => {
  test("RES-7: an answer first, every sentence with a number, quotes in hashed sources", async () => {
    await using home = await tempWorkspace(CORPUS);
    const ran = await researchWith(home, [...GATHER, REPORT], [...QUESTION, "--json"]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(jsonOf(ran.out)).toMatchObject({
      answer: "The CN Tower is taller: 553.3 metres [1] against 330 metres [2].",
      citations: [
        { n: 1, source: CN, status: "verified", start: 11, end: 57, title: "CN Tower" },
        {
          n: 2,
          source: EIFFEL,
          quote: "The tower is 330 metres tall.",
          status: "verified",
          line: 2,
        },
      ],
      sources: [
        { id: CN, path: CN },
        { id: EIFFEL, path: EIFFEL },
      ],
      searches: 2,
      partial: null,
    });
  });

  test("RES-15: the report is written from notes: what was read is not in the request", async () => {
    await using home = await tempWorkspace(CORPUS);
    const ran = await researchWith(home, [...GATHER, REPORT], QUESTION);
    const last = ran.shown.at(-1) ?? "";
    expect(ran.shown.at(-2)).toContain("lattice tower in Paris");
    expect(last).not.toContain("lattice tower in Paris");
    expect(last).toContain("The tower is 330 metres tall.");
    expect(last).toContain("The searching is over.");
    expect(last).not.toContain('"tools"');
  });

  test("RES-8: a sentence that does not stand up is repaired once, then left out or marked", async () => {
    await using home = await tempWorkspace(CORPUS);
    const bad = say(
      "The CN Tower is 600 metres tall [2]. The Eiffel Tower is in Rome [7]. It is “painted in bright green every year” [1].",
    );
    const ran = await researchWith(home, [...GATHER, bad, bad], QUESTION);
    expect(ran.code).toBe(0);
    const repair = ran.shown.at(-1) ?? "";
    expect(repair).toContain("these sentences do not stand up");
    expect(repair).toContain("there is no such note");
    expect(ran.out).toStartWith(
      "The CN Tower is 600 metres tall [1]. (⚠ not in the quote: “600”)\n",
    );
    expect(ran.out).toContain("## Left out");
    expect(ran.out).toContain("~~The Eiffel Tower is in Rome .~~");
    expect(ran.out).toContain("~~It is “painted in bright green every year” .~~");
    expect(ran.err).toContain("2 sentences did not stand up");
  });

  test("RES-15: a quote that does not stand in the source is refused, with the nearest words", async () => {
    await using home = await tempWorkspace(CORPUS);
    const script = [
      call("local_search", { query: "Eiffel Tower" }),
      note("It is 331 m tall.", "The tower is 331 metres tall.", EIFFEL),
      note("It is in Rome.", "anything", "https://example.com/"),
      call("local_search", { query: "tower" }),
      say("done"),
      note("It is tall.", "The tower is 330 metres tall.", EIFFEL),
      say("done"),
      say("It is 330 metres tall [1]."),
    ];
    const ran = await researchWith(home, script, QUESTION);
    expect(ran.code).toBe(0);
    expect(ran.shown[2]).toContain("These words do not stand in corpus/eiffel.md.");
    expect(ran.shown[2]).toContain("The tower is 330 metres tall.");
    expect(ran.shown[3]).toContain("was not opened");
    // Nothing was noted yet: the model is told so once.
    expect(ran.shown[5]).toContain("Nothing is noted yet");
  });

  test("RES-3: too few searches are asked for, too many are refused", async () => {
    await using home = await tempWorkspace(CORPUS);
    const search = (query: string) => call("local_search", { query });
    const script = [
      search("tower one"),
      say("That is enough."),
      search("tower two"),
      search("tower three"),
      search("tower four"),
      note("It is tall.", "The tower is 330 metres tall.", EIFFEL),
      say("done"),
      say("It is 330 metres tall [1]."),
    ];
    const ran = await researchWith(home, script, [...QUESTION, "--depth", "quick", "--json"]);
    expect(ran.shown[2]).toContain("1 of at least 2 searches");
    expect(ran.shown[5]).toContain("All 3 searches are used");
    expect(jsonOf(ran.out)).toMatchObject({ searches: 3 });
  });

  test("RES-13: files of the workspace and past sessions are searched, ignored files are not", async () => {
    await using home = await tempWorkspace({
      "work/.git/HEAD": "ref: refs/heads/main\n",
      "work/.gitignore": "secret.md\n",
      "work/secret.md": "The lamp of the harbour is violet.\n",
      "work/docs/lamp.md": "# Lamps\nThe lamp of the harbour is green and burns all night.\n",
    });
    const script = (place: string, quote: string) => [
      call("local_search", { query: "lamp of the harbour" }),
      call("local_search", { query: "colour lamp harbour" }),
      note("It is green.", quote, place),
      say("done"),
      say("The lamp of the harbour is green [1]."),
    ];
    const quote = "The lamp of the harbour is green";
    const first = await researchWith(home, script("docs/lamp.md", quote), [
      "what colour is the lamp?",
      "--sources",
      "local",
      "--json",
    ]);
    expect(first.out).not.toContain("violet");
    const { sessionId } = jsonOf(first.out) as { readonly sessionId: string };
    await rm(home.path("work/docs"), { recursive: true });
    const again = await researchWith(home, script(`session://${sessionId}`, quote), [
      "what colour is the lamp?",
      "--sources",
      "local",
      "--json",
    ]);
    expect(jsonOf(again.out)).toMatchObject({
      citations: [{ source: `session://${sessionId}`, status: "verified" }],
    });
  });
});

describe("reports are checked again", () => {
  async function bundleIn(home: TempWorkspace): Promise<string> {
    const argv = [...QUESTION, "--out", "bundle"];
    const ran = await researchWith(home, [...GATHER, REPORT], argv);
    expect(ran).toMatchObject({ code: 0 });
    return home.path("work/bundle");
  }

  test("EXP-5: a bundle is verified on another machine, and not when a byte of a source changed", async () => {
    await using home = await tempWorkspace(CORPUS);
    await using other = await tempWorkspace({ "work/x": "", "config.toml": "" });
    const bundle = await bundleIn(home);
    const copy = other.path("work/copy");
    await cp(bundle, copy, { recursive: true });
    for (const name of ["copy", "copy/report.md", "copy/report.html", "copy/report.json"]) {
      const ran = await runOn(other, "verify", [name, "--json"]);
      expect(jsonOf(ran.out)).toMatchObject({ ok: true, counts: { verified: 2 } });
      expect(ran.code).toBe(0);
    }
    const [file = ""] = await readdir(join(copy, "sources"));
    const path = join(copy, "sources", file);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/\.\n$/, "!\n"));
    for (const name of ["copy", "copy/report.md", "copy/report.html", "copy/report.json"]) {
      const ran = await runOn(other, "verify", [name]);
      expect(ran.code).toBe(1);
      expect(ran.out).toContain("the stored source was changed");
    }
  });

  test("EXP-5: one file is enough: report.json holds its sources", async () => {
    await using home = await tempWorkspace(CORPUS);
    await using other = await tempWorkspace({ "work/x": "", "config.toml": "" });
    await researchWith(home, [...GATHER, REPORT], [...QUESTION, "--out", "report.json"]);
    const text = await readFile(home.path("work/report.json"), "utf8");
    await other.write("work/report.json", text);
    expect((await runOn(other, "verify", ["report.json"])).code).toBe(0);
    await other.write("work/report.json", text.replace("in Paris. It was", "in Paris! It was"));
    expect((await runOn(other, "verify", ["report.json"])).code).toBe(1);
  });

  const PLANTED: readonly (readonly [string, string, (text: string) => string])[] = [
    [
      "a false quote",
      "report.md",
      (text) => text.replace("“The tower is 330", "“The tower is surely 330"),
    ],
    [
      "an altered number",
      "report.md",
      (text) => text.replace("against 330 metres", "against 320 metres"),
    ],
    [
      "a swapped source",
      "report.md",
      (text) => text.replace("553.3 metres [1] against 330 metres [2]", "553.3 metres [2]"),
    ],
    [
      "a page that shows something else",
      "report.html",
      (text) => text.replace("against 330 metres", "against 320 metres"),
    ],
    [
      "an altered number in the data",
      "report.json",
      (text) => text.replaceAll("against 330 metres", "against 320 metres"),
    ],
  ];
  for (const [name, file, change] of PLANTED) {
    test(`RES-8: planted: ${name} is flagged`, async () => {
      await using home = await tempWorkspace(CORPUS);
      const path = join(await bundleIn(home), file);
      expect((await runOn(home, "verify", [path])).code).toBe(0);
      const text = await readFile(path, "utf8");
      expect(change(text)).not.toBe(text);
      await writeFile(path, change(text));
      const ran = await runOn(home, "verify", [path]);
      expect(ran.code).toBe(1);
      expect(ran.out).toContain("✗");
    });
  }

  test("RES-8: a source that was changed or deleted is flagged in session, report and export", async () => {
    for (const harm of ["changed", "deleted"] as const) {
      await using home = await tempWorkspace(CORPUS);
      const ran = await researchWith(home, [...GATHER, REPORT], [...QUESTION, "--json"]);
      const { sessionId } = jsonOf(ran.out) as { readonly sessionId: string };
      expect((await runOn(home, "verify", [sessionId])).code).toBe(0);
      const data = (await home.list()).filter((name) => name.endsWith(".data"));
      for (const name of data) {
        if (harm === "deleted") await rm(home.path(name));
        else await writeFile(home.path(name), "The tower is 200 metres tall.");
      }
      const checked = await runOn(home, "verify", [sessionId]);
      expect(checked.code).toBe(1);
      expect(checked.out).toContain(harm === "deleted" ? "is not there" : "was changed");
      const status = harm === "deleted" ? "unreachable" : "missing";
      const page = await runOn(home, "session export", [sessionId, "--report", "--format", "html"]);
      expect(page.out).toContain(`class="state ${status}"`);
      expect(page.err).toContain("not all of it could be verified");
    }
  });
});

describe("exports", () => {
  async function ranIn(home: TempWorkspace): Promise<string> {
    const ran = await researchWith(home, [...GATHER, REPORT], [...QUESTION, "--json"]);
    return (jsonOf(ran.out) as { readonly sessionId: string }).sessionId;
  }

  test("EXP-6: exported twice, the same bytes", async () => {
    await using home = await tempWorkspace(CORPUS);
    const id = await ranIn(home);
    for (const format of ["md", "html", "json"]) {
      for (const scope of [["--report"], []]) {
        const argv = [id, "--format", format, ...scope];
        const once = await runOn(home, "session export", argv);
        const twice = await runOn(home, "session export", argv);
        expect(once.code).toBe(0);
        expect(once.out).not.toBe("");
        expect(twice.out).toBe(once.out);
      }
    }
  });

  test("EXP-1: by extension, and under a name of its own", async () => {
    await using home = await tempWorkspace(CORPUS);
    const id = await ranIn(home);
    await mkdir(home.path("work/pages"));
    expect((await runOn(home, "session export", [id, "--out", "talk.html"])).code).toBe(0);
    const inFolder = await runOn(home, "session export", [id, "--out", "pages", "--format", "md"]);
    expect(inFolder.code).toBe(0);
    expect((await runOn(home, "session export", [id, "--out", "talk.jsonl"])).code).toBe(0);
    expect(await home.read("work/talk.html")).toStartWith("<!doctype html>");
    const [name = ""] = await readdir(home.path("work/pages"));
    expect(name).toMatch(/^\d{4}-\d\d-\d\d-which-tower-is-taller\.md$/);
    expect(await home.read(`work/pages/${name}`)).toStartWith("---\ntitle: ");
    expect(await home.read("work/talk.jsonl")).toContain("squire");
  });

  test("EXP-4: secrets stay out, and only what is included goes along", async () => {
    await using home = await tempWorkspace({
      ...CORPUS,
      [`work/${EIFFEL}`]: `${CORPUS[`work/${EIFFEL}`]}The key of the lift is swordfish-9000-lift.\n`,
    });
    const env = { LIFT_TOKEN: "swordfish-9000-lift" };
    const ran = await researchWith(home, [...GATHER, REPORT], [...QUESTION, "--json"], { env });
    const { sessionId: id } = jsonOf(ran.out) as { readonly sessionId: string };
    for (const format of ["md", "html", "json", "jsonl"]) {
      const argv = [id, "--format", format, "--include", "tools,artifacts"];
      const all = await runOn(home, "session export", argv, { env });
      expect(all.out).not.toContain("swordfish");
    }
    const bundle = await runOn(home, "session export", [id, "--report", "--out", "b"], { env });
    expect(bundle.code).toBe(0);
    for (const name of await home.list()) {
      if (name.startsWith("work/b/")) expect(await home.read(name)).not.toContain("swordfish");
    }
    const plain = await runOn(home, "session export", [id, "--format", "md"], { env });
    const tools = await runOn(
      home,
      "session export",
      [id, "--format", "md", "--include", "tools"],
      {
        env,
      },
    );
    expect(plain.out).not.toContain('height of the Eiffel Tower"');
    expect(tools.out).toContain('height of the Eiffel Tower"');
    expect((await runOn(home, "session export", [id, "--include", "nonsense"])).code).toBe(2);
  });
});

test("TRN-5 (part): research is played again byte by byte", async () => {
  await using home = await tempWorkspace(CORPUS);
  const bad = say("The CN Tower is 600 metres tall [2].");
  for (const script of [
    [...GATHER, REPORT],
    [...GATHER, bad, REPORT],
    [GATHER[0], say("enough"), ...GATHER.slice(1), REPORT].flatMap((one) => one ?? []),
  ]) {
    const ran = await researchWith(home, script, [...QUESTION, "--json"]);
    const { sessionId } = jsonOf(ran.out) as { readonly sessionId: string };
    const again = await runOn(home, "rerun", [sessionId, "--json"]);
    expect(jsonOf(again.out)).toEqual({ identical: true, steps: script.length });
  }
});
