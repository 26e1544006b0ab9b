import { describe, expect, test } from "bun:test";
import { fault, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import type { Prompter } from "../prompt.ts";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import type { FakeIo } from "../testing/fake-io.ts";
import { setupCommand } from "./setup.ts";

// Nobody listens there, so that a model server on the machine of the tester plays no part.
const NOBODY = "http://127.0.0.1:9";
const LOCAL = { OLLAMA_BASE_URL: NOBODY, LM_STUDIO_BASE_URL: NOBODY, LLAMA_CPP_BASE_URL: NOBODY };
const KEY = "sk-0123456789abcdef0123456789abcdef";

function ioIn(home: TempWorkspace, env: Readonly<Record<string, string>> = {}, stdin = ""): FakeIo {
  const places = { SQUIRE_HOME: home.root, HOME: home.root };
  return fakeIo({ cwd: home.root, env: { ...places, ...LOCAL, ...env }, stdin });
}

/** A person with these answers, who is asked nothing more. */
function person(...answers: readonly string[]): Prompter & { left(): number } {
  const rest = [...answers];
  const next = (): Promise<string> => {
    const answer = rest.shift();
    return answer === undefined
      ? Promise.reject(new Error("asked once more"))
      : Promise.resolve(answer);
  };
  return { ask: next, askSecret: next, left: () => rest.length };
}

function mockConfig(url: string): string {
  return `# mine\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${url}/v1"\napi_key_env = "MOCK_KEY"\nmodels = ["m", "n"]\n`;
}

describe("CFG-3: squire setup with a person", () => {
  test("CFG-3: asks for provider, key and model, and for a yes before anything is sent", async () => {
    await using server = await startScriptedServer([say("OK")]);
    await using home = await tempWorkspace({ "config.toml": mockConfig(server.url) });
    const io = ioIn(home);
    const who = person("mcok", "mock", KEY, "2", "y");
    expect(await setupCommand(invoke("setup"), io, who)).toBe(0);
    expect(who.left()).toBe(0);
    expect(io.err()).toContain("did you mean mock?");
    expect(io.err()).toContain("it works");
    expect(io.err()).not.toContain(KEY);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.json).toMatchObject({ model: "n" });
    expect(server.requests[0]?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(server.requests[0]?.bodyText.length).toBeLessThan(400);
    const config = await home.read("config.toml");
    expect(config).toContain('default_model = "mock/n"');
    expect(config).toContain("# mine");
    expect(config).not.toContain(KEY);
  });

  test("CFG-3: a no sends nothing; what is ready comes first and is what Enter means", async () => {
    await using server = await startScriptedServer([]);
    await using home = await tempWorkspace({ "config.toml": mockConfig(server.url) });
    const io = ioIn(home, { MOCK_KEY: KEY });
    expect(await setupCommand(invoke("setup"), io, person("", "", "n"))).toBe(0);
    expect(io.err()).toMatch(/ 1 +mock +key found: .*MOCK_KEY/);
    expect(io.err()).not.toContain(KEY);
    expect(await home.read("config.toml")).toContain('default_model = "mock/m"');
    expect(server.requests).toHaveLength(0);
  });

  test("CFG-3, MODL-6: a model server on this machine is found and needs no key", async () => {
    await using home = await tempWorkspace();
    await using server = await startScriptedServer([], {
      ollama: { "qwen3:8b": { model_info: { "qwen3.context_length": 40960 } } },
    });
    const io = ioIn(home, { OLLAMA_BASE_URL: server.url });
    expect(await setupCommand(invoke("setup"), io, person("ollama", "n"))).toBe(0);
    expect(io.err()).toMatch(/ollama +runs here, 1 model/);
    expect(await home.read("config.toml")).toContain('default_model = "ollama/qwen3:8b"');
  });

  test("CFG-3: a key that does not work is said so, with what to do; the exit code is 5", async () => {
    await using server = await startScriptedServer(() => fault({ status: 401 }));
    await using home = await tempWorkspace({ "config.toml": mockConfig(server.url) });
    const io = ioIn(home);
    expect(await setupCommand(invoke("setup"), io, person("mock", KEY, "", ""))).toBe(5);
    expect(io.err()).toContain("it does not work yet");
    expect(io.err()).not.toContain(KEY);
  });

  test("CFG-3: no answer changes nothing", async () => {
    await using home = await tempWorkspace();
    const io = ioIn(home);
    const code = await setupCommand(invoke("setup"), io, person("9999", "-", "x y", "0", "zz"));
    expect(code).toBe(2);
    expect(await home.list()).not.toContain("config.toml");
  });
});

describe("CFG-3: squire setup without a person", () => {
  test("CFG-3: --non-interactive takes what is found, and says it as JSON", async () => {
    await using home = await tempWorkspace();
    const io = ioIn(home, { DEEPSEEK_API_KEY: KEY });
    const call = invoke("setup", "--non-interactive", "--json");
    expect(await setupCommand(call, io, person())).toBe(0);
    expect(JSON.parse(io.out())).toMatchObject({
      provider: "deepseek",
      model: expect.stringMatching(/^deepseek\//) as string,
      keyFrom: expect.stringContaining("DEEPSEEK_API_KEY") as string,
      configFile: home.path("config.toml"),
      tested: null,
    });
  });

  test("CFG-3: a key may be piped in, and --test is a yes", async () => {
    await using server = await startScriptedServer([say("OK")]);
    await using home = await tempWorkspace({ "config.toml": mockConfig(server.url) });
    const io = ioIn(home, {}, `${KEY}\n`);
    const call = invoke("setup", "--provider", "mock", "--non-interactive", "--test", "--json");
    expect(await setupCommand(call, io, null)).toBe(0);
    expect(JSON.parse(io.out())).toMatchObject({ model: "mock/m", tested: { ok: true } });
    expect(server.requests).toHaveLength(1);
  });

  test("CFG-3: what is missing is an error that says what to give", async () => {
    await using home = await tempWorkspace();
    const nothing = ioIn(home);
    expect(await setupCommand(invoke("setup", "--non-interactive"), nothing, person())).toBe(2);
    expect(nothing.err()).toContain("--provider anthropic");
    const keyless = ioIn(home);
    const call = invoke("setup", "--provider", "anthropic");
    expect(await setupCommand(call, keyless, null)).toBe(2);
    expect(keyless.err()).toMatch(/anthropic needs a key.*ANTHROPIC_API_KEY/);
    const typo = ioIn(home);
    expect(await setupCommand(invoke("setup", "--provider", "antropic"), typo, null)).toBe(2);
    expect(typo.err()).toContain("Did you mean anthropic?");
    expect(await home.list()).not.toContain("config.toml");
  });

  test("CFG-3: a settings file that is broken is not touched", async () => {
    await using home = await tempWorkspace({ "config.toml": "default_model = \n" });
    const io = ioIn(home, { DEEPSEEK_API_KEY: KEY });
    expect(await setupCommand(invoke("setup", "--non-interactive"), io, null)).toBe(2);
    expect(await home.read("config.toml")).toBe("default_model = \n");
  });
});
