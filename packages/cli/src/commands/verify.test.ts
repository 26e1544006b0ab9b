import { describe, expect, test } from "bun:test";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { configFor, researchWith, runOn } from "../testing/research-rig.ts";
import { CORPUS, EIFFEL, GATHER, jsonOf, QUESTION, REPORT } from "../testing/towers.ts";

const CODE = "const a = 1;\n\nexport function retry() {\n  return 3;\n}\n";

async function answered(home: TempWorkspace, text: string): Promise<string> {
  await using server = await startScriptedServer([say(text)]);
  await home.write("config.toml", configFor(server.url));
  const ran = await runOn(home, "run", ["where?", "--output", "json"]);
  return (jsonOf(ran.out) as { readonly sessionId: string }).sessionId;
}

describe("places in files", () => {
  test("LOOP-25: what an answer names is kept with its words, and found again when lines move", async () => {
    await using home = await tempWorkspace({ "work/a.ts": CODE });
    const id = await answered(home, "It is in a.ts:3, see also b.ts:9.");
    const first = await runOn(home, "verify", [id]);
    expect(first.code).toBe(1);
    expect(first.out).toContain("✓ [1] verified a.ts:3\n");
    expect(first.out).toContain("✗ [2] missing b.ts:9: it was not there when it was named");
    await home.write("work/a.ts", `// one\n// two\n${CODE}`);
    expect((await runOn(home, "verify", [id])).out).toContain(
      "✓ [1] verified a.ts:3: now at line 5",
    );
    await home.write("work/a.ts", CODE.replace("retry", "again"));
    expect((await runOn(home, "verify", [id])).out).toContain("✗ [1] missing a.ts:3");
  });

  test("RES-8: a file that was changed since is told, and the kept words still stand", async () => {
    await using home = await tempWorkspace(CORPUS);
    const ran = await researchWith(home, [...GATHER, REPORT], [...QUESTION, "--json"]);
    const { sessionId } = jsonOf(ran.out) as { readonly sessionId: string };
    await home.write(`work/${EIFFEL}`, `New line.\n${CORPUS[`work/${EIFFEL}`]}`);
    const moved = await runOn(home, "verify", [sessionId]);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.out).toContain(`${EIFFEL}: now at line 3`);
    await home.write(`work/${EIFFEL}`, "Nothing of that.\n");
    const gone = await runOn(home, "verify", [sessionId]);
    expect(gone.out).toContain("the file does not say so any more");
  });
});

describe("reports that others wrote", () => {
  const FOREIGN: readonly (readonly [string, string])[] = [
    [
      "numbers",
      "The bridge is 41 m long [1]. It is old [2].\n\n## References\n1. https://a.test/x\n2. https://b.test/y",
    ],
    ["footnotes", "It is so[^1].\n\n[^1]: [A](https://a.test/x), read on 3 May."],
    ["links", "# Title\n\nAs [the board](https://a.test/x) says, it is so. See https://b.test/y."],
    ["brackets of other tools", "It is so【1†source】.\n\n【1】 https://a.test/x"],
    ["nothing cited", "Just some words. And some more of them."],
    ["nothing at all", ""],
  ];
  for (const [name, text] of FOREIGN) {
    test(`RES-8 (part): with ${name}: read without an error; what is not at hand is unreachable`, async () => {
      await using home = await tempWorkspace({ "work/report.md": text, "config.toml": "" });
      const ran = await runOn(home, "verify", ["report.md", "--json"]);
      expect(ran.err).toBe("");
      const verdict = jsonOf(ran.out) as { readonly counts: { readonly unreachable: number } };
      expect(verdict).toMatchObject({ kind: "foreign" });
      expect(ran.code).toBe(verdict.counts.unreachable === 0 ? 0 : 1);
    });
  }

  test("CLI-5 (part): what is neither a file nor a session is said", async () => {
    await using home = await tempWorkspace({ "work/x": "", "config.toml": "" });
    const ran = await runOn(home, "verify", ["nowhere.md"]);
    expect(ran.code).toBe(2);
    expect(ran.err).not.toBe("");
  });
});
