import { describe, expect, test } from "bun:test";
import { call, fail, reply, say, tempWorkspace } from "@squire/testkit";
import { rm } from "node:fs/promises";
import { researchWith, runOn } from "../testing/research-rig.ts";
import { CN, CORPUS, EIFFEL, GATHER, jsonOf, note, QUESTION, REPORT } from "../testing/towers.ts";

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
    expect(ran.out).toContain("~~The Eiffel Tower is in Rome.~~");
    expect(ran.out).toContain("~~It is “painted in bright green every year”.~~");
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

  test("RES-13 (part): pages among the documents are read as pages", async () => {
    await using home = await tempWorkspace({
      "work/corpus/lamp.html":
        "<html><head><title>Lamps</title><script>var x = 'harbour lamp';</script></head><body><article><h1>Lamps</h1><p>The <b>harbour</b> lamp is <a href='/g'>green</a> and burns all night long, every night of the year.</p></article></body></html>",
    });
    const script = [
      call("local_search", { query: "harbour lamp" }),
      call("local_search", { query: "colour of the lamp" }),
      note(
        "It is green.",
        "The harbour lamp is green and burns all night long",
        "corpus/lamp.html",
      ),
      say("done"),
      say("The harbour lamp is green [1]."),
    ];
    const ran = await researchWith(home, script, ["what colour?", "--corpus", "corpus", "--json"]);
    expect(ran.shown[1]).not.toContain("var x");
    expect(jsonOf(ran.out)).toMatchObject({ citations: [{ status: "verified", title: "Lamps" }] });
  });

  test("RES-11: a model that fails while it writes leaves the notes as a partial report", async () => {
    await using home = await tempWorkspace(CORPUS);
    const script = [...GATHER, reply(say("The"), fail("refused", "no"))];
    const ran = await researchWith(home, script, [...QUESTION, "--json"]);
    expect(ran.code).toBe(0);
    expect(jsonOf(ran.out)).toMatchObject({
      partial: expect.stringContaining("The model failed before the report was whole"),
      answer: "In the words of the sources: “The tower is 330 metres tall.” [1]",
      citations: [{ status: "verified" }, { status: "verified" }],
    });
  });

  test("LOOP-6 (part): at the limit of steps the notes are written up", async () => {
    await using home = await tempWorkspace(CORPUS);
    const script = [...GATHER.slice(0, 3), REPORT];
    const ran = await researchWith(home, script, [...QUESTION, "--json", "--max-steps", "3"]);
    expect(jsonOf(ran.out)).toMatchObject({
      partial: "The limit of steps for this turn was reached. It rests on 2 searches and 2 notes.",
      citations: [{ status: "verified" }, { status: "verified" }],
    });
  });

  test("RES-15: a model that notes nothing gets notes from what it opened", async () => {
    await using home = await tempWorkspace(CORPUS);
    const lazy = say("I have read enough.");
    const script = [
      ...GATHER.slice(0, 2),
      lazy,
      lazy,
      say("The CN Tower is 553.3 metres tall [1]."),
    ];
    const ran = await researchWith(home, script, [...QUESTION, "--json"]);
    expect(ran.shown.at(-1)).toContain("Notes:\\n[1] ");
    expect(jsonOf(ran.out)).toMatchObject({ citations: [{ status: "verified" }] });
  });

  test("LOOP-30 (part): a question back to the user ends the turn, an answer without sources says so", async () => {
    await using home = await tempWorkspace(CORPUS);
    const asked = await researchWith(home, [say("Which of the towers do you mean?")], QUESTION);
    expect(asked).toMatchObject({ code: 0, out: "Which of the towers do you mean?\n" });
    const plain = say("Hello to you.");
    const greeted = await researchWith(home, [plain, plain], ["hello", ...QUESTION.slice(1)]);
    expect(greeted.out).toBe("Hello to you.\n\n*No source was opened for this answer.*\n");
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
