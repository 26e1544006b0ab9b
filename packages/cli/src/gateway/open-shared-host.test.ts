import { expect, test } from "bun:test";
import { serve } from "@squire/platform";
import { HostError } from "@squire/protocol/values";
import { tempWorkspace } from "@squire/testkit";
import { ioAt } from "../testing/folder.ts";
import { openSharedHost } from "./open-shared-host.ts";

const FLAGS = { offline: true, verbose: false };

/** A port that is free now. */
async function freePort(): Promise<number> {
  const serving = serve({
    host: "127.0.0.1",
    port: 0,
    maxMessageBytes: 1,
    maxRequestBytes: 1,
    idleSeconds: 1,
    answer: () => new Response(),
  });
  await serving.close();
  return serving.port;
}

test("GW-1 (part): a gateway that cannot be announced does not stay open", async () => {
  // Where the announcement belongs there is a file.
  await using home = await tempWorkspace({ "work/.keep": "", "home/run": "in the way" });
  const port = await freePort();
  const opening = openSharedHost(FLAGS, { role: "gateway", port: String(port) }, ioAt(home));
  const error: unknown = await opening.then(
    () => null,
    (failed: unknown) => failed,
  );
  expect(error).toBeInstanceOf(HostError);
  expect(error).toMatchObject({ failure: { code: "config" } });
  const there = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
  expect(there).toBeNull();
});

test("GW-1 (part): a shared host has one gateway, which it shares as well", async () => {
  await using home = await tempWorkspace({ "work/.keep": "" });
  await using shared = await openSharedHost(FLAGS, { role: "gateway", port: "0" }, ioAt(home));
  const client = shared.api.connect({ face: "tui" });
  const { url } = await client.call("gateway.share", {});
  expect(url).toBe(shared.gateway.url);
});
