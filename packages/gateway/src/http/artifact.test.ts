import { expect, test } from "bun:test";
import { reader } from "@squire/host/testing";
import type { HostConnection } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { gatewayRig, type GatewayRig } from "../testing/gateway-rig.ts";
import { artifactReply } from "./artifact.ts";

/** The output of a command that is too long to be shown. */
async function stored({ rig }: GatewayRig, command: string) {
  const sessionKey = await rig.session();
  const events = reader(rig.client.events(sessionKey));
  await events.next("session.restored");
  await rig.client.call("shell.run", { sessionKey, command });
  const { artifactId = "" } = await events.next("shell.finished");
  await events.close();
  return { sessionKey, artifactId };
}

/** Every part ends inside of a character, and there is one that is none at all. */
const EUROS = `printf '\\357\\273\\277a\\377'; for i in $(seq 1 1000); do printf '%0100d' 0; done | sed 's/0/€/g'`;
const TEXT = `\uFEFFa\uFFFD${"€".repeat(100_000)}`;

test("an artifact of text comes without a broken character, and as long as it says", async () => {
  await using there = await gatewayRig([]);
  const { sessionKey, artifactId } = await stored(there, EUROS);
  const headers = { authorization: `Bearer ${there.token}` };
  const address = `${there.gateway.url}/v1/artifacts/${sessionKey}/${artifactId}`;
  const found = await fetch(address, { headers });
  const bytes = Buffer.from(await found.arrayBuffer());
  expect(bytes.equals(Buffer.from(TEXT))).toBe(true);
  const length = found.headers.get("content-length");
  if (length !== null) expect(Number(length)).toBe(bytes.length);
});

test("a part of a text holds whole characters, however small it is", async () => {
  await using there = await gatewayRig([]);
  const wanted = await stored(there, EUROS);
  const ask = { ...wanted, limit: 1 };
  let text = "";
  let offset: number | null = 0;
  for (let count = 0; count < 20 && offset !== null; count++) {
    const part: { data: string; nextOffset: number | null } = await there.rig.client.call(
      "artifacts.get",
      { ...ask, offset },
    );
    text += part.data;
    offset = part.nextOffset;
  }
  expect(text.length).toBeGreaterThan(15);
  expect(TEXT.startsWith(text)).toBe(true);
});

test("an artifact that cannot be read on breaks off, and lets its client go", async () => {
  await using there = await gatewayRig([]);
  const wanted = await stored(there, EUROS);
  const { client } = there.rig;
  const failure = { code: "storage", message: "The disk is gone.", retryable: false } as const;
  let closed = 0;
  const call: HostConnection["call"] = (method, params) =>
    "offset" in params ? Promise.reject(new HostError(failure)) : client.call(method, params);
  const close = async (): Promise<void> => void closed++;
  const answer = await artifactReply({ ...client, call, close }, wanted);
  expect(await answer.text().catch(() => "broke off")).toBe("broke off");
  expect(closed).toBe(1);
});
