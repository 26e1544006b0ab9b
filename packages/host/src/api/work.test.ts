import { expect, test } from "bun:test";
import { brokenParams } from "./testing/any-params.ts";
import { HostError } from "@squire/protocol/values";
import { isMethodName, methodSchemas } from "@squire/protocol/wire";
import { call, say } from "@squire/testkit";
import { apiRig, failureOf, reader } from "./testing/api-rig.ts";

test("SH-15 (part): what the user runs is seen by all, and by the model unless it is private", async () => {
  await using rig = await apiRig([say("Seen.")]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  const ran = await client.call("shell.run", { sessionKey, command: "echo open; exit 3" });
  expect(ran).toMatchObject({ output: "open", exitCode: 3 });
  expect(await events.next("shell.finished")).toMatchObject({ command: "echo open; exit 3" });
  await client.call("shell.run", { sessionKey, command: "echo hidden", private: true });
  await client.call("note.add", { sessionKey, text: "use tabs" });
  await client.call("chat.send", { sessionKey, message: "what did I do?" });
  await events.next("turn.finished");
  const asked = JSON.stringify(rig.server.requests.at(-1)?.json);
  expect(asked).toContain("open");
  expect(asked).toContain("use tabs");
  expect(asked).not.toContain("hidden");
});

test("SH-15 (part): what the user runs can be stopped", async () => {
  await using rig = await apiRig([]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  const running = client.call("shell.run", { sessionKey, command: "echo on; sleep 60" });
  await events.next("shell.updated");
  const second = client.call("shell.run", { sessionKey, command: "echo two" });
  expect(await failureOf(second)).toMatchObject({ code: "busy" });
  expect(await client.call("shell.stop", { sessionKey })).toEqual({ ok: true });
  expect((await running).exitCode).toBe(null);
  expect(await client.call("shell.stop", { sessionKey })).toEqual({ ok: false });
});

test("SH-12 (part): background commands are told, read and ended", async () => {
  const command = "echo ready; sleep 60";
  await using rig = await apiRig([call("run_background", { command }), say("Started.")], {}, ALL);
  const { client } = rig;
  const sessionKey = await rig.session();
  await client.call("trust.set", { sessionKey, trust: "yolo", confirmed: true });
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "start it" });
  const { jobs } = await events.next("jobs.changed");
  expect(jobs).toMatchObject([{ command, running: true }]);
  await events.next("turn.finished");
  const jobId = jobs[0]?.jobId ?? "";
  expect((await client.call("jobs.output", { sessionKey, jobId })).text).toContain("ready");
  await client.call("jobs.stop", { sessionKey, jobId });
  const { jobs: after } = await client.call("jobs.list", { sessionKey });
  expect(after).toMatchObject([{ jobId, running: false }]);
  const nobody = client.call("jobs.stop", { sessionKey, jobId: "job_99" });
  expect(await failureOf(nobody)).toMatchObject({ code: "invalid" });
});

const ALL = '[tools]\nenabled = ["all"]\n';

test("PERM-6 (part): a yes for the session is not asked for again", async () => {
  const write = (path: string) => call("write", { path, content: "x" });
  await using rig = await apiRig([write("a.txt"), write("a.txt"), say("Done.")]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "go" });
  const { request } = await events.next("approval.requested");
  await client.call("exec.approve", { approvalId: request.approvalId, scope: "session" });
  await events.next("turn.finished");
  const asked = events.seen.filter(({ event }) => event.type === "approval.requested");
  expect(asked).toHaveLength(1);
});

test("a stream of a session that does not exist fails in words", async () => {
  await using rig = await apiRig([]);
  const next = rig.client.events("nobody")[Symbol.asyncIterator]().next();
  expect(await failureOf(next)).toMatchObject({ code: "not_found" });
  await rig.client.close();
  const gone = rig.client.call("health.check", {});
  expect(await failureOf(gone)).toMatchObject({ code: "unsupported" });
});

test("without a model a session is refused with what to do, and nothing stays locked", async () => {
  await using rig = await apiRig([]);
  const sessionKey = await rig.session();
  await rig.api.close();
  await rig.home.write("home/config.toml", 'default_model = "nobody/nothing"\n');
  const { client } = await rig.another();
  const failure = await failureOf(client.call("sessions.get", { sessionKey }));
  expect(failure.advice).toBeString();
  const again = await failureOf(client.call("sessions.get", { sessionKey }));
  expect(again.code).toBe(failure.code);
  expect(failure.code).not.toBe("locked");
});

test("TUI-1 (part): the branch of the folder, and another folder", async () => {
  await using rig = await apiRig([], { ".git/HEAD": "ref: refs/heads/topic/one\n", "sub/x": "" });
  const { client } = rig;
  const sessionKey = await rig.session();
  const { session } = await client.call("sessions.get", { sessionKey });
  expect(session.workplace).toMatchObject({ branch: "topic/one", trusted: false });
  const { cwd } = await client.call("cwd.set", { sessionKey, cwd: "sub" });
  expect(cwd).toEndWith("/sub");
  const nowhere = client.call("cwd.set", { sessionKey, cwd: "nowhere" });
  expect(await failureOf(nowhere)).toMatchObject({ code: "invalid" });
});

test("PERM-14 (part): rules and verdicts can be asked for in a session", async () => {
  await using rig = await apiRig([], {}, '[permissions]\ndeny = ["bash(git push*)"]\n');
  const { client } = rig;
  const sessionKey = await rig.session();
  const { rules } = await client.call("permissions.list", { sessionKey });
  expect(rules).toContainEqual(
    expect.objectContaining({ rule: "bash(git push*)", verdict: "deny" }),
  );
  const args = { command: "git push origin" };
  const { decision } = await client.call("permissions.test", { sessionKey, tool: "bash", args });
  expect(decision.verdict).toBe("deny");
  const wrong = client.call("permissions.test", { sessionKey, tool: "nope", args });
  expect(await failureOf(wrong)).toMatchObject({ code: "invalid" });
});

test("CFG-3 (part): settings are read with their origin and written to the user's file", async () => {
  await using rig = await apiRig([]);
  const { client } = rig;
  await client.call("settings.set", { key: "tui.theme", value: "light" });
  expect(await rig.home.read("home/config.toml")).toContain('theme = "light"');
  const { settings } = await client.call("settings.get", { key: "default_model" });
  expect(settings).toMatchObject([{ key: "default_model", value: "mock/m", origin: "user" }]);
  const wrong = client.call("settings.set", { key: "tui.thme", value: "light" });
  expect(await failureOf(wrong)).toMatchObject({ code: "invalid" });
  const sessionKey = await rig.session();
  const typed = { sessionKey, name: "settings", args: "tui.theme dark" };
  expect((await client.call("command.run", typed)).text).toContain('"dark"');
  expect(await rig.home.read("home/config.toml")).toContain('theme = "dark"');
  expect(await rig.home.read("home/audit.jsonl")).toContain("tui.theme");
  const { model, notes, cwd } = await client.call("setup.get", {});
  expect({ model, cwd }).toEqual({ model: "mock/m", cwd: rig.host.cwd });
  expect(notes).toEqual([]);
});

test("GW-8: whatever is sent to whatever method, the answer is a result or a failure in words", async () => {
  await using rig = await apiRig(() => say("Yes."), { a: "1\n" });
  const { client } = rig;
  const names = Object.keys(methodSchemas).filter(isMethodName);
  for (const name of names) {
    for (const params of brokenParams<typeof name>()) {
      const error = await client.call(name, params).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (error === null) continue;
      expect(error).toBeInstanceOf(HostError);
      const code = error instanceof HostError ? error.failure.code : "";
      expect([name, code]).not.toEqual([name, "internal"]);
    }
  }
});
