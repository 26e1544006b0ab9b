import { describe, expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { researchWith, runOn } from "../testing/research-rig.ts";
import { CORPUS, EIFFEL, GATHER, jsonOf, QUESTION, REPORT } from "../testing/towers.ts";

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
