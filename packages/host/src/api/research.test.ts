import { expect, test } from "bun:test";
import type { AgentEvent } from "@squire/protocol";
import { call, hang, reply, say } from "@squire/testkit";
import { apiRig, reader } from "./testing/api-rig.ts";
import type { ApiRig } from "./testing/api-rig.ts";

const LAMP = "The lamp of the harbour is green and burns all night.";
const FILES = { "lamp.md": `# Lamps\n${LAMP} It was lit in 1871.\n` };

const GATHER = [
  call("local_search", { query: "harbour lamp" }),
  call("local_search", { query: "colour of the lamp" }),
  call("note_evidence", {
    claim: "The lamp of the harbour is green.",
    quote: "The lamp of the harbour is green",
    source: "lamp.md",
  }),
];
const REPORT = say("The lamp of the harbour is green [1].");

/** All events of a turn, as a face sees them. */
async function turnOf(rig: ApiRig, sessionKey: string, start: () => Promise<unknown>) {
  const events: AgentEvent[] = [];
  const { client } = rig;
  const feed = client.events(sessionKey)[Symbol.asyncIterator]();
  await start();
  for (;;) {
    const { value, done } = await feed.next();
    if (done === true || value === undefined) return events;
    events.push(value.event);
    if (/^turn\.(?:finished|failed|aborted)$/.test(value.event.type)) return events;
  }
}

test("RES-2: phases and progress are told, one after the other, within one turn", async () => {
  await using rig = await apiRig([...GATHER, say("Done."), REPORT], FILES);
  const sessionKey = await rig.session();
  const events = await turnOf(rig, sessionKey, () =>
    rig.client.call("research.start", {
      sessionKey,
      question: "what colour is the lamp?",
      sources: "local",
    }),
  );
  const phases = events.flatMap((event) =>
    event.type === "phase.changed" ? [`${event.phase} ${event.status}`] : [],
  );
  expect(phases).toEqual([
    "planning working",
    "planning complete",
    "researching working",
    "researching complete",
    "synthesizing working",
    "synthesizing complete",
  ]);
  const percents = events.flatMap((event) =>
    event.type === "progress.reported" ? [event.percent ?? -1] : [],
  );
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(percents.at(-1)).toBe(100);
  const checked = events.filter((event) => event.type === "citation.checked");
  expect(checked).toMatchObject([{ citation: { n: 1, status: "verified", source: "lamp.md" } }]);
  expect(events.at(-1)).toMatchObject({ type: "turn.finished", reason: "stop" });
  const ends = events.flatMap(({ type }) => (type.startsWith("turn.") ? [type] : []));
  expect(ends).toEqual(["turn.started", "turn.finished"]);
});

test("RES-10: each search is a call with its query and an outcome; pages are artifacts", async () => {
  await using rig = await apiRig([...GATHER, say("Done."), REPORT], FILES);
  const sessionKey = await rig.session();
  const events = await turnOf(rig, sessionKey, () =>
    rig.client.call("research.start", { sessionKey, question: "what colour?", sources: "local" }),
  );
  const calls = events.flatMap((event) => (event.type === "tool.started" ? [event] : []));
  expect(calls[0]).toMatchObject({ name: "local_search", args: { query: "harbour lamp" } });
  const noted = events.findLast((event) => event.type === "tool.finished");
  const id = noted?.type === "tool.finished" ? (noted.details.artifactId ?? "") : "";
  const part = await rig.client.call("artifacts.get", { artifactId: id, sessionKey });
  expect(JSON.stringify(part)).toContain("burns all night");
});

test("RES-14: abort keeps what was found, and /resume writes it up", async () => {
  await using rig = await apiRig([...GATHER, reply(say("Let me"), hang()), REPORT], FILES);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("research.start", {
    sessionKey,
    question: "what colour is the lamp?",
    sources: "local",
  });
  // The notes are made, and the next reply has begun.
  await events.next("text.delta");
  await client.call("chat.abort", { sessionKey });
  expect(await events.next("turn.aborted")).toMatchObject({ partialSaved: true });
  await client.call("command.run", { sessionKey, name: "resume" });
  await events.next("turn.finished");
  expect(await client.call("report.verify", { sessionKey })).toMatchObject({
    ok: true,
    counts: { verified: 1 },
  });
  const { text } = await client.call("sessions.export", { sessionKey, format: "markdown" });
  expect(text).toContain("The lamp of the harbour is green [1].");
  expect(text).toContain('title: "what colour is the lamp?"');
  // Nothing is left to be written up: /resume is the list of sessions again.
  expect(await client.call("command.run", { sessionKey, name: "resume" })).toMatchObject({
    opens: "sessions",
  });
});

test("EXP-1: /save writes the report of research, or the session where that is wanted", async () => {
  await using rig = await apiRig([...GATHER, say("Done."), REPORT], FILES);
  const { client, home } = rig;
  const sessionKey = await rig.session();
  const question = "quick what colour is the lamp?";
  await turnOf(rig, sessionKey, () =>
    client.call("command.run", { sessionKey, name: "research", args: question }),
  );
  await client.call("command.run", { sessionKey, name: "save", args: "report.html" });
  expect(await home.read("work/report.html")).toContain('<span class="state verified">');
  await client.call("command.run", { sessionKey, name: "export", args: "session all.html" });
  expect(await home.read("work/all.html")).toContain("Turn 1");
  const verified = await client.call("command.run", { sessionKey, name: "verify" });
  expect(verified.text).toBe("verified: 1 verified, 1 sentences");
});

const PLAN = `# Lamps

**Query**: What colour is the lamp of the harbour?

**Key questions**: its colour; since when

**Search strategy**: "harbour lamp" → files here

**Expected output**: one sentence`;

test("PLAN-9: a plan of research is asked for in its form; approving it starts research with it", async () => {
  await using rig = await apiRig(
    [call("submit_plan", { plan: PLAN }), ...GATHER, say("Done."), REPORT],
    FILES,
  );
  const { client } = rig;
  const { sessionKey } = await client.call("sessions.create", { mode: "research" });
  await client.call("mode.set", { sessionKey, mode: "plan" });
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "what colour is the lamp?" });
  const { question } = await events.next("question.asked");
  const asked = JSON.stringify(rig.server.requests[0]?.json);
  for (const part of ["Query", "Key questions", "Search strategy", "Expected output"]) {
    expect(asked).toContain(`**${part}**`);
  }
  const { questionId } = question;
  await client.call("question.answer", { questionId, optionId: "approve" });
  expect(await events.next("mode.changed")).toMatchObject({ mode: "research" });
  await events.next("turn.finished");
  expect(JSON.stringify(rig.server.requests[1]?.json)).toContain("Expected output");
  const { text } = await client.call("sessions.export", { sessionKey, format: "markdown" });
  expect(text).toContain('title: "What colour is the lamp of the harbour?"');
});

test("RES-4 (part): research is offered what looks things up, and nothing that acts", async () => {
  await using rig = await apiRig([reply(say("Is it about lamps?"))], FILES);
  const { client } = rig;
  const { sessionKey } = await client.call("sessions.create", { mode: "research" });
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "what?" });
  await events.next("turn.finished");
  const body = JSON.stringify(rig.server.requests[0]?.json);
  for (const name of ["web_search", "web_fetch", "local_search", "open_source", "note_evidence"]) {
    expect(body).toContain(`"name":"${name}"`);
  }
  for (const name of ["bash", "edit", "write"]) expect(body).not.toContain(`"name":"${name}"`);
  await client.call("mode.set", { sessionKey, mode: "code" });
  const { tools } = await client.call("tools.list", { sessionKey });
  expect(tools.map(({ name }) => name)).toContain("bash");
});
