import { describe, expect, test } from "bun:test";
import type { JsonObject } from "@squire/protocol";
import { createPlaceholders, parseRules } from "@squire/safety";
import { call, rejectionOf, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { Turn } from "@squire/testkit";
import { readBack, talk, type RigInput } from "../session/testing/live-rig.ts";
import { secretUse } from "./secret-use.ts";

const TOKEN = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;
const SHOWN = /\[REDACTED:[\w-]+:[0-9a-f]{12}\]/;
const SETTINGS = '[shell]\nintercept = false\n[sandbox]\nbash = "off"\n';

/** Reads a file, then uses what it was shown of the secret in it. */
async function used(permissions: string, use: (shown: string) => Turn) {
  let step = 0;
  await using server = await startScriptedServer(({ json }) => {
    step++;
    if (step === 1) return call("read", { path: "notes.txt" });
    if (step > 2) return say("done");
    const text = JSON.stringify(json);
    return use(SHOWN.exec(text)?.[0] ?? /\[REDACTED:[\w-]+\]/.exec(text)?.[0] ?? "nothing");
  });
  await using home = await tempWorkspace({ "work/notes.txt": `token: ${TOKEN}\n` });
  const rig: RigInput = { server, home, settings: `${SETTINGS}[permissions]\n${permissions}` };
  const { id, events } = await talk(rig, ["go"]);
  const { tree } = await readBack(rig, id);
  const out = await home.read("work/out.txt").catch(() => null);
  const seen = server.requests.map(({ bodyText }) => bodyText).join("\n");
  const kept = JSON.stringify([...tree.branch(), ...events]);
  return { out, seen, kept, last: server.requests.at(-1)?.bodyText ?? "" };
}

const echo = (shown: string): Turn => call("bash", { command: `printf '%s' '${shown}' > out.txt` });
const write = (shown: string): Turn => call("write", { path: "out.txt", content: `k=${shown}\n` });
const PERMITS = 'allow = ["secret(github-token)"]\n';

describe("SEC-2: secrets that the model does not see", () => {
  test.each([
    ["a command", echo, TOKEN],
    ["a file", write, `k=${TOKEN}\n`],
  ])(
    "SEC-2: %s runs with the secret where a rule permits it; nobody is shown it",
    async (_, use, wanted) => {
      const { out, seen, kept } = await used(PERMITS, use);
      expect(out).toBe(wanted);
      expect(seen).not.toContain(TOKEN);
      expect(kept).not.toContain(TOKEN);
    },
  );

  test.each([
    ["no rule", ""],
    ["a rule for everything", 'allow = ["*"]\n'],
    ["a rule about another kind", 'allow = ["secret(aws-key)"]\n'],
    ["a rule that forbids it", 'allow = ["secret"]\ndeny = ["secret(github-*)"]\n'],
    ["a rule that asks", 'allow = ["secret"]\nask = ["secret"]\n'],
  ])("SEC-2 (part): with %s the placeholder stays what it is", async (_, permissions) => {
    const { out, seen, kept } = await used(permissions, echo);
    expect(out).toStartWith("[REDACTED:github-token");
    expect(`${seen}${kept}`).not.toContain(TOKEN);
  });

  test("SEC-2 (part): a made-up placeholder is nothing", async () => {
    const forged = () => echo("[REDACTED:github-token:0123456789ab]");
    expect((await used(PERMITS, forged)).out).toBe("[REDACTED:github-token:0123456789ab]");
  });

  test("SEC-2 (part): what would mean something to a shell is not put into a command", async () => {
    const placeholders = createPlaceholders(new Uint8Array(32));
    const harmless = placeholders.hide("abcDEF123", "password");
    const hostile = placeholders.hide("x; touch owned", "password");
    const source = { verdict: "allow", text: "secret", origin: "rules:1", scope: "user" } as const;
    const { rules } = parseRules([source]);
    const looked: string[] = [];
    const fill = secretUse({
      placeholders,
      policy: () => ({ fallback: "ask", rules, strict: false, taint: true }),
      look: ({ subject }) => {
        looked.push(subject ?? "");
        return { verdict: subject?.includes("abcDEF123 x") ? "deny" : "allow", trail: [] };
      },
    });
    const run = (name: string, args: JsonObject) => {
      const subject = typeof args["command"] === "string" ? args["command"] : null;
      const about = { callId: "c", effect: "execute", summary: name } as const;
      const judged = { ...about, name, args, subject, requiresApproval: false };
      return fill(judged, { verdict: "allow", trail: [] });
    };
    expect(await run("bash", { command: `use ${harmless}` })).toEqual({ command: "use abcDEF123" });
    expect(await run("bash", { command: `use ${hostile}` })).toBeNull();
    // As the content of a file it is only text.
    expect(await run("write", { path: hostile, content: hostile })).toEqual({
      path: hostile,
      content: "x; touch owned",
    });
    // What is run was judged with the secret in it.
    expect(looked[0]).toBe("use abcDEF123");
    expect(await rejectionOf(run("bash", { command: `use ${harmless} x` }))).toMatchObject({
      message: expect.stringContaining("not what was allowed"),
    });
  });

  test("SEC-2 (part): it is not put where it says where something goes", async () => {
    const permits = 'allow = ["secret"]\n';
    const { last } = await used(permits, (shown) => call("read", { path: shown }));
    expect(last).not.toContain(TOKEN);
    expect(last).toContain("[REDACTED:github-token:");
  });
});
