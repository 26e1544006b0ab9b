import { describe, expect, test } from "bun:test";
import { hang, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { Terminal } from "@xterm/headless";
import { existsSync } from "node:fs";
import { configFor } from "./testing/real-program.ts";
import { hasTerminals, inTerminal } from "./testing/real-terminal.ts";

const NOBODY = "http://127.0.0.1:9";
const LOCAL = { OLLAMA_BASE_URL: NOBODY, LM_STUDIO_BASE_URL: NOBODY, LLAMA_CPP_BASE_URL: NOBODY };
const KEY = "sk-0123456789abcdef0123456789abcdef";

/** What stands on the screen in the end. */
async function screenOf(bytes: string): Promise<string> {
  const terminal = new Terminal({ cols: 80, rows: 40, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, at) =>
    active.getLine(at)?.translateToString(true),
  );
  return lines.join("\n").trim();
}

describe.if(hasTerminals)("on a real terminal", () => {
  test("CFG-3, PKG-9 (part): a fresh machine and one key: set up, ask, read the answer", async () => {
    await using server = await startScriptedServer([say("OK"), say("Hello **there**.")]);
    await using home = await tempWorkspace({
      "home/squire.toml": "",
      "given.toml": `[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\napi_key_env = "MOCK_KEY"\nmodels = ["m"]\n`,
    });
    const env = {
      ...LOCAL,
      HOME: home.root,
      SQUIRE_HOME: home.path("state"),
      SQUIRE_CONFIG: home.path("given.toml"),
    };
    const options = { cwd: home.root, env };
    await using setup = inTerminal(["setup"], options);
    await setup.until("Number or name");
    setup.type("mock\r");
    await setup.until("not shown:");
    setup.type(`${KEY}\r`);
    await setup.until("[Y/n]");
    setup.type("\r");
    expect(await setup.ended).toBe(0);
    expect(setup.shown()).toContain("it works");
    expect(setup.shown()).not.toContain(KEY);

    await using run = inTerminal(["run", "say hello"], options);
    expect(await run.ended).toBe(0);
    expect(run.shown()).toContain("asking mock/m");
    expect(await screenOf(run.shown())).toBe("Hello **there**.");
  });

  test("SES-6 (part), CLI-5 (part): a session that is not there opens no screen", async () => {
    await using home = await tempWorkspace();
    const env = { ...LOCAL, HOME: home.root, SQUIRE_HOME: home.path("state") };
    await using face = inTerminal(["--resume", "nobody"], { cwd: home.root, env });
    expect(await face.ended).toBe(2);
    expect(face.shown()).toContain('There is no session "nobody".');
    expect(face.shown()).not.toContain("\u001B[?2004h");
  });

  test("CLI-5: Ctrl+C at a question ends with 130 and changes nothing", async () => {
    await using home = await tempWorkspace();
    const env = { ...LOCAL, HOME: home.root, SQUIRE_HOME: home.path("state") };
    await using setup = inTerminal(["setup"], { cwd: home.root, env });
    await setup.until("Number or name");
    setup.type("\u0003");
    expect(await setup.ended).toBe(130);
    expect(setup.shown()).not.toContain("internal error");
    expect(existsSync(home.path("state/config.toml"))).toBe(false);
  });

  test("CLI-5: Ctrl+C during a run ends with 130, and the terminal is as it was", async () => {
    await using server = await startScriptedServer([reply(say("so far"), hang())]);
    await using home = await tempWorkspace({ "config.toml": configFor(server.url) });
    const env = { HOME: home.root, SQUIRE_HOME: home.root };
    await using run = inTerminal(["run", "go"], { cwd: home.root, env });
    await run.until("so far");
    run.type("\u0003");
    expect(await run.ended).toBe(130);
    expect(run.shown()).not.toContain("\u001B[?");
  });

  test("CLI-2: --plain leaves a terminal without colours and cursor moves", async () => {
    await using server = await startScriptedServer([say("hi")]);
    await using home = await tempWorkspace({ "config.toml": configFor(server.url) });
    const env = { HOME: home.root, SQUIRE_HOME: home.root };
    await using run = inTerminal(["run", "go", "--plain"], { cwd: home.root, env });
    expect(await run.ended).toBe(0);
    expect(run.shown()).toBe("hi\r\n");
  });
});
