import { describe, expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { startMain } from "./testing/real-program.ts";
import { madeSession, TALK } from "./testing/talk.ts";

/** Takes calls and never says a word. */
async function silentServer() {
  const server = createServer();
  const sockets = new Set<{ destroy(): void }>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    called: once(server, "connection"),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const NOBODY = "http://127.0.0.1:9";

describe("CLI-5: Ctrl+C wherever somebody waits", () => {
  test.each([
    [["models"]],
    [["doctor", "--online"]],
    [["update"]],
    [["setup", "--provider", "mock", "--non-interactive", "--test"]],
    [["run", "go"]],
  ])("CLI-5: %j ends with 130, without noise", async (argv) => {
    await using server = await silentServer();
    const config = `default_model = "mock/m"\n[update]\nurl = "${server.url}/v"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = ["m"]\n`;
    await using home = await tempWorkspace({ "config.toml": config });
    const ollama = argv[0] === "models" ? server.url : NOBODY;
    const env = { OLLAMA_BASE_URL: ollama, LM_STUDIO_BASE_URL: NOBODY, LLAMA_CPP_BASE_URL: NOBODY };
    const { child, ended } = startMain(home.root, argv, { stdin: "", env });
    await server.called;
    child.kill("SIGINT");
    const { code, err } = await ended;
    expect(code).toBe(130);
    expect(err).not.toMatch(/internal error|\bat .*\.ts/);
  });
});

describe("CLI-4: a reader that leaves early", () => {
  test.each([
    [["help"]],
    [["config", "list"]],
    [["schema"]],
    [["models", "--json"]],
    [["session", "show", "talk"]],
    [["session", "export", "talk"]],
    [["session", "list"]],
    [["tool", "list", "--json"]],
    [["permissions", "list"]],
    [["nonsense"]],
  ])("CLI-4 (part): squire %j says nothing about it", async (argv) => {
    await using home = await tempWorkspace();
    const places = { SQUIRE_HOME: home.path("home") };
    const env = {
      ...places,
      OLLAMA_BASE_URL: NOBODY,
      LM_STUDIO_BASE_URL: NOBODY,
      LLAMA_CPP_BASE_URL: NOBODY,
    };
    await madeSession(home, TALK, { name: "talk" });
    const gone = startMain(home.root, argv, { stdin: "", env });
    gone.child.stdout.destroy();
    const { code, err } = await gone.ended;
    expect(code).toBe(argv[0] === "nonsense" ? 2 : 0);
    expect(err).not.toMatch(/EPIPE|Error|internal/);
  });

  test("CLI-4 (part): neither does it fall when nobody hears what it says beside the result", async () => {
    await using home = await tempWorkspace({ "config.toml": "colour = 1\n" });
    const { child, ended } = startMain(home.root, ["config", "get", "agent.max_steps"], {
      stdin: "",
    });
    child.stderr.destroy();
    expect(await ended).toMatchObject({ code: 0, out: "128\n" });
  });
});
