import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { connectWebSocket, type HostClient } from "@squire/client";
import type { EventEnvelope } from "@squire/protocol";
import { call, say } from "@squire/testkit";
import { facePlace, hasTerminals, type FacePlace } from "../face/testing/face-terminal.ts";

const IDLE = "What shall we build?";
const CONFIG = "gateway = { port = 0 }";

/** Hears a session until something happens in it. */
async function heardUntil(
  client: HostClient,
  sessionKey: string,
  type: string,
): Promise<readonly EventEnvelope[]> {
  const heard: EventEnvelope[] = [];
  for await (const envelope of client.events(sessionKey)) {
    heard.push(envelope);
    if (envelope.event.type === type) return heard;
  }
  throw new Error(`The stream ended before ${type}.`);
}

function read(place: FacePlace, name: string): string {
  return readFileSync(place.path(name), "utf8").trim();
}

describe.if(hasTerminals)("walk-through 4", () => {
  test("GW-9, PERM-10 (part): one session in a terminal, on a page and in a program; who answered is on record", async () => {
    const script = [
      say("Hi."),
      call("write", { path: "b.txt", content: "from the page\n" }),
      say("Written."),
    ];
    await using place = await facePlace(script, { config: CONFIG });
    const face = place.start({ columns: 180, rows: 40 });
    await face.until("mock/m");
    face.enter("hello");
    await face.until("Hi.");
    await face.until(IDLE);
    face.enter("/web");
    const shown = await face.until(/Open this in a browser, once: \S+/);
    const { origin, hash } = new URL(/once: (\S+)/.exec(shown)?.[1] ?? "");
    const fragment = new URLSearchParams(hash.slice(1));
    const [sessionKey, code] = [fragment.get("session") ?? "", fragment.get("code") ?? ""];
    const url = `${origin.replace("http", "ws")}/ws`;
    const token = read(place, "home/gateway.token");
    const page = await connectWebSocket({ url, auth: { code }, face: "web" });
    const program = await connectWebSocket({ url, auth: { token }, face: "sdk" });
    const twice = connectWebSocket({ url, auth: { code }, face: "web" });
    expect(await twice.then(String, String)).toContain("refused");
    expect(shown).not.toContain(token);

    const { session } = await page.call("sessions.attach", { sessionKey });
    expect(session.clients.map(({ face: kind }) => kind)).toEqual(["tui"]);
    const asked = heardUntil(page, sessionKey, "approval.requested");
    const toTheEnd = heardUntil(program, sessionKey, "turn.finished").then(() =>
      heardUntil(program, sessionKey, "approval.answered"),
    );
    face.enter("write b.txt");
    await face.until("path: b.txt");
    const request = (await asked).at(-1)?.event;
    const approvalId = request?.type === "approval.requested" ? request.request.approvalId : "";
    const whole = heardUntil(page, sessionKey, "approval.answered");
    expect(await page.call("exec.approve", { approvalId })).toMatchObject({ ok: true });
    await face.until("Written.");
    await face.until(IDLE);
    // The page and the program have heard the same, in the same order.
    const [onPage, inProgram] = [await whole, await toTheEnd];
    const common = Math.min(onPage.length, inProgram.length);
    expect(common).toBeGreaterThan(10);
    expect(inProgram.slice(0, common)).toEqual(onPage.slice(0, common));
    expect(place.work("b.txt")).toBe("from the page\n");
    // Who it was stands in the log and in the audit.
    expect(JSON.stringify(place.entries())).toContain(`"by":"${page.clientId}"`);
    expect(page.clientId).toStartWith("web-");
    await page.close();
    await program.close();
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
    const audit = read(place, "home/audit.jsonl");
    expect(audit).toMatch(new RegExp(`"kind":"approval"[^\n]*"by":"${page.clientId}"`));
    expect(audit).toMatch(new RegExp(`"kind":"auth"[^\n]*"by":"${page.clientId}"`));
    expect(audit).toMatch(/"kind":"auth"[^\n]*"ok":false/);
  });
});
