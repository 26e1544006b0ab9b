import { expect, test } from "bun:test";
import type { JudgedCall } from "@squire/protocol";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { parseRules } from "@squire/safety";
import { talk } from "../session/testing/live-rig.ts";
import { SessionGate } from "./session-gate.ts";

function bash(args: Readonly<Record<string, string | boolean>>): JudgedCall {
  const subject = String(args["command"]);
  const about = { subject, summary: subject, requiresApproval: false } as const;
  return { callId: "c", name: "bash", args, effect: "read", ...about };
}

function gateAt(folder: string | null): SessionGate {
  const text = "read(sub/hidden.txt)";
  const source = { verdict: "deny", text, origin: "rules:1", scope: "user" } as const;
  const { rules } = parseRules([source]);
  return new SessionGate({
    policy: () => ({ fallback: "ask", rules, strict: false, taint: true }),
    mode: () => "code",
    trust: () => "review",
    taint: () => ({ active: false, sources: [] }),
    headless: "ask",
    trusted: true,
    workspace: () => {
      const home = { home: "/home/me", squireHome: "/home/me/.squire" };
      return { root: "/code", writable: [], ignoresCase: false, ...home };
    },
    ports: { realpath: (path) => Promise.resolve(path), readText: () => Promise.resolve(null) },
    shellFolder: () => folder,
    sandbox: () => Promise.resolve({ confines: true, network: false }),
  });
}

test("SH-7 (part): in a shell that stays a command is judged where the shell stands", async () => {
  const reading = bash({ command: "cat hidden.txt" });
  expect((await gateAt("/code/sub").judge(reading)).verdict).toBe("deny");
  // The twin: a gate that does not know where the shell is lets it pass.
  expect((await gateAt(null).judge(reading)).verdict).toBe("allow");
});

test("SH-7 (part): a folder of the call itself, a terminal and a job begin elsewhere", async () => {
  const gate = gateAt("/code/sub");
  const verdict = async (more: Readonly<Record<string, string | boolean>>): Promise<string> =>
    (await gate.judge(bash({ command: "cat hidden.txt", ...more }))).verdict;
  expect(await verdict({ cwd: "/code" })).toBe("allow");
  expect(await verdict({ pty: true })).toBe("allow");
  expect(await verdict({ background: true })).toBe("allow");
  expect(await verdict({ cwd: "sub", pty: true })).toBe("deny");
});

test("SH-7 (part): the same in a live session: cd does not lead around a rule", async () => {
  const run = (command: string) => call("bash", { command });
  await using server = await startScriptedServer([
    run("cd sub && echo moved"),
    run("cat hidden.txt"),
    say("I may not."),
  ]);
  await using home = await tempWorkspace({ "work/sub/hidden.txt": "PRIVATE\n" });
  const settings = `[shell]\npersistent = true\nintercept = false\n[sandbox]\nbash = "off"\n[permissions]\ndeny = ["read(sub/hidden.txt)"]\n`;
  await talk({ server, home, settings }, ["look"]);
  expect(JSON.stringify(server.requests[1]?.json)).toContain("moved");
  const last = JSON.stringify(server.requests[2]?.json);
  expect(last).toContain("Blocked: The rule read(sub/hidden.txt) forbids it.");
  expect(last).not.toContain("PRIVATE");
});
