import { expect, test } from "bun:test";
import { createRedactor } from "@squire/safety";
import { artifactsFolder, nodeTreeDisk, openArtifacts } from "@squire/session";
import { tempWorkspace } from "@squire/testkit";
import { systemClock } from "@squire/platform";
import { knownSecrets } from "../workbench/known-secrets.ts";
import { artifactPort } from "./artifact-port.ts";

const SECRET = "canary-pässwörd-0123456789";
const redactor = createRedactor({ values: knownSecrets({ MY_TOKEN: SECRET }) });

async function kept(log: string, id: string): Promise<string> {
  const ports = { disk: nodeTreeDisk(), clock: systemClock, ids: () => "x" };
  const found = await openArtifacts(ports, artifactsFolder(log)).read(id, {
    offset: 0,
    limit: 100_000,
  });
  if (found.kind !== "found") throw new Error(found.kind);
  return Buffer.from(found.bytes).toString("utf8");
}

test("SEC-1 (part), S27: kept output has no secrets in it, whole or in pieces cut anywhere", async () => {
  await using dir = await tempWorkspace();
  const log = dir.path("a.jsonl");
  const port = artifactPort({ path: log }, redactor);
  const about = { callId: "c", name: "bash" };
  const bytes = new TextEncoder().encode(`before é\nMY_TOKEN is ${SECRET} ok\nafter\n`);
  const wanted = "before é\nMY_TOKEN is [REDACTED:MY_TOKEN] ok\nafter\n";
  expect(await kept(log, (await port.save(bytes, about)).id)).toBe(wanted);
  for (let at = 0; at <= bytes.length; at += 3) {
    const stream = await port.stream(about);
    await stream.write(bytes.subarray(0, at));
    await stream.write(bytes.subarray(at));
    expect(await kept(log, (await stream.finish()).id)).toBe(wanted);
  }
});

test("S27: what is no text keeps its bytes", async () => {
  await using dir = await tempWorkspace();
  const log = dir.path("a.jsonl");
  const port = artifactPort({ path: log }, redactor);
  const odd = Uint8Array.from({ length: 256 }, (_, at) => at);
  const size = async (mimeType?: string): Promise<string> => {
    const stream = await port.stream({
      callId: "c",
      ...(mimeType === undefined ? {} : { mimeType }),
    });
    await stream.write(odd);
    return (await stream.finish()).id;
  };
  // The same content has the same name: nothing of it was changed in either form.
  expect(await size()).toBe(await size("image/png"));
});
