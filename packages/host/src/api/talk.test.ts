import { expect, test } from "bun:test";
import { call, hang, say } from "@squire/testkit";
import { apiRig, failureOf, reader } from "./testing/api-rig.ts";

const PLAN = { plan: "# Do it\n\n1. one", steps: [{ id: "s1", title: "One", action: "do" }] };

test("PLAN-1 (part): an approved plan leaves plan mode and is carried out", async () => {
  await using rig = await apiRig([call("submit_plan", PLAN), say("Carried out.")]);
  const { client } = rig;
  const { sessionKey } = await client.call("sessions.create", { mode: "plan" });
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "plan it" });
  const { question } = await events.next("question.asked");
  expect(question).toMatchObject({ kind: "plan", plan: { markdown: PLAN.plan } });
  const { session } = await client.call("sessions.get", { sessionKey });
  expect(session.questions).toEqual([question]);
  const { questionId } = question;
  expect(await client.call("question.answer", { questionId, optionId: "approve" })).toEqual({
    ok: true,
  });
  await events.next("turn.finished");
  const after = await client.call("sessions.get", { sessionKey });
  expect(after.session).toMatchObject({ mode: "code", questions: [] });
  expect(JSON.stringify(rig.server.requests.at(-1)?.json)).toContain("The plan is approved");
  expect(await client.call("question.answer", { questionId, optionId: "approve" })).toEqual({
    ok: false,
  });
});

test("PLAN-1 (part): words instead of an option refine the plan, cancel ends it without a turn", async () => {
  await using rig = await apiRig([call("submit_plan", PLAN), call("submit_plan", PLAN)]);
  const { client } = rig;
  const { sessionKey } = await client.call("sessions.create", { mode: "plan" });
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "plan it" });
  await events.next("question.asked");
  await client.call("chat.send", { sessionKey, message: "with tests" });
  const { question } = await events.next("question.asked");
  expect(JSON.stringify(rig.server.requests.at(-1)?.json)).toContain("with tests");
  const { questionId } = question;
  await client.call("question.answer", { questionId, optionId: "cancel" });
  expect((await events.next("plan.changed")).change).toBe("cancelled");
  const { session } = await client.call("sessions.get", { sessionKey });
  expect(session).toMatchObject({ mode: "code", plan: null, running: false, questions: [] });
  expect(rig.server.requests).toHaveLength(2);
});

test("PLAN-8 (part): a plan that waits for an answer waits in the next process too", async () => {
  await using rig = await apiRig([call("submit_plan", PLAN), say("Done.")]);
  const { sessionKey } = await rig.client.call("sessions.create", { mode: "plan" });
  const events = reader(rig.client.events(sessionKey));
  await rig.client.call("chat.send", { sessionKey, message: "plan it" });
  const { question } = await events.next("question.asked");
  await rig.api.close();
  const { client } = await rig.another();
  const theirs = reader(client.events(sessionKey));
  const { state } = await theirs.next("session.restored");
  expect(state.questions).toEqual([question]);
  await client.call("question.answer", { questionId: question.questionId, optionId: "approve" });
  await theirs.next("turn.finished");
});

test("PLAN-4 (part): a choice comes back as what was picked", async () => {
  const options = [
    { id: "a", title: "Apples" },
    { id: "b", title: "Pears" },
  ];
  await using rig = await apiRig([call("ask_choice", { question: "Which?", options }), say("Ok.")]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "go" });
  const { question } = await events.next("question.asked");
  await client.call("question.answer", { questionId: question.questionId, optionId: "b" });
  await events.next("turn.finished");
  expect(JSON.stringify(rig.server.requests.at(-1)?.json)).toContain("picked b (Pears)");
});

test("PLAN-5 (part): a question in words waits within its turn for whoever answers", async () => {
  await using rig = await apiRig([call("ask", { question: "Your name?" }), say("Hello.")]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "go" });
  const { question } = await events.next("question.asked");
  const web = rig.api.connect({ face: "web", clientId: "web" });
  await web.call("question.answer", { questionId: question.questionId, text: "Ada" });
  expect(await events.next("question.answered")).toMatchObject({
    answer: { text: "Ada" },
    by: "web",
  });
  const { outcome } = await events.next("tool.finished");
  expect(outcome.content).toEqual([{ type: "text", text: "Ada" }]);
});

test("LOOP-8 (part): what waits can be changed and taken back", async () => {
  await using rig = await apiRig([hang(), say("Second."), say("Third.")]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "first" });
  await events.next("step.started");
  const later = { sessionKey, delivery: "follow_up" } as const;
  const one = await client.call("chat.send", { ...later, message: "secnd" });
  const two = await client.call("chat.send", { ...later, message: "forget-this" });
  const [fixed, gone] = [one.queueId ?? "", two.queueId ?? ""];
  expect((await client.call("queue.list", { sessionKey })).items).toHaveLength(2);
  await client.call("queue.edit", { sessionKey, queueId: fixed, message: "second" });
  expect(await client.call("queue.remove", { sessionKey, queueId: gone })).toEqual({ ok: true });
  expect(await client.call("queue.remove", { sessionKey, queueId: gone })).toEqual({ ok: false });
  await client.call("chat.send", { sessionKey, message: "instead", delivery: "replace" });
  await events.next("turn.aborted");
  await events.next("turn.finished");
  expect(JSON.stringify(rig.server.requests.at(1)?.json)).toContain("instead");
  await events.next("turn.finished");
  const last = JSON.stringify(rig.server.requests.at(-1)?.json);
  expect(last).toContain("second");
  expect(last).not.toContain("forget-this");
});

test("LOOP-18 (part): retry sends the last message again, on a branch of its own", async () => {
  await using rig = await apiRig([say("No."), say("Yes.")]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "please" });
  await events.next("turn.finished");
  await client.call("chat.retry", { sessionKey });
  const { reason, events: kept } = await events.next("session.restored");
  expect(reason).toBe("branch");
  expect(kept.filter(({ event }) => event.type === "message.added")).toEqual([]);
  await events.next("turn.finished");
  const { messages } = await client.call("chat.history", { sessionKey });
  expect(messages.map(({ message }) => message.role)).toEqual(["user", "assistant"]);
  expect(JSON.stringify(messages)).toContain("Yes.");
  const empty = await rig.session();
  expect(await failureOf(client.call("chat.retry", { sessionKey: empty }))).toMatchObject({
    code: "not_found",
  });
});

test("PERM-9 (part): yolo has to be confirmed once in a session", async () => {
  await using rig = await apiRig([]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const wanted = { sessionKey, trust: "yolo" } as const;
  expect(await failureOf(client.call("trust.set", wanted))).toMatchObject({ code: "denied" });
  const { session } = await client.call("sessions.get", { sessionKey });
  expect(session.trust).toBe("review");
  await client.call("trust.set", { ...wanted, confirmed: true });
  await client.call("trust.set", { sessionKey, trust: "auto" });
  expect(await client.call("trust.set", wanted)).toEqual({ trust: "yolo" });
  const begun = client.call("sessions.create", { trust: "yolo" });
  expect(await failureOf(begun)).toMatchObject({ code: "denied" });
});

test("MODL-17 (part): model, mode and thinking level change for the next request, and stay", async () => {
  await using rig = await apiRig([say("From n.")]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("models.set", { sessionKey, model: "other/n" });
  await client.call("mode.set", { sessionKey, mode: "chat" });
  await client.call("chat.send", { sessionKey, message: "hi" });
  await events.next("turn.finished");
  expect(rig.server.requests.at(-1)?.wire).toBe("openai-chat");
  const unknown = client.call("models.set", { sessionKey, model: "nobody/nothing" });
  expect(await failureOf(unknown)).toMatchObject({ code: "not_found" });
  await rig.api.close();
  const { client: later } = await rig.another();
  const { session } = await later.call("sessions.get", { sessionKey });
  expect(session).toMatchObject({ model: "other/n", mode: "chat" });
});
