import { expect, test } from "bun:test";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { runCommand } from "../commands/run.ts";
import { updateCommand } from "../commands/update.ts";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import type { FakeIo } from "../testing/fake-io.ts";
import { configFor } from "../testing/real-program.ts";

/** Somebody who knows a version, and counts who asks. */
async function updateServer(version: string) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: "squire", version }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/latest`,
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function ranWith(settings: string, isTty: boolean, times = 1): Promise<FakeIo> {
  await using model = await startScriptedServer(() => say("done"));
  await using home = await tempWorkspace({ "config.toml": `${configFor(model.url)}${settings}` });
  const env = { SQUIRE_HOME: home.root, HOME: home.root };
  const make = (): FakeIo => fakeIo({ cwd: home.root, env, isTty });
  let io = make();
  for (let run = 0; run < times; run++) {
    io = make();
    expect(await runCommand(invoke("run", "go"), io)).toBe(0);
  }
  return io;
}

test("CLI-6: a run looks for updates only where the settings say so, on a terminal, once a day", async () => {
  await using server = await updateServer("99.0.0");
  const wish = `[update]\ncheck = true\nurl = "${server.url}"\n`;
  await ranWith(`[update]\nurl = "${server.url}"\n`, true);
  await ranWith(wish, false);
  expect(server.asked()).toBe(0);
  const told = await ranWith(wish, true, 2);
  expect(server.asked()).toBe(1);
  expect(told.out()).toBe("done\n");
  expect(told.err()).toContain("squire: version 99.0.0 is there");
  expect(told.err()).toContain("npm install --global squire@99.0.0");
});

test("CLI-6: nothing is said when this is the newest, or nobody answers", async () => {
  await using server = await updateServer("0.0.1-rc.1");
  const current = await ranWith(`[update]\ncheck = true\nurl = "${server.url}"\n`, true);
  expect(server.asked()).toBe(1);
  expect(current.err()).not.toContain("version");
  const gone = await ranWith('[update]\ncheck = true\nurl = "http://127.0.0.1:9/x"\n', true);
  expect(gone.err()).not.toContain("127.0.0.1:9");
});

test("CLI-6: squire update asks now, and says what to do; --offline asks nobody elsewhere", async () => {
  await using server = await updateServer("99.0.0");
  await using home = await tempWorkspace({ "config.toml": `[update]\nurl = "${server.url}"\n` });
  const io = fakeIo({ cwd: home.root, env: { SQUIRE_HOME: home.root, HOME: home.root } });
  expect(await updateCommand(invoke("update"), io)).toBe(0);
  expect(io.out()).toStartWith("99.0.0 is there");
  await using away = await tempWorkspace({
    "config.toml": '[update]\nurl = "https://updates.example.net/x"\n',
  });
  const env = { SQUIRE_HOME: away.root, HOME: away.root };
  const offline = fakeIo({ cwd: away.root, env });
  expect(await updateCommand(invoke("update", "--offline"), offline)).toBe(1);
  expect(offline.err()).toContain("--offline");
});
