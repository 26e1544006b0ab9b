import { describe, expect, test } from "bun:test";
import { reader } from "@squire/host/testing";
import type { HostConnection, JsonlEnvelope } from "@squire/protocol";
import { isTerminalJsonl, MAX_MESSAGE_BYTES, parseReady } from "@squire/protocol/wire";
import { call, fault, hang, reply, say } from "@squire/testkit";
import { stdioRig, type StdioRig } from "./testing/stdio-rig.ts";

const of = (requestId: string) => (envelope: JsonlEnvelope) => envelope.requestId === requestId;
const isEndOf = (requestId: string) => (envelope: JsonlEnvelope) =>
  envelope.requestId === requestId && isTerminalJsonl(envelope.event);

function typesOf({ envelopes }: StdioRig, requestId: string): readonly string[] {
  return envelopes.filter(of(requestId)).map(({ event }) => event.type);
}

/** How each request ended, in the order of the ends. */
function endsOf({ envelopes }: StdioRig): readonly (readonly [string, string])[] {
  const ends = envelopes.filter(({ event }) => isTerminalJsonl(event));
  return ends.map(({ requestId, event }) => [requestId, event.type]);
}

/** A host whose answers pass by `then` before they come. */
function passed(then: (method: string) => Promise<void>) {
  return (connection: HostConnection): HostConnection => ({
    clientId: connection.clientId,
    events: (...args) => connection.events(...args),
    close: () => connection.close(),
    call: async (method, params) => {
      const result = await connection.call(method, params);
      await then(method);
      return result;
    },
  });
}

/** The first turn has reached the model. */
async function started({ rig: { server } }: StdioRig): Promise<void> {
  while (server.requests.length === 0) await new Promise(setImmediate);
}

describe("squire serve --stdio", () => {
  test("PROT-1: the first line says the version and what there is", async () => {
    await using there = await stdioRig([]);
    await there.end();
    expect(JSON.parse(there.lines[0] ?? "")).toEqual({
      type: "ready",
      protocolVersion: "1.0",
      capabilities: ["chat", "plan", "research", "code"],
    });
    expect(parseReady(JSON.parse(there.lines[0] ?? "")).kind).toBe("known");
  });

  test("PROT-2, PROT-4: each request counts from 1 and ends once, with nothing behind", async () => {
    const script = [
      reply(say("Looking. "), call("read", { path: "a" })),
      say("It is 1."),
      say("Again."),
    ];
    await using there = await stdioRig(script, { workspace: { a: "1\n" } });
    for (const requestId of ["one", "two"]) {
      there.send({ type: "chat", content: "what is in a?", requestId });
      await there.next(isEndOf(requestId));
    }
    await there.end();
    for (const requestId of ["one", "two"]) {
      const own = there.envelopes.filter(of(requestId));
      expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1));
      expect(own.filter(({ event }) => isTerminalJsonl(event))).toHaveLength(1);
      expect(own.at(-1)?.event).toEqual({ type: "complete" });
      expect(new Set(own.map(({ sessionId }) => sessionId)).size).toBe(1);
    }
    expect(typesOf(there, "one")).toContain("tool_call");
    expect(typesOf(there, "one")).toContain("tool_result");
    const said = there.envelopes.flatMap(({ event }) =>
      event.type === "content_delta" ? [event.text] : [],
    );
    expect(said.join("")).toBe("Looking. It is 1.Again.");
    expect(
      there.lines.every((line) => line.endsWith("\n") && !line.slice(0, -1).includes("\n")),
    ).toBe(true);
  });

  test("PROT-2 (part): a turn that fails ends with an error that cannot be undone", async () => {
    await using there = await stdioRig([fault({ status: 400, body: "{}" })]);
    there.send({ type: "chat", content: "go", requestId: "one" });
    const { event } = await there.next(isEndOf("one"));
    expect(event).toMatchObject({ type: "error", recoverable: false });
  });

  test("PROT-3: dials, history, sessions and answers are commands that end in complete", async () => {
    await using there = await stdioRig([call("write", { path: "b", content: "x" }), say("Done.")]);
    there.send({ type: "set_mode", mode: "code", requestId: "mode" });
    await there.next(isEndOf("mode"));
    there.send({ type: "set_model", model: "other/n", requestId: "model" });
    await there.next(isEndOf("model"));
    there.send({ type: "set_model", model: "mock/m", requestId: "back" });
    await there.next(isEndOf("back"));
    there.send({ type: "chat", content: "write b", requestId: "chat" });
    const { event } = await there.next(({ event: { type } }) => type === "approval_request");
    const approvalId = event.type === "approval_request" ? event.request.approvalId : "";
    there.send({ type: "approve", approvalId, requestId: "yes" });
    await there.next(isEndOf("chat"));
    there.send({ type: "query_history", limit: 1, requestId: "history" });
    await there.next(isEndOf("history"));
    there.send({ type: "set_trust", trust: "auto", requestId: "trust" });
    await there.next(isEndOf("trust"));
    const sessionId = there.envelopes[0]?.sessionId ?? "";
    there.send({ type: "get_session", sessionId, requestId: "session" });
    await there.next(isEndOf("session"));
    there.send({ type: "command", name: "title", args: "A name", requestId: "command" });
    await there.next(isEndOf("command"));
    there.send({ type: "deny", approvalId: "nobody", requestId: "nobody" });
    await there.next(isEndOf("nobody"));
    expect(typesOf(there, "mode")).toEqual(["complete"]);
    expect(typesOf(there, "yes")).toEqual(["complete"]);
    expect(typesOf(there, "trust")).toEqual(["complete"]);
    expect(typesOf(there, "history")).toEqual(["query_history_result", "complete"]);
    expect(typesOf(there, "session")).toEqual(["get_session_result", "complete"]);
    expect(typesOf(there, "nobody")).toEqual(["error"]);
    const [shown] = there.envelopes.filter(of("session"));
    expect(shown?.event).toMatchObject({
      session: { trust: "auto", mode: "code", model: "mock/m" },
    });
  });

  test("PROT-3 (part): attach goes on with a turn that another client has begun", async () => {
    await using there = await stdioRig([call("write", { path: "b", content: "x" }), say("Done.")]);
    const sessionId = await there.rig.session();
    const near = there.rig.client.events(sessionId)[Symbol.asyncIterator]();
    await there.rig.client.call("chat.send", { sessionKey: sessionId, message: "write b" });
    while ((await near.next()).value?.event.type !== "approval.requested");
    there.send({ type: "attach", sessionId, requestId: "attach" });
    const { event } = await there.next(({ event: { type } }) => type === "approval_request");
    const approvalId = event.type === "approval_request" ? event.request.approvalId : "";
    there.send({ type: "approve", approvalId, requestId: "yes" });
    await there.next(isEndOf("attach"));
    const types = typesOf(there, "attach");
    expect(types[0]).toBe("get_session_result");
    expect(types).toContain("content_delta");
    expect(types.at(-1)).toBe("complete");
    await near.return?.();
  });

  test("PROT-3 (part): a turn that a command begins is told whole, even if it is over before the command", async () => {
    let near: ReturnType<typeof reader> | null = null;
    const through = passed(async (method) => {
      if (method === "command.run") await near?.next("turn.finished");
    });
    await using there = await stdioRig([say("First."), say("All of it.")], { through });
    const sessionKey = await there.rig.session();
    near = reader(there.rig.client.events(sessionKey));
    await near.next("session.restored");
    await there.rig.client.call("chat.send", { sessionKey, message: "go" });
    await near.next("turn.finished");
    const command = { type: "command", name: "plan", args: "again", sessionId: sessionKey };
    there.send({ ...command, requestId: "again" });
    await there.next(isEndOf("again"));
    const said = there.envelopes.flatMap(({ event }) =>
      event.type === "content_delta" ? [event.text] : [],
    );
    expect(said.join("")).toBe("All of it.");
    expect(typesOf(there, "again").at(-1)).toBe("complete");
    await near.close();
  });

  test("PROT-5: no heartbeat for 15 seconds ends it; a heartbeat begins anew", async () => {
    await using there = await stdioRig([]);
    there.send({ type: "heartbeat" });
    await there.next(({ event }) => event.type === "heartbeat_ack");
    expect(there.timers.map(({ ms, isCancelled }) => [ms, isCancelled])).toEqual([
      [15_000, true],
      [15_000, false],
    ]);
    there.timers.at(-1)?.run();
    expect(await there.ended).toBe("silent");
    await using patient = await stdioRig([], { watchdog: false });
    patient.send({ type: "heartbeat" });
    await patient.next(({ event }) => event.type === "heartbeat_ack");
    expect(patient.timers).toEqual([]);
  });

  test("PROT-6: tails are kept, blank lines skipped, and what is no command is complained of", async () => {
    await using there = await stdioRig([]);
    const beat = Buffer.from('{"type":"heartbeat","requestId":"é"}\n');
    for (const byte of beat) there.sendBytes(Buffer.from([byte]));
    await there.next(of("é"));
    there.sendBytes(Buffer.from('\n  \n{"type":"heart'));
    there.sendBytes(
      Buffer.from('beat","requestId":"two"}\nnot json\n[]\n{"type":"fly"}\n{"type":"chat"}\n'),
    );
    there.sendBytes(Buffer.alloc(MAX_MESSAGE_BYTES + 10, "x"));
    there.sendBytes(Buffer.from('\n{"type":"heartbeat","requestId":"three"}\n'));
    await there.next(of("three"));
    expect(typesOf(there, "two")).toEqual(["heartbeat_ack"]);
    expect(there.complaints).toHaveLength(5);
    expect(there.complaints[2]).toContain('no command "fly"');
    expect(there.complaints[4]).toContain("too long");
  });

  test("PROT-7: a new chat ends the one before it first, unless it is to wait", async () => {
    await using there = await stdioRig([hang(), say("Two."), say("Three.")]);
    there.send({ type: "chat", content: "one", requestId: "one" });
    await started(there);
    there.send({ type: "chat", content: "two", requestId: "two" });
    there.send({ type: "chat", content: "three", requestId: "three", queue: true });
    await there.next(isEndOf("three"));
    expect(endsOf(there)).toEqual([
      ["one", "aborted"],
      ["two", "complete"],
      ["three", "complete"],
    ]);
    const firstOfTwo = there.envelopes.findIndex(of("two"));
    expect(there.envelopes.slice(firstOfTwo).some(of("one"))).toBe(false);
  });

  test("PROT-7 (part): a new chat ends those that wait too, and each says so in its turn", async () => {
    await using there = await stdioRig([hang(), say("Four.")]);
    there.send({ type: "chat", content: "one", requestId: "one" });
    await started(there);
    there.send({ type: "chat", content: "two", requestId: "two", queue: true });
    there.send({ type: "chat", content: "three", requestId: "three", queue: true });
    there.send({ type: "chat", content: "four", requestId: "four" });
    await there.next(isEndOf("four"));
    expect(endsOf(there)).toEqual([
      ["one", "aborted"],
      ["two", "aborted"],
      ["three", "aborted"],
      ["four", "complete"],
    ]);
    expect(there.rig.server.requests).toHaveLength(2);
  });

  test("PROT-7 (part): of two chats before there is a session the second is the one that runs", async () => {
    await using there = await stdioRig([say("Two.")]);
    there.send({ type: "chat", content: "one", requestId: "one" });
    there.send({ type: "chat", content: "two", requestId: "two" });
    await there.next(isEndOf("two"));
    expect(endsOf(there)).toEqual([
      ["one", "aborted"],
      ["two", "complete"],
    ]);
  });

  test("PROT-7 (part): a host that complains of the stop takes nothing down", async () => {
    const through = passed(async (method) => {
      if (method === "chat.abort") throw new Error("It was stopped, but not well.");
    });
    await using there = await stdioRig([hang(), say("Two.")], { through });
    there.send({ type: "chat", content: "one", requestId: "one" });
    await started(there);
    there.send({ type: "chat", content: "two", requestId: "two" });
    await there.next(isEndOf("two"));
    expect(endsOf(there)).toEqual([
      ["one", "aborted"],
      ["two", "complete"],
    ]);
  });

  test("PROT-8: after abort there is aborted and nothing else", async () => {
    await using there = await stdioRig([
      reply(say("I begin. "), call("bash", { command: "sleep 60" })),
    ]);
    there.send({ type: "chat", content: "go", requestId: "one" });
    await there.next(({ event }) => event.type === "content_delta");
    const before = there.envelopes.length;
    there.send({ type: "abort" });
    const { event } = await there.next(isEndOf("one"));
    expect(event).toMatchObject({ type: "aborted" });
    const after = there.envelopes.slice(before).filter(of("one"));
    const orders = after.map(({ event: { type } }) => type);
    // What had been sent before the word came in is not taken back.
    expect(orders.filter((type) => type !== "aborted").length).toBeLessThanOrEqual(2);
    there.send({ type: "abort", requestId: "nothing" });
    await there.next(isEndOf("nothing"));
    expect(typesOf(there, "nothing")).toEqual(["complete"]);
  });

  test("who hangs up stops what runs", async () => {
    await using there = await stdioRig([hang()]);
    there.send({ type: "chat", content: "go", requestId: "one" });
    expect(await there.end()).toBe("closed");
    expect(typesOf(there, "one").at(-1)).toBe("aborted");
  });
});
