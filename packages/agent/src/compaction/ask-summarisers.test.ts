import { describe, expect, test } from "bun:test";
import { fail, hang, say, ScriptedModel } from "@squire/testkit";
import { askSummarisers } from "./ask-summarisers.ts";
import { remoteSummariser } from "./remote-summariser.ts";
import { modelSummariser } from "./summariser.ts";
import type { Summariser } from "./summariser.ts";

const signal = new AbortController().signal;
const request = (maxTokens: number) => ({ system: "s", prompt: `p ${maxTokens}` });

function asked(...summarisers: readonly Summariser[]) {
  return askSummarisers(request, { summarisers, signal });
}

describe("CMP-8", () => {
  test("CMP-8: a model is asked without tools", async () => {
    const model = new ScriptedModel(say("the notes"));
    const answer = await asked(modelSummariser(model, { window: 10_000 }));
    expect(answer).toEqual({ type: "answered", text: "the notes", by: "scripted/test-1" });
    expect(model.requests[0]).toMatchObject({
      model: "test-1",
      system: "s",
      tools: [],
      messages: [{ role: "user", content: [{ type: "text", text: "p 7000" }] }],
    });
  });

  test("CMP-8: calls that it writes nevertheless are no part of the notes", async () => {
    const model = new ScriptedModel(
      say('notes\n<tool_call>{"name":"x","arguments":{}}</tool_call>'),
    );
    expect(await asked(modelSummariser(model))).toMatchObject({ text: "notes" });
  });
});

describe("CMP-14", () => {
  test("CMP-14: what may pass is tried again, then the next candidate", async () => {
    const first = ScriptedModel.withId(
      "a/1",
      fail("overloaded", "busy"),
      fail("overloaded", "busy"),
      fail("overloaded", "busy"),
    );
    const second = ScriptedModel.withId("b/2", fail("auth", "no key"));
    const third = ScriptedModel.withId("c/3", fail("network", "cut"), say("notes"));
    const pauses: number[] = [];
    const answer = await askSummarisers(request, {
      summarisers: [first, second, third].map((model) => modelSummariser(model)),
      signal,
      pause: async (attempt) => {
        pauses.push(attempt);
      },
    });
    expect(answer).toEqual({ type: "answered", text: "notes", by: "c/3" });
    expect(pauses).toEqual([1, 2, 1]);
    for (const model of [first, second, third]) model.assertDone();
  });

  test("CMP-14: a prompt that is too long is halved", async () => {
    const model = new ScriptedModel(fail("overflow", "too long"), say("notes"));
    await asked(modelSummariser(model, { window: 10_000 }));
    expect(model.requests.map(({ messages }) => messages[0]?.content[0])).toMatchObject([
      { text: "p 7000" },
      { text: "p 3500" },
    ]);
  });

  test("CMP-14: an empty answer is a failure, and all failures are told", async () => {
    const model = new ScriptedModel(say("  \n"));
    const broken: Summariser = { id: "broken", ask: () => Promise.reject(new Error("boom")) };
    expect(await asked(modelSummariser(model), broken)).toMatchObject({
      type: "failed",
      failures: [{ message: "The summary was empty." }, { message: "boom" }],
    });
    expect(await asked()).toEqual({ type: "failed", failures: [] });
  });
});

describe("CMP-13", () => {
  test("CMP-13: cancelling stops a summariser that is still writing", async () => {
    const stop = new AbortController();
    const answer = askSummarisers(request, {
      summarisers: [modelSummariser(new ScriptedModel(hang()))],
      signal: stop.signal,
    });
    stop.abort();
    expect(await answer).toEqual({ type: "cancelled" });
  });

  test("CMP-13: it does not wait for one that does not listen, nor ask when it is too late", async () => {
    const stop = new AbortController();
    let questions = 0;
    const deaf: Summariser = {
      id: "deaf",
      ask: () => {
        questions++;
        return new Promise(() => {});
      },
    };
    const answer = askSummarisers(request, { summarisers: [deaf], signal: stop.signal });
    stop.abort();
    expect(await answer).toEqual({ type: "cancelled" });
    const late = askSummarisers(request, { summarisers: [deaf], signal: stop.signal });
    expect(await late).toEqual({ type: "cancelled" });
    expect(questions).toBe(1);
  });

  test("CMP-13: also while it waits for another try", async () => {
    const stop = new AbortController();
    const answer = askSummarisers(request, {
      summarisers: [modelSummariser(new ScriptedModel(fail("network", "cut")))],
      signal: stop.signal,
      pause: () => {
        stop.abort();
        return Promise.reject(new Error("stopped"));
      },
    });
    expect(await answer).toEqual({ type: "cancelled" });
  });
});

describe("CMP-9", () => {
  const URL = "https://summaries.example/v1";

  test("CMP-9: the endpoint gets both prompts and gives the summary", async () => {
    const sent: unknown[] = [];
    const remote = remoteSummariser(URL, async (url, { method, body }) => {
      sent.push(url, method, JSON.parse(String(body)));
      return Response.json({ summary: "notes" });
    });
    expect(await remote.ask({ system: "s", prompt: "p" }, { signal })).toEqual({
      ok: true,
      text: "notes",
      usage: null,
    });
    expect(sent).toEqual([URL, "POST", { systemPrompt: "s", prompt: "p" }]);
  });

  test.each([
    [new Response("busy", { status: 503 }), "overloaded", true],
    [new Response("slow", { status: 429 }), "rate_limit", true],
    [new Response("who?", { status: 401 }), "bad_request", false],
    [new Response("<html>"), "protocol", false],
    [Response.json({ text: "x" }), "protocol", false],
  ])("CMP-9: a bad answer is a failure: %#", async (response, kind, retryable) => {
    const remote = remoteSummariser(URL, async () => response);
    const reply = await remote.ask({ system: "", prompt: "" }, { signal });
    expect(reply).toMatchObject({ ok: false, failure: { kind, retryable } });
  });

  test("CMP-9: an endpoint that is not there is a failure, not a crash", async () => {
    const remote = remoteSummariser(URL, () => Promise.reject(new Error("refused")));
    expect(await remote.ask({ system: "", prompt: "" }, { signal })).toMatchObject({
      ok: false,
      failure: { kind: "network", message: "The summary endpoint could not be reached: refused" },
    });
  });
});
