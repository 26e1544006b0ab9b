import { describe, expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { readArgs } from "./args.ts";
import { COMMANDS } from "./commands.ts";
import type { CommandName, CommandSpec } from "./commands.ts";
import { textWidth } from "./output/text-width.ts";
import { dispatch } from "./program.ts";
import { fakeIo } from "./testing/fake-io.ts";
import { asked, madeSession, TALK } from "./testing/talk.ts";
import { isUsageError } from "./usage-error.ts";

const NOBODY = "http://127.0.0.1:9";
const LOCAL = { OLLAMA_BASE_URL: NOBODY, LM_STUDIO_BASE_URL: NOBODY, LLAMA_CPP_BASE_URL: NOBODY };
const CONFIG = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${NOBODY}/v1"\nauth = "none"\nmodels = ["m"]\n`;
const LONG = "please tell me 漢字 about everything that is in this folder and why it is there";
const USED = JSON.stringify({
  ts: Date.now(),
  session: "3f2a88c1-5d0e-4b7e-9c55-0f5e3d1b2a77",
  model: "openrouter/some-vendor/some-model-with-a-very-long-name",
  promptTokens: 123_456,
  completionTokens: 4_567,
  cacheHitTokens: 1000,
  cacheMissTokens: 1000,
  costUsd: null,
  kind: "turn",
});

async function machine(): Promise<TempWorkspace> {
  const home = await tempWorkspace({
    "home/config.toml": CONFIG,
    "home/usage.jsonl": `${USED}\n`,
    "work/a.ts": "one\n",
    "moved.jsonl": "",
  });
  const cwd = home.path("work");
  await madeSession(home, [asked(LONG)], { cwd });
  await madeSession(home, TALK, { cwd, name: "talk" });
  return home;
}

async function shown(home: TempWorkspace, argv: readonly string[], isTty = false): Promise<string> {
  const invocation = readArgs(argv);
  if (isUsageError(invocation)) throw new Error(invocation.message);
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" };
  const io = fakeIo({
    cwd: home.path("work"),
    env: { ...env, ...LOCAL, NO_COLOR: isTty ? "1" : "" },
    isTty,
    columns: 80,
  });
  await dispatch(invocation, io);
  return io.out();
}

/** A command line for each command that prints JSON; null where another test looks at it. */
const LINES: { readonly [name: string]: readonly string[] | null } = {
  "session list": [],
  "session show": ["talk"],
  "session tree": ["talk"],
  "session goto": null,
  "session context": ["talk"],
  "session verify": ["talk"],
  "session export": null,
  "session import": null,
  research: null,
  verify: null,
  "memory add": null,
  "memory enqueue": null,
  "memory list": [],
  "memory rebuild": null,
  "memory search": ["fox"],
  "memory show": null,
  "memory stats": [],
  rewind: ["--list"],
  search: ["fox"],
  index: ["--words-only"],
  "index rebuild": [],
  stats: [],
  replay: ["talk"],
  diff: ["talk", "talk"],
  rerun: ["talk"],
  why: null,
  "permissions list": [],
  "permissions test": ["read", '{"path":"a.ts"}'],
  trust: [],
  "tool list": [],
  "tool run": ["read", '{"path":"a.ts"}'],
  "audit show": null,
  "audit verify": [],
  doctor: [],
  models: ["--provider", "mock"],
  "models prices": ["--provider", "deepseek"],
  "config get": null,
  "config list": [],
  "config path": [],
  "config explain": ["default_model"],
  setup: null,
  update: [],
  gateway: null,
  "gateway token": ["show"],
};

const names = Object.keys(COMMANDS) as CommandName[];

/** The fields that help promises: of the first braces, or of what `or` says instead. */
function promised(text: string): readonly string[] {
  const groups = [...text.matchAll(/\{([^}]*)\}/g)].map(([, inner = ""]) => inner.split(", "));
  return groups[0] ?? [];
}

/** The object that the fields are in: the thing itself, or the first of a list or of values. */
function firstOf(value: unknown, text: string): object {
  const inner = Array.isArray(value)
    ? (value[0] as unknown)
    : text.startsWith("an object of")
      ? Object.values(value as object)[0]
      : value;
  if (typeof inner !== "object" || inner === null) throw new Error("nothing to look at");
  return inner;
}

describe("CLI-4 (part): what commands print", () => {
  test("CLI-4 (part): help says truly what --json prints", async () => {
    await using home = await machine();
    const withJson = names.filter((name) => (COMMANDS[name] as CommandSpec).json !== undefined);
    expect(Object.keys(LINES).toSorted()).toEqual(withJson.toSorted());
    for (const name of withJson) {
      const more = LINES[name];
      const { json = "" }: CommandSpec = COMMANDS[name];
      if (more === null || more === undefined) continue;
      const text = name === "rewind" ? json.slice(json.indexOf("--list")) : json;
      const printed: unknown = JSON.parse(
        await shown(home, [...name.split(" "), ...more, "--json"]),
      );
      const fields = Object.keys(firstOf(printed, text));
      const missing = promised(text).filter((field) => !fields.includes(field));
      expect([name, missing]).toEqual([name, []]);
      expect([name, promised(text).length > 0]).toEqual([name, true]);
    }
  });

  test.each(
    Object.entries(LINES).flatMap(([name, more]) => (more === null ? [] : [[name, more] as const])),
  )("CLI-4 (part): squire %s fits a terminal of 80 columns", async (name, more) => {
    await using home = await machine();
    const lines = (await shown(home, [...name.split(" "), ...more], true)).split("\n");
    // A path or a hash is not broken; nothing else may be wider.
    const wide = lines.filter((line) => textWidth(line) > 80 && !/\S{40}/.test(line));
    expect(wide).toEqual([]);
  });
});
