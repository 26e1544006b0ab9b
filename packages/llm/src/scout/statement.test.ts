import { expect, test } from "bun:test";
import { userText } from "@squire/protocol/values";
import { smallProject } from "./testing/fixture.ts";
import { playTurn, shelfOf } from "./testing/shelf.ts";

const HEARD = "This session has what you said; write it after `# ` to keep it as a note.";
const tools = ["memory_search"];

test("what only tells something is heard, and nothing is searched", () => {
  for (const told of [
    "We decided to deploy the lamp service on Thursdays.",
    "OK, we've agreed on port 8080.",
    "I prefer short answers!",
    "My dog is called Bruno.",
    "Do not deploy the boat service on Fridays.",
    "From now on the lamp is green.",
  ]) {
    const { answer, calls } = playTurn(smallProject(), told, { tools });
    expect([told, answer, calls.length]).toEqual([told, HEARD, 0]);
  }
});

test("what may ask for something is looked for as before", () => {
  for (const asked of [
    "What did we decide to deploy on Thursdays?",
    "We decided to retry. Where is that done?",
    "we decided about retry",
    "We agreed on retry. Show withRetry.",
    "Our retry policy is wrong.",
    "I need the limits of retry.",
    "Do you know our retry policy.",
    "The kettle.",
    "Never mind.",
    "Do not explain retry, quote it, please.",
  ]) {
    const { answer } = playTurn(smallProject(), asked, { tools });
    expect([asked, answer === HEARD]).toEqual([asked, false]);
  }
});

test("what was told is known later in the session", () => {
  const told = "We decided to deploy the lamp service on Thursdays.";
  const asked = "What did we decide about the lamp service?";
  const { answer } = playTurn(smallProject(), asked, { tools, before: [userText(told)] });
  expect(answer).toContain(`> ${told}\n> — this session, user`);
});

test("words that are looked for are not said to be read", () => {
  const { messages } = playTurn(shelfOf({}), "How is the lamp service deployed?");
  const said = messages.flatMap(({ role, content }) =>
    role === "assistant" ? content.flatMap((one) => (one.type === "text" ? [one.text] : [])) : [],
  );
  const read = said.flatMap((text) => /^I'll read (.+)\.$/.exec(text)?.[1]?.split(", ") ?? []);
  expect(read.filter((path) => !/[./]/.test(path))).toEqual([]);
});
