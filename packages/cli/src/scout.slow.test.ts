import { describe, expect, test } from "bun:test";
import { findMentions } from "@squire/agent";
import { tempWorkspace } from "@squire/testkit";
import { join } from "node:path";
import { runMain } from "./testing/real-program.ts";
import type { Ran } from "./testing/real-program.ts";

const PROJECT = {
  "work/README.md":
    "# Kettle\n\nKettle boils water.\n\n## Limits\n\nIt never boils more than 2 litres.\n",
  "work/src/retry.ts":
    "/** Tries again while the plug is loose. */\nexport function withRetry(times: number): void {\n  again(times);\n}\n\nexport const DEFAULT_RETRY = { attempts: 4, waitMs: 500 };\n",
  "work/src/retry.test.ts": 'test("retry policy", () => withRetry(3));\n',
  "work/docs/glossary.md":
    "# Glossary\n\n| word | meaning |\n|---|---|\n| mode | what the user wants |\n| trust | how much it does unasked |\n",
};

/** The real program on a machine with nothing set up; `--offline` refuses every address but this machine's. */
function squire(root: string, ...argv: readonly string[]): Promise<Ran> {
  return runMain(root, [...argv, "--offline"], {
    cwd: join(root, "work"),
    env: { SQUIRE_HOME: join(root, "home") },
  });
}

describe("on a machine without a key and without a network", () => {
  test("a question about the folder is answered with places that are there", async () => {
    await using machine = await tempWorkspace(PROJECT);
    const asked = "Where is the retry policy implemented and what are its limits?";
    const { code, out, err } = await squire(machine.root, "-p", asked);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("src/retry.ts:2"),
    });
    expect(out).toContain("Tries again while the plug is loose.");
    expect(out).toContain("DEFAULT_RETRY = { attempts: 4, waitMs: 500 }");
    expect(err).toContain("scout answers");
    // A place that is not there would be struck through (LOOP-25).
    expect(findMentions(out).length).toBeGreaterThan(2);
    expect(out).not.toContain("~~");
  });

  test("the run is in the log, free of charge, under a title of its own", async () => {
    await using machine = await tempWorkspace(PROJECT);
    const { out } = await squire(machine.root, "run", "What is a mode?", "--output", "json");
    const run = JSON.parse(out) as { readonly text: string; readonly costUsd: number | null };
    expect(run.text).toContain("docs/glossary.md:5");
    expect(run.costUsd).toBe(0);
    const listed = await squire(machine.root, "session", "list", "--json");
    expect(JSON.parse(listed.out)).toMatchObject([
      { title: "What is a mode", turns: 1, costUsd: 0 },
    ]);
  });

  test("a mechanical change asks the gate like any other: nobody there, nothing changed; --yes does it", async () => {
    await using machine = await tempWorkspace(PROJECT);
    const refused = await squire(machine.root, "run", "rename withRetry to tryAgain");
    expect(refused.code).toBe(3);
    expect(await machine.read("work/src/retry.ts")).toContain("withRetry");
    const done = await squire(machine.root, "run", "rename withRetry to tryAgain", "--yes");
    expect(done.out).toContain("Renamed withRetry to tryAgain: 2 places in 2 files.");
    expect(await machine.read("work/src/retry.ts")).toContain("export function tryAgain(times");
    expect(await machine.read("work/src/retry.test.ts")).toContain("tryAgain(3)");
  });

  test("squire models lists it, and --model scout asks for it", async () => {
    await using machine = await tempWorkspace(PROJECT);
    const models = await squire(machine.root, "models", "--provider", "squire", "--json");
    expect(JSON.parse(models.out)).toMatchObject([
      { ref: "squire/scout", available: true, keyless: true, cost: { input: 0, output: 0 } },
    ]);
    const hello = await squire(machine.root, "run", "hello", "--model", "scout");
    expect(hello.out).toContain("I am scout");
    expect(hello.err).toBe("");
  });
});
