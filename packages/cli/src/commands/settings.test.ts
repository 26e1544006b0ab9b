import { describe, expect, test } from "bun:test";
import { startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { statSync } from "node:fs";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { configCommand } from "./config.ts";
import { loginCommand, logoutCommand } from "./login.ts";
import { modelsCommand } from "./models.ts";
import { pricesCommand } from "./prices.ts";
import { setupCommand } from "./setup.ts";

// Nobody listens there, so that a model server on the machine of the tester plays no part.
const NOBODY = "http://127.0.0.1:9";
const local = { OLLAMA_BASE_URL: NOBODY, LM_STUDIO_BASE_URL: NOBODY, LLAMA_CPP_BASE_URL: NOBODY };

function ioIn(home: TempWorkspace, env: Readonly<Record<string, string>> = {}, stdin = "") {
  const places = { SQUIRE_HOME: home.root, HOME: home.root };
  return fakeIo({ cwd: home.root, env: { ...places, ...local, ...env }, stdin });
}

describe("CFG-3: squire config", () => {
  test("CFG-3: set, get, explain and unset work on the user's file and keep its comments", async () => {
    await using home = await tempWorkspace({
      "config.toml": "# mine\ndefault_model = 'a/b' # old\n",
    });
    const set = ioIn(home);
    expect(await configCommand(invoke("config set", "agent.max_steps", "12"), set)).toBe(0);
    expect(await home.read("config.toml")).toStartWith("# mine\ndefault_model = 'a/b' # old\n");
    const get = ioIn(home);
    expect(await configCommand(invoke("config get", "agent.max_steps"), get)).toBe(0);
    expect(get.out()).toBe("12\n");
    const explain = ioIn(home);
    await configCommand(invoke("config explain", "agent.max_steps"), explain);
    expect(explain.out()).toMatch(/● +user +12 +.*config\.toml:\d+/);
    expect(explain.out()).toMatch(/defaults +128/);
    expect(await configCommand(invoke("config unset", "agent.max_steps"), ioIn(home))).toBe(0);
    const after = ioIn(home);
    await configCommand(invoke("config get", "agent.max_steps", "--json"), after);
    expect(after.out()).toBe("128\n");
  });

  test("CFG-2: an unknown key and a wrong value are refused with advice, nothing is written", async () => {
    await using home = await tempWorkspace({ "config.toml": "" });
    const typo = ioIn(home);
    expect(await configCommand(invoke("config set", "agent.max_step", "3"), typo)).toBe(2);
    expect(typo.err()).toContain("agent.max_steps");
    const wrong = ioIn(home);
    expect(await configCommand(invoke("config set", "agent.max_steps", "many"), wrong)).toBe(2);
    expect(await home.read("config.toml")).toBe("");
  });

  test("CFG-2: to unset what is no setting is a slip too", async () => {
    await using home = await tempWorkspace({ "config.toml": "" });
    const typo = ioIn(home);
    expect(await configCommand(invoke("config unset", "agent.max_step"), typo)).toBe(2);
    expect(typo.err()).toContain("Did you mean agent.max_steps?");
    expect(await configCommand(invoke("config unset", "agent.max_steps"), ioIn(home))).toBe(0);
  });

  test("CFG-1: list and path say which layer a value comes from", async () => {
    await using home = await tempWorkspace({ "config.toml": "default_model = 'a/b'\n" });
    const list = ioIn(home, { SQUIRE_LANG: "de" });
    await configCommand(invoke("config list", "--json"), list);
    expect(JSON.parse(list.out())).toMatchObject({
      default_model: { value: "a/b", layer: "user" },
      language: { value: "de", layer: "environment" },
      "agent.max_steps": { value: 128, layer: "defaults" },
    });
    const path = ioIn(home);
    await configCommand(invoke("config path"), path);
    expect(path.out()).toContain(home.path("config.toml"));
  });
});

describe("squire models", () => {
  test("CLI-9, MODL-7: lists what can be used and names the keys for the rest", async () => {
    await using home = await tempWorkspace();
    const io = ioIn(home, { DEEPSEEK_API_KEY: "sk-0123456789abcdef" });
    expect(await modelsCommand(invoke("models"), io)).toBe(0);
    expect(io.out()).toContain("deepseek/deepseek-v4-flash");
    expect(io.out()).toMatch(/anthropic +\d+ models +ANTHROPIC/);
    expect(io.out()).not.toMatch(/^anthropic\//m);
  });

  test("MODL-6: a local server is found and listed as local", async () => {
    await using home = await tempWorkspace();
    await using server = await startScriptedServer([], {
      ollama: { "qwen3:8b": { model_info: { "qwen3.context_length": 40960 } } },
    });
    const io = ioIn(home, { OLLAMA_BASE_URL: server.url });
    await modelsCommand(invoke("models", "--json"), io);
    const found = (JSON.parse(io.out()) as { ref: string; source: string }[]).filter(
      ({ source }) => source === "discovered",
    );
    expect(found.map(({ ref }) => ref)).toEqual(["ollama/qwen3:8b"]);
  });

  test("MODL-18: the price table has a date", async () => {
    await using home = await tempWorkspace();
    const io = ioIn(home);
    await pricesCommand(invoke("models prices", "--provider", "deepseek"), io);
    expect(io.out()).toMatch(/as of 20\d\d-\d\d-\d\d/);
    expect(io.out()).toContain("deepseek/deepseek-v4-flash");
  });

  test("CLI-5: an unknown provider is a usage error that names the known ones", async () => {
    await using home = await tempWorkspace();
    const io = ioIn(home);
    expect(await modelsCommand(invoke("models", "--provider", "nope"), io)).toBe(2);
    expect(io.err()).toContain("anthropic");
  });
});

describe("keys", () => {
  test("MODL-15: login keeps several keys, shows them masked, and logout forgets them", async () => {
    await using home = await tempWorkspace();
    const first = ioIn(home);
    const key = `sk-ant-${"k7".repeat(24)}`;
    expect(await loginCommand(invoke("login", "anthropic", "--api-key", key), first)).toBe(0);
    expect(first.err()).not.toContain(key);
    expect(first.err()).toContain("…");
    const second = ioIn(
      home,
      {},
      `sk-ant-${"q3".repeat(24)}
`,
    );
    expect(await loginCommand(invoke("login", "anthropic"), second)).toBe(0);
    expect(statSync(home.path("credentials.db")).mode & 0o777).toBe(0o600);
    const models = ioIn(home);
    await modelsCommand(invoke("models", "--provider", "anthropic"), models);
    expect(models.out()).toMatch(/^anthropic\//m);
    const out = ioIn(home);
    expect(await logoutCommand(invoke("logout", "anthropic"), out)).toBe(0);
    expect(out.err()).toContain("removed 2 stored keys");
  });

  test("MODL-15: a provider that is not there is a slip, in login and logout", async () => {
    await using home = await tempWorkspace();
    for (const command of ["login", "logout"] as const) {
      const io = ioIn(home, {}, "sk-0123456789abcdef0123456789abcdef");
      const code =
        command === "login"
          ? await loginCommand(invoke("login", "antropic"), io)
          : await logoutCommand(invoke("logout", "antropic"), io);
      expect([code, io.err()]).toEqual([2, expect.stringContaining("Did you mean anthropic?")]);
    }
  });

  test("MODL-15: a placeholder is not taken for a key", async () => {
    await using home = await tempWorkspace();
    const io = ioIn(home);
    expect(await loginCommand(invoke("login", "openai", "--api-key", "your-api-key"), io)).toBe(2);
    expect(await home.list()).not.toContain("credentials.db");
  });

  test("CFG-3: setup by flags writes a commented file, the key and the default model; again is fine", async () => {
    await using home = await tempWorkspace();
    const flags = ["--provider", "deepseek", "--api-key", "sk-0123456789abcdef0123456789abcdef"];
    expect(await setupCommand(invoke("setup", ...flags), ioIn(home))).toBe(0);
    const text = await home.read("config.toml");
    expect(text).toMatch(/^default_model = "deepseek\/deepseek-v4-flash"/m);
    expect(text).toMatch(/^# /m);
    expect(text).not.toContain("sk-0123456789");
    expect(await setupCommand(invoke("setup", "--provider", "deepseek"), ioIn(home))).toBe(0);
  });
});
