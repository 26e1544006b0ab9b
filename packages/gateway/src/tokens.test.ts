import { expect, test } from "bun:test";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { serve } from "@squire/platform";
import { tempWorkspace } from "@squire/testkit";
import { Keyring } from "./keyring.ts";
import { announce, findRunning } from "./running.ts";
import { startGateway } from "./start-gateway.ts";
import { gatewayRig } from "./testing/gateway-rig.ts";
import { rawClient } from "./testing/raw-client.ts";
import { newToken, readOrMakeToken, tokenProblem } from "./token-file.ts";

test("S8: words that scripts send by mistake are no tokens, at the start and at the door", async () => {
  const words = [
    "undefined",
    "null",
    "",
    " ",
    "NaN",
    "[object Object]",
    "short",
    "changeme",
    "a b c d e",
  ];
  for (const word of words) expect([word, tokenProblem(word)]).not.toEqual([word, null]);
  expect(tokenProblem(newToken())).toBeNull();
  const connect = () => {
    throw new Error("not asked");
  };
  const start = startGateway({
    api: { connect },
    host: "127.0.0.1",
    port: 0,
    tokenFile: "unused",
    token: "undefined",
  });
  expect(await start.then(String, String)).toContain('The token is the word "undefined"');
});

test("S8: a token that others could read is replaced", async () => {
  await using home = await tempWorkspace({});
  const file = home.path("deep/gateway.token");
  const first = await readOrMakeToken(file);
  expect(await readOrMakeToken(file)).toBe(first);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await chmod(file, 0o644);
  const second = await readOrMakeToken(file);
  expect(second).not.toBe(first);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, "undefined\n");
  expect(await readOrMakeToken(file)).not.toBe("undefined");
  expect((await readFile(file, "utf8")).trim().length).toBe(43);
});

test("S2 (part): a code is good once and for a few minutes, and its token is that of a page", () => {
  let now = 0;
  const keyring = new Keyring(newToken(), () => now);
  const code = keyring.newCode();
  expect(keyring.takeCode(`${code}x`)).toBeNull();
  const token = keyring.takeCode(code) ?? "";
  expect(keyring.takeCode(code)).toBeNull();
  expect(keyring.holderOf(token)).toBe("page");
  // Nobody can make one up, nor make more of one.
  expect(keyring.holderOf(token.replace("page.", "program."))).toBeNull();
  const at = token.length - 6;
  const other = token[at] === "A" ? "B" : "A";
  expect(keyring.holderOf(token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
  expect(keyring.holderOf("page..")).toBeNull();
  const late = keyring.newCode();
  now = 5 * 60_000;
  expect(keyring.takeCode(late)).toBeNull();
  // It outlives a restart, and ends with the token that it came from.
  expect(new Keyring(keyring.token, () => now).holderOf(token)).toBe("page");
  expect(keyring.change(newToken())).toBe(true);
  expect(keyring.holderOf(token)).toBeNull();
});

test("S5: a page is a page by its token or by its origin, whatever it says of itself", async () => {
  await using there = await gatewayRig([]);
  const { wsUrl, url } = there.gateway;
  const code = new URL(there.gateway.pageUrl()).hash.slice("#code=".length);
  const page = await rawClient(wsUrl);
  page.send({ type: "auth", code, face: "tui", scopes: ["admin"], reach: "here", role: "owner" });
  const pageToken = String((await page.next(() => true))["token"]);
  expect(pageToken).toStartWith("page.");
  const inBrowser = await rawClient(wsUrl, { token: there.token, headers: { Origin: url } });
  const program = await rawClient(wsUrl, { token: there.token });
  const sessionKey = await there.rig.session();
  const ask = { sessionKey, command: "true" };
  for (const client of [page, inBrowser]) {
    expect(await client.ask("shell.run", ask)).toMatchObject({ error: { code: -32004 } });
  }
  expect(await program.ask("shell.run", ask)).toHaveProperty("result");
  // A page cannot let others in.
  const headers = { authorization: `Bearer ${pageToken}` };
  expect((await fetch(`${url}/v1/codes`, { method: "POST", headers })).status).toBe(403);
});

test("S8: who looks for a running gateway sends its token to no stranger", async () => {
  await using there = await gatewayRig([]);
  const home = there.rig.home.path("home");
  const { url, wsUrl } = there.gateway;
  const seen: string[] = [];
  const stranger = serve({
    host: "127.0.0.1",
    port: 0,
    maxMessageBytes: 1024,
    maxRequestBytes: 1024,
    idleSeconds: 10,
    answer: ({ headers }) => {
      seen.push(JSON.stringify([...headers]));
      return Response.json({ status: "ok", uptime: 1, proof: "x" });
    },
  });
  const strange = `http://127.0.0.1:${stranger.port}`;
  await using _own = await announce(home, { pid: process.pid, url, wsUrl, role: "gateway" });
  expect(await findRunning(home, there.token)).toMatchObject([{ url }]);
  await using _taken = await announce(home, {
    pid: process.pid,
    url: strange,
    wsUrl,
    role: "gateway",
  });
  expect(await findRunning(home, there.token)).toEqual([]);
  expect(seen.length).toBe(1);
  expect(seen.join("")).not.toContain(there.token);
  // One whose process is gone is forgotten.
  await announce(home, { pid: 2 ** 22 - 3, url, wsUrl, role: "gateway" });
  expect(await findRunning(home, there.token)).toEqual([]);
  await stranger.close();
});

test("GW-1 (part), S9: nothing but loopback without a certificate or a clear word", async () => {
  await using there = await gatewayRig([]);
  const { tokenFile } = there.gateway;
  const start = (host: string, more = {}) =>
    startGateway({ api: there.rig.api, host, port: 0, tokenFile, ...more });
  for (const host of ["0.0.0.0", "::", "192.168.1.5", "squire.example.net"]) {
    expect(await start(host).then(String, String)).toContain("UnsafeGateway");
  }
  const wide = await start("0.0.0.0", { withoutTls: true });
  expect((await fetch(`${wide.url}/v1/codes`, { method: "POST" })).status).toBe(401);
  await wide.close();
});
